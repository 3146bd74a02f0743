/**
 * Reads a transaction, its receipt and its block from a node's answers. Refuses malformed answers, answers for another
 * transaction, and fees above the maximum that the sender signed.
 * @see https://ethereum.github.io/execution-apis/
 */
import * as v from 'valibot'
import { listOf, orAbsent, parseOrNone, type Untrusted } from '../../../src/core/contract/schemas.ts'

/** A transaction with its hex fields in lower case. */
export interface ChainTransaction {
  hash: string
  from: string
  /** Absent for a contract creation. */
  to?: string | undefined
  /** Calldata; `0x` for none. */
  input: string
  /** Hash of the transaction's block; absent while the transaction is pending. */
  blockHash?: string | undefined
  /**
   * `gas` and `gasPrice` are the maximum that the sender signed: units of gas, and base units for each unit of gas. Absent
   * if the node omits them.
   */
  gas?: bigint | undefined
  gasPrice?: bigint | undefined
}

export interface Log {
  address: string
  topics: readonly string[]
}

export interface Receipt {
  status: 'confirmed' | 'failed'
  /** The paid fee in base units; absent if the node's price is missing or impossible. */
  fee?: bigint | undefined
  /** Address of the contract that the transaction created; absent if it created none. */
  contract?: string | undefined
  logs: readonly Log[]
}

/** Hexadecimal text of this many digits, converted to lower case. */
const hexOf = (digits: number) =>
  v.pipe(v.string(), v.regex(new RegExp(`^0x[0-9a-f]{${digits}}$`, 'i')), v.toLowerCase())
const hash = hexOf(64)
const address = hexOf(40)
const calldata = v.pipe(v.string(), v.regex(/^0x[0-9a-f]*$/i), v.toLowerCase())
/** A hexadecimal number of at most 256 bits, as a bigint. */
const quantity = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-f]{1,64}$/i),
  v.transform((hex) => BigInt(hex)),
)

const transactionAnswer = v.object({
  hash,
  from: address,
  to: v.nullish(address),
  input: v.nullish(calldata),
  data: v.optional(v.unknown()),
  blockHash: orAbsent(hash),
  gas: orAbsent(quantity),
  maxFeePerGas: v.optional(v.unknown()),
  gasPrice: v.optional(v.unknown()),
})

/** Undefined for a malformed answer or another transaction. @param from the signer, if known */
export function readTransaction(
  answer: unknown,
  asked: string,
  from: string | undefined,
): ChainTransaction | undefined {
  const read = parseOrNone(transactionAnswer, answer)
  const input = read?.input ?? parseOrNone(calldata, read?.data)
  if (!read || input === undefined || read.hash !== asked.toLowerCase()) return undefined
  if (from !== undefined && read.from !== from.toLowerCase()) return undefined
  const gasPrice = parseOrNone(quantity, read.maxFeePerGas ?? read.gasPrice)
  const { hash, to, blockHash, gas } = read
  return { hash, from: read.from, to: to ?? undefined, input, blockHash, gas, gasPrice }
}

const log: Untrusted<Log> = v.object({
  address,
  topics: v.pipe(v.array(hash), v.maxLength(4)),
})

const receiptAnswer = v.object({
  transactionHash: hash,
  from: address,
  blockHash: hash,
  status: v.picklist(['0x1', '0x0']),
  contractAddress: orAbsent(address),
  logs: listOf(log),
  gasUsed: orAbsent(quantity),
  effectiveGasPrice: orAbsent(quantity),
  l1Fee: v.optional(v.unknown()),
})

export function readReceipt(answer: unknown, transaction: ChainTransaction): Receipt | undefined {
  const read = parseOrNone(receiptAnswer, answer)
  const isOfIt =
    read?.transactionHash === transaction.hash &&
    read.from === transaction.from &&
    read.blockHash === transaction.blockHash
  if (!isOfIt) return undefined
  return {
    status: read.status === '0x1' ? 'confirmed' : 'failed',
    fee: readFee(read, transaction),
    contract: read.contractAddress,
    logs: read.logs,
  }
}

/** `timestamp`: seconds since 1970. */
const blockAnswer = v.object({ hash, timestamp: quantity })

/**
 * The block's time in milliseconds since 1970. Undefined for another block or an impossible time. @param latest the latest
 * possible time of a block, in milliseconds since 1970
 */
export function readBlockTime(answer: unknown, blockHash: string, latest: number): number | undefined {
  const block = parseOrNone(blockAnswer, answer)
  if (block?.hash !== blockHash) return undefined
  const time = Number(block.timestamp) * 1000
  return time > 0 && time <= latest ? time : undefined
}

/**
 * The fee in base units. Undefined if one of its numbers is missing or above the signed maximum. Includes the fee that some
 * rollups add for their data on Ethereum (`l1Fee`).
 */
function readFee(
  { gasUsed, effectiveGasPrice, l1Fee }: v.InferOutput<typeof receiptAnswer>,
  { gas, gasPrice }: ChainTransaction,
): bigint | undefined {
  const ofFirstLayer = parseOrNone(quantity, l1Fee ?? '0x0')
  if (gasUsed === undefined || effectiveGasPrice === undefined || ofFirstLayer === undefined) return undefined
  if (gas === undefined || gasPrice === undefined || gasUsed > gas || effectiveGasPrice > gasPrice)
    return undefined
  return gasUsed * effectiveGasPrice + ofFirstLayer
}
