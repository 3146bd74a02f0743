/** Asks the node about the transactions of an account's history, with limits, and stores answers that do not change. */
import type { GenericSchema, InferOutput } from 'valibot'
import { type CaipAddress, parseCaipAddress } from '../../../src/core/chains/caip.ts'
import { unlessAborted } from '../../../src/core/base/wait.ts'
import { parseOrNone } from '../../../src/core/contract/schemas.ts'
import { ownerOf, type Store, type WorkerContext } from '../../base/context.ts'
import { inParallel } from '../../base/in-parallel.ts'
import { openRpc, type Rpc } from '../../http/rpc.ts'

/** Upper limit of parallel requests. */
const WIDTH = 5
/** Time limit of one run, in milliseconds. The next run asks about the other items. */
const LIMIT = 4_000

type AskContext = Pick<WorkerContext, 'clock' | 'config' | 'http'> & { signal: AbortSignal }

/**
 * Asks the node about each item. When the time limit is over, cancels the open requests. Does nothing if the page names no
 * node for the network, or if `prepare` fails.
 * @param prepare loads the code and returns the function that asks about one item, which must not throw
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

/** The stored answers. Undefined if nothing valid is stored, or the store is unavailable. */
export async function readAnswers<Schema extends GenericSchema>(
  store: Store,
  account: CaipAddress,
  part: string,
  schema: Schema,
): Promise<InferOutput<Schema> | undefined> {
  return parseOrNone(schema, (await store.get(toKey(account, part)).catch(() => undefined))?.value)
}

/**
 * Stores answers as a part of the history's record, so that the answers are removed with the history. Does nothing if
 * the history was removed meanwhile.
 */
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
