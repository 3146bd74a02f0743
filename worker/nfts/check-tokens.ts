/** Checks waiting tokens, several in parallel: whether the account holds them, and their metadata. */
import { hasCode } from '../../src/core/base/errors.ts'
import type { Rpc } from '../http/rpc.ts'
import type * as Chain from './chain.ts'
import type { MovedToken } from './chain.ts'
import type { Describe } from './describe.ts'
import type { Holding } from './rows.ts'
import { toKey } from './waiting-list.ts'

export interface CheckTokensOptions {
  chain: Pick<typeof Chain, 'fetchHeld'>
  rpc: Rpc
  address: string
  describe: Describe
  /** Whether the turn's time is over. */
  isLate(): boolean
  signal: AbortSignal
}

export interface CheckedTokens {
  /** Newest first. */
  kept: Holding[]
  /**
   * Tokens that have not been checked yet. Tokens for which the node failed come last, so that they do not delay the
   * others.
   */
  waiting: MovedToken[]
  /** Tokens whose metadata did not arrive, and may be requested again; at most MAX_LATE. */
  late: MovedToken[]
  /** Number of tokens that were checked without a failure. */
  count: number
  /** Error of the last failed check; undefined if no check failed. */
  error: unknown
}

/** How many tokens are checked in one turn at most. */
const TURN_TOKENS = 200
/** Number of parallel checks. If this many checks in a row fail, the node has failed, and not the tokens. */
const LANES = 8
const MAX_LATE = 40

export async function checkTokens(
  waiting: readonly MovedToken[],
  holdings: readonly Holding[],
  { chain, rpc, address, describe, isLate, signal }: CheckTokensOptions,
): Promise<CheckedTokens> {
  const kept = new Map(holdings.map((holding) => [holding.id, holding]))
  const failed: MovedToken[] = []
  const late: MovedToken[] = []
  let error: unknown
  let next = 0
  let count = 0
  let failedInARow = 0
  const isEnough = () => next >= Math.min(waiting.length, TURN_TOKENS) || isLate() || failedInARow >= LANES

  async function look(token: MovedToken): Promise<void> {
    const id = toKey(token)
    const held = await chain.fetchHeld(rpc, address, token)
    const before = kept.get(id)
    if (held === 0n) return void kept.delete(id)
    const isDescribed = before?.imageUrl !== undefined || before?.unverified
    const { description, isLate } = isDescribed
      ? { description: before, isLate: false }
      : await describe(token)
    if (isLate) late.push(token)
    kept.set(id, { ...(isLate && before ? before : description), count: held.toString(), block: token.block })
  }

  async function lane(): Promise<void> {
    while (!isEnough()) {
      const token = waiting[next++] as MovedToken
      try {
        await look(token)
        count += 1
        failedInARow = 0
      } catch (reason) {
        if (signal.aborted || hasCode(reason, 'aborted')) throw reason
        error = reason
        failed.push(token)
        failedInARow += 1
      }
    }
  }

  await Promise.all(Array.from({ length: LANES }, lane))
  const newestFirst = [...kept.values()].sort((a, b) => b.block - a.block)
  const others = [...waiting.slice(next), ...failed]
  return { kept: newestFirst, waiting: others, late: late.slice(0, MAX_LATE), count, error }
}
