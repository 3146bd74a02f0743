/** Milliseconds. The longest pause before a failure is tried again by itself. */
export const MAX_RETRY_PAUSE = 30_000

/**
 * Milliseconds until a failure is tried again by itself: 1, 2, 4, 8, 16, 30 s. Quick at first, then gentle with a service
 * that stays down.
 * @param failures how many in a row; from 1
 */
export function getRetryPause(failures: number): number {
  return Math.min(1_000 * 2 ** (failures - 1), MAX_RETRY_PAUSE)
}
