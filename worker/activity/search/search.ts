/**
 * The rows of a stored history that match a filter, as a separate list. Chunks are immutable, so after a change of the
 * history only its new chunks are searched. Memory holds the positions of all matches, but only the first rows.
 *
 *   pass: chunk after chunk, newest first ─▶ shown, ten times a second ─▶ history changed? ─▶ pass: the new chunks alone
 */
import type { ActivityFilter, ActivityHead } from '../../../src/core/assets/activity.ts'
import type { CaipAddress } from '../../../src/core/chains/caip.ts'
import { type Page, PAGE_SIZE, type Range } from '../../../src/core/contract/list.ts'
import type { ListRow } from '../../../src/core/contract/protocol.ts'
import type { Emit, PushSource, WorkerContext } from '../../base/context.ts'
import { nextTask } from '../../base/next-task.ts'
import { createCalendar, getZone } from '../calendar.ts'
import { readLedgerHead, type LedgerHead } from '../ledger.ts'
import { addGroups, type Entry, getGroupCode, toGroups } from '../order.ts'
import { createFormat, toRows } from '../rows.ts'
import { toHead } from '../source.ts'
import { Broken, countRows, createTree, type Part, placeParts, type Tree } from '../tree.ts'
import {
  countMatches,
  countSame,
  createUnread,
  cutMatches,
  type Found,
  listChoices,
  searchChunk,
} from './found.ts'
import { createMatcher } from './match.ts'

/** How many chunks are read in parallel and searched in one task: about 2,000 rows. */
const AT_ONCE = 8
/** Shortest time between two heads that a running search emits. Milliseconds. */
const PAUSE = 100
/** Number of matches whose rows stay in memory, so that the first rows show without a disk read. */
const KEPT_ROWS = 2_000

/** The results that were last sent to the page. */
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
  /** Whether the history has changed since the pass began. */
  let isOutdated = false
  let wake = () => {}

  /** The entries of a chunk. Undefined if the chunk is missing or unreadable. @throws store_unavailable */
  async function read(part: Part): Promise<readonly Entry[] | undefined> {
    try {
      return await tree.getChunk({ part, start: 0 })
    } catch (error) {
      if (error instanceof Broken) return undefined
      throw error
    }
  }

  /**
   * Searches the chunks that are new since the last pass.
   * @param onFound receives the matches so far, in list order
   */
  async function pass(
    head: LedgerHead,
    signal: AbortSignal,
    onFound: (found: readonly Found[]) => void,
  ): Promise<Found[]> {
    const known = new Map(shown.found.map((one) => [one.part.name, one]))
    const found: Found[] = []
    let kept = 0
    for await (const chunks of listChunks(tree, head)) {
      // Start all reads before searching the first chunk.
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
            : searchChunk(part, entries, { isMatch, getGroup, isKept: kept < KEPT_ROWS })
        kept += one.items?.length ?? 0
        found.push(one)
      }
      onFound(found)
      // Yield: a store in memory answers at once, and would block other tasks.
      await nextTask()
      if (signal.aborted) return found
    }
    return found
  }

  function show(found: readonly Found[], head: LedgerHead | undefined): ActivityHead {
    const total = countMatches(found)
    const from = countSame(shown.found, found)
    const isSame = from === total && total === shown.total
    const version = isSame ? shown.version : Math.max(shown.version + 1, clock.now())
    const change = isSame ? {} : { total, version, since: shown.version, dirty: [[from, total]] as const }
    shown = { ...shown, ...change, found: [...found] }
    return toSearchHead(shown, head)
  }

  async function run(emit: Emit<ActivityHead, never>, signal: AbortSignal): Promise<void> {
    isOutdated = false
    const zone = getZone()
    const head = await readLedgerHead(store, key)
    const emitFound = (found: readonly Found[]) => {
      if (!signal.aborted) emit.cached({ data: show(found, head), fetchedAt: head?.fetchedAt ?? 0 })
    }
    // A later pass shows its results only at the end, since partial results would make the list shrink for a moment.
    const isFirst = shown === nothing
    let emittedAt = -Infinity
    let matches = 0
    const found = !head
      ? []
      : await pass(head, signal, (some) => {
          const now = clock.now()
          const isNews = matches === 0 && (matches = countMatches(some)) > 0
          if (!isFirst || (!isNews && now - emittedAt < PAUSE && now >= emittedAt)) return
          emittedAt = now
          emitFound(some)
        })
    emitFound(found)
    // The time zone has changed: counts by month from two time zones cannot be combined, so search everything again.
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
          if (isOutdated || signal.aborted) continue
          await new Promise<void>((resolve) => {
            wake = resolve
            signal.addEventListener('abort', () => resolve(), { once: true })
          })
        }
      } finally {
        // Drop the results to free memory: people try many filters, and each filter may match everything.
        shown = { ...nothing, version: shown.version }
      }
    },
    onChanged() {
      isOutdated = true
      wake()
    },
    async page(index): Promise<Page<ListRow>> {
      const { found, version } = shown
      const wanted = [...cutMatches(found, index * PAGE_SIZE, (index + 1) * PAGE_SIZE)]
      const items = await Promise.all(
        wanted.map(async ({ one, from, to }) => {
          if (one.items) return one.items.slice(from, to)
          const entries = await read(one.part)
          return entries && Array.from(one.rows.slice(from, to), (row) => entries[row]!.item)
        }),
      )
      if (items.every((some) => some !== undefined))
        return { version, rows: toRows(items.flat(), createFormat(context, calendar, account)) }
      // A chunk was replaced or damaged. Return no rows now: search again, and the next head makes the view request them
      // again.
      const lost = new Set(wanted.flatMap(({ one }, at) => (items[at] ? [] : one.part.name)))
      shown = { ...shown, found: shown.found.filter(({ part }) => !lost.has(part.name)) }
      isOutdated = true
      wake()
      return { version: -1, rows: [] }
    },
  }
}

/**
 * The parts of all chunks, newest first, in groups that are searched together. For an unreadable segment, yields the
 * segment instead of its chunks, so that its rows are counted as unread.
 */
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

function toSearchHead(
  { found, total, version, since, dirty }: Shown,
  head: LedgerHead | undefined,
): ActivityHead {
  const unread = countRows(found.flatMap(({ part, isUnread }) => (isUnread ? part : [])))
  const groups = found.flatMap((one) => one.groups)
  return {
    ...toHead(head),
    version,
    since,
    dirty,
    total,
    groups: toGroups(addGroups([], groups)),
    search: {
      searched: countRows(found.map(({ part }) => part)) - unread,
      loaded: countRows(head?.parts ?? []),
      unread,
      ...listChoices(found),
    },
  }
}
