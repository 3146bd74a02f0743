/**
 * What an EVM network's node says of a payment.
 *
 *   a receipt ─▶ deep enough? ─▶ compared with what was reviewed ─▶ confirmed, mismatched; settled when the block is final
 *   waiting ───▶ pending
 *   unknown ───▶ another one has its number ─▶ renewed, cancelled, replaced
 *            └─▶ the account is a contract ──▶ its own event is searched for: cosigning, queued, or carried out
 *
 * @see https://ethereum.github.io/execution-apis/
 */
import * as v from 'valibot'
import { parseCaipAddress } from '../../../src/core/chains/caip.ts'
import { orAbsent, parseOrNone } from '../../../src/core/contract/schemas.ts'
import { isSameCall, toPaymentCall } from '../../../src/core/payments/payment-call.ts'
import { toAddress } from '../../evm/contract.ts'
import { countQuantity, readAnswer, type Rpc, unusable } from '../../http/rpc.ts'
import { compareReceipt, receiptShape } from './compare-receipt.ts'
import { fetchCount, fetchNumber, findByNonce, findInBlock, type FoundTransaction } from './find-by-nonce.ts'
import { findExecution, isContract } from './find-execution.ts'
import { getDepth, isLocal } from './network-depth.ts'
import { LONGEST_WAIT, type SentRecord, type OnChainStatus } from './sent-records.ts'

/** A block without followers that is this old does not go away: its network makes blocks only when somebody pays. */
const OLD = 120_000
/** Every network is final by then, also where its node has no word for it. Milliseconds. */
const FINAL = 3_600_000
/** Blocks that follow on a developer's own node. */
const LOCAL_DEPTH = 2
/** Nothing can be compared, such as on a node without the past: then it is not called confirmed. Milliseconds. */
const UNCOMPARED = 600_000
/** One node of several may be behind the others: only after so many looks in a row one is said to be dropped. */
const UNSEEN_FOR_SURE = 3
/** Of one that the node knows. */
const known = { rivalBlock: 0, unseen: 0 }

/**
 * @param others hashes of the account's other payments, in lower case
 * @throws what the node meets, and bad_envelope: then nothing is known.
 */
export async function lookAtEvm(
  record: SentRecord,
  rpc: Rpc,
  now: number,
  others: ReadonlySet<string> = new Set(),
): Promise<OnChainStatus> {
  const hash = record.executedBy || record.hash
  const receipt = await rpc('eth_getTransactionReceipt', [hash])
  if (receipt !== null) return readReceipt(record, hash, receipt, rpc, now)
  const transaction = await rpc('eth_getTransactionByHash', [hash])
  const isWaiting = transaction !== null
  const unseen = (record.unseen ?? 0) + 1
  if (wasMined(record) && !(await isGone(record, isWaiting, rpc))) return { unseen }
  if (isWaiting) return readWaiting(record, hash, transaction, now)
  if (record.executedBy) return { status: 'queued', executedBy: '', block: 0 }
  if (record.replacedBy && isReplaced(record)) {
    const rival = await rpc('eth_getTransactionReceipt', [record.replacedBy])
    if (rival !== null) return readRival(record, rival, rpc, now)
    if (unseen < UNSEEN_FOR_SURE) return { unseen }
  }
  return { block: 0, ...(await lookForAnother(record, rpc, now, others)) }
}

function wasMined({ row, block = 0 }: SentRecord): boolean {
  return block > 0 && row !== undefined && ['confirmed', 'mismatched', 'failed'].includes(row.status)
}

function isReplaced({ row }: SentRecord): boolean {
  return row?.status === 'cancelled' || row?.status === 'replaced'
}

/** Its block was replaced; a node that is behind knows nothing of it either. */
async function isGone({ block = 0, unseen = 0 }: SentRecord, isWaiting: boolean, rpc: Rpc): Promise<boolean> {
  if (unseen + 1 >= UNSEEN_FOR_SURE) return true
  return isWaiting && (await fetchNumber(rpc, 'eth_blockNumber', [])) >= block
}

async function readRival(record: SentRecord, answer: unknown, rpc: Rpc, now: number): Promise<OnChainStatus> {
  const { blockNumber } = readAnswer(receiptShape, answer, 'eth_getTransactionReceipt')
  const since = record.rivalAt ?? now
  return {
    unseen: 0,
    rivalAt: since,
    isSettled: await isFinal(record, { block: blockNumber, minedAt: since }, rpc, now),
  }
}

async function readReceipt(
  record: SentRecord,
  hash: string,
  answer: unknown,
  rpc: Rpc,
  now: number,
): Promise<OnChainStatus> {
  const receipt = readAnswer(receiptShape, answer, 'eth_getTransactionReceipt')
  const { status, blockNumber: block } = receipt
  const minedAt = record.block === block ? (record.minedAt ?? now) : now
  const depth = getDepth(record.caipNetworkId)
  // "Failed" waits for one block more: a second attempt would pay twice if another block let the first one succeed.
  const followers = status === '0x1' ? depth - 1 : depth
  const isDeep =
    followers === 0 ||
    now - minedAt >= OLD ||
    (await fetchNumber(rpc, 'eth_blockNumber', [])) >= block + followers
  const seen = { block, minedAt, ...known, seenAt: now }
  if (!isDeep) return { status: record.executedBy ? 'queued' : 'pending', ...seen }
  // Of an account that has left nobody is told anything any more.
  if (!record.row) return { isSettled: true, ...seen }
  const isSettled = await isFinal(record, { block, minedAt }, rpc, now)
  if (status === '0x0') return { status: 'failed', isSettled, ...seen }
  const { isAsReviewed, received } = await compareReceipt({ row: record.row, hash, receipt }, rpc).catch(
    (error: unknown) => {
      if (now - minedAt >= UNCOMPARED) return { isAsReviewed: false, received: undefined }
      throw error
    },
  )
  return {
    status: isAsReviewed ? 'confirmed' : 'mismatched',
    isSettled,
    ...(received && { received }),
    ...seen,
  }
}

const blockShape = v.object({ number: countQuantity })

/** @see https://eips.ethereum.org/EIPS/eip-3675 */
async function isFinal(
  { caipNetworkId }: SentRecord,
  { block, minedAt }: { block: number; minedAt: number },
  rpc: Rpc,
  now: number,
): Promise<boolean> {
  if (now - minedAt >= (isLocal(caipNetworkId) ? OLD : FINAL)) return true
  // Its node calls blocks final that are 64 behind, and makes no more than it needs.
  if (isLocal(caipNetworkId)) return (await fetchNumber(rpc, 'eth_blockNumber', [])) >= block + LOCAL_DEPTH
  const answer = await rpc('eth_getBlockByNumber', ['finalized', false]).catch(() => undefined)
  return (parseOrNone(blockShape, answer)?.number ?? -1) >= block
}

const waitingShape = v.object({ hash: v.string(), nonce: countQuantity, from: orAbsent(v.string()) })

/** Also one whose block is gone again. The number of a relayer's transaction is none of the account's. */
function readWaiting(
  { account }: SentRecord,
  hash: string,
  transaction: unknown,
  now: number,
): OnChainStatus {
  const read = readAnswer(waitingShape, transaction, 'eth_getTransactionByHash')
  const { hash: own, nonce, from } = read
  if (own.toLowerCase() !== hash.toLowerCase()) throw unusable('eth_getTransactionByHash')
  const isOwn = !account || !from || toAddress(from) === toAddress(parseCaipAddress(account).address)
  return { status: 'pending', block: 0, ...(isOwn ? { nonce } : { isRelayed: true }), ...known, seenAt: now }
}

/**
 * The node does not know the transaction. It may come back while its nonce is unused. "Another transaction used the nonce" is
 * believed only if that transaction was found in a block that is deep enough: nodes behind one URL differ, and one that is
 * behind may know the count of transactions and not yet the blocks.
 */
async function lookForAnother(
  record: SentRecord,
  rpc: Rpc,
  now: number,
  others: ReadonlySet<string>,
): Promise<OnChainStatus> {
  const { account, nonce, sentAt, seenAt = sentAt } = record
  const unseen = (record.unseen ?? 0) + 1
  const isSure = unseen >= UNSEEN_FOR_SURE
  const isOver = isSure && now - seenAt >= LONGEST_WAIT
  const lost: OnChainStatus | undefined = isOver ? { status: 'lost', isSettled: true } : undefined
  if (!account) return lost ?? { status: 'pending', unseen }
  const { address } = parseCaipAddress(account)
  if (nonce === undefined) {
    const start = await readStart(record, address, rpc)
    if (!isSure) return { status: 'pending', unseen, ...start }
    const asked = { ...record, ...start }
    if (record.isRelayed || (await isContract(rpc, address)))
      return { unseen, ...start, ...(await lookForExecution(asked, rpc, now)) }
    const { other, ...place } = await findSpedUp(asked, rpc, others)
    if (other) return { unseen, ...place, ...(await judge(record, address, other, rpc, now)) }
    return lost ?? { status: 'pending', unseen, ...place }
  }
  if ((await fetchCount(rpc, address)) <= nonce)
    return lost ?? { status: isSure ? 'dropped' : 'pending', rivalBlock: 0, unseen }
  const { other, ...place } = await findRival(record, address, nonce, rpc)
  if (!other) {
    const isScanning = place.scannedTo !== undefined
    return (isScanning ? undefined : lost) ?? { status: 'pending', rivalBlock: 0, unseen, ...place }
  }
  // It is in a block after all: this node tells of it before it has its receipt.
  if (other.hash.toLowerCase() === record.hash.toLowerCase())
    return { status: 'pending', ...known, seenAt: now }
  return { unseen, ...place, ...(await judge(record, address, other, rpc, now)) }
}

/** Of the fastest networks without a sequencer. Milliseconds. */
const BLOCK_TIME = 2_000
/** Blocks before the first look, where nobody looked when the wallet was asked. */
const BEFORE = 300

/** From where on it may be, as the account was when the wallet was asked, or nearly so. */
async function readStart(
  { startNonce, startBlock, sentAt, lookedAt }: SentRecord,
  address: string,
  rpc: Rpc,
) {
  if (startNonce !== undefined && startBlock !== undefined) return { startNonce, startBlock }
  const height = await fetchNumber(rpc, 'eth_blockNumber', [])
  const blocks = BEFORE + Math.ceil(Math.max(0, (lookedAt ?? sentAt) - sentAt) / BLOCK_TIME)
  return {
    // Asked late: the last one may be it already.
    startNonce: startNonce ?? Math.max(0, (await fetchCount(rpc, address)) - 1),
    startBlock: startBlock ?? Math.max(0, height - blocks),
  }
}

async function lookForExecution(record: SentRecord, rpc: Rpc, now: number): Promise<OnChainStatus> {
  const found = await findExecution(record, rpc, now)
  const { executedBy } = found
  const receipt = executedBy ? await rpc('eth_getTransactionReceipt', [executedBy]) : null
  if (!executedBy || receipt === null) return found
  return { executedBy, ...(await readReceipt({ ...record, executedBy }, executedBy, receipt, rpc, now)) }
}

/** Clocks of a page and of blocks may differ by this much. Milliseconds. */
const CLOCKS = 60_000
/** Of an account that sends a lot, so many are looked at in one go. */
const MOST_AT_ONCE = 10

/**
 * The same payment under another hash, where no node has ever shown the first one: sped up before it got about. Its number
 * is not known; it is one from those that were free when the wallet was asked.
 */
async function findSpedUp(
  record: SentRecord & { startNonce: number },
  rpc: Rpc,
  others: ReadonlySet<string>,
) {
  const { account, startNonce, sentAt } = record
  const { address } = parseCaipAddress(account!)
  const end = Math.min(await fetchCount(rpc, address), startNonce + MOST_AT_ONCE)
  for (let at = startNonce; at < end; at += 1) {
    const found = await findByNonce(rpc, address, at).catch(() => undefined)
    // Blocks may have changed meanwhile: once more with the next look.
    if (!found) return { startNonce: at }
    const isYoung = found.minedAt === undefined || found.minedAt + CLOCKS >= sentAt
    if (isYoung && !others.has(found.hash.toLowerCase()) && isPayment(record, found))
      return { startNonce: at, other: found }
  }
  return { startNonce: Math.max(startNonce, end) }
}

const SCANNED_AT_ONCE = 20

/** Where the node has forgotten how many transactions there were, its blocks are read one by one, the newest first. */
async function findRival(
  { scannedTo, startBlock = 0 }: SentRecord,
  address: string,
  nonce: number,
  rpc: Rpc,
): Promise<{ other?: FoundTransaction | undefined; scannedTo?: number }> {
  try {
    return { other: await findByNonce(rpc, address, nonce) }
  } catch {
    const height = await fetchNumber(rpc, 'eth_blockNumber', [])
    const end = Math.min(scannedTo ?? Infinity, height + 1)
    const start = Math.max(startBlock, end - SCANNED_AT_ONCE)
    const blocks = Array.from({ length: Math.max(0, end - start) }, (_, at) => end - 1 - at)
    for (const block of blocks) {
      const other = await findInBlock(rpc, { address, nonce, block, height })
      if (other) return { other, scannedTo: block + 1 }
    }
    return start > startBlock ? { scannedTo: start } : {}
  }
}

/** What is said of another one in its place, once its block is deep enough. */
async function judge(
  record: SentRecord,
  address: string,
  other: FoundTransaction,
  rpc: Rpc,
  now: number,
): Promise<OnChainStatus> {
  const { rivalBlock, rivalAt = now } = record
  const { block, depth } = other
  const since = block === rivalBlock ? rivalAt : now
  const place = { rivalBlock: block, rivalAt: since }
  if (depth < getDepth(record.caipNetworkId) && now - since < OLD) return { status: 'pending', ...place }
  const found = compare(record, address, other)
  // The one that goes on is followed under its own hash.
  const isSettled = found.status === 'renewed' || (await isFinal(record, { block, minedAt: since }, rpc, now))
  return { ...found, ...place, isSettled }
}

/** What took its place. */
function compare(record: SentRecord, address: string, other: FoundTransaction): OnChainStatus {
  const { hash: replacedBy } = other
  if (!record.row) return { status: 'replaced' }
  // As wallets cancel: nothing, to oneself.
  const isNothing = isSameCall(other, { to: address, value: 0n, data: '0x' })
  const status = isPayment(record, other) ? 'renewed' : isNothing ? 'cancelled' : 'replaced'
  return { status, replacedBy }
}

/** The call of a swap is its provider's: one to the same router is followed, and compared with what was reviewed. */
function isPayment({ row }: SentRecord, other: FoundTransaction): boolean {
  const call = row && toPaymentCall(row)
  if (call) return isSameCall(call, other)
  return row?.kind === 'swap' && toAddress(other.to) === toAddress(row.to)
}
