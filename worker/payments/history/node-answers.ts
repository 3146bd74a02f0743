/**
 * The node's answers about transactions of an account's history: bounded requests, and a store for answers that do not
 * change.
 */
import type { GenericSchema, InferOutput } from 'valibot'
import { type CaipAddress, parseCaipAddress } from '../../../src/core/chains/caip.ts'
import { unlessAborted } from '../../../src/core/base/wait.ts'
import { parseOrNone } from '../../../src/core/contract/schemas.ts'
import { ownerOf, type Store, type WorkerContext } from '../../base/context.ts'
import { inParallel } from '../../base/in-parallel.ts'
import { openRpc, type Rpc } from '../../http/rpc.ts'

/** Most parallel requests, and the time limit of a run (milliseconds); the next run continues. */
const WIDTH = 5
const LIMIT = 4_000

type AskContext = Pick<WorkerContext, 'clock' | 'config' | 'http'> & { signal: AbortSignal }

/**
 * Asks about each item, and cancels the requests that are open when the time is over. Does nothing if the page names no node,
 * or if `prepare` fails.
 * @param prepare loads the code that asks about one item; that must not throw
 */
export async function askNode<Item>(
  { clock, signal, ...context }: AskContext,
  account: CaipAddress,
  items: readonly Item[],
  prepare: (rpc: Rpc) => Promise<(item: Item) => Promise<void>>,
): Promise<void> {
  const ending = new AbortController()
  const end = () => ending.abort()
  const rpc = openRpc(context, parseCaipAddress(account).caipNetworkId, ending.signal)
  if (!rpc || items.length === 0) return
  signal.addEventListener('abort', end)
  const stop = clock.after(LIMIT, end)
  const ask = await unlessAborted(prepare(rpc), ending.signal).catch(() => undefined)
  const isOver = () => signal.aborted || ending.signal.aborted
  if (ask) await inParallel(items, WIDTH, ask, isOver)
  stop()
  signal.removeEventListener('abort', end)
}

/** Undefined if nothing valid is stored. */
export async function readAnswers<Schema extends GenericSchema>(
  store: Store,
  account: CaipAddress,
  part: string,
  schema: Schema,
): Promise<InferOutput<Schema> | undefined> {
  return parseOrNone(schema, (await store.get(toKey(account, part)).catch(() => undefined))?.value)
}

/** Stores answers as a part of the history's record, so that they are removed with it and not written after. */
export async function keepAnswers(
  store: Store,
  account: CaipAddress,
  part: string,
  answers: object,
): Promise<void> {
  const key = toKey(account, part)
  const value = JSON.stringify(answers)
  await store.update(`activity/${account}`, (stored) => {
    return stored && { put: [stored, { key, owner: ownerOf(account), value }] }
  })
}

function toKey(account: CaipAddress, part: string): string {
  return `activity/${account}/${part}`
}
