/**
 * Checks a Solana payment with the network's node. The signature may be that of another transaction, such as a proposal to
 * the signers of a multisig account, so the transaction's effect is compared with the review.
 * @see https://solana.com/docs/rpc/http/getsignaturestatuses
 */
import * as v from 'valibot'
import { count, parseOrNone } from '../../../src/core/contract/schemas.ts'
import type { WorkerContext } from '../../base/context.ts'
import { readAnswer, type Rpc } from '../../http/rpc.ts'
import type { SolanaDomain } from '../../main/files/billfold-solana.ts'
import { fetchSolanaTransaction } from './fetch-solana-transaction.ts'
import type { SentRecord, OnChainStatus } from './sent-records.ts'

/** Number of blocks for which a transaction is valid, counted from the block whose hash it contains. */
const LIFE = 150
/**
 * The wallet may have used the hash of a block that is newer than the prepared transaction's block by up to this many
 * blocks.
 */
const YOUNGER = LIFE
/**
 * Upper limit of the pause between two requests, so that no node can have forgotten a transaction meanwhile: nodes know the
 * transactions of the last 300 slots (two minutes), but may lag behind. Milliseconds.
 */
const REMEMBERED = 90_000
/** How far this device's clock and block times may differ. Milliseconds. */
const CLOCKS = 600_000

/** A confirmation of this age is final, even if the node does not report it as final. Milliseconds. */
const FINAL = 600_000
/**
 * After this time without the transaction's data, as on a node without history, the payment shows as uncompared.
 * Milliseconds.
 */
const UNCOMPARED = 600_000

/** @throws the node's error; bad_envelope. The status is then unknown. */
export async function checkSolanaPayment(
  record: SentRecord,
  rpc: Rpc,
  now: number,
  load: WorkerContext['load'],
): Promise<OnChainStatus> {
  const { lastValidBlockHeight = 0, sentAt, heardAt = sentAt } = record
  const seen = await fetchStatus(record, rpc)
  if (seen && seen.status !== 'pending') return judge(record, seen, { rpc, now, load })
  const isHeard = now - heardAt <= REMEMBERED
  const answer = await rpc('getBlockHeight', [{ commitment: 'finalized' }])
  const height = readAnswer(count, answer, 'getBlockHeight')
  const { firstHeight = height } = record
  const checked = { firstHeight, ...(isHeard && { heardAt: now }) }
  if (seen) return { ...seen, ...checked }
  // The approval may have taken long, and the wallet may have used a newer blockhash: allow for both.
  const isOver = height > Math.max(lastValidBlockHeight, firstHeight + LIFE) + YOUNGER
  if (!isOver) return { status: 'pending', ...checked }
  // The transaction may have been included between the two requests above.
  const last = await fetchStatus(record, rpc)
  if (last) return last.status === 'pending' ? last : judge(record, last, { rpc, now, load })
  const isKnown = isHeard || (await isKept(rpc, sentAt).catch(() => false))
  return { status: isKnown ? 'expired' : 'lost', isSettled: true }
}

interface Judging {
  rpc: Rpc
  now: number
  load: WorkerContext['load']
}

/** Judges a transaction that the cluster has confirmed. */
async function judge(
  record: SentRecord,
  seen: OnChainStatus,
  { rpc, now, load }: Judging,
): Promise<OnChainStatus> {
  const { minedAt = now, row } = record
  const found = {
    ...seen,
    minedAt,
    heardAt: now,
    isSettled: seen.isSettled === true || now - minedAt >= FINAL,
  }
  // The account has disconnected, so nothing more is reported.
  if (!row) return { ...found, isSettled: true }
  if (seen.status === 'failed') return found
  // The payment was compared before: keep the result, even if the node has pruned the transaction.
  if (row.status === 'confirmed' || row.status === 'mismatched') return { ...found, status: row.status }
  try {
    const { isPaid } = await load<SolanaDomain>('solana')
    const isAsReviewed = isPaid(row, await fetchSolanaTransaction(rpc, record.hash))
    if (isAsReviewed === undefined) return { ...found, status: 'uncompared' }
    return { ...found, status: isAsReviewed ? 'confirmed' : 'mismatched' }
  } catch {
    if (now - minedAt >= UNCOMPARED) return { ...found, status: 'uncompared' }
    return { status: 'pending', minedAt, heardAt: now }
  }
}

/** Whether the node's history reaches back to this time; otherwise a missing transaction proves nothing. */
async function isKept(rpc: Rpc, sentAt: number): Promise<boolean> {
  const slot = await rpc('getFirstAvailableBlock', [])
  const seconds = parseOrNone(count, await rpc('getBlockTime', [slot]))
  return seconds !== undefined && seconds * 1_000 + CLOCKS <= sentAt
}

const statuses = v.object({
  value: v.strictTuple([
    v.nullable(v.object({ err: v.unknown(), confirmationStatus: v.optional(v.unknown()) })),
  ]),
})

/** Undefined while no node knows the transaction; pending while its block may still be replaced. */
async function fetchStatus({ hash }: SentRecord, rpc: Rpc): Promise<OnChainStatus | undefined> {
  const answer = await rpc('getSignatureStatuses', [[hash], { searchTransactionHistory: true }])
  const [status] = readAnswer(statuses, answer, 'getSignatureStatuses').value
  if (status === null) return undefined
  const { confirmationStatus, err } = status
  if (confirmationStatus !== 'confirmed' && confirmationStatus !== 'finalized') return { status: 'pending' }
  return { status: err === null ? 'confirmed' : 'failed', isSettled: confirmationStatus === 'finalized' }
}
