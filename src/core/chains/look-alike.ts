/**
 * Detects look-alike addresses. People compare only the start and the end of an address, so attackers plant addresses
 * with the same start and end in the history (address poisoning).
 */

/**
 * A trusted address: one that the person has paid, or the person's own. An address that only sent something is not
 * trusted.
 */
export interface Anchor {
  address: string
  /** The name under which the address was paid; absent if it was paid by its address. */
  name?: string
}

export interface LookAlike {
  anchor: Anchor
  /** prefix, suffix: number of equal characters at the start (after 0x) and at the end. */
  prefix: number
  suffix: number
  /** True: the start and the end are alike. False: only one of the two is. */
  isBoth: boolean
}

/**
 * How many characters must at least be equal: `BOTH` at the start and also at the end, or `ONE` at the start or the
 * end. In a theft of 50 million dollars (December 2025), three characters were equal at the start and four at the end.
 * With 1,000 anchors, 6 of 100,000 honest addresses match by chance.
 */
const BOTH = 3
const ONE = 4

export interface LookAlikes {
  isAnchor(address: string): boolean
  /** The anchor most similar to an address; undefined if the address is an anchor itself or resembles none. */
  find(address: string): LookAlike | undefined
}

export function createLookAlikes(anchors: Iterable<Anchor>): LookAlikes {
  const known = new Map<string, Anchor>()
  const alike = new Map<string, Anchor[]>()
  const add = (key: string, anchor: Anchor) => {
    const found = alike.get(key)
    if (found) found.push(anchor)
    else alike.set(key, [anchor])
  }
  for (const anchor of anchors) {
    const digits = toDigits(anchor.address)
    if (known.has(digits)) continue
    known.set(digits, anchor)
    for (const key of getKeys(digits)) add(key, anchor)
  }

  return {
    isAnchor: (address) => known.has(toDigits(address)),
    find(address) {
      const digits = toDigits(address)
      if (known.has(digits)) return undefined
      const [both, start, end] = getKeys(digits)
      const found =
        pick(digits, alike.get(both) ?? []) ??
        pick(digits, [...(alike.get(start) ?? []), ...(alike.get(end) ?? [])])
      return found && { ...found, isBoth: alike.has(both) }
    },
  }
}

function getKeys(digits: string): readonly [both: string, start: string, end: string] {
  return [
    `${digits.slice(0, BOTH)}…${digits.slice(-BOTH)}`,
    `${digits.slice(0, ONE)}…`,
    `…${digits.slice(-ONE)}`,
  ]
}

function pick(digits: string, anchors: readonly Anchor[]): Omit<LookAlike, 'isBoth'> | undefined {
  const compared = anchors.map((anchor) => ({ anchor, ...compare(digits, toDigits(anchor.address)) }))
  return compared.sort((a, b) => b.prefix + b.suffix - a.prefix - a.suffix)[0]
}

/** Number of equal characters at the start (after 0x) and at the end. Ignores case, as people do when they compare. */
export function compareAddresses(one: string, other: string): { prefix: number; suffix: number } {
  return compare(toDigits(one), toDigits(other))
}

function compare(one: string, other: string): { prefix: number; suffix: number } {
  const max = Math.min(one.length, other.length)
  let prefix = 0
  while (prefix < max && one[prefix] === other[prefix]) prefix += 1
  let suffix = 0
  while (suffix < max && one.at(-1 - suffix) === other.at(-1 - suffix)) suffix += 1
  return { prefix, suffix }
}

function toDigits(address: string): string {
  return (address.startsWith('0x') ? address.slice(2) : address).toLowerCase()
}
