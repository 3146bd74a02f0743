/** Addresses as text: the check of EVM addresses, and the forms in which views show any address. */

/** Accepts 40 hex digits in any case, with or without 0x. Does not check the checksum. */
export function isEvmAddress(text: string): boolean {
  return /^(?:0x)?[0-9a-f]{40}$/i.test(text)
}

/** A short form: `0x71C4…c02A`. For rows and headers only: before sending, people must see the full address. */
export function shortAddress(address: string): string {
  if (address.length <= 13) return address
  const start = address.startsWith('0x') ? 6 : 4
  return `${address.slice(0, start)}…${address.slice(-4)}`
}

/** The full address in groups of four, to compare by eye: `0x 71C4 6fc2 …`. The prefix 0x is a group of its own. */
export function groupAddress(address: string): string[] {
  const prefix = address.startsWith('0x') ? ['0x'] : []
  return [...prefix, ...(address.slice(prefix.length * 2).match(/.{1,4}/g) ?? [])]
}
