/** Names of the swap providers. In a file of its own, since the account view needs only these names to offer swapping. */
export const swapProviders = ['1inch']

/**
 * Whether the page offers swaps.
 * @param names providers that the page or its dashboard allows; true or undefined: all. Unknown names are ignored.
 */
export function hasSwaps(names: unknown): boolean {
  if (names === undefined || names === true) return true
  return Array.isArray(names) && swapProviders.some((name) => names.includes(name))
}
