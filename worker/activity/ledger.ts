/**
 * An account's history in the store. Never one record per transaction: that costs ten times as much as chunks of
 * some 250, which are text, and one head that says what is in which chunk.
 *
 *   activity/<account>          head: version, cursor, directory of the chunks
 *   activity/<account>/<name>   chunk: items, in the order of the list (see chunk-text.ts)
 *
 * A chunk is never changed, only replaced under a new name together with the head, in one transaction. So whoever
 * holds a head reads rows that belong to it, or finds that a chunk is gone and takes the new head.
 */
import type { Range } from '../../src/core/list.ts'
import type { Store, StoreRecord } from '../context.ts'
import { decodeChunk, encodeChunk } from './chunk-text.ts'
import type { ActivityItem } from './item.ts'
import { getRuns, isPendingOrder } from './order.ts'
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
  chunks: readonly Chunk[]
}

export interface Chunk {
  /** Last part of the record's key. */
  name: string
  count: number
  /** Orders of the first and the last item; see order.ts. */
  first: number
  last: number
  /** Runs of equal group codes in the order of the items. */
  groups: readonly (readonly [code: number, count: number])[]
}

/** An item with its place in the list. */
export interface Entry {
  order: number
  item: ActivityItem
}

export interface Change {
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
  apply(change: Change, fields: HeadFields): Promise<void>
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
/** Parsed chunks that are kept: about 5,000 items. */
const KEPT_CHUNKS = 24
/** Ranges that a head names before it says "all from here". */
const MOST_RANGES = 20

export function createLedger({ store, key, owner, now, zone, getGroup }: LedgerOptions): Ledger {
  let head: LedgerHead | undefined
  /** `head` as it stands in the store. */
  let headText: string | undefined
  /** Parsed chunks, the one used last at the end. A name never stands for two contents. */
  const parsed = new Map<string, readonly Entry[]>()
  /** Order by id, of the chunks named in `indexed`. */
  const index = new Map<string, number>()
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
    const entries = await readChunk(name)
    for (const { order, item } of entries) index.set(item.id, order)
    indexed.add(name)
  }

  /** Indexes the rest. Reads all chunks at once: five hundred single reads would take longer. */
  async function indexAll(): Promise<void> {
    const rest = (head?.chunks ?? []).filter(({ name }) => !indexed.has(name))
    if (rest.length > 4) {
      const records = new Map((await store.list(`${key}/`)).map((record) => [record.key, record]))
      for (const { name } of rest) {
        for (const { order, item } of parseChunk(records.get(`${key}/${name}`))) index.set(item.id, order)
        indexed.add(name)
      }
    } else for (const { name } of rest) await indexChunk(name)
  }

  /** Afterwards the index knows each of these, if the list does. */
  async function indexFor(entries: readonly Entry[]): Promise<void> {
    let newest = -Infinity
    let oldest = Infinity
    for (const { order } of entries) {
      newest = Math.max(newest, order)
      oldest = Math.min(oldest, order)
    }
    for (const { name, first, last } of head?.chunks ?? []) {
      // Most chunks lie wholly before or after: they are passed over without a look at each entry.
      if (first < oldest || last > newest || indexed.has(name)) continue
      if (entries.some(({ order }) => order <= first && order >= last)) await indexChunk(name)
    }
    if (!entries.every(({ item }) => index.has(item.id))) await indexAll()
  }

  /** Everything that changes the list ends here: chunks, head and what is obsolete, in one transaction. */
  async function write(next: readonly Part[], fields: HeadFields): Promise<void> {
    const before = head?.chunks ?? []
    const version = Math.max((head?.version ?? 0) + 1, now())
    const same = next.length === before.length && next.every(({ entries }) => !entries) ? head : undefined
    const records: StoreRecord[] = []
    const chunks: Chunk[] = []
    const added: (readonly Entry[])[] = []
    for (const part of next) {
      if (!part.entries) {
        chunks.push(part.chunk)
        continue
      }
      for (const entries of split(part.entries)) {
        const name = `${version.toString(36)}-${added.push(entries)}`
        const text = encodeChunk(entries)
        records.push({ key: `${key}/${name}`, owner, value: text, bytes: text.length })
        chunks.push(toChunk(name, entries, getGroup))
        keep(name, entries)
      }
    }
    const kept = new Set(chunks.map(({ name }) => name))
    const removed = before.filter(({ name }) => !kept.has(name)).map(({ name }) => `${key}/${name}`)
    const written: LedgerHead = {
      ...fields,
      ...(same
        ? { version: same.version, since: same.since, dirty: same.dirty }
        : {
            version,
            since: head?.version ?? 0,
            dirty: getDirty(before, chunks, (name) => parsed.get(name)),
          }),
      total: chunks.reduce((sum, chunk) => sum + chunk.count, 0),
      zone: zone(),
      chunks,
    }
    const text = toText(written)
    await store.write([...records, { key, owner, value: text, bytes: text.length }], removed)
    head = written
    headText = text
    for (const { name } of before) if (!kept.has(name)) indexed.delete(name)
    for (const record of records) indexed.add(record.key.slice(key.length + 1))
    // All of them: what was indexed before may have been forgotten while this was being written.
    for (const entries of added) for (const { order, item } of entries) index.set(item.id, order)
  }

  /** The months of another time zone: every chunk is counted again, none is written. */
  async function regroup(old: LedgerHead): Promise<LedgerHead> {
    const chunks: Chunk[] = []
    for (const { name } of old.chunks) chunks.push(toChunk(name, await readChunk(name), getGroup))
    return { ...old, zone: zone(), chunks }
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
        if (!(error instanceof MissingChunk)) throw error
        if (tries > 1) await clear()
        else await load().catch(() => {})
      }
    }
  }

  async function clear(): Promise<void> {
    await store.write([], [key, ...(head?.chunks ?? []).map(({ name }) => `${key}/${name}`)])
    head = undefined
    headText = undefined
    forgetMemory()
  }

  async function load(): Promise<void> {
    const text = (await store.get(key))?.value as string | undefined
    if (text === headText && head?.zone === zone()) return
    const stored = parseHead(text)
    const names = new Set(stored?.chunks.map(({ name }) => name))
    // What went away in another tab cannot be told from what is left without reading it all again.
    if ([...indexed].some((name) => !names.has(name))) forgetMemory()
    head = stored
    headText = stored && text
    if (stored && stored.zone !== zone()) head = await regroup(stored)
  }

  return {
    get head() {
      return head
    },
    load: () => withHead(load),
    read: (from, to) =>
      withHead(async () => {
        const { version = 0, chunks = [] } = head ?? {}
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
        for (const { name, first } of head?.chunks ?? []) {
          if (!isPendingOrder(first)) break
          await indexChunk(name)
          for (const entry of await readChunk(name)) if (isPendingOrder(entry.order)) pending.push(entry)
        }
        return pending
      }),
    apply: (change, fields) =>
      withHead(async () => {
        await indexFor(change.put)
        const parts: Part[] = (head?.chunks ?? []).map((chunk) => ({ chunk, entries: undefined }))
        const open = async (part: Part) => {
          part.entries ??= [...(await readChunk(part.chunk.name))]
          return part.entries
        }
        const remove = async (id: string, order: number) => {
          for (const part of parts) {
            if (order > part.chunk.first || order < part.chunk.last) continue
            const at = (part.entries ?? (await readChunk(part.chunk.name))).findIndex(
              (entry) => entry.item.id === id,
            )
            if (at < 0) continue
            ;(await open(part)).splice(at, 1)
            return
          }
        }
        for (const id of change.drop ?? []) {
          const order = index.get(id)
          if (order !== undefined) await remove(id, order)
        }
        const added: Entry[] = []
        for (const entry of change.put) {
          const order = index.get(entry.item.id)
          if (order === undefined) added.push(entry)
          else if (order === entry.order) await replace(parts, entry, readChunk, open)
          else {
            await remove(entry.item.id, order)
            added.push(entry)
          }
        }
        await insert(parts, added, change.place, open)
        await write(parts.some((part) => part.entries) ? join(parts) : parts, fields)
        for (const id of change.drop ?? []) index.delete(id)
      }),
    async restart(entries, fields) {
      const sorted = [...entries].sort((a, b) => b.order - a.order)
      const first = sorted[0]
      forgetMemory()
      await write(first ? [{ chunk: emptyChunk, entries: sorted }] : [], fields)
    },
  }
}

/** A chunk, with its entries once they differ from what is stored. */
interface Part {
  chunk: Chunk
  entries: Entry[] | undefined
}

const emptyChunk: Chunk = { name: '', count: 0, first: Infinity, last: -Infinity, groups: [] }

class MissingChunk extends Error {}

/** The same place, new content; nothing is written when the content is the same. */
async function replace(
  parts: readonly Part[],
  entry: Entry,
  readChunk: (name: string) => Promise<readonly Entry[]>,
  open: (part: Part) => Promise<Entry[]>,
): Promise<void> {
  for (const part of parts) {
    if (entry.order > part.chunk.first || entry.order < part.chunk.last) continue
    const entries = part.entries ?? (await readChunk(part.chunk.name))
    const at = entries.findIndex(({ item }) => item.id === entry.item.id)
    if (at < 0) continue
    if (JSON.stringify(entries[at]) !== JSON.stringify(entry)) (await open(part))[at] = entry
    return
  }
}

/** Merges new entries into the chunks where their orders belong. Those of one order keep their sequence. */
async function insert(
  parts: Part[],
  added: readonly Entry[],
  place: Change['place'],
  open: (part: Part) => Promise<Entry[]>,
): Promise<void> {
  if (added.length === 0) return
  if (parts.length === 0) parts.push({ chunk: emptyChunk, entries: [] })
  const byPart = new Map<Part, Entry[]>()
  const known = [...parts]
  /** Where a list is only ever appended to, a full chunk is written once. */
  let tail: Part | undefined
  const end = known.at(-1) as Part
  const isAppending = place === 'after' && end.chunk.count >= FULL
  for (const entry of [...added].sort((a, b) => b.order - a.order)) {
    let part: Part
    if (isAppending && entry.order <= end.chunk.last) {
      if (!tail) parts.push((tail = { chunk: emptyChunk, entries: [] }))
      part = tail
    } else if (place === 'before') part = known.find(({ chunk }) => chunk.last <= entry.order) ?? end
    else part = known.findLast(({ chunk }) => chunk.first >= entry.order) ?? (known[0] as Part)
    const list = byPart.get(part)
    if (list) list.push(entry)
    else byPart.set(part, [entry])
  }
  for (const [part, list] of byPart) part.entries = merge(await open(part), list, place)
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
function join(parts: readonly Part[]): Part[] {
  const joined: Part[] = []
  for (const part of parts) {
    const before = joined.at(-1)
    if (part.entries?.length === 0) continue
    if (
      part.entries &&
      before?.entries &&
      Math.min(part.entries.length, before.entries.length) < LEAST_IN_CHUNK
    ) {
      before.entries = before.entries.concat(part.entries)
    } else joined.push(part.entries ? { ...part } : part)
  }
  return joined
}

function split(entries: readonly Entry[]): (readonly Entry[])[] {
  if (entries.length <= MOST_IN_CHUNK) return [entries]
  const pieces = Math.ceil(entries.length / CHUNK_SIZE)
  const size = Math.ceil(entries.length / pieces)
  return Array.from({ length: pieces }, (_, at) => entries.slice(at * size, (at + 1) * size))
}

function toChunk(name: string, entries: readonly Entry[], getGroup: (order: number) => number): Chunk {
  const groups = getRuns(entries, getGroup)
  const first = entries[0]?.order ?? 0
  return { name, count: entries.length, first, last: entries.at(-1)?.order ?? 0, groups }
}

/** @throws MissingChunk for what is not there or not readable. */
function parseChunk(record: StoreRecord | undefined): Entry[] {
  const entries = decodeChunk(record?.value)
  if (!entries) throw new MissingChunk()
  return entries
}

/** As JSON. Of hundreds of chunks only a few are new: writing each anew with each page took a tenth of the work. */
function toText({ chunks, ...fields }: LedgerHead): string {
  return `${JSON.stringify(fields).slice(0, -1)},"chunks":[${chunks.map(toChunkText).join()}]}`
}

const chunkTexts = new WeakMap<Chunk, string>()

function toChunkText(chunk: Chunk): string {
  let text = chunkTexts.get(chunk)
  if (text === undefined) chunkTexts.set(chunk, (text = JSON.stringify(chunk)))
  return text
}

function parseHead(text: unknown): LedgerHead | undefined {
  return parseOrNone(text) as LedgerHead | undefined
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
