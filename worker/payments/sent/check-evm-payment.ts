/**
 * Checks an EVM payment with the network's node.
 *
 *   receipt found ────▶ deep enough? ─▶ it reverted ─▶ failed
 *                                  └──▶ it succeeded ─▶ compared with the review, once for each block
 *                                                       ─▶ confirmed, mismatched, uncompared
 *   pending on node ──▶ pending
 *   unknown to node ──▶ another transaction has the payment's nonce ─▶ renewed, cancelled, replaced
 *                 └───▶ the account is a contract ─▶ search for the event with the payment's hash
 *                                                    ─▶ cosigning, queued, carried out
 *
 * A status from a block is settled when that block is final.
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
 * Time after which a payment is deep enough even if too few blocks follow it: some networks make blocks only when somebody
 * pays. Valid for the usual depth of 2 blocks; a greater depth takes longer. Milliseconds.
 */
const OLD = 120_000
/** A block of this age is final on every network, even if the node does not support the `finalized` tag. Milliseconds. */
const FINAL = 3_600_000
/** Number of later blocks after which a block is final on a developer's own node. */
const LOCAL_DEPTH = 2
/** How long the comparison with the review may fail before the payment shows as uncompared. Milliseconds. */
const UNCOMPARED = 600_000
/**
 * Number of checks in a row in which no node knew the payment, before the payment is reported as dropped: of several nodes,
 * one may lag behind.
 */
const UNSEEN_FOR_SURE = 3
/**
 * Fields to store when the node knows the payment: they reset what was stored about a rival transaction and about missed
 * checks.
 */
const known = { rivalBlock: 0, unseen: 0 }

/** `isLocal`: whether the payment is on a developer's own node, see `network-depth.ts`. */
type Subject = SentRecord & { isLocal?: boolean }

/**
 * @param others hashes of the account's other payments, in lower case
 * @throws the node's error; bad_envelope. The status is then unknown.
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
  // The transaction that executed the payment is pending again, and may be included in another block.
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

/** Reads the nonce of a replacement, since the wallet may have chosen a nonce other than the requested one. */
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

/**
 * Whether the block of the payment was replaced: enough checks missed the payment, or a node that has reached this block
 * shows the payment as pending. A node that lags behind proves nothing.
 */
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
  // A failed payment needs one block more than a successful one: if a reorganisation let it succeed after all, a second
  // attempt would pay twice.
  const followers = status === '0x1' ? depth - 1 : depth
  const isDeep =
    followers === 0 ||
    now - minedAt >= getPatience(depth) ||
    (await fetchNumber(rpc, 'eth_blockNumber', [])) >= block + followers
  const seen = { block, minedAt, ...known, seenAt: now }
  if (!isDeep) return { status: record.executedBy ? 'queued' : 'pending', ...seen }
  // The account has disconnected, so nothing more is reported.
  if (!record.row) return { isSettled: true, ...seen }
  const isSettled = await isFinal(record, { block, minedAt }, rpc, now)
  if (status === '0x0') return { status: 'failed', isSettled, ...seen }
  const comparedIn = receipt.blockHash ?? String(block)
  // The payment was already compared in this block: keep the result, even if the node fails later or prunes the block's
  // data.
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

/** Whether a block is final. @see https://eips.ethereum.org/EIPS/eip-3675 */
async function isFinal(
  { isLocal }: Subject,
  { block, minedAt }: { block: number; minedAt: number },
  rpc: Rpc,
  now: number,
): Promise<boolean> {
  if (now - minedAt >= (isLocal ? OLD : FINAL)) return true
  // Do not wait for finality: a local node finalises a block only after 64 more blocks, and makes blocks only on
  // demand.
  if (isLocal) return (await fetchNumber(rpc, 'eth_blockNumber', [])) >= block + LOCAL_DEPTH
  const answer = await rpc('eth_getBlockByNumber', ['finalized', false]).catch(() => undefined)
  return (parseOrNone(blockShape, answer)?.number ?? -1) >= block
}

const waitingShape = v.object({ hash: v.string(), nonce: countQuantity, from: orAbsent(v.string()) })

/**
 * Reads a pending transaction, also one whose block was replaced. Ignores the nonce of a relayer's transaction, which
 * is not a nonce of the account.
 */
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
 * Finds out what became of a transaction that the node does not know. While its nonce is unused, the transaction may come
 * back. Another transaction is taken for the replacement only once its block is deep enough: nodes behind one URL differ,
 * and a node that lags behind may know the account's transaction count but not yet the blocks.
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
    // The hash may be that of a user operation, or that of a transaction signed by the account's key. If neither is found,
    // the payment stays pending for a day.
    if (kind === 'delegated') {
      const found = await checkExecution(asked, rpc, now)
      const isFound = found.executedBy !== undefined
      return { unseen, ...start, ...found, ...cursor, ...(!isFound && !isOld && { status: 'pending' }) }
    }
    if (!lost || isOpen) return { status: 'pending', unseen, ...start, ...cursor }
    // Some transactions that may be this payment could not be found, so it is not certain that the payment was lost.
    return cursor.isUnexplained ? { status: 'replaced', isSettled: true } : lost
  }
  const { other, isOver, ...cursor } = await findRival(asked, address, nonce, rpc)
  if (!other) {
    const searched = { rivalBlock: 0, unseen, ...start, ...cursor }
    if (lost && cursor.scanEnd === undefined && !isReplaced(record)) return lost
    return isOver ? { status: 'replaced', isSettled: isOld, ...searched } : { status: 'pending', ...searched }
  }
  // The found transaction is the payment itself: the node returns a mined transaction before its receipt.
  if (other.hash.toLowerCase() === record.hash.toLowerCase())
    return { status: 'pending', ...known, seenAt: now }
  return { unseen, ...start, ...cursor, ...(await judge(record, address, other, rpc, now)) }
}

/** Block time of the fastest networks without a sequencer. Milliseconds. */
const BLOCK_TIME = 2_000
/** How many blocks before the first check are searched, if the block height was not read when the wallet was asked. */
const BEFORE = 4_000

/** The lowest nonce and block that the payment may have: those at the time when the wallet was asked, or an estimate. */
async function readStart(
  { startNonce, startBlock, sentAt, lookedAt }: SentRecord,
  address: string,
  rpc: Rpc,
) {
  if (startNonce !== undefined && startBlock !== undefined) return { startNonce, startBlock }
  const height = await fetchNumber(rpc, 'eth_blockNumber', [])
  const blocks = BEFORE + Math.ceil(Math.max(0, (lookedAt ?? sentAt) - sentAt) / BLOCK_TIME)
  return {
    // The transaction count is read only now, after the wallet was asked, so it may already include the payment: begin one
    // nonce earlier.
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

/** How far this device's clock and block times may differ. Milliseconds. */
const CLOCKS = 60_000
/** Upper limit of nonces that one check searches, since some accounts send a lot. */
const MAX_AT_ONCE = 10

/**
 * Finds the same payment under another hash: the wallet sped the payment up before any node knew the first version. The
 * nonce is unknown, but was unused when the wallet was asked.
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
    // Blocks may have changed meanwhile, or the search is not complete: try again with the next check.
    if (!other && !isOver) return { startNonce: at, isUnexplained, ...cursor, isOpen: true }
    scan = { scannedTo: 0 }
    // The nonce stays unexplained if the node has no historical nonces, and the search of its blocks did not reach back
    // to the payment's first possible block.
    isUnexplained ||= !other && cursor.scanEnd !== undefined
    const isYoung = other?.minedAt === undefined || other.minedAt + CLOCKS >= sentAt
    if (!other || !isYoung || others.has(other.hash.toLowerCase()) || !isPayment(record, other)) continue
    if (record.row?.kind !== 'swap') return { startNonce: at, scannedTo: 0, other }
    // The nonce is unknown, so this may be another swap.
    isUnexplained = true
  }
  return { startNonce: Math.max(startNonce, end), scannedTo: 0, isUnexplained, isOpen: end < count }
}

/**
 * Upper limits of blocks that are read: in one check, and in total for one nonce. Needed only for nodes without
 * historical state.
 */
const SCANNED_AT_ONCE = 40
const MAX_SCANNED = 4_000

interface Found {
  other?: FoundTransaction | undefined
}

type ScanCursor = Pick<SentRecord, 'startNonce' | 'scannedTo' | 'scanEnd'>
/** Time after which the search for the block with a used nonce ends. Milliseconds. */
const UNFOUND = 3_600_000

/**
 * Finds the account's transaction with a nonce. If the node has no historical nonces, reads the blocks one by one, newest
 * first. `isOver`: no block contains the nonce; an EIP-7702 authorisation, for example, uses a nonce without a transaction.
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
    // Blocks may have been replaced during the scan: scan all of them again, until the search ends (`isLate`).
    return record.isLate ? { scannedTo: start, scanEnd, isOver: true } : { scannedTo: 0 }
  }
}

/** Judges the transaction that used the payment's nonce, once its block is deep enough. */
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
  // A renewed payment is settled here; its new hash has a record of its own.
  const isSettled = found.status === 'renewed' || (await isFinal(record, { block, minedAt: since }, rpc, now))
  return { ...found, ...rival, isSettled }
}

/** Classifies the transaction that used the payment's nonce. */
function compare(record: Subject, address: string, other: FoundTransaction): OnChainStatus {
  const { hash: replacedBy } = other
  if (!record.row) return { status: 'replaced' }
  // Wallets cancel with an empty transaction to the account itself.
  const isNothing = isSameCall(other, { to: address, value: 0n, data: '0x' })
  const status = isPayment(record, other) ? 'renewed' : isNothing ? 'cancelled' : 'replaced'
  return { status, replacedBy }
}

/**
 * Whether another transaction makes the same payment. For a swap, any call of the same router is accepted, since the
 * calldata may differ. The accepted call is compared with the review later.
 */
function isPayment({ row }: SentRecord, other: FoundTransaction): boolean {
  const call = row && toPaymentCall(row)
  if (call) return isSameCall(call, other)
  return row?.kind === 'swap' && toAddress(other.to) === toAddress(row.to)
}
