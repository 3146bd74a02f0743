/**
 * Writes a chunk of items as text, and reads it. A dictionary holds each repeated text (kind, own address, name, picture)
 * once, and property names are left out. The text has a third of the bytes of plain JSON.
 *
 *   [dictionary, format, value, value, …]    values of one item after the other, in the order of `encodeChunk`;
 *                                    `true` for a time that equals the order, or a hash that equals the id
 */
import * as v from 'valibot'
import { type ActivityReason, activityKinds } from '../../src/core/assets/activity.ts'
import { json, parseOrNone } from '../../src/core/contract/schemas.ts'
import type { ActivityItem, ItemAmount } from './item.ts'
import type { Entry } from './order.ts'

const kinds = new Set(activityKinds)
const statuses = new Set(['confirmed', 'pending', 'failed'] as const)
const directions = new Set(['in', 'out', 'self'] as const)
const isReason: Readonly<Record<ActivityReason, true>> = {
  flagged: true,
  link: true,
  lure: true,
  disguise: true,
  imitation: true,
  mass: true,
  nothing: true,
}
const reasons = new Set([undefined, ...(Object.keys(isReason) as ActivityReason[])])

/** Version of the chunk format. Chunks of version 1 lack the format field, `others`, and the icons of transfers. */
const FORMAT = 2

type Value = string | number | true | null

export function encodeChunk(entries: readonly Entry[]): string {
  const dictionary: string[] = []
  const values: (Value | readonly string[])[] = [dictionary, FORMAT]
  /**
   * Indexes in the dictionary, by a cheap hash: the text's length and two of its characters. Texts with the same hash
   * may be stored twice, which costs less than hashing whole texts.
   */
  const places: number[] = []
  const word = (text: string | undefined): number => {
    if (text === undefined) return -1
    const { length } = text
    const late = text.charCodeAt(Math.max(0, length - 5))
    const slot = (31 * length + 7 * late + text.charCodeAt(length >> 1)) & 511
    const index = places[slot]
    if (index !== undefined && dictionary[index] === text) return index
    return (places[slot] = dictionary.push(text) - 1)
  }
  for (const { order, item } of entries) {
    const { id, hash, minedAt, amounts, others = [] } = item
    values.push(
      order,
      minedAt === order ? true : (minedAt ?? null),
      id,
      word(item.kind),
      word(item.status),
      hash === id ? true : (hash ?? null),
      word(item.from),
      word(item.to),
      word(item.app),
      word(item.icon),
      item.nft ? 1 : 0,
      word(item.reason),
      amounts.length,
      others.length,
    )
    for (const { direction, name, numeric, nft, value, icon, flagged } of [...amounts, ...others]) {
      const flags = (nft ? 1 : 0) + (flagged ? 2 : 0)
      values.push(word(direction), word(name), numeric, flags, value ?? null, word(icon))
    }
  }
  return JSON.stringify(values)
}

/** Checks only the outer form: `readEntries` checks the values (about 5,000 in a chunk) while it reads them. */
const chunkText = json(
  v.custom<[readonly unknown[], ...unknown[]]>((parts) => Array.isArray(parts) && Array.isArray(parts[0])),
)

/**
 * The entries of a chunk. Undefined if the text is not a chunk, or does not have `count` rows. Checks every value, so
 * that later code can rely on the entries.
 */
export function decodeChunk(text: unknown, count?: number): Entry[] | undefined {
  const parts = parseOrNone(chunkText, text)
  if (!parts) return undefined
  try {
    const entries = readEntries(parts)
    return entries.length === (count ?? entries.length) ? entries : undefined
  } catch (error) {
    if (error instanceof NoChunk) return undefined
    throw error
  }
}

class NoChunk extends Error {}

function readEntries(parts: readonly unknown[]): Entry[] {
  const dictionary = parts[0] as readonly unknown[]
  const isOld = parts[1] !== FORMAT
  let at = isOld ? 1 : 2
  const text = (value: unknown): string => {
    if (typeof value !== 'string') throw new NoChunk()
    return value
  }
  const number = (value = parts[at++]): number => {
    if (!Number.isFinite(value)) throw new NoChunk()
    return value as number
  }
  const word = (): string | undefined => {
    const index = number()
    return index < 0 ? undefined : text(dictionary[index])
  }
  /** Reads the next value: `true` in the text stands for `same`, and null for undefined. */
  const orSame = <T>(same: T | undefined, read: (value: unknown) => T): T | undefined => {
    const value = parts[at++]
    return value === true ? same : value === null ? undefined : read(value)
  }
  const oneOf = <T extends string | undefined>(known: ReadonlySet<T>): T => {
    const found = word()
    if (!known.has(found as T)) throw new NoChunk()
    return found as T
  }
  const readAmount = (): ItemAmount => {
    const direction = oneOf(directions)
    const [name = '', numeric, flags] = [word(), text(parts[at++]), number()]
    const value = orSame(undefined, number)
    return {
      direction,
      name,
      numeric,
      nft: (flags & 1) > 0,
      value,
      icon: isOld ? undefined : word(),
      flagged: (flags & 2) > 0 || undefined,
    }
  }
  const entries: Entry[] = []
  while (at < parts.length) {
    const order = number()
    const minedAt = orSame(order, number)
    // Refuse a time that cannot be formatted: a `Date` ends at 8.64e15 ms. The limit of 8e15 leaves room for time
    // zones.
    if (minedAt !== undefined && Math.abs(minedAt) > 8e15) throw new NoChunk()
    const id = text(parts[at++])
    const item: ActivityItem = {
      id,
      kind: oneOf(kinds),
      status: oneOf(statuses),
      minedAt,
      hash: orSame(id, text),
      from: word(),
      to: word(),
      app: word(),
      amounts: [],
      icon: word(),
      nft: number() === 1,
      reason: oneOf(reasons),
    }
    const [shown, others] = [number(), isOld ? 0 : number()]
    for (let left = shown; left > 0; left -= 1) item.amounts.push(readAmount())
    for (let left = others; left > 0; left -= 1) (item.others ??= []).push(readAmount())
    entries.push({ order, item })
  }
  return entries
}
