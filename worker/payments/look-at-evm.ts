/** What an EVM network's node says of a transaction. @see https://ethereum.github.io/execution-apis/ */
import { isRecord } from '../../src/core/shapes.ts'
import { type Rpc, unusable } from '../http/rpc.ts'
import type { SentRecord, Sighting } from './sent-records.ts'

/** A block this deep does not go away, nor one that is this old. */
const DEEP = 2
const OLD = 120_000
/** One node of several may be behind the others: another transaction in its place is believed when it was seen so often. */
const MISSED_FOR_SURE = 2

/** @throws what the node meets, and bad_envelope: then nothing is known. */
export async function lookAtEvm(record: SentRecord, rpc: Rpc, now: number): Promise<Sighting> {
  const receipt = await rpc('eth_getTransactionReceipt', [record.hash])
  if (receipt !== null) return readReceipt(record, receipt, rpc, now)
  const transaction = await rpc('eth_getTransactionByHash', [record.hash])
  if (transaction !== null) return readWaiting(record, transaction)
  return lookForAnother(record, rpc)
}

async function readReceipt(record: SentRecord, receipt: unknown, rpc: Rpc, now: number): Promise<Sighting> {
  const { status, blockNumber } = isRecord(receipt) ? receipt : {}
  if ((status !== '0x1' && status !== '0x0') || !isHex(blockNumber))
    throw unusable('eth_getTransactionReceipt')
  const block = Number(blockNumber)
  const minedAt = record.block === block ? (record.minedAt ?? now) : now
  const isSettled = now - minedAt >= OLD || (await readBlockNumber(rpc)) >= block + DEEP
  return { status: status === '0x1' ? 'confirmed' : 'failed', block, minedAt, isSettled, missed: 0 }
}

/** Also one whose block is gone again. */
function readWaiting({ hash }: SentRecord, transaction: unknown): Sighting {
  const { nonce, hash: own } = isRecord(transaction) ? transaction : {}
  if (typeof own !== 'string' || own.toLowerCase() !== hash.toLowerCase() || !isHex(nonce))
    throw unusable('eth_getTransactionByHash')
  return { status: 'pending', nonce: Number(nonce), missed: 0 }
}

/**
 * The node does not know it. It may come back as long as its number is free; which number that is, is known only where
 * some node has shown it once.
 */
async function lookForAnother(record: SentRecord, rpc: Rpc): Promise<Sighting> {
  const { account, nonce, missed = 0 } = record
  const still: Sighting = { status: 'pending', missed: 0 }
  if (!account || nonce === undefined) return still
  const address = account.slice(account.lastIndexOf(':') + 1)
  const count = await rpc('eth_getTransactionCount', [address, 'latest'])
  if (!isHex(count)) throw unusable('eth_getTransactionCount')
  if (Number(count) <= nonce) return still
  const times = missed + 1
  return times < MISSED_FOR_SURE
    ? { status: 'pending', missed: times }
    : { status: 'replaced', missed: times, isSettled: true }
}

async function readBlockNumber(rpc: Rpc): Promise<number> {
  const block = await rpc('eth_blockNumber', [])
  if (!isHex(block)) throw unusable('eth_blockNumber')
  return Number(block)
}

function isHex(value: unknown): value is string {
  return typeof value === 'string' && /^0x[0-9a-f]{1,13}$/i.test(value)
}
