/**
 * Finds out whether a requested payment was sent although the wallet never answered: looks for a transaction of this account
 * that is younger than the request and does exactly this. Finding none proves nothing; the person may still approve.
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

/** Most transactions per search, for accounts that send a lot. */
const MAX_AT_ONCE = 10
/** The node tells of the newest first: of an account with more within a check, the older ones are not seen. */
const MAX_SIGNATURES = 1_000

export interface RequestSearch {
  /** Of the transaction that does it. */
  hash?: string
  /** EVM: nonce of the first transaction that it may still be. */
  nonce?: number
  /** EVM: block height of the first search. */
  block?: number
  /** Solana: signature of the last transaction that was ruled out. */
  after?: string
}

type Context = Pick<WorkerContext, 'load'>

/**
 * @param known hashes of what is known to be something else, in lower case for EVM
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
  // Looked up while the wallet still asks its person.
  if (nonce === undefined) return { nonce: count, block: await fetchNumber(rpc, 'eth_blockNumber', []) }
  const call = toPaymentCall(payment)
  if (!call) return {}
  const end = Math.min(count, nonce + MAX_AT_ONCE)
  for (let at = nonce; at < end; at += 1) {
    const found = await findByNonce(rpc, address, at)
    // Blocks may have changed meanwhile: once more with the next check.
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
  // The oldest first.
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
