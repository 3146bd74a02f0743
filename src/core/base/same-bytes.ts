/**
 * Whether two byte strings are equal. Compares byte by byte, since the `equals` of a `Buffer` polyfill refuses a plain
 * `Uint8Array`.
 */
export function isSameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at])
}

const { get: readKind } = Object.getOwnPropertyDescriptor(
  Object.getPrototypeOf(Uint8Array.prototype) as object,
  Symbol.toStringTag,
)!

/**
 * Whether a value is a `Uint8Array`. Unlike `instanceof`, this accepts arrays of another realm, such as a frame or a
 * test's page. Other objects cannot fake it.
 */
export function isBytes(value: unknown): value is Uint8Array {
  return readKind!.call(value) === 'Uint8Array'
}
