/**
 * Whether requests go out. The browser's word is only a hint: `navigator.onLine` says false behind some VPNs and virtual
 * adapters although every request is answered.
 * @see https://html.spec.whatwg.org/multipage/system-state.html#navigator.online
 */

/** Start of the browser's offline state. Milliseconds since 1970. */
let offlineSince: number | undefined

/** @param answeredAt time of the last answered request. Milliseconds since 1970. */
export function isOffline(answeredAt = 0): boolean {
  offlineSince = navigator.onLine ? undefined : (offlineSince ?? Date.now())
  return offlineSince !== undefined && answeredAt < offlineSince
}
