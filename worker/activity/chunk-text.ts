/**
 * A chunk of items as text. What repeats (own address, names, pictures) stands once in a dictionary, and keys are not
 * written at all: a third of the bytes of plain JSON, which is what the disk and the next reader pay for.
 *
 *   [dictionary, value, value, …]    values of one item after the other, in the order of `encodeChunk`;
 *                                    `true` for a time or hash that equals the order or id
 */
import type { ActivityKind } from '../../src/core/activity.ts'
import type { ActivityItem, ItemAmount } from './item.ts'
import type { Entry } from './order.ts'
import { parseOrNone } from './parse-or-none.ts'

/** What is stored in place of a word. These tables only grow: a number never gets another meaning. */
const kinds = toCodes<ActivityKind>({
  approved: 0,
  bought: 1,
  borrowed: 2,
  burned: 3,
  cancelled: 4,
  claimed: 5,
  deployed: 6,
  deposited: 7,
  executed: 8,
  minted: 9,
  received: 10,
  repaid: 11,
  sent: 12,
  staked: 13,
  swapped: 14,
  unstaked: 15,
  withdrew: 16,
})
const statuses = toCodes<ActivityItem['status']>({ confirmed: 0, pending: 1, failed: 2 })
const directions = toCodes<ItemAmount['direction']>({ in: 0, out: 1, self: 2 })

type Value = string | number | true | null

export function encodeChunk(entries: readonly Entry[]): string {
  const dictionary: string[] = []
  const values: (Value | readonly string[])[] = [dictionary]
  /** Where a text was put, by three of its characters: to hash all of it takes longer than to write it twice. */
  const places: number[] = []
  const word = (text: string | undefined): number => {
    if (text === undefined) return -1
    const { length } = text
    const slot = (31 * length + 7 * text.charCodeAt(length - 5) + text.charCodeAt(length >> 1)) & 511
    const place = places[slot]
    if (place !== undefined && dictionary[place] === text) return place
    return (places[slot] = dictionary.push(text) - 1)
  }
  for (const { order, item } of entries) {
    const { id, hash, minedAt, amounts } = item
    values.push(
      order,
      minedAt === order ? true : (minedAt ?? null),
      id,
      kinds.codes[item.kind],
      statuses.codes[item.status],
      hash === id ? true : (hash ?? null),
      word(item.from),
      word(item.to),
      word(item.app),
      word(item.icon),
      item.nft ? 1 : 0,
      amounts.length,
    )
    for (const { direction, name, numeric, nft, value } of amounts) {
      values.push(directions.codes[direction], word(name), numeric, nft ? 1 : 0, value ?? null)
    }
  }
  return JSON.stringify(values)
}

/** Undefined for what is no chunk: every value is checked, since a row is made of it without another look. */
export function decodeChunk(text: unknown): Entry[] | undefined {
  const parts = parseOrNone(text)
  if (!Array.isArray(parts) || !Array.isArray(parts[0])) return undefined
  try {
    return readEntries(parts)
  } catch (error) {
    if (error instanceof NoChunk) return undefined
    throw error
  }
}

class NoChunk extends Error {}

function readEntries(parts: readonly unknown[]): Entry[] {
  const dictionary = parts[0] as readonly unknown[]
  let at = 1
  const text = (value: unknown): string => {
    if (typeof value !== 'string') throw new NoChunk()
    return value
  }
  const number = (value = parts[at++]): number => {
    if (!Number.isFinite(value)) throw new NoChunk()
    return value as number
  }
  const word = (): string | undefined => {
    const place = number()
    return place < 0 ? undefined : text(dictionary[place])
  }
  /** `true` stands for `same`. */
  const orSame = <T>(same: T, read: (value: unknown) => T): T | undefined => {
    const value = parts[at++]
    return value === true ? same : value === null ? undefined : read(value)
  }
  const code = <T extends string>(table: Codes<T>): T => {
    const found = table.words.get(number())
    if (found === undefined) throw new NoChunk()
    return found
  }
  const entries: Entry[] = []
  while (at < parts.length) {
    const order = number()
    const minedAt = orSame(order, number)
    // What is no date throws wherever it is shown: they end at 8.64e15, in any time zone.
    if (minedAt !== undefined && Math.abs(minedAt) > 8e15) throw new NoChunk()
    const id = text(parts[at++])
    const kind = code(kinds)
    const status = code(statuses)
    const hash = orSame(id, text)
    const from = word()
    const to = word()
    const app = word()
    const icon = word()
    const nft = number() === 1
    const amounts: ItemAmount[] = []
    for (let left = number(); left > 0; left -= 1) {
      const direction = code(directions)
      const name = word() ?? ''
      const numeric = text(parts[at++])
      const isNft = number() === 1
      const value = parts[at++] ?? undefined
      amounts.push({
        direction,
        name,
        numeric,
        nft: isNft,
        value: value === undefined ? value : number(value),
      })
    }
    entries.push({ order, item: { id, kind, status, minedAt, hash, from, to, app, amounts, icon, nft } })
  }
  return entries
}

interface Codes<Word extends string> {
  codes: Readonly<Record<Word, number>>
  words: ReadonlyMap<number, Word>
}

function toCodes<Word extends string>(codes: Readonly<Record<Word, number>>): Codes<Word> {
  const pairs = Object.entries(codes) as [Word, number][]
  return { codes, words: new Map(pairs.map(([word, code]) => [code, word])) }
}
