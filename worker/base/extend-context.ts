/**
 * A plain object with all of a context and some parts of its own. What is a getter stays one: the `config` of the page may be
 * replaced by a later hello.
 */
export function extendContext<C extends object, P extends object>(
  context: C,
  parts: P,
): Omit<C, keyof P> & P {
  const all = { ...Object.getOwnPropertyDescriptors(context), ...Object.getOwnPropertyDescriptors(parts) }
  return Object.defineProperties({}, all) as never
}
