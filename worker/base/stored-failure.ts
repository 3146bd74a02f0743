/**
 * The failure of a topic's last attempt. Stored, so that other tabs and the next worker keep the pause before the next
 * attempt.
 */
import * as v from 'valibot'
import type { ErrorRecord } from '../../src/core/base/errors.ts'
import { count, errorRecord, orAbsent, parseOrNone, type Untrusted } from '../../src/core/contract/schemas.ts'
import type { Clock, Store } from './context.ts'

export interface Failure {
  error: ErrorRecord
  /** Milliseconds since 1970. */
  at: number
  /** Number of consecutive failures, including this one. */
  times: number
  /** Time of the first of these failures. Milliseconds since 1970. */
  since: number
}

export interface Failures {
  /** The stored failure. Undefined if there is none, or the store is unavailable. */
  read(): Promise<Failure | undefined>
  write(failure: Failure): Promise<void>
  clear(): Promise<void>
}

export interface FailuresOptions {
  store: Store
  clock: Clock
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

/** Undefined if the record is damaged, or if its time is in the future: then the clock is or was wrong. */
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
    // Failures that an older version stored have no count; treat each of them as a first failure.
    const isRow = times !== undefined && since !== undefined && since <= at
    return { error, at, ...(isRow ? { times, since } : { times: 1, since: at }) }
  }),
)

/** Two failures are consecutive if the pause between them is shorter than this. Milliseconds. */
const MAX_GAP = 120_000

export function nextFailure(error: ErrorRecord, at: number, last: Failure | undefined): Failure {
  const isRow = last && last.at <= at && at - last.at < MAX_GAP
  return isRow ? { error, at, times: last.times + 1, since: last.since } : { error, at, times: 1, since: at }
}
