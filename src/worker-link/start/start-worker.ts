/**
 * Starts the worker on any web page. A blocked worker throws no error, so only a handshake proves that a start strategy
 * works:
 *
 *   the page's own worker ──▶ asset ──▶ module ──▶ blob ──▶ this thread
 *
 * The next strategy is tried when one fails or does not answer in time. The first worker that answers is used; the
 * others are terminated.
 */
import { proxy, type Remote, wrap } from 'comlink'
import type { Options } from '../../shell/options.ts'
import { pageClock } from '../../base/page-clock.ts'
import { BillfoldError, hasCode } from '../../core/base/errors.ts'
import {
  type AskInput,
  type AskOutput,
  type Hello,
  type Host,
  PROTOCOL_VERSION,
  type WorkerApi,
  type WorkerConfig,
  type WorkerMode,
} from '../../core/contract/protocol.ts'
import { sleep, unlessAborted, withTimeout } from '../../core/base/wait.ts'
import { installErrorTransfer } from '../../core/contract/transport.ts'
import { fetchModuleUrl, getAssetUrl, readDataUrl, toModuleUrl } from './addresses.ts'
import { type WorkerFiles, workerFiles } from './files.ts'
import { type Endpoint, getStartStrategies, type StartStrategy } from './start-strategies.ts'

export interface StartedWorker {
  mode: WorkerMode
  api: Remote<WorkerApi>
  /** Terminates the worker at once; its pending work is lost. */
  terminate(): void
}

export interface StartOptions {
  config: WorkerConfig
  worker: Options['worker']
  /** Start strategies to skip. */
  skip: ReadonlySet<WorkerMode>
  /** The interface that the worker may call on the page. */
  host: Host
  /**
   * Called if the worker cannot import a file that the page can import. Then only the page's own thread can run all of
   * Billfold.
   */
  onDomainMissing(): void
  /** Aborted when the worker is no longer needed: running attempts end, and no further strategy is tried. */
  signal: AbortSignal
}

/** If a strategy has not answered for this long, the next one is started too. Milliseconds. */
const PATIENCE = 2_500
/** Earliest start on the page's own thread, so that it does not overtake a slow download. Milliseconds. */
const LAST_RESORT = 5_000
/** An attempt fails if the worker does not answer for this long. Milliseconds. */
const HANDSHAKE_LIMIT = 15_000

/** @throws worker_unavailable if no strategy works, not even this thread */
export async function startWorker(
  options: StartOptions,
  files: WorkerFiles = workerFiles,
): Promise<StartedWorker> {
  installErrorTransfer()
  const over = new AbortController()
  const attempts: Promise<StartedWorker>[] = []
  const reasons: string[] = []
  const end = () => over.abort()
  options.signal.addEventListener('abort', end)

  async function attempt({ mode, start }: StartStrategy): Promise<StartedWorker> {
    try {
      const endpoint = await start()
      const { terminate } = endpoint
      over.signal.addEventListener('abort', terminate)
      const api = await shakeHands(mode, endpoint, options, files, over.signal)
      if (over.signal.aborted) throw new Error('another attempt was faster.')
      over.signal.removeEventListener('abort', terminate)
      over.abort()
      return { mode, api, terminate }
    } catch (error) {
      reasons.push(`${mode}: ${error instanceof Error ? error.message : String(error)}`)
      if (hasCode(error, 'protocol_mismatch')) console.error(`Billfold: ${reasons.at(-1)}`)
      throw error
    }
  }

  const lastResort = sleep(pageClock, LAST_RESORT, over.signal)
  lastResort.catch(() => {})
  try {
    for (const strategy of getStartStrategies(options.worker, files)) {
      if (options.skip.has(strategy.mode)) continue
      const latest = attempts.at(-1)
      if (latest) {
        const deadline = strategy.mode === 'in-thread' ? lastResort : withTimeout(pageClock, PATIENCE, latest)
        const started = await Promise.race([Promise.any(attempts), deadline]).catch(() => {})
        if (started) return started
      }
      if (over.signal.aborted) break
      attempts.push(attempt(strategy))
    }
    return await Promise.any(attempts)
  } catch {
    throw new BillfoldError(
      'worker_unavailable',
      `Billfold could not start its worker. ${reasons.join(' ')}`,
      { context: { reasons: reasons.join('\n') } },
    )
  } finally {
    options.signal.removeEventListener('abort', end)
    over.abort()
  }
}

async function shakeHands(
  mode: WorkerMode,
  endpoint: Endpoint,
  options: StartOptions,
  files: WorkerFiles,
  over: AbortSignal,
): Promise<Remote<WorkerApi>> {
  const api = wrap<WorkerApi>(endpoint.port)
  const hello: Hello = { version: PROTOCOL_VERSION, mode, config: options.config }
  const host: Host = {
    ...options.host,
    // Answer here: only the page knows the URLs of the files.
    async ask(callId, question, input) {
      if (question !== 'domainUrl') return options.host.ask(callId, question, input)
      return (await getDomainUrl(input as AskInput<'domainUrl'>, options, files)) as AskOutput<
        typeof question
      >
    },
  }
  const late = () => new Error(`no answer within ${HANDSHAKE_LIMIT} ms.`)
  const answer = Promise.race([api.hello(hello, proxy(host)), endpoint.failed])
  try {
    await withTimeout(pageClock, HANDSHAKE_LIMIT, unlessAborted(answer, over), late)
    return api
  } catch (error) {
    endpoint.terminate()
    throw error
  }
}

/**
 * URL from which the worker imports a file. Each attempt returns the next of these: beside the page's own worker, the
 * asset, the module. Modules can be imported from other origins.
 * @returns undefined if there is no further URL to try
 */
async function getDomainUrl(
  { domain, attempt }: AskInput<'domainUrl'>,
  { worker, onDomainMissing }: StartOptions,
  files: WorkerFiles,
): Promise<string | undefined> {
  const file = files[domain]
  const asset = getAssetUrl(file)
  const known = [
    ...(typeof worker === 'string' || worker instanceof URL
      ? [new URL(`./billfold-${domain}.js`, new URL(worker, location.href)).href]
      : []),
    ...(asset === undefined ? [] : [asset.startsWith('data:') ? toModuleUrl(readDataUrl(asset)) : asset]),
  ]
  if (attempt < known.length) return known[attempt]
  try {
    const url = await fetchModuleUrl(file)
    if (attempt === known.length && url !== undefined) return url
  } catch {
    // The page cannot load the file either, so the network is to blame: the next use tries again.
    return undefined
  }
  onDomainMissing()
  return undefined
}
