/** Longest pause before an automatic retry. Milliseconds. */
export const MAX_RETRY_PAUSE = 30_000

/**
 * Pause before an automatic retry: 1, 2, 4, 8, 16, then 30 s, so that a service that stays down gets few requests.
 * Milliseconds.
 * @param failures number of failures in a row, from 1
 */
export function getRetryPause(failures: number): number {
  return Math.min(1_000 * 2 ** (failures - 1), MAX_RETRY_PAUSE)
}
