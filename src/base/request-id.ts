let last = 0

/** Of what a wallet is asked; unique on this page. */
export function createRequestId(): number {
  return ++last
}
