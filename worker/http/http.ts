/**
 * All HTTP requests of the worker. Adds the parameters of the API, and turns each answer into parsed JSON, or into an
 * error, within a time limit.
 */
import * as v from 'valibot'
import { BillfoldError, type ErrorContext, hasCode } from '../../src/core/base/errors.ts'
import type { HostName, WorkerConfig } from '../../src/core/contract/protocol.ts'
import { defined, orAbsent, parseOrNone } from '../../src/core/contract/schemas.ts'
import { toDataContext } from '../../src/core/contract/wallet-answers.ts'
import { REQUEST_LIMIT, TRY_LIMIT } from '../../src/core/contract/time-limits.ts'
import type { Clock, Http, HttpClient, Query, RequestOptions } from '../base/context.ts'
import { readJson } from './read-json.ts'
import { abortError, sleep, unlessAborted, withTimeout } from '../../src/core/base/wait.ts'

export interface HttpOptions {
  /** Read for every request, because a later hello may replace the configuration. */
  readonly config: WorkerConfig
  clock: Clock
  fetch: typeof fetch
  /**
   * Returns a number from 0 to 1, which spreads retries: many pages should not repeat their requests at the same
   * moment.
   */
  random?: () => number
}

const RETRIES = 2
const FIRST_PAUSE = 500

export function createHttp(options: HttpOptions): Http {
  const { clock, random = Math.random } = options
  let clientId: string | undefined

  /** Repeats a request after errors for which `isTransient` is true. Only for GETs that may be repeated. */
  async function retry(run: (limit: number) => Promise<unknown>, signal: AbortSignal): Promise<unknown> {
    const deadline = clock.now() + REQUEST_LIMIT
    for (let tried = 0; ; tried += 1) {
      try {
        return await run(Math.min(TRY_LIMIT, deadline - clock.now()))
      } catch (error) {
        if (tried >= RETRIES || !isTransient(error)) throw error
        const asked = error.context['retryAfter']
        const pause = typeof asked === 'number' ? asked : FIRST_PAUSE * 2 ** tried * (0.5 + random())
        if (clock.now() + pause >= deadline) throw error
        await sleep(clock, pause, signal)
      }
    }
  }

  /** Sends one request. The time limit covers everything from the connection to the last byte of the body. */
  async function send(url: string, init: Init, limit: number, signal: AbortSignal): Promise<unknown> {
    if (signal.aborted) throw abortError(signal)
    const controller = new AbortController()
    try {
      const answer = ask(url, { ...init, signal: controller.signal })
      // A hanging request may ignore its signal, so stop waiting in any case.
      return await unlessAborted(
        withTimeout(clock, limit, answer, () => timeoutError(limit)),
        signal,
      )
    } finally {
      // Cancels the request if its body has not been read completely.
      controller.abort()
    }
  }

  async function ask(url: string, init: Init): Promise<unknown> {
    let response: Response
    try {
      response = await options.fetch(url, init)
    } catch (error) {
      throw new BillfoldError('http_network', 'Could not reach the server. Check the connection.', {
        category: 'API_ERROR',
        cause: error,
      })
    }
    if (isRedirect(response)) throw redirectedError()
    init.onHeaders?.(response.headers)
    return readJson(response, clock.now())
  }

  function createClient(host: HostName): HttpClient {
    function toUrl(path: string, query: Query): string {
      const { urls, sdkType, sdkVersion, projectId } = options.config
      // The page's own server (`signIn`) needs no project parameters.
      const project = host === 'signIn' ? {} : { st: sdkType, sv: sdkVersion, projectId, clientId }
      const search = toSearch({ ...query, ...project })
      return `${urls[host]}${path}${search && `?${search}`}`
    }

    /** Sends a request only once: the server may have acted even if its answer was lost. */
    async function sendOnce(method: string, path: string, body: unknown, request: RequestOptions) {
      const content =
        body === undefined
          ? {}
          : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
      try {
        return await send(
          toUrl(path, {}),
          { ...toInit(request), method, ...content },
          TRY_LIMIT,
          request.signal,
        )
      } catch (error) {
        if (hasCode(error, 'http_empty')) return undefined
        throw error
      }
    }

    return {
      get(path, query, request) {
        const init = { ...toInit(request), method: 'GET' }
        const run = (limit: number) => send(toUrl(path, query), init, limit, request.signal)
        return (request.retry ?? true) ? retry(run, request.signal) : run(TRY_LIMIT)
      },
      post: (path, body, request) => sendOnce('POST', path, body, request),
      delete: (path, request) => sendOnce('DELETE', path, undefined, request),
    }
  }

  return {
    setClientId: (id) => void (clientId = id),
    client: createClient,
    // Sent only once: the node may have acted even if its answer was lost.
    async rpc(url, method, params, { signal }) {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const headers = { 'content-type': 'application/json' }
      const answer = await send(url, { ...plain, method: 'POST', headers, body }, TRY_LIMIT, signal)
      return readRpcResult(answer, method)
    },
    // Refuse redirects: a redirect may lead into the person's own network, and browsers hide its target.
    document: (url, { signal }) =>
      send(
        url,
        { ...plain, method: 'GET', referrerPolicy: 'no-referrer', redirect: 'manual' },
        TRY_LIMIT,
        signal,
      ),
  }
}

/** Options of `fetch`, and the listener for headers; browsers ignore unknown fields. */
interface Init extends RequestInit {
  onHeaders?: RequestOptions['onHeaders'] | undefined
}

/** Without cookies, and without the HTTP cache, since Billfold has a cache with lifetimes of its own. */
const plain: RequestInit = { credentials: 'omit', cache: 'no-store' }

/**
 * Options that refuse redirects. With `redirect: 'error'`, a redirect would look like a lost connection.
 * @see https://fetch.spec.whatwg.org/#concept-filtered-response-opaque-redirect
 */
function toInit({ credentials, onHeaders }: RequestOptions): Init {
  return { ...plain, redirect: 'manual', onHeaders, ...(credentials ? { credentials } : {}) }
}

/**
 * Whether the answer is a redirect. Browsers return an opaque answer; other runtimes return the status. Only for requests
 * that do not follow redirects.
 */
function isRedirect({ type, status }: Response): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400)
}

function redirectedError(): BillfoldError {
  return new BillfoldError(
    'redirected',
    'The server redirected the request, which was not followed. Sign in to the network, or set the right base URL.',
    { category: 'API_ERROR' },
  )
}

function toSearch(query: Query): string {
  const set = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return new URLSearchParams(set).toString()
}

/** Whether a retry may succeed. A timeout is not retried, since the person has waited long enough. */
function isTransient(error: unknown): error is BillfoldError {
  if (hasCode(error, 'http_network')) return true
  if (!hasCode(error, 'http_status')) return false
  const status = Number((error as BillfoldError).context['status'])
  return status === 429 || status >= 500
}

/** @see https://www.jsonrpc.org/specification#response_object */
const rpcAnswer = v.object({
  result: v.optional(v.unknown()),
  error: v.optional(v.unknown()),
})
const rpcError = v.pipe(
  v.object({
    code: orAbsent(v.number()),
    message: orAbsent(v.string()),
    data: v.optional(v.unknown()),
  }),
  v.transform(({ code, message, data }) =>
    defined({
      rpcCode: code,
      description: message?.slice(0, 300),
      ...toDataContext(data),
    }),
  ),
)

function readRpcResult(answer: unknown, method: string): unknown {
  const { error, result } = parseOrNone(rpcAnswer, answer) ?? {}
  const refusal = parseOrNone(rpcError, error)
  if (refusal) throw envelopeError(`The network's node refused ${method}.`, { rpcMethod: method, ...refusal })
  if (result !== undefined && (error === undefined || error === null)) return result
  throw envelopeError(`The network's node did not answer ${method} as JSON-RPC requires.`, {
    rpcMethod: method,
  })
}

function envelopeError(message: string, context: ErrorContext): BillfoldError {
  return new BillfoldError('bad_envelope', message, { category: 'DATA_PARSING_ERROR', context })
}

function timeoutError(limit: number): BillfoldError {
  return new BillfoldError('http_timeout', `No answer within ${Math.round(limit / 1000)} s. Try again.`, {
    category: 'API_ERROR',
  })
}
