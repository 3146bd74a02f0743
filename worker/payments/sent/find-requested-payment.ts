/**
 * Finds out whether a requested payment was sent although the wallet never answered: searches for a transaction of the
 * account that is newer than the request and makes exactly this payment. Finding no such transaction proves nothing, since
 * the person may still approve.
 */
import * as v from 'valibot'
import { parseCaipAddress } from '../../../src/core/chains/caip.ts'
import { isSameCall, toPaymentCall } from '../../../src/core/payments/payment-call.ts'
import { readHash } from '../../../src/core/payments/sent.ts'
import { listOf } from '../../../src/core/contract/schemas.ts'
import type { SolanaDomain } from '../../main/files/billfold-solana.ts'
import type { WorkerContext } from '../../base/context.ts'
import { readAnswer, type Rpc } from '../../http/rpc.ts'
import { fetchSolanaTransaction } from './fetch-solana-transaction.ts'
import type * as Evm from './find-by-nonce.ts'
import type { PendingRequestRecord } from './sent-records.ts'

/** Upper limit of transactions in one search: some accounts send a lot. */
const MAX_AT_ONCE = 10
/**
 * Upper limit of signatures that the node returns, newest first. If an account sends more transactions than this
 * between two checks, the older ones are missed.
 */
const MAX_SIGNATURES = 1_000

export interface RequestSearch {
  /** Hash of the transaction that makes the payment; absent if none was found. */
  hash?: string
  /** EVM: lowest nonce that the payment may have. */
  nonce?: number
  /** EVM: block height of the first search. */
  block?: number
  /** Solana: signature of the last transaction that was ruled out. */
  after?: string
}

type Context = Pick<WorkerContext, 'load'>

/**
 * @param known hashes of transactions that are known to be other payments, in lower case for EVM
 * @throws the node's error: the outcome is then unknown
 */
export function findRequestedPayment(
  record: PendingRequestRecord,
  rpc: Rpc,
  known: ReadonlySet<string>,
  context: Context,
): Promise<RequestSearch> {
  const find = record.payment.account.startsWith('solana:') ? findOnSolana : findOnEvm
  return find(record, rpc, known, context)
}

async function findOnEvm(
  { payment, nonce }: PendingRequestRecord,
  rpc: Rpc,
  known: ReadonlySet<string>,
  context: Context,
): Promise<RequestSearch> {
  const { fetchCount, fetchNumber, findByNonce } = await context.load<typeof Evm>('evm')
  const { address } = parseCaipAddress(payment.account)
  const count = await fetchCount(rpc, address)
  // The first call, while the wallet is still asking the person: remember where to begin.
  if (nonce === undefined) return { nonce: count, block: await fetchNumber(rpc, 'eth_blockNumber', []) }
  const call = toPaymentCall(payment)
  if (!call) return {}
  const end = Math.min(count, nonce + MAX_AT_ONCE)
  for (let at = nonce; at < end; at += 1) {
    const found = await findByNonce(rpc, address, at)
    // Blocks may have changed meanwhile: try again with the next check.
    if (!found) return { nonce: at }
    if (!known.has(found.hash.toLowerCase()) && isSameCall(call, found)) return { hash: found.hash }
  }
  return { nonce: Math.max(nonce, end) }
}

/** @see https://solana.com/docs/rpc/http/getsignaturesforaddress */
async function findOnSolana(
  { payment, after }: PendingRequestRecord,
  rpc: Rpc,
  known: ReadonlySet<string>,
  { load }: Pick<WorkerContext, 'load'>,
): Promise<RequestSearch> {
  const { address } = parseCaipAddress(payment.account)
  const options = { commitment: 'confirmed', limit: after === undefined ? 1 : MAX_SIGNATURES }
  const answer = await rpc('getSignaturesForAddress', [
    address,
    { ...options, ...(after && { until: after }) },
  ])
  // Check the oldest transaction first.
  const signatures = readAnswer(
    listOf(v.object({ signature: v.string() }), MAX_SIGNATURES),
    answer,
    'getSignaturesForAddress',
  )
    .flatMap(({ signature }) => readHash(signature, payment.account) ?? [])
    .reverse()
  if (after === undefined) return { after: signatures.at(-1) ?? '' }
  const { isPaid } = await load<SolanaDomain>('solana')
  let last = after
  for (const signature of signatures.slice(0, MAX_AT_ONCE)) {
    if (!known.has(signature) && isPaid(payment, await fetchSolanaTransaction(rpc, signature)))
      return { hash: signature }
    last = signature
  }
  return { after: last }
}
