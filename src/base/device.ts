/** A phone or a tablet: no fine pointer, or by its name. */
export function isPhone(): boolean {
  return (
    globalThis.matchMedia?.('(pointer: coarse)').matches || /Android|iP(hone|ad|od)/.test(navigator.userAgent)
  )
}
