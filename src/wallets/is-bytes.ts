/** Whether something that a page or a wallet gave is bytes. */
const { get: readKind } = Object.getOwnPropertyDescriptor(
  Object.getPrototypeOf(Uint8Array.prototype) as object,
  Symbol.toStringTag,
)!

/** Also of another realm, such as a frame or a test's page, where `instanceof` says no. Nothing can pretend to be bytes. */
export function isBytes(value: unknown): value is Uint8Array {
  return readKind!.call(value) === 'Uint8Array'
}
