/**
 * A chunk of items as text. What repeats (own address, names, pictures) stands once in a dictionary, and keys are not
 * written at all: a third of the bytes of plain JSON, which is what the disk and the next reader pay for.
 *
 *   [dictionary, value, value, …]    values of one item after the other, in the order of `encodeChunk`;
 *                                    `true` for a time or hash that equals the order or id
 */
import { type ActivityKind, activityKinds } from '../../src/core/activity.ts'
import type { ActivityItem, ItemAmount } from './item.ts'
import type { Entry } from './ledger.ts'
import { parseOrNone } from './parse-or-none.ts'

const statuses = ['confirmed', 'pending', 'failed'] as const
const directions = ['in', 'out', 'self'] as const

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
      kindCodes.get(item.kind) ?? 0,
      statuses.indexOf(item.status),
      hash === id ? true : (hash ?? null),
      word(item.from),
      word(item.to),
      word(item.app),
      word(item.icon),
      item.nft ? 1 : 0,
      amounts.length,
    )
    for (const { direction, name, numeric, nft, value } of amounts) {
      values.push(directions.indexOf(direction), word(name), numeric, nft ? 1 : 0, value ?? null)
    }
  }
  return JSON.stringify(values)
}

/** Undefined for what is no chunk. */
export function decodeChunk(text: unknown): Entry[] | undefined {
  const parts = parseOrNone(text)
  if (!Array.isArray(parts) || !Array.isArray(parts[0])) return undefined
  const [dictionary] = parts as [string[]]
  let at = 1
  const next = (): Value => (parts as Value[])[at++] as Value
  const word = (): string | undefined => dictionary[next() as number]
  const entries: Entry[] = []
  while (at < parts.length) {
    const order = next() as number
    const time = next() as number | true | null
    const id = next() as string
    const kind = activityKinds[next() as number] ?? 'executed'
    const status = statuses[next() as number] ?? 'confirmed'
    const hash = next() as string | true | null
    const from = word()
    const to = word()
    const app = word()
    const icon = word()
    const nft = next() === 1
    const amounts: ItemAmount[] = []
    for (let left = next() as number; left > 0; left -= 1) {
      const direction = directions[next() as number] ?? 'self'
      const name = word() ?? ''
      const numeric = next() as string
      const isNft = next() === 1
      const value = next() as number | null
      amounts.push({ direction, name, numeric, nft: isNft, value: value ?? undefined })
    }
    const item: ActivityItem = {
      id,
      kind,
      status,
      minedAt: time === true ? order : (time ?? undefined),
      hash: hash === true ? id : (hash ?? undefined),
      from,
      to,
      app,
      amounts,
      icon,
      nft,
    }
    entries.push({ order, item })
  }
  return entries
}

const kindCodes = new Map<ActivityKind, number>(activityKinds.map((kind, code) => [kind, code]))
