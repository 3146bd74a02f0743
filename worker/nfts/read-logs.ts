/** Finds tokens that moved since the last turn, from logs of new blocks and of those that may have been replaced. */
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
  /** Whether the turn's time is over. */
  isLate(): boolean
  signal: AbortSignal
}

/** Blocks that are read again, since the newest ones may be replaced by others. */
const OVERLAP = 32

/** @returns the new progress, and whether the chain differs from the known one. */
export async function readLogs(
  known: Progress,
  { chain, rpc, address, now, isLate, signal }: LogsOptions,
): Promise<{ progress: Progress; isOther: boolean }> {
  const latest = await chain.fetchBlockNumber(rpc)
  // A much shorter chain is another chain. Alternating nodes differ little: by some minutes, which are a thousand blocks
  // on fast chains.
  const isSame = known.block >= 0 && latest > known.block - Math.max(OVERLAP, known.block / 100_000)
  const base = isSame ? known : nothingRead
  const overlap = base.range > 0 ? 0 : OVERLAP
  const from = Math.max(0, Math.min(base.block, latest) + 1 - overlap)
  const { range, asked } = base
  const moved = await chain.fetchMoved(rpc, address, { from, to: latest, range, asked, isLate, signal })
  const isRead = moved.last >= latest
  const isEnd = isRead || moved.refused
  const block = Math.max(moved.last, isSame ? Math.min(known.block, latest) : -1)
  // Moves in replaced blocks may be in no log any more, so check those tokens again.
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
