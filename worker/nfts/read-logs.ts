/** Which tokens moved since the last turn, by the logs of the new blocks and of those that may have been replaced. */
import type * as Chain from './chain.ts'
import type { MovedToken } from './chain.ts'
import type { Rpc } from '../http/rpc.ts'
import { nothingRead, type Progress } from './records.ts'
import { toKey, toWaiting } from './waiting-list.ts'

export interface LogsOptions {
  chain: Pick<typeof Chain, 'fetchBlockNumber' | 'fetchMoved'>
  rpc: Rpc
  address: string
  /** Milliseconds since 1970. */
  now(): number
  /** It is time to end for now. */
  isLate(): boolean
  signal: AbortSignal
}

/** Blocks that are read again, since the newest ones may be replaced by others. */
const OVERLAP = 32

/** @returns how far the reading is now, and whether this is another chain than the one that was known. */
export async function readLogs(
  known: Progress,
  { chain, rpc, address, now, isLate, signal }: LogsOptions,
): Promise<{ progress: Progress; isOther: boolean }> {
  const latest = await chain.fetchBlockNumber(rpc)
  // A chain that is much shorter than before is another one; nodes that stand in for each other differ by little: some
  // minutes, which are a thousand blocks where those are quick.
  const isSame = known.block >= 0 && latest > known.block - Math.max(OVERLAP, known.block / 100_000)
  const base = isSame ? known : nothingRead
  const overlap = base.range > 0 ? 0 : OVERLAP
  const from = Math.max(0, Math.min(base.block, latest) + 1 - overlap)
  const { range, asked } = base
  const moved = await chain.fetchMoved(rpc, address, { from, to: latest, range, asked, isLate, signal })
  const isRead = moved.last >= latest
  const isEnd = isRead || moved.refused
  const block = Math.max(moved.last, isSame ? Math.min(known.block, latest) : -1)
  // What moved in blocks that were replaced may stand in no log any more.
  const { waiting, left } = toWaiting([...base.recent, ...base.waiting, ...moved.tokens])
  const waited = new Set(base.waiting.map(toKey))
  const isNew = (token: MovedToken) => token.block > base.block || waited.has(toKey(token))
  const progress: Progress = {
    block,
    readAt: isRead ? now() : base.readAt,
    refusedAt: moved.refused ? now() : 0,
    range: isEnd ? 0 : moved.range,
    asked: isEnd ? 0 : moved.asked,
    waiting,
    recent: toWaiting(moved.tokens.filter((token) => token.block > block - OVERLAP)).waiting,
    left: base.left + left.filter(isNew).length,
  }
  return { progress, isOther: known.block >= 0 && !isSame }
}
