/** What an EVM network's node says of a transaction. @see https://ethereum.github.io/execution-apis/ */
import { parseCaipAddress } from '../../src/core/caip.ts'
import { isSameCall, toPaymentCall } from '../../src/core/payment-call.ts'
import { isRecord } from '../../src/core/shapes.ts'
import { type Rpc, unusable } from '../http/rpc.ts'
import { fetchCount, fetchNumber, findByNonce, isQuantity } from './find-by-nonce.ts'
import type { SentRecord, Sighting } from './sent-records.ts'

/** A block this deep does not go away, nor one that is this old. */
const DEEP = 2
const OLD = 120_000
/** One node of several may be behind the others: another transaction in its place is believed when it was seen so often. */
const MISSED_FOR_SURE = 2
/** The same of one that no node knows any more. */
const UNSEEN_FOR_SURE = 3
/** So long after the last node has known it nobody waits for it any more. Milliseconds. */
const LONGEST_WAIT = 24 * 60 * 60_000

/** @throws what the node meets, and bad_envelope: then nothing is known. */
export async function lookAtEvm(record: SentRecord, rpc: Rpc, now: number): Promise<Sighting> {
  const receipt = await rpc('eth_getTransactionReceipt', [record.hash])
  if (receipt !== null) return readReceipt(record, receipt, rpc, now)
  const transaction = await rpc('eth_getTransactionByHash', [record.hash])
  if (transaction !== null) return readWaiting(record, transaction, now)
  return lookForAnother(record, rpc, now)
}

async function readReceipt(record: SentRecord, receipt: unknown, rpc: Rpc, now: number): Promise<Sighting> {
  const { status, blockNumber } = isRecord(receipt) ? receipt : {}
  if ((status !== '0x1' && status !== '0x0') || !isQuantity(blockNumber))
    throw unusable('eth_getTransactionReceipt')
  const block = Number(blockNumber)
  const minedAt = record.block === block ? (record.minedAt ?? now) : now
  const isSettled = now - minedAt >= OLD || (await fetchNumber(rpc, 'eth_blockNumber', [])) >= block + DEEP
  const seen = { missed: 0, unseen: 0, seenAt: now }
  return { status: status === '0x1' ? 'confirmed' : 'failed', block, minedAt, isSettled, ...seen }
}

/** Also one whose block is gone again. */
function readWaiting({ hash }: SentRecord, transaction: unknown, now: number): Sighting {
  const { nonce, hash: own } = isRecord(transaction) ? transaction : {}
  if (typeof own !== 'string' || own.toLowerCase() !== hash.toLowerCase() || !isQuantity(nonce))
    throw unusable('eth_getTransactionByHash')
  return { status: 'pending', nonce: Number(nonce), missed: 0, unseen: 0, seenAt: now }
}

/**
 * The node does not know it. It may come back as long as its number is free; which number that is, is known only where
 * some node has shown it once.
 */
async function lookForAnother(record: SentRecord, rpc: Rpc, now: number): Promise<Sighting> {
  const { account, nonce, missed = 0, sentAt, seenAt = sentAt } = record
  const unseen = (record.unseen ?? 0) + 1
  const isLost = unseen >= UNSEEN_FOR_SURE && now - seenAt >= LONGEST_WAIT
  const isDropped = unseen >= UNSEEN_FOR_SURE && nonce !== undefined
  const still: Sighting = isLost
    ? { status: 'lost', isSettled: true }
    : { status: isDropped ? 'dropped' : 'pending', missed: 0, unseen }
  if (!account || nonce === undefined) return still
  const { address } = parseCaipAddress(account)
  if ((await fetchCount(rpc, address)) <= nonce) return still
  const times = missed + 1
  if (times < MISSED_FOR_SURE) return { status: 'pending', missed: times, unseen }
  const other = await findByNonce(rpc, address, nonce).catch(() => undefined)
  // It is in a block after all: this node tells of it before it has its receipt.
  if (other?.hash.toLowerCase() === record.hash.toLowerCase())
    return { status: 'pending', missed: 0, unseen: 0 }
  return { ...compare(record, address, other), missed: times, isSettled: true }
}

/** What took its place. */
function compare(
  { row }: SentRecord,
  address: string,
  other: Awaited<ReturnType<typeof findByNonce>>,
): Sighting {
  if (!other || !row) return { status: 'replaced' }
  const call = toPaymentCall(row)
  const isSame = call !== undefined && isSameCall(call, other)
  // As wallets cancel: nothing, to oneself.
  const isNothing = isSameCall(other, { to: address, value: 0n, data: '0x' })
  return { status: isSame ? 'renewed' : isNothing ? 'cancelled' : 'replaced', replacedBy: other.hash }
}
