/** The loaded activity as a CSV file, in parts that are small enough for a message and soon made. */
import type { ActivityCsv, ActivityPlace } from '../../../src/core/assets/activity.ts'
import { parseCaipAddress } from '../../../src/core/chains/caip.ts'
import type { ActivityParams } from '../../../src/core/contract/protocol.ts'
import { readAccountParams } from '../../base/account-topic.ts'
import type { CommandContext } from '../../base/context.ts'
import { nextTask } from '../../base/next-task.ts'
import { readLedgerHead } from '../ledger.ts'
import type { Entry } from '../order.ts'
import { createKeptFacts } from '../transaction/kept-facts.ts'
import { Broken, countRows, createTree, type Part, placeParts, type Tree } from '../tree.ts'
import { type CsvFormat, writeCsvHeader, writeCsvRows } from './csv-row.ts'
import { createMatcher } from './match.ts'
import { readFilter } from './read-filter.ts'

/** Bytes of UTF-8; with what stands around them they fit into one message. */
const MOST_BYTES = 90_000
/** Chunks that one part looks through, some 16,000 rows. */
const MOST_CHUNKS = 64
const AT_ONCE = 8

/** @throws bad_account, unexpected for a filter that is none, aborted, store_unavailable */
export async function writeActivityCsv(
  input: ActivityParams & { after?: ActivityPlace },
  context: Pick<CommandContext, 'config' | 'store' | 'signal'>,
): Promise<ActivityCsv> {
  const { config, store, signal } = context
  const { account } = readAccountParams(input)
  const key = `activity/${account}`
  const isMatch = createMatcher(readFilter(input.filter) ?? {})
  const head = await readLedgerHead(store, key)
  const loaded = countRows(head?.parts ?? [])
  const tree = createTree({ store, key, zone: () => '', getGroup: () => 0 })
  const { caipNetworkId } = parseCaipAddress(account)
  const native = config.networks.find((one) => one.caipNetworkId === caipNetworkId)?.nativeCurrency
  const facts = await createKeptFacts(store, account).getAll()
  const format: CsvFormat = {
    caipNetworkId,
    native,
    getFee: (hash) => facts.get(hash.toLowerCase())?.fee,
  }
  const file = createPart(MOST_BYTES)
  if (!input.after) file.add(writeCsvHeader())
  let isPassed = !input.after
  let last = input.after
  let [rows, chunks, searched, unread] = [0, 0, 0, 0]
  const end = (isWhole: boolean): ActivityCsv => ({
    csv: file.getBytes(),
    rows,
    searched,
    loaded,
    unread,
    ...(!isWhole && last && { next: last }),
  })

  for await (const [{ count }, start, entries] of listChunks(tree, head?.parts ?? [], input.after)) {
    signal.throwIfAborted()
    if (!entries) unread += count
    for (const [at, { order, item }] of (entries ?? []).entries()) {
      if (!isPassed && !isAt({ order, id: item.id }, input.after!, entries!)) continue
      isPassed = true
      if (input.after?.id === item.id) continue
      if (isMatch(item)) {
        if (!file.add(writeCsvRows(item, format))) return end(false)
        rows += 1
      }
      last = { order, id: item.id }
      searched = start + at + 1
    }
    searched = start + count
    chunks += 1
    if (chunks >= MOST_CHUNKS) return end(false)
    // A store in memory answers at once, and nothing else would have its turn.
    if (chunks % AT_ONCE === 0) await nextTask()
  }
  return end(true)
}

/** Whether the list goes on here: with the row of the place, or with the next one where that is gone. */
function isAt(row: ActivityPlace, place: ActivityPlace, entries: readonly Entry[]): boolean {
  return row.id === place.id || (row.order < place.order && !entries.some(({ item }) => item.id === place.id))
}

/** Chunks from a place on, with the row at which each begins; without entries, what the store could not give. */
async function* listChunks(
  tree: Tree,
  parts: readonly Part[],
  place: ActivityPlace | undefined,
  begin = 0,
): AsyncGenerator<[part: Part, start: number, entries: readonly Entry[] | undefined]> {
  for (const position of placeParts(parts, begin)) {
    const { part, start } = position
    if (place && part.last > place.order) continue
    try {
      if (part.prints) yield [part, start, await tree.getChunk(position)]
      else yield* listChunks(tree, await tree.getParts(position), place, start)
    } catch (error) {
      if (!(error instanceof Broken)) throw error
      yield [part, start, undefined]
    }
  }
}

/** Text as bytes, up to so many. */
function createPart(most: number) {
  const bytes = new Uint8Array(most)
  const encoder = new TextEncoder()
  let length = 0
  return {
    /** False, and nothing is added, where there is no room for all of it. */
    add(text: string): boolean {
      const { read, written } = encoder.encodeInto(text, bytes.subarray(length))
      if (read < text.length) return false
      length += written
      return true
    },
    getBytes: () => bytes.slice(0, length),
  }
}
