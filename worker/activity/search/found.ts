/** The matches of a search in the chunks of a history: their positions, and the filters that can narrow them down. */
import type { ActivityKind } from '../../../src/core/assets/activity.ts'
import { plainText } from '../../../src/core/text/text.ts'
import type { ActivityItem } from '../item.ts'
import { countGroups, type Entry, type Groups } from '../order.ts'
import type { Part } from '../tree.ts'
import type { Matcher } from './match.ts'

/** How many symbols the filter offers at most, and the upper limit of a symbol's length in characters. */
const MAX_TOKENS = 50
const MAX_SYMBOL_LENGTH = 40

/** The result of searching one chunk. */
export interface Found {
  part: Part
  /** Indexes of the matches within the chunk. */
  rows: Uint16Array
  groups: Groups
  kinds: readonly ActivityKind[]
  tokens: ReadonlyMap<string, number>
  /** The matching items. Only in the first chunks, to save memory; else undefined. */
  items: readonly ActivityItem[] | undefined
  /** True if the store could not read the chunk. */
  isUnread: boolean
}

interface SearchOptions {
  isMatch: Matcher
  /** Group code of an order; see order.ts. */
  getGroup(order: number): number
  /** Whether to keep the matching items, and not only their indexes. */
  isKept: boolean
}

export function searchChunk(part: Part, entries: readonly Entry[], options: SearchOptions): Found {
  const { isMatch, getGroup, isKept } = options
  const matches: Entry[] = []
  const rows: number[] = []
  const kinds = new Set<ActivityKind>()
  const tokens = new Map<string, number>()
  for (const [row, entry] of entries.entries()) {
    const { item } = entry
    kinds.add(item.kind)
    for (const { nft, name } of item.amounts)
      if (!nft && name !== '') tokens.set(name, (tokens.get(name) ?? 0) + 1)
    if (!isMatch(item)) continue
    rows.push(row)
    matches.push(entry)
  }
  return {
    part,
    rows: Uint16Array.from(rows),
    groups: countGroups(matches, getGroup),
    kinds: [...kinds],
    tokens: new Map(getMostFrequent(tokens)),
    items: isKept ? matches.map(({ item }) => item) : undefined,
    isUnread: false,
  }
}

export function createUnread(part: Part): Found {
  return {
    part,
    rows: new Uint16Array(),
    groups: [],
    kinds: [],
    tokens: new Map(),
    items: [],
    isUnread: true,
  }
}

export function countMatches(found: readonly Found[]): number {
  return found.reduce((total, { rows }) => total + rows.length, 0)
}

/** Number of matches before the first chunk in which the two results differ. */
export function countSame(before: readonly Found[], after: readonly Found[]): number {
  let same = 0
  for (const [at, { part, rows }] of after.entries()) {
    if (before[at]?.part.name !== part.name || before[at].rows.length !== rows.length) break
    same += rows.length
  }
  return same
}

/** The matches from index `from` up to `to` (exclusive), as ranges of the matches of each chunk. */
export function* cutMatches(
  found: readonly Found[],
  from: number,
  to: number,
): Generator<{ one: Found; from: number; to: number }> {
  let start = 0
  for (const one of found) {
    const { length } = one.rows
    if (start >= to) return
    if (length > 0 && start + length > from)
      yield { one, from: Math.max(0, from - start), to: Math.min(length, to - start) }
    start += length
  }
}

export function listChoices(found: readonly Found[]): { kinds: ActivityKind[]; tokens: string[] } {
  const tokens = new Map<string, number>()
  const kinds = new Set<ActivityKind>()
  for (const one of found) {
    for (const kind of one.kinds) kinds.add(kind)
    for (const [name, count] of one.tokens) tokens.set(name, (tokens.get(name) ?? 0) + count)
  }
  return { kinds: [...kinds], tokens: getMostFrequent(tokens).map(([name]) => name) }
}

/** The most frequent symbols. Leaves out symbols that may deceive, such as those with invisible characters. */
function getMostFrequent(tokens: ReadonlyMap<string, number>): [name: string, count: number][] {
  return [...tokens]
    .sort(([, a], [, b]) => b - a)
    .filter(([name]) => name.length <= MAX_SYMBOL_LENGTH && plainText(name, 24) === name)
    .slice(0, MAX_TOKENS)
}
