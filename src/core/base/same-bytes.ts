/** Whether two byte strings are equal. A `Buffer` made by a library in a browser does not compare itself with a `Uint8Array`. */
export function isSameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at])
}
