/**
 * A copy of the context with additional properties. Getters stay getters, since a later hello may replace the page's
 * `config`.
 */
export function extendContext<C extends object, P extends object>(
  context: C,
  parts: P,
): Omit<C, keyof P> & P {
  const all = { ...Object.getOwnPropertyDescriptors(context), ...Object.getOwnPropertyDescriptors(parts) }
  return Object.defineProperties({}, all) as never
}
