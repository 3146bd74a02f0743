/**
 * An account's history in the store. Never one record per transaction: that costs ten times as much as chunks of
 * some 250, which are text.
 *
 *   activity/<account>           head: version, segments, gaps, rows of each month
 *   activity/<account>/<name>    segment: its chunks and their fingerprints (see tree.ts), or
 *                                chunk: items, in the order of the list (see chunk-text.ts)
 *
 * Chunks and segments are never changed, only replaced under new names together with the head, in one transaction
 * that compares the head with the one from which the change was worked out. So no writer undoes another one's work,
 * and a reader that holds a head gets the rows of that head, or finds that a part is gone and takes the new head. A part
 * that is gone although the head still names it costs its own rows: they become a gap, which is filled like any other.
 */
import * as v from 'valibot'
import { BillfoldError, hasCode } from '../../src/core/base/errors.ts'
import type { ListHead } from '../../src/core/contract/list.ts'
import { finite, json, parseOrNone } from '../../src/core/contract/schemas.ts'
import type { Store, StoreRecord } from '../base/context.ts'
import { decodeChunk } from './chunk-text.ts'
import { gap, OPEN_END, openGap } from './gaps.ts'
import type { ActivityItem } from './item.ts'
import { type Edit, rewrite } from './rewrite.ts'
import {
  Broken,
  countBytes,
  type Counted,
  counted,
  countRows,
  createTree,
  type PartPosition,
  readSegment,
  type Tree,
  type TreeOptions,
} from './tree.ts'

/** What is kept beside the rows. */
const headFields = v.object({
  gaps: v.pipe(v.array(gap), v.readonly()),
  /** When the newest page came from the network: milliseconds since 1970. */
  fetchedAt: finite,
  hidden: v.object({ spam: finite, otherChain: finite, invalid: finite }),
  /** Time of the newest item, shown or hidden: milliseconds since 1970. OPEN_END for none. */
  newest: finite,
})

export type HeadFields = v.InferOutput<typeof headFields>

/** Raised with each change of the stored layout; lists of another layout are fetched again. */
const LAYOUT = 3

const ledgerHead = v.object({
  ...headFields.entries,
  ...counted.entries,
  layout: v.literal(LAYOUT),
  version: finite,
  since: finite,
  dirty: v.array(v.tuple([finite, finite])),
})

export type LedgerHead = HeadFields & Counted & Omit<ListHead, 'total'> & { layout: typeof LAYOUT }

export interface Change {
  edit: Edit
  /** From then on. */
  fields: HeadFields
}

export interface LedgerOptions extends TreeOptions {
  owner: string
  now(): number
}

/** How often a change is worked out anew before the store is given up. */
const MAX_TRIES = 20

export function createLedger(options: LedgerOptions) {
  const { store, key, owner, now, zone } = options
  /** The head that was read or written last. */
  let current: Stored | undefined
  const tree = createTree(options)

  /** Takes the head that is in the store now. @throws store_unavailable */
  async function load(): Promise<void> {
    const before = current
    const text = (await store.get(key))?.value
    const head = before?.text === text ? before?.head : parseHead(text)
    const counted = head && (await tree.count(head))
    // Another writer may have stored more meanwhile.
    if (current !== before) return load()
    if (counted !== current?.head) current = counted && { head: counted, text: text as string }
  }

  /** Runs on the list as it is stored: again when that turns out to be another one, or had to be healed. */
  async function onList<T>(run: (list: Stored | undefined) => Promise<T>): Promise<T> {
    for (let tries = 0; tries < MAX_TRIES;) {
      const list = current
      try {
        return await run(list)
      } catch (error) {
        const reason = error instanceof Broken && list ? await giveUp(list, error.position) : error
        if (reason instanceof Outdated) {
          tries += 1
          await load()
        } else if (reason) throw reason
      }
    }
    throw new BillfoldError('store_unavailable', 'The stored history keeps changing. Try again.')
  }

  /** The rows of a part that cannot be read; they become a gap. Resolves to why that could not be written. */
  async function giveUp({ head, text }: Stored, { part, start }: PartPosition): Promise<unknown> {
    const rows = new Map(Array.from({ length: part.count }, (_, row) => [start + row, undefined]))
    // By its own rows: the one beneath may have the very time of its last ones, and would close the gap before they came.
    const isEnd = start + part.count === countRows(head.parts)
    const gaps = openGap(head.gaps, part.first + 1, isEnd ? OPEN_END : part.last - 1)
    const edit: Edit = { rows, added: [], place: 'after', lost: part.name }
    return write({ head, text }, edit, { ...head, gaps }).catch((error: unknown) => error)
  }

  /**
   * Everything that changes the list ends here: chunks, segments, head and what is obsolete, in one transaction.
   * @throws Outdated when the list is another one by now.
   */
  async function write(list: Stored | undefined, edit: Edit, fields: HeadFields): Promise<void> {
    const { head: old, text: oldText } = list ?? {}
    // Larger than any before, those of forgotten lists included.
    const version = Math.max((old?.version ?? 0) + 1, now())
    // Two tabs may work from one version at the same moment: their names must not be the same.
    const prefix = `${version.toString(36)}-${Math.floor(Math.random() * 2 ** 40).toString(36)}`
    const here = zone()
    const before = old ?? { parts: [], groups: [], zone: here }
    const { parts, groups, written, gone, dirty } = await rewrite(tree, before, edit, prefix)
    const isSame = written.size + gone.length === 0
    const head: LedgerHead = {
      ...fields,
      ...(isSame && old
        ? { version: old.version, since: old.since, dirty: old.dirty }
        : { version, since: old?.version ?? 0, dirty }),
      layout: LAYOUT,
      parts,
      groups,
      // Months of two zones are no count.
      zone: [here, zone()].every((one) => one === before.zone) ? here : '',
    }
    const text = JSON.stringify(head)
    const put: StoreRecord[] = [
      ...[...written].map(([name, value]) => ({ key: `${key}/${name}`, owner, value })),
      { key, owner, value: text, bytes: text.length + countBytes(parts) },
    ]
    const isWritten = await store.update(key, (stored) => {
      if (old ? stored?.value !== oldText : parseHead(stored?.value)) return undefined
      // If nothing old stays, remove the whole list, from whichever writer.
      return { put, remove: old ? gone.map((name) => `${key}/${name}`) : [key] }
    })
    if (!isWritten) throw new Outdated()
    const own = (current = { head, text })
    // It stands so in the store, whatever comes of the counting.
    own.head = await tree.count(head)
  }

  return {
    /** Undefined until something was loaded or written. */
    get head(): LedgerHead | undefined {
      return current?.head
    },
    load,
    /** Items [from, to) with the version that they belong to. @throws store_unavailable */
    read: (from: number, to: number): Promise<{ version: number; items: ActivityItem[] }> =>
      onList(async (list) => {
        const items: ActivityItem[] = []
        const isWanted = ({ part, start }: PartPosition) => start < to && start + part.count > from
        for await (const [entries, start] of tree.visit(list?.head.parts ?? [], isWanted))
          for (const { item } of entries.slice(Math.max(0, from - start), to - start)) items.push(item)
        return { version: list?.head.version ?? 0, items }
      }),
    /**
     * Writes what `make` works out from the list; that is asked again whenever somebody else has written meanwhile.
     * @param mayBegin while the disk cannot be read, a list of its own may begin in memory.
     * @throws store_unavailable otherwise.
     */
    async change(
      make: (head: LedgerHead | undefined, tree: Tree) => Promise<Change>,
      mayBegin: boolean,
    ): Promise<void> {
      const run = () =>
        onList(async (list) => {
          const { edit, fields } = await make(list?.head, tree)
          await write(list, edit, fields)
        })
      try {
        await run()
      } catch (error) {
        if (!mayBegin || !hasCode(error, 'store_unavailable')) throw error
        // The disk is gone. New rows are kept in memory until the disk's list is back.
        current = undefined
        await run()
      }
    },
  }
}

/** Undefined where no history is stored. @throws store_unavailable */
export async function readLedgerHead(store: Store, key: string): Promise<LedgerHead | undefined> {
  return parseHead((await store.get(key))?.value)
}

/** Every item of a stored history, a chunk at a time; broken parts are passed over. @throws store_unavailable */
export async function* readItems(store: Store, key: string): AsyncGenerator<readonly ActivityItem[]> {
  const get = async (name: string) => (await store.get(`${key}/${name}`))?.value
  for (const { name, count } of (await readLedgerHead(store, key))?.parts ?? []) {
    for (const chunk of readSegment(await get(name), count) ?? []) {
      yield (decodeChunk(await get(chunk.name)) ?? []).map(({ item }) => item)
    }
  }
}

/** A head as it was read or written, and its text in the store. */
interface Stored {
  head: LedgerHead
  text: string
}

/** The list has changed since it was read: load it again. */
class Outdated extends Error {}

function parseHead(text: unknown): LedgerHead | undefined {
  return parseOrNone(json(ledgerHead), text)
}
