/** The values of the option `prefetch`, which says when the modal's code is downloaded. */
export const prefetches = ['idle', 'intent', 'none'] as const

export type Prefetch = (typeof prefetches)[number]

/** The browser's data about the connection. @see https://wicg.github.io/netinfo/ */
interface Connection {
  saveData?: boolean
  effectiveType?: string
}

/** Wait after the page's load event in browsers without `requestIdleCallback` (Safari). Milliseconds. */
const SETTLE = 1_000

/** Calls `listener` once the page has loaded and is idle; never with Save-Data or on 2g. @returns a stop function */
export function whenIdle(listener: () => void): () => void {
  const { connection } = navigator as { connection?: Connection }
  if (connection?.saveData || connection?.effectiveType?.endsWith('2g')) return () => {}
  const end = new AbortController()
  const run = () => end.signal.aborted || listener()
  // Safari lacks `requestIdleCallback`, although the types promise it.
  const request = (globalThis as { requestIdleCallback?: Window['requestIdleCallback'] }).requestIdleCallback
  const wait = () => void (request ? request(run) : setTimeout(run, SETTLE))
  if (document.readyState === 'complete') wait()
  else window.addEventListener('load', wait, { once: true, signal: end.signal })
  return () => end.abort()
}
