/**
 * What an EVM network's node says of a payment.
 *
 *   a receipt ─▶ deep enough? ─▶ compared once for each block ─▶ confirmed, mismatched, uncompared; settled when that is final
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
import { type Comparison, compareReceipt, receiptShape } from './compare-receipt.ts'
import { fetchCount, fetchNumber, findByNonce, findInBlock, type FoundTransaction } from './find-by-nonce.ts'
import { fetchAccountKind } from '../../evm/account-kind.ts'
import { findExecution } from './find-execution.ts'
import { getDepth } from './network-depth.ts'
import { MAX_WAIT, type SentRecord, type OnChainStatus } from './sent-records.ts'

/**
 * A block that is this old does not go away, for each two blocks that its network asks for: some networks make blocks only
 * when somebody pays. Milliseconds.
 */
const OLD = 120_000
/** Every network is final by then, also where its node has no word for it. Milliseconds. */
const FINAL = 3_600_000
/** Blocks that follow on a developer's own node. */
const LOCAL_DEPTH = 2
/** After so long without an answer that it can be compared with, people are told so. Milliseconds. */
const UNCOMPARED = 600_000
/** One node of several may be behind the others: only after so many checks in a row one is said to be dropped. */
const UNSEEN_FOR_SURE = 3
/** Of one that the node knows. */
const known = { rivalBlock: 0, unseen: 0 }

/** `isLocal`: on a developer's own node, see `network-depth.ts`. */
type Subject = SentRecord & { isLocal?: boolean }

/**
 * @param others hashes of the account's other payments, in lower case
 * @throws what the node meets, and bad_envelope: then nothing is known.
 */
export async function checkEvmPayment(
  record: Subject,
  rpc: Rpc,
  now: number,
  others: ReadonlySet<string> = new Set(),
): Promise<OnChainStatus> {
  const hash = record.executedBy || record.hash
  const receipt = await rpc('eth_getTransactionReceipt', [hash])
  if (receipt !== null)
    return { ...(await readNumber(record, rpc)), ...(await readReceipt(record, hash, receipt, rpc, now)) }
  const transaction = await rpc('eth_getTransactionByHash', [hash])
  const isWaiting = transaction !== null
  const unseen = (record.unseen ?? 0) + 1
  if (wasMined(record) && !(await isGone(record, isWaiting, rpc))) return { unseen }
  // What has carried it out may be carried out again, in another block.
  if (isWaiting && record.executedBy) return { status: 'queued', block: 0, ...known, seenAt: now }
  if (isWaiting) return readWaiting(record, hash, transaction, now)
  if (record.executedBy) return { status: 'queued', executedBy: '', block: 0 }
  if (record.replacedBy && isReplaced(record)) {
    const rival = await rpc('eth_getTransactionReceipt', [record.replacedBy])
    if (rival !== null) return readRival(record, rival, rpc, now)
    if (unseen < UNSEEN_FOR_SURE) return { unseen }
  }
  return { block: 0, ...(await findReplacement(record, rpc, now, others)) }
}

/** Of what was to take another one's place: a wallet may have given it a number of its own. */
async function readNumber({ row, nonce, hash }: SentRecord, rpc: Rpc): Promise<{ nonce?: number }> {
  if (!row?.replaces || nonce !== undefined) return {}
  const transaction = await rpc('eth_getTransactionByHash', [hash]).catch(() => undefined)
  const read = parseOrNone(waitingShape, transaction)
  return read ? { nonce: read.nonce } : {}
}

function wasMined({ row, block = 0 }: SentRecord): boolean {
  return (
    block > 0 && row !== undefined && ['confirmed', 'mismatched', 'uncompared', 'failed'].includes(row.status)
  )
}

function isReplaced({ row }: SentRecord): boolean {
  return row?.status === 'cancelled' || row?.status === 'replaced'
}

/** Its block was replaced; a node that is behind knows nothing of it either. */
async function isGone({ block = 0, unseen = 0 }: SentRecord, isWaiting: boolean, rpc: Rpc): Promise<boolean> {
  if (unseen + 1 >= UNSEEN_FOR_SURE) return true
  return isWaiting && (await fetchNumber(rpc, 'eth_blockNumber', [])) >= block
}

async function readRival(record: Subject, answer: unknown, rpc: Rpc, now: number): Promise<OnChainStatus> {
  const { blockNumber } = readAnswer(receiptShape, answer, 'eth_getTransactionReceipt')
  const since = record.rivalAt ?? now
  return {
    unseen: 0,
    rivalAt: since,
    isSettled: await isFinal(record, { block: blockNumber, minedAt: since }, rpc, now),
  }
}

async function readReceipt(
  record: Subject,
  hash: string,
  answer: unknown,
  rpc: Rpc,
  now: number,
): Promise<OnChainStatus> {
  const receipt = readAnswer(receiptShape, answer, 'eth_getTransactionReceipt')
  const { status, blockNumber: block } = receipt
  const minedAt = record.block === block ? (record.minedAt ?? now) : now
  const depth = getDepth(record.caipNetworkId, record.isLocal)
  // "Failed" waits for one block more: a second attempt would pay twice if another block let the first one succeed.
  const followers = status === '0x1' ? depth - 1 : depth
  const isDeep =
    followers === 0 ||
    now - minedAt >= getPatience(depth) ||
    (await fetchNumber(rpc, 'eth_blockNumber', [])) >= block + followers
  const seen = { block, minedAt, ...known, seenAt: now }
  if (!isDeep) return { status: record.executedBy ? 'queued' : 'pending', ...seen }
  // Nothing is reported for an account that has disconnected.
  if (!record.row) return { isSettled: true, ...seen }
  const isSettled = await isFinal(record, { block, minedAt }, rpc, now)
  if (status === '0x0') return { status: 'failed', isSettled, ...seen }
  const comparedIn = receipt.blockHash ?? String(block)
  // A node that fails later, or forgets, takes nothing back.
  if (record.comparedIn === comparedIn && wasMined(record))
    return { status: record.row.status, isSettled, ...seen }
  const compared: Comparison | undefined = await compareReceipt(
    { row: record.row, hash, receipt },
    rpc,
  ).catch(() => undefined)
  if (compared) {
    const { outcome, received } = compared
    return { status: outcome, isSettled, comparedIn, ...(received && { received }), ...seen }
  }
  if (now - minedAt >= UNCOMPARED) return { status: 'uncompared', isSettled, ...seen }
  return { status: record.executedBy ? 'queued' : 'pending', ...seen }
}

function getPatience(depth: number): number {
  return OLD * Math.max(1, depth / 2)
}

const blockShape = v.object({ number: countQuantity })

/** @see https://eips.ethereum.org/EIPS/eip-3675 */
async function isFinal(
  { isLocal }: Subject,
  { block, minedAt }: { block: number; minedAt: number },
  rpc: Rpc,
  now: number,
): Promise<boolean> {
  if (now - minedAt >= (isLocal ? OLD : FINAL)) return true
  // Its node calls blocks final that are 64 behind, and makes no more than it needs.
  if (isLocal) return (await fetchNumber(rpc, 'eth_blockNumber', [])) >= block + LOCAL_DEPTH
  const answer = await rpc('eth_getBlockByNumber', ['finalized', false]).catch(() => undefined)
  return (parseOrNone(blockShape, answer)?.number ?? -1) >= block
}

const waitingShape = v.object({ hash: v.string(), nonce: countQuantity, from: orAbsent(v.string()) })

/** Also one whose block is gone again. The nonce of a relayer's transaction is not the account's. */
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
async function findReplacement(
  record: Subject,
  rpc: Rpc,
  now: number,
  others: ReadonlySet<string>,
): Promise<OnChainStatus> {
  const { account, nonce, sentAt, seenAt = sentAt } = record
  const unseen = (record.unseen ?? 0) + 1
  const isSure = unseen >= UNSEEN_FOR_SURE
  const isOld = now - seenAt >= MAX_WAIT
  const lost: OnChainStatus | undefined = isSure && isOld ? { status: 'lost', isSettled: true } : undefined
  if (!account) return lost ?? { status: 'pending', unseen }
  const { address } = parseCaipAddress(account)
  if (nonce !== undefined && (await fetchCount(rpc, address)) <= nonce)
    return lost ?? { status: isSure ? 'dropped' : 'pending', rivalBlock: 0, unseen }
  const start = await readStart(record, address, rpc)
  const asked = { ...record, ...start, isLate: now - seenAt >= UNFOUND }
  if (nonce === undefined) {
    if (!isSure) return { status: 'pending', unseen, ...start }
    const kind = record.isRelayed ? 'contract' : await fetchAccountKind(rpc, address)
    if (kind === 'contract') return { unseen, ...start, ...(await checkExecution(asked, rpc, now)) }
    const { other, isOpen, ...cursor } = await findSpedUp(asked, rpc, others)
    if (other) return { unseen, ...start, ...cursor, ...(await judge(record, address, other, rpc, now)) }
    // Its hash may be that of a user operation. Until a day has gone by it may as well be a transaction of its key.
    if (kind === 'delegated') {
      const found = await checkExecution(asked, rpc, now)
      const isFound = found.executedBy !== undefined
      return { unseen, ...start, ...found, ...cursor, ...(!isFound && !isOld && { status: 'pending' }) }
    }
    if (!lost || isOpen) return { status: 'pending', unseen, ...start, ...cursor }
    // One of those that it may be could not be found.
    return cursor.isUnexplained ? { status: 'replaced', isSettled: true } : lost
  }
  const { other, isOver, ...cursor } = await findRival(asked, address, nonce, rpc)
  if (!other) {
    const searched = { rivalBlock: 0, unseen, ...start, ...cursor }
    if (lost && cursor.scanEnd === undefined && !isReplaced(record)) return lost
    return isOver ? { status: 'replaced', isSettled: isOld, ...searched } : { status: 'pending', ...searched }
  }
  // It is in a block after all: this node tells of it before it has its receipt.
  if (other.hash.toLowerCase() === record.hash.toLowerCase())
    return { status: 'pending', ...known, seenAt: now }
  return { unseen, ...start, ...cursor, ...(await judge(record, address, other, rpc, now)) }
}

/** Of the fastest networks without a sequencer. Milliseconds. */
const BLOCK_TIME = 2_000
/** Blocks before the first check, if no check was made when the wallet was asked. */
const BEFORE = 4_000

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

async function checkExecution(record: Subject, rpc: Rpc, now: number): Promise<OnChainStatus> {
  const found = await findExecution(record, rpc, now)
  const { executedBy } = found
  const receipt = executedBy ? await rpc('eth_getTransactionReceipt', [executedBy]) : null
  if (!executedBy || receipt === null) return found
  return { executedBy, ...(await readReceipt({ ...record, executedBy }, executedBy, receipt, rpc, now)) }
}

/** Clocks of a page and of blocks may differ by this much. Milliseconds. */
const CLOCKS = 60_000
/** Of an account that sends a lot, so many are looked at in one go. */
const MAX_AT_ONCE = 10

/**
 * The same payment under another hash, where no node has ever shown the first one: sped up before it got about. Its number
 * is not known; it is one from those that were free when the wallet was asked.
 */
async function findSpedUp(
  record: Subject & { startNonce: number; startBlock: number; isLate: boolean },
  rpc: Rpc,
  others: ReadonlySet<string>,
): Promise<Found & ScanCursor & { isUnexplained?: boolean; isOpen?: boolean }> {
  const { account, startNonce, sentAt } = record
  const { address } = parseCaipAddress(account!)
  const count = await fetchCount(rpc, address)
  const end = Math.min(count, startNonce + MAX_AT_ONCE)
  let scan: ScanCursor = record
  let isUnexplained = record.isUnexplained === true
  for (let at = startNonce; at < end; at += 1) {
    const { other, isOver, ...cursor } = await findRival({ ...record, ...scan }, address, at, rpc)
    // Blocks may have changed meanwhile, or are still being searched: once more with the next check.
    if (!other && !isOver) return { startNonce: at, isUnexplained, ...cursor, isOpen: true }
    scan = { scannedTo: 0 }
    // Read one by one, the blocks do not go back far enough.
    isUnexplained ||= !other && cursor.scanEnd !== undefined
    const isYoung = other?.minedAt === undefined || other.minedAt + CLOCKS >= sentAt
    if (!other || !isYoung || others.has(other.hash.toLowerCase()) || !isPayment(record, other)) continue
    if (record.row?.kind !== 'swap') return { startNonce: at, scannedTo: 0, other }
    // Without a number in common it may as well be another swap.
    isUnexplained = true
  }
  return { startNonce: Math.max(startNonce, end), scannedTo: 0, isUnexplained, isOpen: end < count }
}

/** Read at once, and at most for one number: nodes without old state have little else to offer. */
const SCANNED_AT_ONCE = 40
const MAX_SCANNED = 4_000

interface Found {
  other?: FoundTransaction | undefined
}

type ScanCursor = Pick<SentRecord, 'startNonce' | 'scannedTo' | 'scanEnd'>
/** After so long no block is believed to hold a number that the account has used. Milliseconds. */
const UNFOUND = 3_600_000

/**
 * Where the node has forgotten how many transactions there were, its blocks are read one by one, the newest first.
 * `isOver`: none of them holds it, as of an authorisation of EIP-7702, which uses a number without a transaction.
 */
async function findRival(
  record: ScanCursor & { startBlock: number; isLate: boolean },
  address: string,
  nonce: number,
  rpc: Rpc,
): Promise<Found & ScanCursor & { isOver?: boolean }> {
  try {
    const other = await findByNonce(rpc, address, nonce)
    return { other, isOver: !other && record.isLate }
  } catch {
    const height = await fetchNumber(rpc, 'eth_blockNumber', [])
    const { scannedTo, startBlock } = record
    const isFresh = !scannedTo || record.scanEnd === undefined
    const scanEnd = isFresh ? Math.max(1, startBlock, height + 1 - MAX_SCANNED) : record.scanEnd!
    const end = isFresh ? height + 1 : Math.min(scannedTo!, height + 1)
    const start = Math.max(scanEnd, end - SCANNED_AT_ONCE)
    const blocks = Array.from({ length: Math.max(0, end - start) }, (_, at) => end - 1 - at)
    for (const block of blocks) {
      const other = await findInBlock(rpc, { address, nonce, block, height })
      if (other) return { other, scannedTo: block + 1, scanEnd }
    }
    if (start > scanEnd) return { scannedTo: start, scanEnd }
    // Blocks may have come and gone while these were read: all of them once more, until it is late.
    return record.isLate ? { scannedTo: start, scanEnd, isOver: true } : { scannedTo: 0 }
  }
}

/** The verdict about another transaction in its place, once its block is deep enough. */
async function judge(
  record: Subject,
  address: string,
  other: FoundTransaction,
  rpc: Rpc,
  now: number,
): Promise<OnChainStatus> {
  const { rivalBlock, rivalAt = now } = record
  const { block, depth } = other
  const since = block === rivalBlock ? rivalAt : now
  const rival = { rivalBlock: block, rivalAt: since }
  const least = getDepth(record.caipNetworkId, record.isLocal)
  if (depth < least && now - since < getPatience(least)) return { status: 'pending', ...rival }
  const found = compare(record, address, other)
  // The one that goes on is followed under its own hash.
  const isSettled = found.status === 'renewed' || (await isFinal(record, { block, minedAt: since }, rpc, now))
  return { ...found, ...rival, isSettled }
}

/** What took its place. */
function compare(record: Subject, address: string, other: FoundTransaction): OnChainStatus {
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
