/** Writes the loaded activity as a CSV file, in parts. Each part fits into one message and is written quickly. */
import type { ActivityCsv, ActivityPlace } from '../../../src/core/assets/activity.ts'
import { parseCaipAddress } from '../../../src/core/chains/caip.ts'
import type { ActivityParams } from '../../../src/core/contract/protocol.ts'
import { readAccountParams } from '../../base/account-topic.ts'
import type { CommandContext, Store } from '../../base/context.ts'
import { nextTask } from '../../base/next-task.ts'
import { type LedgerHead, readLedgerHead } from '../ledger.ts'
import type { Entry } from '../order.ts'
import { createKeptFacts } from '../transaction/kept-facts.ts'
import { Broken, countRows, createTree, type Part, placeParts, type Tree } from '../tree.ts'
import { type CsvFormat, writeCsvHeader, writeCsvRows } from './csv-row.ts'
import { createMatcher } from './match.ts'
import { readFilter } from './read-filter.ts'

/** Upper limit of a part, in bytes of UTF-8: the part fits into one message together with the fields around it. */
const MAX_BYTES = 90_000
/** How many chunks are read for one part at most: about 16,000 rows. */
const MAX_CHUNKS = 64
const AT_ONCE = 8

type Input = ActivityParams & { after?: ActivityPlace }
type Context = Pick<CommandContext, 'config' | 'store' | 'signal'>

/** An unfinished file, kept until its next part is requested. */
interface Paused {
  /** Account and filter of the file, as JSON. */
  name: string
  next: ActivityPlace
  file: CsvFile
}

/** The last unfinished file of each store, so that its next part continues without reading anything twice. */
const paused = new WeakMap<Store, Paused>()

/** @throws bad_account, unexpected for an invalid filter, aborted, store_unavailable */
export async function writeActivityCsv(input: Input, context: Context): Promise<ActivityCsv> {
  const { store, signal } = context
  const { account } = readAccountParams(input)
  const name = JSON.stringify([account, readFilter(input.filter)])
  const last = paused.get(store)
  paused.delete(store)
  const goesOn = last?.name === name && isSamePlace(last.next, input.after)
  const file = goesOn ? last.file : await createCsvFile(input, context)
  const part = await file.write(signal)
  if (part.next) paused.set(store, { name, next: part.next, file })
  return part
}

function isSamePlace(one: ActivityPlace, other: ActivityPlace | undefined): boolean {
  return one.id === other?.id && one.order === other.order
}

interface CsvFile {
  write(signal: AbortSignal): Promise<ActivityCsv>
}

interface Chunk {
  part: Part
  /** Index of the chunk's first row in the list. */
  start: number
  /** Undefined if the store could not read the chunk. */
  entries: readonly Entry[] | undefined
  /** Index of the first entry that is not in the file yet. */
  from: number
}

async function createCsvFile(input: Input, { config, store }: Omit<Context, 'signal'>): Promise<CsvFile> {
  const { account } = readAccountParams(input)
  const key = `activity/${account}`
  const isMatch = createMatcher(readFilter(input.filter) ?? {})
  const tree = createTree({ store, key, zone: () => '', getGroup: () => 0 })
  const { caipNetworkId } = parseCaipAddress(account)
  const native = config.networks.find((one) => one.caipNetworkId === caipNetworkId)?.nativeCurrency
  const facts = await createKeptFacts(store, account).getAll()
  const format: CsvFormat = {
    caipNetworkId,
    native,
    getFee: (hash) => facts.get(hash.toLowerCase())?.fee,
  }
  let head = await readLedgerHead(store, key)
  let last = input.after
  const rest = listRest()
  let chunk: Chunk | undefined
  /** Index of the next row of `chunk` to write. */
  let at = 0
  let [searched, unread] = [0, 0]

  /**
   * The head in the store, if the history has changed: a part that is missing may have another name in that head.
   * Undefined if the history has not changed.
   */
  async function readNewHead(): Promise<LedgerHead | undefined> {
    const now = await readLedgerHead(store, key)
    return now?.version === head?.version ? undefined : now
  }

  /** The chunks with the rows after `last`. */
  async function* listRest(): AsyncGenerator<Chunk> {
    const after = last
    let isPassed = !after
    for await (const next of listChunks(tree, head?.parts ?? [], after)) {
      const { part, entries } = next
      const newHead = entries ? undefined : await readNewHead()
      if (newHead) {
        head = newHead
        return yield* listRest()
      }
      if (!entries) unread += part.count
      const from = isPassed ? 0 : findNext(entries ?? [], after!)
      isPassed ||= from < (entries?.length ?? 0) || entries?.at(-1)?.item.id === after?.id
      yield { ...next, from }
    }
  }

  return {
    async write(signal) {
      const csv = createPart(MAX_BYTES)
      if (!last) csv.add(writeCsvHeader())
      unread = 0
      let [rows, chunks] = [0, 0]
      const end = (isWhole: boolean): ActivityCsv => ({
        csv: csv.getBytes(),
        rows,
        searched,
        loaded: countRows(head?.parts ?? []),
        unread,
        ...(!isWhole && last && { next: last }),
      })

      for (;;) {
        signal.throwIfAborted()
        for (const { order, item } of chunk?.entries?.slice(at) ?? []) {
          if (isMatch(item)) {
            if (!csv.add(writeCsvRows(item, format))) return end(false)
            rows += 1
          }
          last = { order, id: item.id }
          at += 1
          searched = chunk!.start + at
        }
        if (chunk) {
          searched = chunk.start + chunk.part.count
          chunks += 1
          chunk = undefined
          if (chunks >= MAX_CHUNKS) return end(false)
          // Yield: a store in memory answers at once, and would block other tasks.
          if (chunks % AT_ONCE === 0) await nextTask()
        }
        const { done, value } = await rest.next()
        if (done) return end(true)
        chunk = value
        at = value.from
      }
    },
  }
}

/** Index of the first entry after `place`. `entries.length` if that entry is in a later chunk. */
function findNext(entries: readonly Entry[], place: ActivityPlace): number {
  const at = entries.findIndex(({ order, item }) => isAt({ order, id: item.id }, place, entries))
  if (at < 0) return entries.length
  return entries[at]!.item.id === place.id ? at + 1 : at
}

/** Whether `row` is the row of `place`. If `entries` do not contain that row: whether `row` is older than `place`. */
function isAt(row: ActivityPlace, place: ActivityPlace, entries: readonly Entry[]): boolean {
  return row.id === place.id || (row.order < place.order && !entries.some(({ item }) => item.id === place.id))
}

/** The chunks from `place` on, each with the index of its first row. A chunk that could not be read has no entries. */
async function* listChunks(
  tree: Tree,
  parts: readonly Part[],
  place: ActivityPlace | undefined,
  begin = 0,
): AsyncGenerator<Omit<Chunk, 'from'>> {
  for (const position of placeParts(parts, begin)) {
    const { part, start } = position
    if (place && part.last > place.order) continue
    try {
      if (part.prints) yield { part, start, entries: await tree.getChunk(position) }
      else yield* listChunks(tree, await tree.getParts(position), place, start)
    } catch (error) {
      if (!(error instanceof Broken)) throw error
      yield { part, start, entries: undefined }
    }
  }
}

/** Collects text as UTF-8, up to `most` bytes. */
function createPart(most: number) {
  const bytes = new Uint8Array(most)
  const encoder = new TextEncoder()
  let length = 0
  return {
    /** Adds the whole text, or returns false if it does not fit. */
    add(text: string): boolean {
      const { read, written } = encoder.encodeInto(text, bytes.subarray(length))
      if (read < text.length) return false
      length += written
      return true
    },
    getBytes: () => bytes.slice(0, length),
  }
}
