/** Names of the swap providers. The account view needs no more than this to offer swapping. */
export const swapProviders = ['1inch']

/** @param names of providers that the page or its dashboard allows; true or undefined: all. Unknown names are ignored. */
export function hasSwaps(names: unknown): boolean {
  if (names === undefined || names === true) return true
  return Array.isArray(names) && swapProviders.some((name) => names.includes(name))
}
