/** Addresses as text: the form of EVM's, and the ways in which all are shown. */

/** Optional 0x, then 40 hex digits in any case. Says nothing of the checksum. */
export function isEvmAddress(text: string): boolean {
  return /^(?:0x)?[0-9a-f]{40}$/i.test(text)
}

/** `0x71C4…c02A`. For rows and headers; a sender must see the whole address. */
export function shortAddress(address: string): string {
  if (address.length <= 13) return address
  const start = address.startsWith('0x') ? 6 : 4
  return `${address.slice(0, start)}…${address.slice(-4)}`
}

/** The whole address in fours, for comparing by eye: `0x 71C4 6fc2 …`. The prefix stands alone. */
export function groupAddress(address: string): string[] {
  const prefix = address.startsWith('0x') ? ['0x'] : []
  return [...prefix, ...(address.slice(prefix.length * 2).match(/.{1,4}/g) ?? [])]
}
