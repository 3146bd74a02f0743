/**
 * The leading tab, and the requests of the other tabs to it. The tab that holds the Web Lock of the key leads; when it
 * closes, the browser gives the lock to the next tab in line. A second lock, named for this term of leadership, shows
 * which tab to ask. A tab that waits for the second lock notices at once when the leading tab is gone.
 */
import * as v from 'valibot'
import { BillfoldError, fromErrorRecord, toErrorRecord } from '../../src/core/base/errors.ts'
import { errorRecord, parseOrNone } from '../../src/core/contract/schemas.ts'
import type { Broadcast } from './broadcast.ts'
import type { Answer, Tabs } from '../base/context.ts'
import type { Environment } from '../base/environment.ts'
import { abortError, unlessAborted } from '../../src/core/base/wait.ts'

type Locks = Environment['locks']

/**
 * The messages on the channel between the leading tab and the others. Other versions of Billfold use the channel, too, so
 * messages are validated.
 */
const message = v.variant('kind', [
  v.object({
    kind: v.literal('request'),
    term: v.string(),
    id: v.string(),
    message: v.optional(v.unknown()),
  }),
  v.object({ kind: v.literal('answer'), id: v.string(), value: v.optional(v.unknown()) }),
  v.object({ kind: v.literal('refusal'), id: v.string(), error: errorRecord }),
])

type Message = v.InferInput<typeof message>

export function createLeadership(locks: Locks, broadcast: Broadcast): Pick<Tabs, 'lead' | 'request'> {
  /**
   * For each key under which this tab leads: the function that answers requests. Stored by the name of the term's lock.
   */
  const answers = new Map<string, Answer>()

  broadcast.listen((received) => {
    const asked = parseOrNone(message, received)
    const answer = asked?.kind === 'request' ? answers.get(asked.term) : undefined
    if (asked?.kind !== 'request' || !answer) return
    const { id } = asked
    const refuse = (error: unknown) => broadcast.post({ kind: 'refusal', id, error: toErrorRecord(error) })
    Promise.resolve(asked.message)
      .then(answer)
      .then((value) => broadcast.post({ kind: 'answer', id, value }))
      .catch(refuse)
      // Ignore the error of a channel that was closed meanwhile.
      .catch(() => {})
  })

  async function findTerm(key: string): Promise<string> {
    const { held = [] } = (await locks?.query().catch(() => undefined)) ?? {}
    const term = held.find(({ name }) => name?.startsWith(toTermName(key, '')))?.name
    if (term !== undefined) return term
    throw new BillfoldError('leader_missing', 'No tab of this page is the leader right now. Try again.', {
      context: { key },
    })
  }

  /** Resolves when the term has ended. Rejects if the signal aborts first. */
  function waitForEnd(term: string, signal: AbortSignal): Promise<void> {
    return Promise.resolve(locks?.request(term, { mode: 'shared', signal }, () => {}))
  }

  function askLeader(term: string, question: unknown, signal: AbortSignal): Promise<unknown> {
    const id = createId()
    const done = new AbortController()
    return new Promise((resolve, reject) => {
      const stop = broadcast.listen((received) => {
        const answer = parseOrNone(message, received)
        if (answer?.kind === 'answer' && answer.id === id) resolve(answer.value)
        if (answer?.kind === 'refusal' && answer.id === id) reject(fromErrorRecord(answer.error))
      })
      done.signal.addEventListener('abort', stop)
      whenAborted(signal, done.signal).then(() => reject(abortError(signal)))
      waitForEnd(term, done.signal).then(
        () => reject(goneError()),
        () => {},
      )
      broadcast.post({ kind: 'request', term, id, message: question } satisfies Message)
    }).finally(() => done.abort())
  }

  return {
    async lead(key, signal, begin) {
      if (!locks) throw unableError()
      let began = false
      const serve = async () => {
        const term = toTermName(key, createId())
        began = true
        // Be ready to answer before other tabs can find the term.
        answers.set(term, begin())
        try {
          await locks.request(term, {}, () => whenAborted(signal))
        } finally {
          answers.delete(term)
        }
      }
      try {
        await locks.request(`billfold-lead:${key}`, { signal }, serve)
      } catch (error) {
        if (began) throw error
        if (!signal.aborted) throw unableError(error)
      }
    },
    async request(key, question, signal) {
      if (signal.aborted) throw abortError(signal)
      const term = await findTerm(key)
      const own = answers.get(term)
      return own ? unlessAborted(own(question), signal) : askLeader(term, question, signal)
    },
  }
}

function toTermName(key: string, id: string): string {
  return `billfold-term:${encodeURIComponent(key)}:${id}`
}

/** An id that tells requests apart; it is not a secret. */
function createId(): string {
  return [Math.random(), Math.random()].map((part) => part.toString(36).slice(2)).join('')
}

/** Resolves when the signal is aborted; never rejects. If `unless` is aborted first, it never resolves. */
function whenAborted(signal: AbortSignal, unless?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    signal.addEventListener('abort', () => resolve(), { once: true, ...(unless ? { signal: unless } : {}) })
  })
}

function unableError(cause?: unknown): BillfoldError {
  return new BillfoldError(
    'leader_missing',
    'This browser has no Web Locks, so no tab can become the leader.',
    {
      cause,
    },
  )
}

function goneError(): BillfoldError {
  return new BillfoldError(
    'leader_gone',
    'The other tab was closed before it answered, so the outcome is not known.',
  )
}
