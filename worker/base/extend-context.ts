/**
 * A copy of the context with additional properties. Getters stay getters: `config` must be read each time, since a
 * later hello may replace it.
 */
export function extendContext<C extends object, P extends object>(
  context: C,
  parts: P,
): Omit<C, keyof P> & P {
  const all = { ...Object.getOwnPropertyDescriptors(context), ...Object.getOwnPropertyDescriptors(parts) }
  return Object.defineProperties({}, all) as never
}
