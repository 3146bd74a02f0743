/** Time that a person needs to scan a code and approve: a code that ends sooner is replaced. Milliseconds. */
const RENEWAL = 10_000

/** Milliseconds until the next code is needed. 0 if it is needed now, or if there is no code. */
export function getTimeToRenewal(expiresAt: number | undefined, now: number): number {
  return expiresAt === undefined ? 0 : Math.max(0, expiresAt - RENEWAL - now)
}
