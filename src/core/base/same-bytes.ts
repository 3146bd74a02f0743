/** Whether two byte strings are equal. A `Buffer` made by a library in a browser does not compare itself with a `Uint8Array`. */
export function isSameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at])
}

const { get: readKind } = Object.getOwnPropertyDescriptor(
  Object.getPrototypeOf(Uint8Array.prototype) as object,
  Symbol.toStringTag,
)!

/**
 * Also true for bytes of another realm, such as a frame or a test's page, where `instanceof` fails. An object cannot fake
 * this.
 */
export function isBytes(value: unknown): value is Uint8Array {
  return readKind!.call(value) === 'Uint8Array'
}
