/**
 * An account's history in the store. Never one record per transaction: that costs ten times as much as chunks of
 * some 250, which are text.
 *
 *   activity/<account>           head: version, segments, gaps
 *   activity/<account>/<name>    segment: its chunks and fingerprints (see segment.ts), or
 *                                chunk: items, in the order of the list (see chunk-text.ts)
 *
 * Chunks and segments are never changed, only replaced under new names together with the head, in one transaction
 * that compares the head with the one from which the change was worked out. So no writer undoes another one's work,
 * and whoever holds a head reads rows that belong to it, or finds that a part is gone and takes the new head. A part
 * that is gone although the head still names it costs its own rows: they become a gap, which is filled like any other.
 */
import { BillfoldError, hasCode } from '../../src/core/errors.ts'
import type { Range } from '../../src/core/list.ts'
import type { Store, StoreRecord } from '../context.ts'
import { decodeChunk } from './chunk-text.ts'
import { areGaps, type Gap, openGap } from './gaps.ts'
import type { ActivityItem } from './item.ts'
import { type Entry, getRuns, isPendingOrder, isUnknownOrder } from './order.ts'
import { parseOrNone } from './parse-or-none.ts'
import { rewrite } from './rewrite.ts'
import {
  areParts,
  countBytes,
  countRows,
  joinParts,
  type Part,
  type PartPlace,
  placeParts,
  readSegment,
  type Segment,
  writeSegment,
} from './segment.ts'
import { toFingerprint } from '../fingerprint.ts'
import { arrange, getDirty, type Splice } from './splice.ts'

/** What is kept beside the rows. */
export interface HeadFields {
  gaps: readonly Gap[]
  /** When the newest page came from the network: milliseconds since 1970. */
  fetchedAt: number
  hidden: { spam: number; otherChain: number; invalid: number }
  /** Time of the newest item, shown or hidden: milliseconds since 1970. OPEN_END for none. */
  newest: number
}

export interface LedgerHead extends HeadFields {
  /** Larger than any before, those of forgotten lists included. */
  version: number
  since: number
  dirty: readonly Range[]
  segments: readonly Part[]
  /** Names the time zone of the group codes. */
  zone: string
}

export interface Change {
  /** New items and new versions of known ones, each id once. */
  put: readonly Entry[]
  /** Where a new item stands among those of the same order. */
  place: 'before' | 'after'
  /** Rows with an order between `from` and `to`, ends included, that are not put. */
  review?: readonly {
    from: number
    to: number
    /** The row as it is from now on; undefined ends it. */
    look: (entry: Entry) => Entry | undefined
    /** When more rows than this would end, all of them stay as they are. */
    most: number
  }[]
  fields: HeadFields
}

/** The list from which a change is worked out. */
export interface List {
  head: LedgerHead | undefined
  /** Those of these that are known, by id, as they stand in the list. */
  find(entries: readonly Entry[]): Promise<ReadonlyMap<string, Entry>>
}

export interface Ledger {
  /** Undefined until something was loaded or written. */
  readonly head: LedgerHead | undefined
  /** Takes the head that is in the store now. @throws store_unavailable */
  load(): Promise<void>
  /** Items [from, to) with the version that they belong to. @throws store_unavailable */
  read(from: number, to: number): Promise<{ version: number; items: ActivityItem[] }>
  /**
   * Writes what `make` works out; that is asked again whenever somebody else has written meanwhile.
   * @param mayBegin while the disk cannot be read, a list of its own may begin in memory.
   * @throws store_unavailable otherwise.
   */
  change(make: (list: List) => Promise<Change>, mayBegin: boolean): Promise<void>
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

/** What is kept of the parts that were read: about 2,000 items, and the fingerprints of 500,000. */
const KEPT_CHUNKS = 8
const KEPT_SEGMENTS = 64
/** An id is looked for in segments around its time. The API may have corrected that by so much: milliseconds. */
const MARGIN = 86_400_000
/** Lists of up to so many segments, some 60,000 rows, are searched whole. */
const SEARCHED_WHOLE = 8
/** How often a change is worked out anew before the store is given up. */
const MOST_TRIES = 20

export function createLedger({ store, key, owner, now, zone, getGroup }: LedgerOptions): Ledger {
  /** The head that was read or written last. */
  let current: Stored | undefined
  const segments = createCache<Segment>(KEPT_SEGMENTS)
  const chunks = createCache<readonly Entry[]>(KEPT_CHUNKS)

  const getPart = async (name: string) => (await store.get(`${key}/${name}`))?.value

  async function getSegment(place: PartPlace): Promise<Segment> {
    const { name, count } = place.part
    const read = segments.get(name) ?? readSegment(await getPart(name), count)
    if (!read) throw new Broken(place)
    const segment = read.zone === zone() ? read : await countMonths(read, place)
    segments.set(name, segment)
    return segment
  }

  async function getChunk(place: PartPlace): Promise<readonly Entry[]> {
    const { name, count } = place.part
    const entries = chunks.get(name) ?? decodeChunk(await getPart(name))
    if (entries?.length !== count) throw new Broken(place)
    chunks.set(name, entries)
    return entries
  }

  /** In another time zone. Only chunks in which a month ends are read for it. */
  async function countMonths(segment: Segment, place: PartPlace): Promise<Segment> {
    const here = zone()
    const counted: Part[] = []
    for (const chunk of placeParts(segment.chunks, place)) {
      const { first, last, count } = chunk.part
      const code = getGroup(first)
      const entries = code === getGroup(last) ? undefined : await getChunk(chunk).catch(noneIfBroken)
      // A broken one counts as one month, until whoever reads its rows finds it out.
      counted.push({ ...chunk.part, groups: entries ? getRuns(entries, getGroup) : [[code, count]] })
    }
    return { ...segment, chunks: counted, zone: here }
  }

  async function load(): Promise<void> {
    const before = current
    const text = (await store.get(key))?.value
    const here = zone()
    let head = before?.text === text ? before?.head : parseHead(text)
    if (head && head.zone !== here) {
      const counted: Part[] = []
      for (const place of placeParts(head.segments))
        counted.push(joinParts(place.part.name, (await getSegment(place)).chunks))
      head = { ...head, segments: counted, zone: here }
    }
    // Whoever wrote or loaded meanwhile may know more.
    if (current !== before || zone() !== here) return load()
    if (head !== current?.head) current = head && { head, text: text as string }
  }

  /** Runs on the list as it is stored: when that turns out to be older it runs again, what is broken is healed. */
  async function onList<T>(run: (list: Stored | undefined) => Promise<T>): Promise<T> {
    for (let tries = 0; ;) {
      const list = current
      try {
        return await run(list)
      } catch (error) {
        if (error instanceof Broken) await heal(error, list)
        else if (!(error instanceof Outdated)) throw error
        else if ((tries += 1) < MOST_TRIES) await loadWhole()
        else throw unavailableError()
      }
    }
  }

  async function loadWhole(): Promise<void> {
    for (;;) {
      try {
        return await load()
      } catch (error) {
        if (!(error instanceof Broken)) throw error
        const text = (await store.get(key))?.value
        const head = parseHead(text)
        await heal(error, head && { head, text: text as string })
      }
    }
  }

  /** Gives up the rows of a part that cannot be read, unless it only belonged to an older list. */
  async function heal({ place }: Broken, list: Stored | undefined): Promise<void> {
    if (!list || (await store.get(key))?.value !== list.text) return loadWhole()
    const gaps = openGap(list.head.gaps, place.above, place.beneath)
    const splice: Splice = { at: place.start, removed: place.part.count, added: [] }
    await write(list, [splice], { ...list.head, gaps }, list.head.zone).catch((error: unknown) => {
      // Another tab was faster.
      if (!(error instanceof Outdated)) throw error
    })
  }

  /** Looks at the chunks that are wanted, and at none of a segment that is not. */
  async function visit(
    list: Stored | undefined,
    isWanted: (part: Part, start: number) => boolean,
    see: (entries: readonly Entry[], start: number) => void,
  ): Promise<void> {
    for (const segment of placeParts(list?.head.segments ?? [])) {
      if (!isWanted(segment.part, segment.start)) continue
      for (const chunk of placeParts((await getSegment(segment)).chunks, segment)) {
        if (isWanted(chunk.part, chunk.start)) see(await getChunk(chunk), chunk.start)
      }
    }
  }

  async function find(list: Stored | undefined, entries: readonly Entry[]): Promise<Map<string, Place>> {
    const parts = list?.head.segments ?? []
    const ids = new Set(entries.map(({ item }) => item.id))
    const wanted = new Set([...ids].map(toFingerprint))
    const orders = entries.map(({ order }) => order)
    const [newest, oldest] = [Math.max(...orders) + MARGIN, Math.min(...orders) - MARGIN]
    const rows: number[] = []
    for (const place of placeParts(parts)) {
      const { name, first, last } = place.part
      const isNear = first >= oldest && last <= newest
      // What had no time, or was pending, may have got one.
      const mayMove = isPendingOrder(first) || isUnknownOrder(last)
      if (!isNear && !mayMove && !segments.has(name) && parts.length > SEARCHED_WHOLE) continue
      const { fingerprints } = await getSegment(place)
      for (const [row, one] of fingerprints.entries()) if (wanted.has(one)) rows.push(place.start + row)
    }
    const found = new Map<string, Place>()
    await visit(
      list,
      ({ count }, start) => rows.some((row) => row >= start && row < start + count),
      (seen, start) => {
        for (const [row, entry] of seen.entries())
          if (ids.has(entry.item.id)) found.set(entry.item.id, { at: start + row, entry })
      },
    )
    return found
  }

  /** Row before which an entry of this order comes. */
  async function findRow(list: Stored | undefined, order: number, place: Change['place']): Promise<number> {
    const isBehind = (other: number) => (place === 'before' ? other <= order : other < order)
    let found: number | undefined
    await visit(
      list,
      ({ first, last }, start) => {
        if (found !== undefined || !isBehind(last)) return false
        if (!isBehind(first)) return true
        found = start
        return false
      },
      (entries, start) => (found = start + entries.findIndex((entry) => isBehind(entry.order))),
    )
    return found ?? countRows(list?.head.segments ?? [])
  }

  async function toSplices(list: Stored | undefined, { put, place, review = [] }: Change): Promise<Splice[]> {
    const known = await find(list, put)
    const splices: Splice[] = []
    const add = async (entry: Entry) =>
      splices.push({ at: await findRow(list, entry.order, place), removed: 0, added: [entry] })
    for (const entry of put) {
      const found = known.get(entry.item.id)
      if (found?.entry.order !== entry.order) {
        if (found) splices.push({ at: found.at, removed: 1, added: [] })
        await add(entry)
        // Nothing is written when the content is the same.
      } else if (JSON.stringify(found.entry) !== JSON.stringify(entry)) {
        splices.push({ at: found.at, removed: 1, added: [entry] })
      }
    }
    const ids = new Set(put.map(({ item }) => item.id))
    for (const { from, to, look, most } of review) {
      const changed: (Place & { next: Entry | undefined })[] = []
      await visit(
        list,
        ({ first, last }) => first >= to && last <= from,
        (entries, start) => {
          for (const [row, entry] of entries.entries()) {
            if (entry.order > from || entry.order < to || ids.has(entry.item.id)) continue
            const next = look(entry)
            if (next !== entry) changed.push({ at: start + row, entry, next })
          }
        },
      )
      if (changed.filter(({ next }) => !next).length > most) continue
      for (const { at, next } of changed) {
        splices.push({ at, removed: 1, added: [] })
        if (next) await add(next)
      }
    }
    return arrange(splices)
  }

  /**
   * Everything that changes the list ends here: chunks, segments, head and what is obsolete, in one transaction.
   * @param headZone of the months of the parts that stay.
   * @throws Outdated when the list is another one by now.
   */
  async function write(
    list: Stored | undefined,
    splices: readonly Splice[],
    fields: HeadFields,
    headZone = zone(),
  ): Promise<void> {
    const { head: old, text: oldText } = list ?? {}
    const version = Math.max((old?.version ?? 0) + 1, now())
    const here = zone()
    if (old && old.zone !== headZone) throw new Outdated()
    // Two tabs may work from one version at the same moment: their names must not be the same.
    const prefix = `${version.toString(36)}-${Math.floor(Math.random() * 2 ** 40).toString(36)}`
    const before = old?.segments ?? []
    const next = await rewrite(before, splices, { prefix, zone: here, getSegment, getChunk, getGroup })
    const head: LedgerHead = {
      ...fields,
      ...(splices.length === 0 && old
        ? { version: old.version, since: old.since, dirty: old.dirty }
        : { version, since: old?.version ?? 0, dirty: getDirty(splices, countRows(before)) }),
      segments: next.segments,
      zone: headZone,
    }
    if (zone() !== here) throw new Outdated()
    const text = JSON.stringify(head)
    const toRecord = (name: string, value: unknown) => ({ key: `${key}/${name}`, owner, value })
    const put: StoreRecord[] = [
      ...[...next.newSegments].map(([name, segment]) => toRecord(name, writeSegment(segment))),
      ...[...next.newChunks].map(([name, entries]) => toRecord(name, entries.text)),
      { key, owner, value: text, bytes: text.length + countBytes(next.segments) },
    ]
    const isWritten = await store.update(key, (stored) => {
      if (old ? stored?.value !== oldText : parseHead(stored?.value)) return undefined
      // Where nothing old stays, everything goes, whoever wrote it.
      return { put, remove: old ? next.gone.map((name) => `${key}/${name}`) : [key] }
    })
    if (!isWritten) throw new Outdated()
    current = { head, text }
    for (const [name, segment] of next.newSegments) segments.set(name, segment)
    for (const [name, { entries }] of next.newChunks) chunks.set(name, entries)
  }

  return {
    get head() {
      return current?.head
    },
    load: loadWhole,
    read: (from, to) =>
      onList(async (list) => {
        const items: ActivityItem[] = []
        await visit(
          list,
          ({ count }, start) => start < to && start + count > from,
          (entries, start) => {
            for (const { item } of entries.slice(Math.max(0, from - start), to - start)) items.push(item)
          },
        )
        return { version: list?.head.version ?? 0, items }
      }),
    async change(make, mayBegin) {
      const run = () =>
        onList(async (list) => {
          const change = await make({
            head: list?.head,
            find: async (entries) =>
              new Map([...(await find(list, entries))].map(([id, { entry }]) => [id, entry])),
          })
          await write(list, await toSplices(list, change), change.fields)
        })
      try {
        await run()
      } catch (error) {
        if (!mayBegin || !hasCode(error, 'store_unavailable')) throw error
        // The disk is away. What comes now is kept in memory, and gives way to what the disk holds when it is back.
        current = undefined
        await run()
      }
    },
  }
}

/** Every item of a stored history, a chunk at a time; broken parts are passed over. */
export async function* readItems(store: Store, key: string): AsyncGenerator<readonly ActivityItem[]> {
  const get = async (name: string) => (await store.get(`${key}/${name}`))?.value
  for (const part of parseHead((await store.get(key))?.value)?.segments ?? []) {
    for (const chunk of readSegment(await get(part.name), part.count)?.chunks ?? []) {
      yield (decodeChunk(await get(chunk.name)) ?? []).map(({ item }) => item)
    }
  }
}

function noneIfBroken(error: unknown): undefined {
  if (!(error instanceof Broken)) throw error
}

/** A row of the list. */
interface Place {
  at: number
  entry: Entry
}

/** A head as it was read or written, and its text in the store. */
interface Stored {
  head: LedgerHead
  text: string
}

/** What was read is not the list as it stands now: it has to be loaded again. */
class Outdated extends Error {}

/** A part cannot be read: somebody replaced it, or it is broken. */
class Broken extends Error {
  constructor(readonly place: PartPlace) {
    super()
  }
}

function unavailableError(): BillfoldError {
  return new BillfoldError('store_unavailable', 'The stored history changes all the time. Try again.')
}

function parseHead(text: unknown): LedgerHead | undefined {
  const head = parseOrNone(text) as LedgerHead | null | undefined
  const { spam, otherChain, invalid } = head?.hidden ?? {}
  const numbers = [head?.version, head?.since, head?.fetchedAt, head?.newest, spam, otherChain, invalid]
  const isHead =
    numbers.every(Number.isFinite) &&
    typeof head?.zone === 'string' &&
    Array.isArray(head.dirty) &&
    areParts(head.segments) &&
    areGaps(head.gaps)
  return isHead ? head : undefined
}

interface Cache<T> {
  has(name: string): boolean
  get(name: string): T | undefined
  set(name: string, value: T): void
}

/** The parts that were used last. A name never stands for two contents. */
function createCache<T>(most: number): Cache<T> {
  const kept = new Map<string, T>()
  return {
    has: (name) => kept.has(name),
    get: (name) => kept.get(name),
    set(name, value) {
      kept.delete(name)
      kept.set(name, value)
      for (const oldest of kept.keys()) {
        if (kept.size <= most) return
        kept.delete(oldest)
      }
    },
  }
}
