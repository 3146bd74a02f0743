/**
 * The sign-in site, which holds the keys, in an iframe. Accepts messages only from that iframe's window and the site's
 * exact origin, and posts only to that origin.
 *
 *   no frame ── first request ──▶ loading ─┬─ READY ──▶ receives the web page's data ──▶ open
 *                                          └─ no READY within 20 s ──▶ no frame
 *   open ── loads another document, or is dropped ──▶ no frame
 *
 * Each request ends exactly once: with an answer, a refusal, a timeout, or the end of the frame.
 */
import { signal } from '@preact/signals-core'
import * as v from 'valibot'
import { pageClock } from '../../base/page-clock.ts'
import { BillfoldError } from '../../core/base/errors.ts'
import { abortError, sleep, unlessAborted, withTimeout } from '../../core/base/wait.ts'
import { orAbsent, parseOrNone } from '../../core/contract/schemas.ts'
import { isDeclined, toDataContext } from '../../core/contract/wallet-answers.ts'
import { plainText } from '../../core/text/text.ts'
import { type FrameBox, createFrameBox } from './frame-box.ts'
import { type Answers, type Question, type Questions, readAnswer, type Theme } from './messages.ts'
import type { Readable } from '../../base/readable.ts'
import { isApproval } from './methods.ts'
import type { FramePlace } from './option.ts'
import type { Outcome } from '../../base/transaction.ts'

export interface AuthFrame {
  /** Resolves when the site is ready for requests. @throws auth_unavailable */
  load(): Promise<void>
  /** Sends a request. @throws auth_unavailable, auth_refused, auth_timeout, auth_lost, aborted */
  ask<Name extends Question>(
    name: Name,
    payload: Questions[Name],
    options?: { signal?: AbortSignal | undefined },
  ): Promise<Answers[Name]>
  /**
   * EIP-155 ids of the networks with smart accounts, requested each time the site loads. Empty until the site answers.
   */
  readonly smartNetworks: Readable<readonly number[]>
  /** Tells the site to cancel the open approval. The site does not answer this message. */
  abort(): void
  /**
   * Shows the frame in the modal. Resolves when the frame is visible, with the function that hides it.
   * @param method the request that the person approves
   * @param onLeave called when the frame is no longer visible
   * @throws code_missing, stopped
   */
  show(method: string, onLeave: () => void): Promise<(outcome: Outcome) => void>
  /** Removes the frame and rejects open requests with `auth_lost`. The next request loads the site again. */
  drop(): void
}

export interface FrameOptions {
  /** URL of the sign-in site, with its query. */
  url: string
  /** Data about the web page, sent to the site before the first request. */
  page: Questions['SYNC_DAPP_DATA']
  themeMode: Readable<Theme>
  place: FramePlace
}

const SECOND = 1_000
/** How long the site may take to load. Milliseconds. */
const READY_LIMIT = 20 * SECOND
/** Pause after READY, which the site sends a moment before it handles all messages. Milliseconds. */
const SETTLE = 500

/** Time limits of the requests that do not have the limit `LIMIT`. Milliseconds. */
const limits: Partial<Record<Question, number>> = {
  GET_SOCIAL_REDIRECT_URI: 45 * SECOND,
  // The link in the email, and the code on the screen, are valid for this long.
  CONNECT_DEVICE: 1_200 * SECOND,
  CONNECT_FARCASTER: 1_200 * SECOND,
  RPC_REQUEST: 30 * SECOND,
  SIGN_OUT: 3 * SECOND,
}
const LIMIT = 120 * SECOND

/** Time limit of a request in milliseconds. Undefined for approvals, which wait for the person. */
function getLimit<Name extends Question>(name: Name, payload: Questions[Name]): number | undefined {
  const isOpen = name === 'RPC_REQUEST' && isApproval((payload as Questions['RPC_REQUEST']).method)
  return isOpen ? undefined : (limits[name] ?? LIMIT)
}

interface Open {
  name: Question
  settle(outcome: { payload: unknown } | { error: BillfoldError }): void
}

/** A frame that is loaded or loading. */
interface LoadedSite {
  box: FrameBox
  ready: Promise<void>
  close(): void
}

export function createAuthFrame({ url, page, themeMode, place }: FrameOptions): AuthFrame {
  const { origin, host } = new URL(url)
  const open = new Map<string, Open>()
  const smartNetworks = signal<readonly number[]>([])
  let site: LoadedSite | undefined

  function loadSite(): LoadedSite {
    const box = createFrameBox(url)
    const { iframe } = box
    let loads = 0
    let unfollow = () => {}
    let isReady = () => {}
    let isGone: (error: BillfoldError) => void = () => {}
    const ready = new Promise<void>((resolve, reject) => {
      isReady = resolve
      isGone = reject
    })

    function onMessage({ source, origin: from, data }: MessageEvent): void {
      if (!source || source !== iframe.contentWindow || from !== origin) return
      const { type, id = '', payload } = parseOrNone(frameMessage, data) ?? {}
      if (type === '@w3m-frame/READY') return isReady()
      const question = open.get(id)
      if (!question) return
      if (type === `@w3m-frame/${question.name}_SUCCESS`) question.settle({ payload })
      else if (type === `@w3m-frame/${question.name}_ERROR`) question.settle({ error: toRefusal(payload) })
    }

    // A second load replaces the site's document: the open requests are lost.
    const onLoad = () => void ((loads += 1) > 1 && drop())
    window.addEventListener('message', onMessage)
    iframe.addEventListener('load', onLoad)
    const made: LoadedSite = {
      box,
      ready: withTimeout(pageClock, READY_LIMIT, ready, () => unavailable(host)).then(async () => {
        await sleep(pageClock, SETTLE)
        await post('SYNC_DAPP_DATA', page)
        if (site !== made) return
        unfollow = themeMode.subscribe(syncTheme)
        void askSmartNetworks(made)
      }),
      close() {
        unfollow()
        isGone(lost(host))
        window.removeEventListener('message', onMessage)
        iframe.removeEventListener('load', onLoad)
        box.remove()
      },
    }
    made.ready.catch(() => site === made && drop())
    box.add(place.getHost())
    return made
  }

  /** Posts at once, without waiting for the site: the caller knows that the site is listening. */
  function post<Name extends Question>(
    name: Name,
    payload: Questions[Name],
    signal?: AbortSignal,
  ): Promise<Answers[Name]> {
    const id = crypto.randomUUID()
    return new Promise<Answers[Name]>((resolve, reject) => {
      const limit = getLimit(name, payload)
      const timer = limit && setTimeout(() => settle({ error: timedOut(host) }), limit)
      const onAbort = () => settle({ error: abortError(signal!) })
      function settle(outcome: Parameters<Open['settle']>[0]): void {
        if (!open.delete(id)) return
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
        if ('error' in outcome) return reject(outcome.error)
        const read = readAnswer(name, outcome.payload)
        if (read) resolve(read.answer)
        else reject(malformed(host))
      }
      const target = site?.box.iframe.contentWindow
      if (!target) return reject(lost(host))
      open.set(id, { name, settle })
      if (signal?.aborted) return onAbort()
      signal?.addEventListener('abort', onAbort)
      // `postMessage` throws if the payload cannot be cloned. Then nothing was sent.
      try {
        target.postMessage({ type: `@w3m-app/${name}`, id, ...(payload && { payload }) }, origin)
      } catch {
        settle({ error: malformed(host) })
      }
    })
  }

  function syncTheme(): void {
    post('SYNC_THEME', { themeMode: themeMode.peek() }).catch(() => {})
  }

  /** Requests the networks with smart accounts in the background. Empty if the request fails. */
  async function askSmartNetworks(asked: LoadedSite): Promise<void> {
    const answer = await post('GET_SMART_ACCOUNT_ENABLED_NETWORKS', undefined).catch(() => [])
    // Ignore the answer of an earlier load of the site.
    if (site === asked) smartNetworks.value = answer
  }

  async function load(): Promise<void> {
    // If the web page removed the modal's element, the site has unloaded: load it again.
    if (site && !site.box.iframe.isConnected) drop()
    site ??= loadSite()
    await site.ready
  }

  function drop(): void {
    const left = site
    site = undefined
    left?.close()
    for (const { settle } of open.values()) settle({ error: lost(host) })
  }

  return {
    smartNetworks,
    load,
    async ask(name, payload, { signal } = {}) {
      await unlessAborted(load(), signal)
      return post(name, payload, signal)
    },
    abort() {
      const message = { type: '@w3m-app/RPC_ABORT', id: crypto.randomUUID() }
      site?.box.iframe.contentWindow?.postMessage(message, origin)
    },
    show(method, onLeave) {
      syncTheme()
      return place.show({ method, host }, onLeave)
    },
    drop,
  }
}

const frameMessage = v.object({
  type: v.string(),
  id: orAbsent(v.string()),
  payload: v.optional(v.unknown()),
})

const refusal = v.object({
  message: v.fallback(v.string(), ''),
  code: orAbsent(v.pipe(v.number(), v.safeInteger())),
  data: v.optional(v.unknown()),
})

const MAX_REASON = 200

/**
 * An error with the site's own message, which is untrusted. Removes the prefix with a name and a code that the Magic
 * service adds.
 */
function toRefusal(payload: unknown): BillfoldError {
  const { message: said = '', code: given, data } = parseOrNone(refusal, payload) ?? {}
  const [, digits, rest] = /^(?:Error: )?Magic RPC Error: \[(-?\d{1,6})\] ?([^]*)$/.exec(said) ?? []
  const code = given ?? (digits && Number(digits))
  const reason = plainText(rest ?? said, MAX_REASON)
  return new BillfoldError('auth_refused', reason || 'The sign-in site did not give a reason.', {
    category: 'SECURE_SITE_ERROR',
    context: {
      isDeclined: isDeclined(payload) || isDeclined({ code, message: reason }),
      ...(code && { code }),
      ...(reason && { said: reason }),
      ...toDataContext(data),
    },
  })
}

function unavailable(host: string): BillfoldError {
  return new BillfoldError('auth_unavailable', `${host} did not load. Try again.`, {
    category: 'SECURE_SITE_ERROR',
  })
}

function timedOut(host: string): BillfoldError {
  return new BillfoldError('auth_timeout', `${host} did not answer in time.`, {
    category: 'SECURE_SITE_ERROR',
  })
}

function lost(host: string): BillfoldError {
  return new BillfoldError('auth_lost', `${host} was reloaded before it answered.`, {
    category: 'SECURE_SITE_ERROR',
  })
}

function malformed(host: string): BillfoldError {
  return new BillfoldError('auth_lost', `${host} sent an invalid answer.`, {
    category: 'SECURE_SITE_ERROR',
  })
}
