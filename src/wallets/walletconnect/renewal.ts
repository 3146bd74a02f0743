/** A code with less time left is as good as none: to scan it and to look at the question takes that long. */
const RENEWAL = 10_000

/** Milliseconds until the next code is needed: none where it has so little left, or where there is no code. */
export function getTimeToRenewal(expiresAt: number | undefined, now: number): number {
  return expiresAt === undefined ? 0 : Math.max(0, expiresAt - RENEWAL - now)
}
