/**
 * One tab that leads, and the others that ask it. A Web Lock under the key is the leadership itself: the browser gives it
 * to one tab, and to the next in line when that one ends. A second lock, named for this one term, says which tab to ask, and
 * a tab that waits for it learns at once when the leader is gone.
 */
import * as v from 'valibot'
import { BillfoldError, fromErrorRecord, toErrorRecord } from '../../src/core/base/errors.ts'
import { errorRecord, parseOrNone } from '../../src/core/contract/schemas.ts'
import type { Broadcast } from './broadcast.ts'
import type { Answer, Tabs } from '../base/context.ts'
import type { Environment } from '../base/environment.ts'
import { abortError, unlessAborted } from '../../src/core/base/wait.ts'

type Locks = Environment['locks']

/** What leaders and those who ask them say on the channel, on which other versions of Billfold speak too. */
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
  /** The terms of this tab, by the name of their lock. */
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
      // The channel may be closed by now.
      .catch(() => {})
  })

  async function findTerm(key: string): Promise<string> {
    const { held = [] } = (await locks?.query().catch(() => undefined)) ?? {}
    const term = held.find(({ name }) => name?.startsWith(toTermName(key, '')))?.name
    if (term !== undefined) return term
    throw new BillfoldError('leader_missing', 'No tab of this page is in charge right now. Try again.', {
      context: { key },
    })
  }

  /** Resolves when the term is over; the signal ends the wait. */
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
        // It answers before anybody can find it.
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

/** Tells requests apart; it guards nothing. */
function createId(): string {
  return [Math.random(), Math.random()].map((part) => part.toString(36).slice(2)).join('')
}

/** Never rejects. `unless` ends the wait, which then never resolves. */
function whenAborted(signal: AbortSignal, unless?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    signal.addEventListener('abort', () => resolve(), { once: true, ...(unless ? { signal: unless } : {}) })
  })
}

function unableError(cause?: unknown): BillfoldError {
  return new BillfoldError('leader_missing', 'This browser has no Web Locks, so no tab can be in charge.', {
    cause,
  })
}

function goneError(): BillfoldError {
  return new BillfoldError(
    'leader_gone',
    'The other tab was closed before it answered, so the outcome is not known.',
  )
}
