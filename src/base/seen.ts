/**
 * The value that the portfolio last showed for each account, to compute the change since the previous visit. A visit
 * ends after half an hour in which no portfolio was on show. During a visit, the value of the previous visit stays the
 * reference.
 */
import { type CaipAddress, isSameOwner } from '../core/chains/caip.ts'
import { readStored, SEEN, SHOWN } from './storage.ts'

export interface SeenValue {
  /** In US dollars. */
  value: number
  /**
   * Number of tokens without a price, which `value` leaves out. Two values are comparable only if these numbers are
   * equal.
   */
  unpriced: number
  /** Milliseconds since 1970. */
  at: number
}

interface Seen {
  last: SeenValue
  /** The last value of the previous visit; absent on the first visit. */
  before?: SeenValue
}

/** A visit ends after this time without a portfolio on show. Milliseconds. */
const VISIT = 30 * 60_000

/** The last value of the previous visit; undefined on the first visit. */
export function getSeen(
  storage: Storage | undefined,
  account: CaipAddress,
  now = Date.now(),
): SeenValue | undefined {
  const seen = readSeen(storage)[account]
  return seen && (isOtherVisit(seen, now) ? seen.last : seen.before)
}

/** Stores the value on show; does nothing where storage is unavailable. */
export function keepSeen(storage: Storage | undefined, account: CaipAddress, now: SeenValue): void {
  const all = readSeen(storage)
  const before = getSeen(storage, account, now.at)
  write(storage, SEEN, { ...all, [account]: { last: now, ...(before && { before }) } })
}

/** Removes the stored values, figures and tokens of this account on every network. */
export function dropSeen(storage: Storage | undefined, account: CaipAddress): void {
  for (const key of [SEEN, SHOWN]) {
    const all = Object.entries(readStored(storage, key) ?? {})
    const kept = all.filter(([other]) => !isSameOwner(other, account))
    if (kept.length < all.length) write(storage, key, Object.fromEntries(kept))
  }
}

function isOtherVisit({ last }: Seen, now: number): boolean {
  return now - last.at >= VISIT
}

function readSeen(storage: Storage | undefined): Record<string, Seen> {
  const stored = readStored(storage, SEEN)
  if (typeof stored !== 'object' || stored === null) return {}
  return Object.fromEntries(
    Object.entries(stored as Record<string, Partial<Seen> | null>).flatMap(([account, seen]) => {
      if (!isSeenValue(seen?.last)) return []
      const { last, before } = seen
      return [[account, { last, ...(isSeenValue(before) && { before }) }]]
    }),
  )
}

function isSeenValue(value: unknown): value is SeenValue {
  const { value: sum, unpriced, at } = (value ?? {}) as Record<string, unknown>
  return [sum, unpriced, at].every((one) => Number.isFinite(one))
}

function write(storage: Storage | undefined, key: string, values: Readonly<Record<string, unknown>>): void {
  try {
    storage?.setItem(key, JSON.stringify(values))
  } catch {
    // The storage is full or forbidden: these values are not stored.
  }
}
