/**
 * Prepares a review again when it expires. If the web page is hidden then, prepares it when the page is shown.
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
