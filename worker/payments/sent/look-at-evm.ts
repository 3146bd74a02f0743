/** What an EVM network's node says of a transaction. @see https://ethereum.github.io/execution-apis/ */
import * as v from 'valibot'
import { encodeEventTopics, erc20Abi } from 'viem'
import { parseCaipAddress } from '../../../src/core/chains/caip.ts'
import { isSameCall, toPaymentCall } from '../../../src/core/payments/payment-call.ts'
import { decodeLog, toAddress } from '../../evm/contract.ts'
import { countQuantity, readAnswer, type Rpc, unusable } from '../../http/rpc.ts'
import { fetchCount, fetchNumber, findByNonce, type FoundTransaction } from './find-by-nonce.ts'
import { LONGEST_WAIT, type SentRecord, type OnChainStatus } from './sent-records.ts'

/** A block this deep does not go away, nor one that is this old. */
const DEEP = 2
const OLD = 120_000
/** One node of several may be behind the others: only after so many looks in a row one is said to be dropped. */
const UNSEEN_FOR_SURE = 3
/** Of one that the node knows. */
const known = { rivalBlock: 0, unseen: 0 }

/** @throws what the node meets, and bad_envelope: then nothing is known. */
export async function lookAtEvm(record: SentRecord, rpc: Rpc, now: number): Promise<OnChainStatus> {
  const receipt = await rpc('eth_getTransactionReceipt', [record.hash])
  if (receipt !== null) return readReceipt(record, receipt, rpc, now)
  const transaction = await rpc('eth_getTransactionByHash', [record.hash])
  if (transaction !== null) return readWaiting(record, transaction, now)
  return lookForAnother(record, rpc, now)
}

const receiptShape = v.object({
  status: v.picklist(['0x1', '0x0']),
  blockNumber: countQuantity,
  logs: v.fallback(v.array(v.unknown()), []),
})

async function readReceipt(
  record: SentRecord,
  answer: unknown,
  rpc: Rpc,
  now: number,
): Promise<OnChainStatus> {
  const receipt = readAnswer(receiptShape, answer, 'eth_getTransactionReceipt')
  const { status, blockNumber: block, logs } = receipt
  const minedAt = record.block === block ? (record.minedAt ?? now) : now
  const isSettled = now - minedAt >= OLD || (await fetchNumber(rpc, 'eth_blockNumber', [])) >= block + DEEP
  const seen = { ...known, seenAt: now }
  if (status === '0x0') return { status: 'failed', block, minedAt, isSettled, ...seen }
  const received = sumReceived(record, logs)
  return { status: 'confirmed', block, minedAt, isSettled, ...(received ? { received } : {}), ...seen }
}

const [TRANSFER] = encodeEventTopics({ abi: erc20Abi, eventName: 'Transfer' })
const MOST_LOGS = 200

const transferLog = v.object({ address: v.string(), topics: v.looseTuple([v.literal(TRANSFER)]) })

function isTransferOf(contract: string, log: unknown): boolean {
  return v.is(transferLog, log) && log.address.toLowerCase() === contract
}

/** Of a swap, by what the token's contract wrote down; undefined of a coin, which writes nothing. */
function sumReceived({ row }: SentRecord, logs: readonly unknown[]): string | undefined {
  const token = row?.kind === 'swap' ? row.in?.token : undefined
  if (!row || !token) return undefined
  const own = toAddress(parseCaipAddress(row.account).address)
  const contract = toAddress(parseCaipAddress(token).address)
  let sum = 0n
  const transfers = logs.filter((log) => isTransferOf(contract, log))
  // Each costs several hashes: no swap has so many, and who says so would hold the worker up.
  if (transfers.length > MOST_LOGS) return undefined
  for (const log of transfers) {
    const event = decodeLog(erc20Abi, 'Transfer', log)
    if (!event) continue
    const { from, to, value } = event.args
    if (toAddress(to) === own) sum += value
    if (toAddress(from) === own) sum -= value
  }
  return sum > 0n ? sum.toString() : undefined
}

/** Also one whose block is gone again. */
function readWaiting({ hash }: SentRecord, transaction: unknown, now: number): OnChainStatus {
  const shape = v.object({ hash: v.string(), nonce: countQuantity })
  const { hash: own, nonce } = readAnswer(shape, transaction, 'eth_getTransactionByHash')
  if (own.toLowerCase() !== hash.toLowerCase()) throw unusable('eth_getTransactionByHash')
  return { status: 'pending', nonce, ...known, seenAt: now }
}

/**
 * The node does not know the transaction. It may come back while its nonce is unused. "Another transaction used the nonce" is
 * believed only if that transaction was found in a block that is deep enough: nodes behind one URL differ, and one that is
 * behind may know the count of transactions and not yet the blocks.
 */
async function lookForAnother(record: SentRecord, rpc: Rpc, now: number): Promise<OnChainStatus> {
  const { account, nonce, rivalBlock, rivalAt = now, sentAt, seenAt = sentAt } = record
  const unseen = (record.unseen ?? 0) + 1
  const isSure = unseen >= UNSEEN_FOR_SURE
  const lost: OnChainStatus | undefined =
    isSure && now - seenAt >= LONGEST_WAIT ? { status: 'lost', isSettled: true } : undefined
  if (!account || nonce === undefined) return lost ?? { status: 'pending', unseen }
  const { address } = parseCaipAddress(account)
  if ((await fetchCount(rpc, address)) <= nonce)
    return lost ?? { status: isSure ? 'dropped' : 'pending', rivalBlock: 0, unseen }
  const other = await findByNonce(rpc, address, nonce).catch(() => undefined)
  if (!other) return lost ?? { status: 'pending', rivalBlock: 0, unseen }
  const { hash, block, depth } = other
  // It is in a block after all: this node tells of it before it has its receipt.
  if (hash.toLowerCase() === record.hash.toLowerCase()) return { status: 'pending', ...known, seenAt: now }
  const since = block === rivalBlock ? rivalAt : now
  if (depth < DEEP && now - since < OLD)
    return { status: 'pending', rivalBlock: block, rivalAt: since, unseen }
  return { ...compare(record, address, other), isSettled: true }
}

/** What took its place. */
function compare({ row }: SentRecord, address: string, other: FoundTransaction): OnChainStatus {
  const { hash: replacedBy } = other
  if (!row) return { status: 'replaced' }
  const call = toPaymentCall(row)
  const isSame = call !== undefined && isSameCall(call, other)
  // As wallets cancel: nothing, to oneself.
  const isNothing = isSameCall(other, { to: address, value: 0n, data: '0x' })
  return { status: isSame ? 'renewed' : isNothing ? 'cancelled' : 'replaced', replacedBy }
}
