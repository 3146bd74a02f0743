/**
 * An account's history in the store. Never one record per transaction: that costs ten times as much as chunks of
 * some 250, which are text, and one head that says what is in which chunk.
 *
 *   activity/<account>           head: version, cursor, both ends of the directory
 *   activity/<account>/<name>    chunk: items, in the order of the list (see chunk-text.ts)
 *   activity/<account>/~<name>   shelf: a part of the directory (see directory.ts)
 *
 * Chunks and shelves are never changed, only replaced under a new name together with the head, in one transaction. So
 * whoever holds a head reads rows that belong to it, or finds that a chunk is gone and takes the new head.
 */
import type { Range } from '../../src/core/list.ts'
import type { Store, StoreRecord } from '../context.ts'
import { decodeChunk, encodeChunk } from './chunk-text.ts'
import {
  areChunks,
  areRuns,
  arrange,
  type Chunk,
  countBytes,
  countRows,
  getGroups,
  type Shelf,
  toChunk,
} from './directory.ts'
import type { ActivityItem } from './item.ts'
import { getRuns, isPendingOrder, type Run } from './order.ts'
import { parseOrNone } from './parse-or-none.ts'

export interface LedgerHead {
  /** Larger than any before, those of forgotten lists included. */
  version: number
  since: number
  dirty: readonly Range[]
  total: number
  /** Cursor of the next older page; null when there is none. */
  cursor: string | null
  /** When the newest page came from the network: milliseconds since 1970. */
  fetchedAt: number
  hidden: { spam: number; otherChain: number; invalid: number }
  /** Time of the newest item, shown or hidden: older hidden ones have been counted. Milliseconds since 1970. */
  newest: number
  /** Names the time zone of the group codes. */
  zone: string
  /** Group codes with counts, in the order of the rows. */
  groups: readonly Run[]
  front: readonly Chunk[]
  /** Names of the shelves between front and tail. */
  shelves: readonly string[]
  tail: readonly Chunk[]
}

/** An item with its place in the list. */
export interface Entry {
  order: number
  item: ActivityItem
}

export interface Change {
  /** Of the list for which the change was worked out. */
  version: number
  /** New items and new versions of known ones. */
  put: readonly Entry[]
  /** Ids of items that are no more. */
  drop?: readonly string[]
  /** Where a new item stands among those of the same order. */
  place: 'before' | 'after'
}

export type HeadFields = Pick<LedgerHead, 'cursor' | 'fetchedAt' | 'hidden' | 'newest'>

export interface Ledger {
  /** Undefined until something was loaded or written. */
  readonly head: LedgerHead | undefined
  /** Takes the head that is in the store now. */
  load(): Promise<void>
  /** Items [from, to) with the version that they belong to. */
  read(from: number, to: number): Promise<{ version: number; items: ActivityItem[] }>
  /** Which of these ids are known. Reads as few chunks as it can. */
  getKnown(entries: readonly Entry[]): Promise<Set<string>>
  /** Everything in the first group. */
  getPending(): Promise<Entry[]>
  /** False, and nothing is written, when the list is not of that version (any more), or gone. */
  apply(change: Change, fields: HeadFields): Promise<boolean>
  /** Forgets all items and begins with these. */
  restart(entries: readonly Entry[], fields: HeadFields): Promise<void>
}

export interface LedgerOptions {
  store: Store
  key: string
  owner: string
  now(): number
  /** Names the zone in which `getGroup` counts months. */
  zone(): string
  /** Group code of an order; see order.ts. */
  getGroup(order: number): number
}

/** About 60 KB: Chromium puts values of more than 64 KB into files of their own, and takes half as long again. */
const CHUNK_SIZE = 250
/** Chunks grow to this size before they are split. */
const MOST_IN_CHUNK = 270
/** From this size on, what is appended begins a new chunk, so that a chunk is written once. */
const FULL = 150
/** Smaller ones join their neighbour when both are written anyway. */
const LEAST_IN_CHUNK = 60
/** Parsed chunks that are kept: about 2,000 items. With more of them each collection of garbage has more to move. */
const KEPT_CHUNKS = 8
/** What is missing is read one by one up to here; more of it takes less time as one list. */
const MOST_SINGLE_READS = 4
/** Names of shelves begin with this. */
const SHELF = '~'
/** Ranges that a head names before it says "all from here". */
const MOST_RANGES = 20

export function createLedger({ store, key, owner, now, zone, getGroup }: LedgerOptions): Ledger {
  let head: LedgerHead | undefined
  /** `head` as it stands in the store. */
  let headText: string | undefined
  /** The whole directory, read when somebody needs more than the front; of `head` or an older one. */
  let opened: Opened | undefined
  /** Parsed chunks, the one used last at the end. A name never stands for two contents. */
  const parsed = new Map<string, readonly Entry[]>()
  /** In which chunk an id is, for the chunks named in `indexed`. */
  const index = new Map<string, string>()
  const indexed = new Set<string>()

  function forgetMemory(): void {
    index.clear()
    indexed.clear()
  }

  async function readChunk(name: string): Promise<readonly Entry[]> {
    let entries = parsed.get(name)
    if (!entries) {
      const record = await store.get(`${key}/${name}`)
      entries = parseChunk(record)
    }
    keep(name, entries)
    return entries
  }

  function keep(name: string, entries: readonly Entry[]): void {
    parsed.delete(name)
    parsed.set(name, entries)
    for (const oldest of parsed.keys()) {
      if (parsed.size <= KEPT_CHUNKS) break
      parsed.delete(oldest)
    }
  }

  async function indexChunk(name: string): Promise<void> {
    if (indexed.has(name)) return
    addToIndex(name, await readChunk(name))
  }

  function addToIndex(name: string, entries: readonly Entry[]): void {
    for (const { item } of entries) index.set(item.id, name)
    indexed.add(name)
  }

  async function indexAll(): Promise<void> {
    const rest = (await getDirectory()).chunks.map(({ name }) => name).filter((name) => !indexed.has(name))
    if (rest.length <= MOST_SINGLE_READS) for (const name of rest) await indexChunk(name)
    else {
      const records = await readAll(rest, '')
      for (const [at, name] of rest.entries()) addToIndex(name, parseChunk(records[at]))
    }
  }

  /** @param prefix with which these names begin. */
  async function readAll(names: readonly string[], prefix: string): Promise<(StoreRecord | undefined)[]> {
    if (names.length <= MOST_SINGLE_READS) {
      return Promise.all(names.map((name) => store.get(`${key}/${name}`)))
    }
    const records = new Map((await store.list(`${key}/${prefix}`)).map((record) => [record.key, record]))
    return names.map((name) => records.get(`${key}/${name}`))
  }

  async function getDirectory(): Promise<Opened> {
    if (!head) return { of: undefined, chunks: [], shelves: [] }
    if (opened?.of === head) return opened
    const read = await readDirectory(head)
    if (read.of === head) opened = read
    return read
  }

  async function readDirectory(of: LedgerHead): Promise<Opened> {
    // A name never stands for two contents.
    const found = new Map(opened?.shelves.map((shelf) => [shelf.name, shelf]))
    const missing = of.shelves.filter((name) => !found.has(name))
    const records = await readAll(missing, SHELF)
    for (const [at, name] of missing.entries()) found.set(name, parseShelf(name, records[at]))
    const shelves = of.shelves.map((name) => found.get(name) as Shelf)
    const chunks = [...of.front, ...shelves.flatMap((shelf) => shelf.chunks), ...of.tail]
    if (countRows(chunks) !== of.total) throw new Outdated()
    return { of, chunks, shelves }
  }

  /** Afterwards the index knows each of these, if the list does. */
  async function indexFor(entries: readonly Entry[]): Promise<void> {
    let newest = -Infinity
    let oldest = Infinity
    for (const { order } of entries) {
      newest = Math.max(newest, order)
      oldest = Math.min(oldest, order)
    }
    for (const { name, first, last } of (await getDirectory()).chunks) {
      // Most chunks lie wholly before or after: they are passed over without a look at each entry.
      if (first < oldest || last > newest || indexed.has(name)) continue
      if (entries.some(({ order }) => order <= first && order >= last)) await indexChunk(name)
    }
    if (!entries.every(({ item }) => index.has(item.id))) await indexAll()
  }

  /**
   * Everything that changes the list ends here: chunks, head and what is obsolete, in one transaction.
   * @param old the directory from which `next` was made; empty for a list that begins anew.
   */
  async function write(old: Opened, next: readonly Draft[], fields: HeadFields): Promise<void> {
    // Somebody loaded another list meanwhile, or the time zone changed.
    if (head !== old.of || (head && head.zone !== zone())) throw new Outdated()
    const version = Math.max((head?.version ?? 0) + 1, now())
    const records: StoreRecord[] = []
    const put = (name: string, text: string) => records.push({ key: `${key}/${name}`, owner, value: text })
    const chunks: Chunk[] = []
    const added = new Map<string, readonly Entry[]>()
    for (const draft of next) {
      if (!draft.entries) {
        chunks.push(draft.chunk)
        continue
      }
      for (const entries of split(draft.entries)) {
        const name = `${version.toString(36)}-${added.size + 1}`
        const text = encodeChunk(entries)
        put(name, text)
        chunks.push(toChunk(name, entries, getGroup, text.length))
        keep(name, entries)
        added.set(name, entries)
      }
    }
    const { front, shelves, tail } = arrange(
      chunks,
      old.shelves,
      (nth) => `${SHELF}${version.toString(36)}-${nth}`,
    )
    const stored = [...old.chunks, ...old.shelves].map(({ name }) => name)
    const before = new Set(stored)
    for (const shelf of shelves) if (!before.has(shelf.name)) put(shelf.name, JSON.stringify(shelf.chunks))
    const kept = new Set([...chunks, ...shelves].map(({ name }) => name))
    const gone = stored.filter((name) => !kept.has(name))
    const total = countRows(chunks)
    const same = records.length === 0 && head?.total === total ? head : undefined
    const written: LedgerHead = {
      ...fields,
      ...(same
        ? { version: same.version, since: same.since, dirty: same.dirty }
        : {
            version,
            since: head?.version ?? 0,
            dirty: getDirty(old.chunks, chunks, (name) => parsed.get(name)),
          }),
      total,
      zone: zone(),
      groups: getGroups(chunks),
      front,
      shelves: shelves.map(({ name }) => name),
      tail,
    }
    const text = JSON.stringify(written)
    await store.write(
      [...records, { key, owner, value: text, bytes: text.length + countBytes(chunks) }],
      // Where nothing old stays, everything goes, whoever wrote it.
      old.chunks.length > 0 ? gone.map((name) => `${key}/${name}`) : [key],
    )
    head = written
    headText = text
    opened = { of: head, chunks, shelves }
    for (const name of gone) indexed.delete(name)
    // All of them: what was indexed before may have been forgotten while this was being written.
    for (const [name, entries] of added) addToIndex(name, entries)
  }

  /**
   * Another tab may replace chunks between a head and its rows: the new head has them. A list with a hole is no
   * list; it is a cache and begins anew.
   */
  async function withHead<T>(run: () => Promise<T>): Promise<T> {
    for (let tries = 0; ; tries += 1) {
      try {
        return await run()
      } catch (error) {
        if (!(error instanceof Outdated)) throw error
        if (tries > 1) await clear()
        else await load().catch(() => {})
      }
    }
  }

  async function clear(): Promise<void> {
    await store.write([], [key])
    head = undefined
    headText = undefined
    forgetMemory()
  }

  async function load(): Promise<void> {
    const before = head
    const text = (await store.get(key))?.value as string | undefined
    if (text === headText && head?.zone === zone()) return
    const stored = parseHead(text)
    const isMoved = stored && stored.zone !== zone()
    let read = stored && (isMoved || indexed.size > 0) ? await readDirectory(stored) : undefined
    if (read && isMoved) read = await regroup(read)
    // Whoever wrote or loaded meanwhile may know more, or less.
    if (head !== before) return load()
    const names = new Set(read?.chunks.map(({ name }) => name))
    // What went away in another tab cannot be told from what is left without reading it all again.
    if ([...indexed].some((name) => !names.has(name))) forgetMemory()
    head = read ? read.of : stored
    headText = stored && text
    opened = read ?? opened
  }

  /** The months of another time zone: every chunk is counted again, none is written. */
  async function regroup({ of, shelves, ...old }: Opened): Promise<Opened> {
    const chunks: Chunk[] = []
    for (const chunk of old.chunks) {
      chunks.push({ ...chunk, groups: getRuns(await readChunk(chunk.name), getGroup) })
    }
    return { of: of && { ...of, zone: zone(), groups: getGroups(chunks) }, chunks, shelves }
  }

  return {
    get head() {
      return head
    },
    load: () => withHead(load),
    read: (from, to) =>
      withHead(async () => {
        const { version = 0, front = [] } = head ?? {}
        const chunks = to <= countRows(front) ? front : (await getDirectory()).chunks
        const items: ActivityItem[] = []
        let start = 0
        for (const { name, count } of chunks) {
          if (start >= to) break
          if (start + count > from) {
            const entries = await readChunk(name)
            const end = Math.min(count, to - start)
            for (let at = Math.max(0, from - start); at < end; at += 1)
              items.push((entries[at] as Entry).item)
          }
          start += count
        }
        return { version, items }
      }),
    getKnown: (entries) =>
      withHead(async () => {
        await indexFor(entries)
        return new Set(entries.filter(({ item }) => index.has(item.id)).map(({ item }) => item.id))
      }),
    getPending: () =>
      withHead(async () => {
        const pending: Entry[] = []
        for (const { name, first } of (await getDirectory()).chunks) {
          if (!isPendingOrder(first)) break
          await indexChunk(name)
          for (const entry of await readChunk(name)) if (isPendingOrder(entry.order)) pending.push(entry)
        }
        return pending
      }),
    apply: (change, fields) =>
      withHead(async () => {
        const old = await getDirectory()
        if (old.of?.version !== change.version) return false
        await indexFor(change.put)
        const drafts: Draft[] = old.chunks.map((chunk) => ({ chunk, entries: undefined }))
        const open = async (draft: Draft) => {
          draft.entries ??= [...(await readChunk(draft.chunk.name))]
          return draft.entries
        }
        const find = async (id: string): Promise<Found | undefined> => {
          const name = index.get(id)
          if (name === undefined) return undefined
          const draft = drafts.find(({ chunk }) => chunk.name === name)
          const entries = draft && (draft.entries ?? (await readChunk(name)))
          const at = entries?.findIndex(({ item }) => item.id === id) ?? -1
          const entry = entries?.[at]
          if (draft && entry) return { draft, at, entry }
          // Another tab replaced its chunk while the index was being made. To take it for unknown would show it twice.
          forgetMemory()
          throw new Outdated()
        }
        for (const id of change.drop ?? []) {
          const found = await find(id)
          if (found) (await open(found.draft)).splice(found.at, 1)
        }
        const added: Entry[] = []
        for (const entry of change.put) {
          const found = index.has(entry.item.id) ? await find(entry.item.id) : undefined
          const isMoved = found?.entry.order !== entry.order
          if (isMoved) added.push(entry)
          if (!found) continue
          if (isMoved) (await open(found.draft)).splice(found.at, 1)
          // Nothing is written when the content is the same.
          else if (JSON.stringify(found.entry) !== JSON.stringify(entry)) {
            ;(await open(found.draft))[found.at] = entry
          }
        }
        await insert(drafts, added, change.place, open)
        await write(old, drafts.some((draft) => draft.entries) ? join(drafts) : drafts, fields)
        for (const id of change.drop ?? []) index.delete(id)
        return true
      }),
    restart: (entries, fields) =>
      withHead(async () => {
        const sorted = [...entries].sort((a, b) => b.order - a.order)
        const drafts = sorted.length > 0 ? [{ chunk: emptyChunk, entries: sorted }] : []
        forgetMemory()
        await write({ of: head, chunks: [], shelves: [] }, drafts, fields)
      }),
  }
}

/** The directory of a head with all that stands on its shelves. */
interface Opened {
  of: LedgerHead | undefined
  chunks: readonly Chunk[]
  shelves: readonly Shelf[]
}

/** A chunk, with its entries once they differ from what is stored. */
interface Draft {
  chunk: Chunk
  entries: Entry[] | undefined
}

/** A known entry, and where it stands. */
interface Found {
  draft: Draft
  at: number
  entry: Entry
}

const emptyChunk: Chunk = { name: '', count: 0, bytes: 0, first: Infinity, last: -Infinity, groups: [] }

/** What was read is not the list as it stands now: loading it again helps, or it is broken. */
class Outdated extends Error {}

/** Merges new entries into the chunks where their orders belong. Those of one order keep their sequence. */
async function insert(
  drafts: Draft[],
  added: readonly Entry[],
  place: Change['place'],
  open: (draft: Draft) => Promise<Entry[]>,
): Promise<void> {
  if (added.length === 0) return
  if (drafts.length === 0) drafts.push({ chunk: emptyChunk, entries: [] })
  const byDraft = new Map<Draft, Entry[]>()
  const known = [...drafts]
  /** Where a list is only ever appended to, a full chunk is written once. */
  let tail: Draft | undefined
  const end = known.at(-1) as Draft
  const isAppending = place === 'after' && end.chunk.count >= FULL
  for (const entry of [...added].sort((a, b) => b.order - a.order)) {
    let draft: Draft
    if (isAppending && entry.order <= end.chunk.last) {
      if (!tail) drafts.push((tail = { chunk: emptyChunk, entries: [] }))
      draft = tail
    } else if (place === 'before') draft = known.find(({ chunk }) => chunk.last <= entry.order) ?? end
    else draft = known.findLast(({ chunk }) => chunk.first >= entry.order) ?? (known[0] as Draft)
    const list = byDraft.get(draft)
    if (list) list.push(entry)
    else byDraft.set(draft, [entry])
  }
  for (const [draft, list] of byDraft) draft.entries = merge(await open(draft), list, place)
}

function merge(old: readonly Entry[], added: readonly Entry[], place: Change['place']): Entry[] {
  const merged: Entry[] = []
  let at = 0
  for (const entry of added) {
    for (let next = old[at]; next; next = old[(at += 1)]) {
      if (place === 'before' ? next.order <= entry.order : next.order < entry.order) break
      merged.push(next)
    }
    merged.push(entry)
  }
  return merged.concat(old.slice(at))
}

/** Small chunks join their neighbour where both are written anyway; empty ones vanish. */
function join(drafts: readonly Draft[]): Draft[] {
  const joined: Draft[] = []
  for (const draft of drafts) {
    const before = joined.at(-1)
    if (draft.entries?.length === 0) continue
    if (
      draft.entries &&
      before?.entries &&
      Math.min(draft.entries.length, before.entries.length) < LEAST_IN_CHUNK
    ) {
      before.entries = before.entries.concat(draft.entries)
    } else joined.push(draft.entries ? { ...draft } : draft)
  }
  return joined
}

function split(entries: readonly Entry[]): (readonly Entry[])[] {
  if (entries.length <= MOST_IN_CHUNK) return [entries]
  const pieces = Math.ceil(entries.length / CHUNK_SIZE)
  const size = Math.ceil(entries.length / pieces)
  return Array.from({ length: pieces }, (_, at) => entries.slice(at * size, (at + 1) * size))
}

/** @throws Outdated for what is not there or not readable. */
function parseChunk(record: StoreRecord | undefined): Entry[] {
  const entries = decodeChunk(record?.value)
  if (!entries) throw new Outdated()
  return entries
}

function parseHead(text: unknown): LedgerHead | undefined {
  const head = parseOrNone(text) as LedgerHead | undefined
  const isHead =
    areChunks(head?.front) && areChunks(head.tail) && Array.isArray(head.shelves) && areRuns(head.groups)
  return isHead ? head : undefined
}

/** @throws Outdated as `parseChunk` does. */
function parseShelf(name: string, record: StoreRecord | undefined): Shelf {
  const chunks = parseOrNone(record?.value)
  if (!areChunks(chunks)) throw new Outdated()
  return { name, chunks }
}

/** Rows that differ: in replaced chunks those that changed, and all that moved to another index. */
function getDirty(
  before: readonly Chunk[],
  after: readonly Chunk[],
  getParsed: (name: string) => readonly Entry[] | undefined,
): Range[] {
  const starts = new Map<string, number>()
  let start = 0
  // Most changes append, or leave all but the first chunk alone.
  let same = 0
  for (; same < before.length && before[same]?.name === after[same]?.name; same += 1) {
    start += before[same]!.count
  }
  const sameRows = start
  for (const { name, count } of before.slice(same)) {
    starts.set(name, start)
    start += count
  }
  const oldTotal = start
  const ranges: Range[] = []
  const add = (from: number, to: number) => {
    const last = ranges.at(-1)
    if (last?.[1] === from) ranges[ranges.length - 1] = [last[0], to]
    else ranges.push([from, to])
  }
  const kept = new Set(after.slice(same).map(({ name }) => name))
  const old = { at: same, start: sameRows }
  start = sameRows
  for (const { name, count } of after.slice(same)) {
    const from = starts.get(name)
    if (from === undefined) {
      // The chunk that stood here, if it stood here alone: its rows are compared one by one.
      while (old.at < before.length && old.start < start) old.start += before[old.at++]?.count ?? 0
      const candidate = before[old.at]
      const alike = candidate && old.start === start && candidate.count === count && !kept.has(candidate.name)
      if (alike) {
        const [a, b] = [getParsed(candidate.name), getParsed(name)]
        for (let at = 0; at < count; at += 1) if (!a || a[at] !== b?.[at]) add(start + at, start + at + 1)
      } else add(start, start + count)
    } else if (from !== start) add(start, start + count)
    start += count
  }
  if (start < oldTotal && ranges.at(-1)?.[1] !== start) ranges.push([start, start])
  if (ranges.length <= MOST_RANGES) return ranges.filter(([from, to]) => to > from)
  return [...ranges.slice(0, MOST_RANGES - 1), [ranges[MOST_RANGES - 1]?.[0] ?? 0, start]]
}
