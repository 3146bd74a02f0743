/** `0x71C4…c02A`. The page's own: that of `core` comes with more than a page needs before anything is loaded. */
export function shortAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}
