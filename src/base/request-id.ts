let last = 0

/** Id of a wallet request; unique on this page. */
export function createRequestId(): number {
  return ++last
}
