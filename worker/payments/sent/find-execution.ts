/**
 * Finds the transaction that carries out a payment of a contract account. The wallet of such an account returns a hash of
 * its own: a Safe the hash that its owners sign, an ERC-4337 account the hash of a user operation. No node knows a
 * transaction with that hash, but the contracts emit it in an event when they carry out the payment.
 */
import * as v from 'valibot'
import { encodeEventTopics, numberToHex, parseAbi } from 'viem'
import { hasCode } from '../../../src/core/base/errors.ts'
import { parseCaipAddress } from '../../../src/core/chains/caip.ts'
import { listOf } from '../../../src/core/contract/schemas.ts'
import { readContractOrNone, toAddress } from '../../evm/contract.ts'
import { readAnswer, type Rpc } from '../../http/rpc.ts'
import { accountAbi, entryPoints, readInnerResult } from './compare-receipt.ts'
import { fetchNumber } from './find-by-nonce.ts'
import type { OnChainStatus, SentRecord } from './sent-records.ts'

/** Blocks in one search for events. Many nodes refuse more blocks; some allow only 10. */
const BLOCKS_AT_ONCE = 1_000
/** Upper limit of searches in one check. */
const SEARCHES_AT_ONCE = 20
const YOUNG = 64
/** How long to search for the transaction. Milliseconds. */
const MAX_QUEUE_AGE = 30 * 24 * 60 * 60_000

/** Sets `executedBy` if a transaction has carried out the payment. @throws the node's error */
export async function findExecution(record: SentRecord, rpc: Rpc, now: number): Promise<OnChainStatus> {
  const own = toAddress(parseCaipAddress(record.account!).address)
  const height = await fetchNumber(rpc, 'eth_blockNumber', [])
  const start = record.searchedTo ?? (record.startBlock ?? height) - 1
  let searchedTo = start
  let width = record.searchWidth ?? BLOCKS_AT_ONCE
  for (let at = 0; at < SEARCHES_AT_ONCE && searchedTo < height; at += 1) {
    const end = Math.min(searchedTo + width, height)
    try {
      const executedBy = await findEvent(record.hash, own, searchedTo + 1, end, rpc)
      if (executedBy) return { executedBy }
      searchedTo = end
      width = Math.min(width * 2, BLOCKS_AT_ONCE)
    } catch (error) {
      // The node allows fewer blocks at once, so halve the range. If the node cannot be reached, the next check tries
      // again.
      if (width === 1 || hasCode(error, 'http_network') || hasCode(error, 'http_timeout')) break
      width = Math.ceil(width / 2)
    }
  }
  const isSettled = now - record.sentAt >= MAX_QUEUE_AGE
  const isBehind = searchedTo > start && searchedTo < height
  // Search the newest blocks again next time, since they may be replaced.
  if (searchedTo === height) searchedTo = Math.max(0, height - YOUNG)
  return { status: await readQueue(record, own, rpc), searchedTo, searchWidth: width, isBehind, isSettled }
}

const safeAbi = parseAbi(['function getThreshold() view returns (uint256)'])

/**
 * What the payment waits for. `cosigning`: the owners of a Safe with several signers must sign. `queued`: for any other
 * account, a service must submit the signed operation.
 */
async function readQueue({ row }: SentRecord, own: `0x${string}`, rpc: Rpc) {
  if (row?.status === 'cosigning' || row?.status === 'queued') return row.status
  const call = { abi: safeAbi, address: own, functionName: 'getThreshold' } as const
  const threshold = await readContractOrNone(rpc, call).catch(() => undefined)
  return threshold !== undefined && threshold > 1n ? 'cosigning' : 'queued'
}

const [OPERATION] = encodeEventTopics({ abi: accountAbi, eventName: 'UserOperationEvent' })
const EXECUTIONS = (['ExecutionSuccess', 'ExecutionFailure'] as const).flatMap((eventName) =>
  encodeEventTopics({ abi: accountAbi, eventName }),
)
/** Upper limit of events that a node may return for one account in one search. */
const MAX_EVENTS = 500
const log = v.looseObject({ transactionHash: v.pipe(v.string(), v.regex(/^0x[0-9a-f]{64}$/i)) })

async function findEvent(
  hash: string,
  own: string,
  from: number,
  to: number,
  rpc: Rpc,
): Promise<string | undefined> {
  const range = { fromBlock: numberToHex(from), toBlock: numberToHex(to) }
  const filters = [
    { ...range, address: entryPoints, topics: [OPERATION, hash] },
    { ...range, address: own, topics: [EXECUTIONS] },
  ]
  for (const filter of filters) {
    const logs = readAnswer(listOf(log, MAX_EVENTS), await rpc('eth_getLogs', [filter]), 'eth_getLogs')
    const found = logs.find((one) => readInnerResult(one, own)?.hash === hash.toLowerCase())
    if (found) return found.transactionHash
  }
  return undefined
}
