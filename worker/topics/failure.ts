/** Why a topic's last attempt failed: kept, so that other tabs and the next worker hold the pause too. */
import { type ErrorContext, type ErrorRecord } from '../../src/core/errors.ts'
import type { Clock, Store } from '../context.ts'

export interface Failure {
  error: ErrorRecord
  /** Milliseconds since 1970. */
  at: number
}

export interface Failures {
  /** The last one that is kept; undefined as well when that cannot be said now. */
  read(): Promise<Failure | undefined>
  write(failure: Failure): Promise<void>
  clear(): Promise<void>
}

export interface FailuresOptions {
  store: Store
  clock: Clock
  /** Of the topic. */
  key: string
  owner: string
}

export function createFailures({ store, clock, key: topicKey, owner }: FailuresOptions): Failures {
  const key = `failure/${topicKey}`
  return {
    async read() {
      const record = await store.get(key).catch(() => undefined)
      return readFailure(record?.value, clock.now())
    },
    async write(failure) {
      const put = [{ key, owner, value: failure, bytes: 500 }]
      await store.update(key, (stored) => {
        const other = readFailure(stored?.value, clock.now())
        return other && other.at > failure.at ? undefined : { put }
      })
    },
    async clear() {
      await store.update(key, (stored) => (stored ? { remove: [key] } : undefined))
    },
  }
}

/** Undefined for what is none, and for one of the future: the clock was wrong when it was written, or is now. */
export function readFailure(value: unknown, now: number): Failure | undefined {
  const { at, error } = (value ?? {}) as {
    at?: unknown
    error?: Partial<Record<keyof ErrorRecord, unknown>> | null
  }
  if (typeof at !== 'number' || !(at <= now) || typeof error !== 'object' || error === null) return undefined
  const { code, message, category, context } = error
  if (typeof code !== 'string' || typeof message !== 'string' || typeof category !== 'string')
    return undefined
  const facts = typeof context === 'object' && context !== null ? (context as ErrorContext) : {}
  return { at, error: { code, message, category, context: facts } as ErrorRecord }
}
