/**
 * What a filter finds in a stored history, as a list of its own. Chunks are never changed, only replaced under new names:
 * what was found in one holds as long as the history names it. So a change of the history costs its own chunks, and the
 * places of all matches, not the rows, stay in memory.
 *
 *   pass: chunk after chunk, newest first ─▶ shown, ten times a second ─▶ history changed? ─▶ pass: the new chunks alone
 */
import type { ActivityFilter, ActivityHead, ActivityKind } from '../../../src/core/assets/activity.ts'
import type { CaipAddress } from '../../../src/core/chains/caip.ts'
import { type Page, PAGE_SIZE, type Range } from '../../../src/core/contract/list.ts'
import type { ListRow } from '../../../src/core/contract/protocol.ts'
import { plainText } from '../../../src/core/text/text.ts'
import type { Emit, PushSource, WorkerContext } from '../../base/context.ts'
import { nextTask } from '../../base/next-task.ts'
import { createCalendar, getZone } from '../calendar.ts'
import type { ActivityItem } from '../item.ts'
import { readLedgerHead, type LedgerHead } from '../ledger.ts'
import { addGroups, countGroups, type Entry, getGroupCode, type Groups, toGroups } from '../order.ts'
import { createFormat, toRows } from '../rows.ts'
import { toHead } from '../source.ts'
import { Broken, countRows, createTree, type Part, placeParts, type Tree } from '../tree.ts'
import { createMatcher } from './match.ts'

/** Chunks that are read at once, some 2,000 rows: a task for each of them. */
const AT_ONCE = 8
/** Milliseconds between two heads of a search. */
const PAUSE = 100
/** Matches that are kept whole: what people look at first is there without the disk. */
const KEPT_ROWS = 2_000
/** Symbols to choose from. */
const MOST_TOKENS = 50
const LONGEST_SYMBOL = 40

/** A chunk that was searched. */
interface Found {
  part: Part
  /** Places of the matches in it. */
  rows: Uint16Array
  groups: Groups
  kinds: readonly ActivityKind[]
  tokens: ReadonlyMap<string, number>
  /** The matches themselves, of the first chunks. */
  items: readonly ActivityItem[] | undefined
  /** The store could not give it. */
  isUnread: boolean
}

/** What the page was told last. */
interface Shown {
  found: readonly Found[]
  total: number
  version: number
  since: number
  dirty: readonly Range[]
}

export function createActivitySearch(
  context: WorkerContext,
  account: CaipAddress,
  filter: ActivityFilter,
): PushSource<ActivityHead, never> {
  const { clock, store, config } = context
  const key = `activity/${account}`
  const calendar = createCalendar(config.locale)
  const getGroup = (order: number) => getGroupCode(order, calendar)
  const isMatch = createMatcher(filter)
  const nothing: Shown = { found: [], total: 0, version: 0, since: 0, dirty: [] }
  let tree = createTree({ store, key, zone: getZone, getGroup })
  let shown = nothing
  /** The history has changed since the pass began. */
  let isOutdated = false
  let wake = () => {}

  function search(part: Part, entries: readonly Entry[], kept: number): Found {
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
      items: kept < KEPT_ROWS ? matches.map(({ item }) => item) : undefined,
      isUnread: false,
    }
  }

  /** Undefined where the disk has not got it. @throws store_unavailable */
  async function read(part: Part): Promise<readonly Entry[] | undefined> {
    try {
      return await tree.getChunk({ part, start: 0 })
    } catch (error) {
      if (error instanceof Broken) return undefined
      throw error
    }
  }

  /** Searches what is not known. @param onFound what was found so far, in the order of the list */
  async function pass(
    head: LedgerHead,
    signal: AbortSignal,
    onFound: (found: readonly Found[]) => void,
  ): Promise<Found[]> {
    const known = new Map(shown.found.map((one) => [one.part.name, one]))
    const found: Found[] = []
    let kept = 0
    for await (const chunks of listChunks(tree, head)) {
      // All of them are on their way while the first is searched.
      const reading = chunks.map((part) => {
        const before = known.get(part.name)
        return before && !before.isUnread ? before : read(part)
      })
      for (const [at, part] of chunks.entries()) {
        const entries = await reading[at]
        if (signal.aborted) return found
        const one = !entries
          ? createUnread(part)
          : 'part' in entries
            ? { ...entries, items: kept < KEPT_ROWS ? entries.items : undefined }
            : search(part, entries, kept)
        kept += one.items?.length ?? 0
        found.push(one)
      }
      onFound(found)
      // A store in memory answers at once, and nothing else would have its turn.
      await nextTask()
      if (signal.aborted) return found
    }
    return found
  }

  function show(found: readonly Found[], head: LedgerHead | undefined): ActivityHead {
    const total = countMatches(found)
    const from = countSame(shown.found, found)
    if (from < total || total !== shown.total) {
      const version = Math.max(shown.version + 1, clock.now())
      shown = { found: [...found], total, version, since: shown.version, dirty: [[from, total]] }
    } else shown = { ...shown, found: [...found] }
    const { version, since, dirty } = shown
    const unread = countRows(found.flatMap(({ part, isUnread }) => (isUnread ? part : [])))
    return {
      ...toHead(head),
      version,
      since,
      dirty,
      total,
      groups: toGroups(
        addGroups(
          [],
          found.flatMap(({ groups }) => groups),
        ),
      ),
      search: {
        searched: countRows(found.map(({ part }) => part)) - unread,
        loaded: countRows(head?.parts ?? []),
        unread,
        ...listChoices(found),
      },
    }
  }

  async function run(emit: Emit<ActivityHead, never>, signal: AbortSignal): Promise<void> {
    isOutdated = false
    const zone = getZone()
    const head = await readLedgerHead(store, key)
    const tell = (found: readonly Found[]) => {
      if (!signal.aborted) emit.cached({ data: show(found, head), fetchedAt: head?.fetchedAt ?? 0 })
    }
    // Later passes show what they have at their end: until then the list would be a part of what it was.
    const isFirst = shown === nothing
    let told = -Infinity
    let matches = 0
    const found = !head
      ? []
      : await pass(head, signal, (some) => {
          const now = clock.now()
          const isNews = matches === 0 && (matches = countMatches(some)) > 0
          if (!isFirst || (!isNews && now - told < PAUSE && now >= told)) return
          told = now
          tell(some)
        })
    tell(found)
    // Months of two zones are no count.
    if (zone !== getZone()) forget()
  }

  function forget(): void {
    isOutdated = true
    shown = { ...nothing, version: shown.version }
  }

  return {
    load: async () => undefined,
    async start(emit, signal) {
      tree = createTree({ store, key, zone: getZone, getGroup })
      try {
        while (!signal.aborted) {
          await run(emit, signal)
          if (isOutdated) continue
          await new Promise<void>((resolve) => {
            wake = resolve
            signal.addEventListener('abort', () => resolve(), { once: true })
          })
        }
      } finally {
        // Whoever looks again begins anew: many filters are tried, and each may have found everything.
        shown = { ...nothing, version: shown.version }
      }
    },
    onChanged() {
      isOutdated = true
      wake()
    },
    async page(index): Promise<Page<ListRow>> {
      const { found, version } = shown
      const wanted = [...cut(found, index * PAGE_SIZE, (index + 1) * PAGE_SIZE)]
      const items = await Promise.all(
        wanted.map(async ({ one, from, to }) => {
          if (one.items) return one.items.slice(from, to)
          const entries = await read(one.part)
          return entries && Array.from(one.rows.slice(from, to), (row) => entries[row]!.item)
        }),
      )
      if (items.every((some) => some !== undefined))
        return { version, rows: toRows(items.flat(), createFormat(context, calendar, account)) }
      // Replaced or damaged: the page gets nothing now, and the rows with the next head.
      const lost = new Set(wanted.flatMap(({ one }, at) => (items[at] ? [] : one.part.name)))
      shown = { ...shown, found: shown.found.filter(({ part }) => !lost.has(part.name)) }
      isOutdated = true
      wake()
      return { version: -1, rows: [] }
    },
  }
}

/** The parts of all chunks, newest first, as many as are searched together. Segments that are gone are passed over. */
async function* listChunks(tree: Tree, { parts }: LedgerHead): AsyncGenerator<readonly Part[]> {
  for (const position of placeParts(parts)) {
    let chunks: readonly Part[]
    try {
      chunks = position.part.prints ? [position.part] : await tree.getParts(position)
    } catch (error) {
      if (!(error instanceof Broken)) throw error
      yield [position.part]
      continue
    }
    for (let at = 0; at < chunks.length; at += AT_ONCE) yield chunks.slice(at, at + AT_ONCE)
  }
}

function createUnread(part: Part): Found {
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

function countMatches(found: readonly Found[]): number {
  return found.reduce((total, { rows }) => total + rows.length, 0)
}

/** Matches before the first chunk in which the two differ. */
function countSame(before: readonly Found[], after: readonly Found[]): number {
  let same = 0
  for (const [at, { part, rows }] of after.entries()) {
    if (before[at]?.part.name !== part.name || before[at].rows.length !== rows.length) break
    same += rows.length
  }
  return same
}

/** Where the matches [from, to) are. */
function* cut(
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

function listChoices(found: readonly Found[]): { kinds: ActivityKind[]; tokens: string[] } {
  const tokens = new Map<string, number>()
  const kinds = new Set<ActivityKind>()
  for (const one of found) {
    for (const kind of one.kinds) kinds.add(kind)
    for (const [name, count] of one.tokens) tokens.set(name, (tokens.get(name) ?? 0) + count)
  }
  return { kinds: [...kinds], tokens: getMostFrequent(tokens).map(([name]) => name) }
}

/** A symbol that may deceive is none to choose. */
function getMostFrequent(tokens: ReadonlyMap<string, number>): [name: string, count: number][] {
  return [...tokens]
    .sort(([, a], [, b]) => b - a)
    .filter(([name]) => name.length <= LONGEST_SYMBOL && plainText(name, 24) === name)
    .slice(0, MOST_TOKENS)
}
