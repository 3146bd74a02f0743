/** Whether this is a phone or a tablet: its main pointer is coarse, as a finger is, or its user agent says so. */
export function isPhone(): boolean {
  return (
    globalThis.matchMedia?.('(pointer: coarse)').matches || /Android|iP(hone|ad|od)/.test(navigator.userAgent)
  )
}
