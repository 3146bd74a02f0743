/**
 * Finds tokens that moved since the last turn, in the logs of new blocks, and of recent blocks that may have been
 * replaced.
 */
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

/** Number of recent blocks that are read again, since they may have been replaced. */
const OVERLAP = 32

/** @returns the new progress, and whether the node now serves another chain */
export async function readLogs(
  known: Progress,
  { chain, rpc, address, now, isLate, signal }: LogsOptions,
): Promise<{ progress: Progress; isOther: boolean }> {
  const latest = await chain.fetchBlockNumber(rpc)
  // Treat a much shorter chain as another chain. Tolerate a small difference: nodes of the same chain may be some
  // minutes apart, which is up to a thousand blocks on fast chains.
  const isSame = known.block >= 0 && latest > known.block - Math.max(OVERLAP, known.block / 100_000)
  const base = isSame ? known : nothingRead
  const overlap = base.range > 0 ? 0 : OVERLAP
  const from = Math.max(0, Math.min(base.block, latest) + 1 - overlap)
  const { range, asked } = base
  const moved = await chain.fetchMoved(rpc, address, { from, to: latest, range, asked, isLate, signal })
  const isRead = moved.last >= latest
  const isEnd = isRead || moved.refused
  const block = Math.max(moved.last, isSame ? Math.min(known.block, latest) : -1)
  // If a block was replaced, the new logs may lack the moves of the old block, so check the tokens of recent blocks
  // again.
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
