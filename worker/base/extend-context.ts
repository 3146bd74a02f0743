/**
 * A plain object with a whole context and additional parts. Getters stay getters: a later hello may replace the page's
 * `config`.
 */
export function extendContext<C extends object, P extends object>(
  context: C,
  parts: P,
): Omit<C, keyof P> & P {
  const all = { ...Object.getOwnPropertyDescriptors(context), ...Object.getOwnPropertyDescriptors(parts) }
  return Object.defineProperties({}, all) as never
}
