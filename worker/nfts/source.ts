/**
 * The NFTs of an account. The API has no call for NFTs, so they are read from the Transfer logs of the network's node.
 * If no node returns logs, the NFTs are computed from the activity, and the head says so.
 *
 *   logs of the new blocks ─▶ tokens that wait ─▶ held? described? ─▶ rows
 *
 * Each turn does as much as its time allows, stores the result, and reports whether work is left. If the node fails for
 * a token, the token's known data stays, and the token waits for the next turn.
 */
import { parseCaipAddress } from '../../src/core/chains/caip.ts'
import { BillfoldError, hasCode } from '../../src/core/base/errors.ts'
import type { NftsHead } from '../../src/core/assets/nfts.ts'
import type { CreateSource, Cached, ListSource } from '../base/context.ts'
import { wrapFailure } from '../base/wrap-failure.ts'
import { openRpc } from '../http/rpc.ts'
import type * as Chain from './chain.ts'
import { createDescriber } from './describe.ts'
import { getFromActivity } from './from-activity.ts'
import { createStorage, type Turn } from './storage.ts'
import { checkTokens } from './check-tokens.ts'
import { readLogs } from './read-logs.ts'
import { nothingRead, type Stored } from './records.ts'
import { toRows } from './rows.ts'

const STALE_TIME = 300_000
/** How long a node is not asked again after it has refused to return logs. Milliseconds. */
const REFUSAL = 86_400_000
/** Time after which a turn starts no new request. Milliseconds. */
const TURN = 4_000

const UNAVAILABLE = 'Could not load NFTs from the network. Try again.'

/** The data that a turn has read from the chain. `unfinished`: whether there is more to read at once. */
interface ChainTurn extends Turn {
  unfinished: boolean
}

export const createNftsSource: CreateSource<'nfts'> = (context, account): ListSource<NftsHead> => {
  const { clock, store } = context
  const { namespace, caipNetworkId, address } = parseCaipAddress(account)
  const storage = createStorage(context, account)
  /**
   * Whether this tab's last turn finished the work. If so, a record that another tab has written does not make this tab
   * start a turn.
   */
  let isDone = false

  /** Whether a time is less than `limit` ago. False for a future time, as after the clock was set back. */
  function isWithin(at: number, limit: number): boolean {
    const age = clock.now() - at
    return age >= 0 && age < limit
  }

  /** Reads the chain for one turn. `progress.refusedAt` of the result says whether the node refuses to return logs. */
  async function readChain(force: boolean, signal: AbortSignal): Promise<ChainTurn> {
    const rpc = openRpc(context, caipNetworkId, signal)
    if (!rpc) throw new BillfoldError('nfts_unavailable', 'This network has no RPC URL to load NFTs from.')
    const until = clock.now() + TURN
    const chain = await context.load<typeof Chain>('evm')
    const options = { chain, rpc, address, now: clock.now, isLate: () => clock.now() >= until, signal }
    const { holdings: before, isWhole } = await storage.readAll()
    const stored = storage.stored?.head.source === 'chain' ? storage.stored : undefined
    const known = stored && isWhole ? stored : nothingRead
    const isGoingOn =
      known.waiting.length > 0 && known.range === 0 && isWithin(known.readAt, STALE_TIME) && !force
    const { progress, isOther } = isGoingOn
      ? { progress: known, isOther: false }
      : await readLogs(known, options)
    const holdings = stored && !isOther ? before : []
    const rewrite = !isWhole
    if (progress.refusedAt > 0) return { progress, holdings, rewrite, unfinished: false }
    const describe = createDescriber(context, { chain, rpc, address, signal })
    const looked = await checkTokens(progress.waiting, holdings, { ...options, describe })
    // If the node failed and nothing is known about this account, do not show the account as empty.
    if (looked.error && looked.count === 0 && holdings.length === 0 && known.readAt === 0) throw looked.error
    const isMoving = looked.count > 0 || !looked.error
    return {
      // `recent`: these tokens are checked again when the logs are read next.
      progress: { ...progress, waiting: looked.waiting, recent: [...progress.recent, ...looked.late] },
      holdings: looked.kept,
      rewrite,
      unfinished: progress.range > 0 || (isMoving && looked.waiting.length > 0),
    }
  }

  /**
   * Takes the NFTs from the activity, because the chain cannot be read. If NFTs from the chain are stored, keeps these,
   * since they are more reliable, and throws.
   * @throws nfts_unavailable
   */
  async function readActivity(refusedAt: number, turn: Turn | undefined, failure: unknown): Promise<void> {
    const isFromChain = storage.stored?.head.source === 'chain' && storage.stored.readAt > 0
    if (isFromChain && turn) await storage.write(turn, 'chain')
    const holdings = isFromChain ? undefined : await getFromActivity(store, account)
    if (!holdings) throw wrapFailure('nfts_unavailable', UNAVAILABLE, failure ?? refusedError())
    const { isWhole } = await storage.readAll()
    await storage.write({ progress: { ...nothingRead, refusedAt }, holdings, rewrite: !isWhole }, 'activity')
  }

  /** Takes one turn. @returns whether there is more to do at once */
  async function takeTurn(force: boolean, signal: AbortSignal): Promise<boolean> {
    const { refusedAt = 0 } = storage.stored ?? {}
    if (refusedAt > 0 && isWithin(refusedAt, REFUSAL)) {
      await readActivity(refusedAt, undefined, undefined)
      return false
    }
    let turn: ChainTurn
    try {
      turn = await readChain(force, signal)
    } catch (error) {
      if (signal.aborted || hasCode(error, 'aborted')) throw error
      await readActivity(0, undefined, error)
      return false
    }
    if (turn.progress.refusedAt > 0) await readActivity(turn.progress.refusedAt, turn, undefined)
    else await storage.write(turn, 'chain')
    return turn.unfinished
  }

  return {
    staleTime: STALE_TIME,
    async load() {
      await storage.load()
      const { stored } = storage
      return stored && toKnown(stored, !isDone && stored.waiting.length > 0 && stored.refusedAt === 0)
    },
    async fetch({ signal, force }) {
      if (namespace !== 'eip155') {
        throw new BillfoldError('network_unsupported', 'NFTs are shown on EVM networks.', {
          context: { caipNetworkId },
        })
      }
      const unfinished = await takeTurn(force, signal)
      isDone = !unfinished
      // If there is no record, another tab has removed it, and this tab had nothing newer to write.
      if (!storage.stored) throw new BillfoldError('aborted', 'This account was disconnected.')
      return toKnown(storage.stored, unfinished)
    },
    async page(index) {
      return { version: storage.stored?.head.version ?? 0, rows: toRows(await storage.readPage(index)) }
    },
  }
}

function toKnown({ head, fetchedAt }: Stored, unfinished: boolean): Cached<NftsHead> {
  return { data: head, fetchedAt, ...(unfinished ? { unfinished } : {}) }
}

function refusedError(): BillfoldError {
  return new BillfoldError(
    'nfts_unavailable',
    'The network’s node returns too few logs at a time to find NFTs.',
  )
}
