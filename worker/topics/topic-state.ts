/** The state of a topic: derives the snapshot, and when to ask again. */
import type { Snapshot } from '../../src/core/contract/protocol.ts'
import { RETRY_AFTER_LIMIT } from '../../src/core/contract/time-limits.ts'
import type { Cached, Source } from '../base/context.ts'
import type { Failure } from '../base/stored-failure.ts'

export interface TopicState<Data> {
  known?: Cached<Data> | undefined
  /** `fetchedAt` of the last data that this worker fetched itself. */
  checkedAt?: number
  /** The store has lost the data: keep showing it, and ask at once. */
  isLost: boolean
  /** Of the last attempt, if that failed. */
  failure?: Failure | undefined
  /** Data to show beside the failure. */
  shown?: Data | undefined
}

type Pace = Pick<Source<unknown>, 'staleTime'>

/** Longest pause before a failure is tried again by itself. Milliseconds. */
const LONGEST_PAUSE = 30_000
/** After so many failures in a row the pause is the longest. */
export const MANY_TIMES = 6

export function toSnapshot<Data>(state: TopicState<Data>, pace: Pace, now: number): Snapshot<Data> {
  const { known, failure, shown } = state
  const fetchedAt = known?.fetchedAt
  if (failure) return { data: shown, fetchedAt, status: 'failed', error: failure.error }
  if (!known) return { data: undefined, fetchedAt, status: 'loading' }
  const past = known.fetchedAt === state.checkedAt ? 'stale' : 'cached'
  return { data: known.data, fetchedAt, status: isFresh(known, pace, now) ? 'fresh' : past }
}

export function isFresh({ fetchedAt }: Cached<unknown>, { staleTime }: Pace, now: number): boolean {
  const age = now - fetchedAt
  // A clock that was set back must not keep data fresh for years.
  return age >= 0 && age < staleTime
}

/** Until when the server forbids to ask again: milliseconds since 1970; 0 when it does not. */
export function getPauseEnd({ failure }: TopicState<unknown>, now: number): number {
  // Without an answer to "is this network served?" the call itself was never made. One of the future never was.
  if (!failure || failure.error.code === 'networks_unknown' || failure.at > now) return 0
  const asked = failure.error.context['retryAfter']
  return typeof asked === 'number' ? failure.at + Math.min(asked, RETRY_AFTER_LIMIT) : 0
}

/** When to ask next by itself: milliseconds since 1970. */
export function getDue(state: TopicState<unknown>, pace: Pace, now: number): number {
  const { known, failure, isLost } = state
  if (failure) {
    if (failure.at > now) return 0
    return Math.max(failure.at + getRetryPause(failure), getPauseEnd(state, now))
  }
  const isEnough = known && !isLost && !known.unfinished && isFresh(known, pace, now)
  return isEnough ? known.fetchedAt + pace.staleTime : 0
}

/** 1, 2, 4, 8, 16, 30 s: quick at first, then gentle with a service that stays down. */
function getRetryPause({ error, times }: Failure): number {
  // The list that says so lasts a day.
  if (error.code === 'network_unsupported') return LONGEST_PAUSE
  return Math.min(1_000 * 2 ** (times - 1), LONGEST_PAUSE)
}
