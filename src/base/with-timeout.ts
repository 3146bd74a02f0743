/** How long a wallet's word is waited for that needs no person. Milliseconds. */
export const READ_LIMIT = 3_000

/** What a wallet that hangs must not keep waiting; undefined when it does. */
export function withTimeout<T>(work: Promise<T> | undefined): Promise<T | undefined> {
  return Promise.race([work, new Promise<undefined>((resolve) => setTimeout(resolve, READ_LIMIT))])
}
