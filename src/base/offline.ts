/**
 * Whether the browser is offline. `navigator.onLine` is only a hint: behind some VPNs and virtual adapters it is false
 * although every request is answered.
 * @see https://html.spec.whatwg.org/multipage/system-state.html#navigator.online
 */

/** When `navigator.onLine` was first seen to be false. Milliseconds since 1970. */
let offlineSince: number | undefined

/**
 * Whether `navigator.onLine` is false, and no request has been answered since it was first seen to be false.
 * @param answeredAt time of the last answered request. Milliseconds since 1970.
 */
export function isOffline(answeredAt = 0): boolean {
  offlineSince = navigator.onLine ? undefined : (offlineSince ?? Date.now())
  return offlineSince !== undefined && answeredAt < offlineSince
}
