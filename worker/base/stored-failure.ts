/** Why a topic's last attempt failed: kept, so that other tabs and the next worker go on with the pauses between tries. */
import * as v from 'valibot'
import type { ErrorRecord } from '../../src/core/base/errors.ts'
import { count, errorRecord, orAbsent, parseOrNone, type Untrusted } from '../../src/core/contract/schemas.ts'
import type { Clock, Store } from './context.ts'

export interface Failure {
  error: ErrorRecord
  /** Milliseconds since 1970. */
  at: number
  /** How many in a row, with this one. */
  times: number
  /** When the first of them was: milliseconds since 1970. */
  since: number
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

/** Undefined if it is damaged, or from the future: the clock was wrong then, or is now. */
export function readFailure(value: unknown, now: number): Failure | undefined {
  const read = parseOrNone(storedFailure, value)
  return read && read.at <= now ? read : undefined
}

const storedFailure: Untrusted<Failure> = v.pipe(
  v.object({
    error: errorRecord,
    at: v.number(),
    times: orAbsent(v.pipe(count, v.minValue(1))),
    since: orAbsent(count),
  }),
  v.transform(({ error, at, times, since }) => {
    // Those of an older version are one alone.
    const isRow = times !== undefined && since !== undefined && since <= at
    return { error, at, ...(isRow ? { times, since } : { times: 1, since: at }) }
  }),
)

/** A pause longer than this between two failures, and the later one begins a row of its own. Milliseconds. */
const MAX_GAP = 120_000

/** What failed now, after what failed last. */
export function nextFailure(error: ErrorRecord, at: number, last: Failure | undefined): Failure {
  const isRow = last && last.at <= at && at - last.at < MAX_GAP
  return isRow ? { error, at, times: last.times + 1, since: last.since } : { error, at, times: 1, since: at }
}
