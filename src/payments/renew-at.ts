/**
 * Prepares a review again once it is too old. A hidden page is not renewed; when it is shown again, the review is current.
 * @param until milliseconds since 1970
 * @returns a stop function
 */
export function renewAt(until: number, prepare: () => Promise<void>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const renew = () => {
    clearTimeout(timer)
    const left = until - Date.now()
    // A timer may fire early.
    if (left > 0) timer = setTimeout(renew, left)
    else if (document.visibilityState !== 'hidden') void prepare()
  }
  renew()
  document.addEventListener('visibilitychange', renew)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', renew)
  }
}
