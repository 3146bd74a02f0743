/**
 * An account's history in the store, in chunks of about 250 transactions as text. One record for each transaction would
 * take ten times as long.
 *
 *   activity/<account>           head: version, segments, gaps, rows of each month
 *   activity/<account>/<name>    segment: its chunks and their fingerprints (see tree.ts), or
 *                                chunk: items, in the order of the list (see chunk-text.ts)
 *
 * Chunks and segments are immutable: a change writes new ones and the head in one transaction, and fails if the head has
 * changed meanwhile. So no writer overwrites another writer's change. A reader either gets the rows of its head, or finds a
 * part missing and loads the new head. If a part is missing although the head is current, the part's rows become a gap.
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

/** Fields of the head other than the rows. */
const headFields = v.object({
  gaps: v.pipe(v.array(gap), v.readonly()),
  /** When the newest page came from the network: milliseconds since 1970. */
  fetchedAt: finite,
  hidden: v.object({ spam: finite, otherChain: finite, invalid: finite }),
  /** Time of the newest item, shown or hidden: milliseconds since 1970. OPEN_END for none. */
  newest: finite,
})

export type HeadFields = v.InferOutput<typeof headFields>

/** Version of the stored layout. Histories of another version are fetched again. */
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
  fields: HeadFields
}

export interface LedgerOptions extends TreeOptions {
  owner: string
  now(): number
}

/** How often to retry a change that conflicts with another writer. */
const MAX_TRIES = 20

export function createLedger(options: LedgerOptions) {
  const { store, key, owner, now, zone } = options
  /** The head that this tab read or wrote last. */
  let current: Stored | undefined
  const tree = createTree(options)

  /** Loads the current head from the store. @throws store_unavailable */
  async function load(): Promise<void> {
    const before = current
    const text = (await store.get(key))?.value
    const head = before?.text === text ? before?.head : parseHead(text)
    const counted = head && (await tree.count(head))
    // A change in this tab replaced `current` meanwhile: load again.
    if (current !== before) return load()
    if (counted !== current?.head) current = counted && { head: counted, text: text as string }
  }

  /**
   * Calls `run` with the stored list. Calls it again if the list changed meanwhile, or after the rows of a broken part
   * became a gap.
   */
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

  /** Turns the rows of an unreadable part into a gap. Resolves with the error if the gap cannot be written. */
  async function giveUp({ head, text }: Stored, { part, start }: PartPosition): Promise<unknown> {
    const rows = new Map(Array.from({ length: part.count }, (_, row) => [start + row, undefined]))
    // Take the gap's bounds from the rows of the part itself. The next part may begin at the time of the last lost row:
    // with the next part's time as the bound, the gap would be closed too early.
    const isEnd = start + part.count === countRows(head.parts)
    const gaps = openGap(head.gaps, part.first + 1, isEnd ? OPEN_END : part.last - 1)
    const edit: Edit = { rows, added: [], place: 'after', lost: part.name }
    return write({ head, text }, edit, { ...head, gaps }).catch((error: unknown) => error)
  }

  /**
   * Writes a change of the list in one transaction: new chunks and segments, the head, and the removal of old ones.
   * @throws Outdated if another writer changed the list meanwhile
   */
  async function write(list: Stored | undefined, edit: Edit, fields: HeadFields): Promise<void> {
    const { head: old, text: oldText } = list ?? {}
    // At least the current time, and so larger than all earlier versions, also those of a removed list.
    const version = Math.max((old?.version ?? 0) + 1, now())
    // Random, so that two tabs that change the same version never give their parts the same names.
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
      // Empty if the time zone has changed: counts from two time zones cannot be combined.
      zone: [here, zone()].every((one) => one === before.zone) ? here : '',
    }
    const text = JSON.stringify(head)
    const put: StoreRecord[] = [
      ...[...written].map(([name, value]) => ({ key: `${key}/${name}`, owner, value })),
      { key, owner, value: text, bytes: text.length + countBytes(parts) },
    ]
    const isWritten = await store.update(key, (stored) => {
      if (old ? stored?.value !== oldText : parseHead(stored?.value)) return undefined
      // A new list: remove all earlier records of this history, also those that another tab wrote.
      return { put, remove: old ? gone.map((name) => `${key}/${name}`) : [key] }
    })
    if (!isWritten) throw new Outdated()
    const own = (current = { head, text })
    // Set `current` before counting: the write has succeeded even if counting fails.
    own.head = await tree.count(head)
  }

  return {
    /** Undefined before the first `load` or `change`. */
    get head(): LedgerHead | undefined {
      return current?.head
    },
    load,
    /**
     * The items from index `from` up to `to` (exclusive), and the version of their list.
     * @throws store_unavailable
     */
    read: (from: number, to: number): Promise<{ version: number; items: ActivityItem[] }> =>
      onList(async (list) => {
        const items: ActivityItem[] = []
        const isWanted = ({ part, start }: PartPosition) => start < to && start + part.count > from
        for await (const [entries, start] of tree.visit(list?.head.parts ?? [], isWanted))
          for (const { item } of entries.slice(Math.max(0, from - start), to - start)) items.push(item)
        return { version: list?.head.version ?? 0, items }
      }),
    /**
     * Writes the change that `make` returns for the list. Calls `make` again if another writer was faster.
     * @param mayBegin whether a new list may begin in memory while the disk is unavailable
     * @throws store_unavailable if `mayBegin` is false
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
        // The disk is unavailable. Keep new rows in memory until the stored list can be read again.
        current = undefined
        await run()
      }
    },
  }
}

/** The head of a stored history. Undefined if none is stored. @throws store_unavailable */
export async function readLedgerHead(store: Store, key: string): Promise<LedgerHead | undefined> {
  return parseHead((await store.get(key))?.value)
}

/** Every item of a stored history, one chunk at a time; skips broken parts. @throws store_unavailable */
export async function* readItems(store: Store, key: string): AsyncGenerator<readonly ActivityItem[]> {
  const get = async (name: string) => (await store.get(`${key}/${name}`))?.value
  for (const { name, count } of (await readLedgerHead(store, key))?.parts ?? []) {
    for (const chunk of readSegment(await get(name), count) ?? []) {
      yield (decodeChunk(await get(chunk.name)) ?? []).map(({ item }) => item)
    }
  }
}

/** A head, and its text in the store. */
interface Stored {
  head: LedgerHead
  text: string
}

/** Thrown if the stored list has changed since this tab read it. The list must then be loaded again. */
class Outdated extends Error {}

function parseHead(text: unknown): LedgerHead | undefined {
  return parseOrNone(json(ledgerHead), text)
}
