/**
 * A transaction, its receipt and its block as a network's node gives them. A node may say anything: what is of another
 * transaction, of another form or beyond what was signed is not taken.
 * @see https://ethereum.github.io/execution-apis/
 */
import { isRecord } from '../../src/core/shapes.ts'
import { readQuantity } from '../http/rpc.ts'

/** Hexadecimal is in lower case. */
export interface ChainTransaction {
  hash: string
  from: string
  /** Absent where it makes a contract. */
  to?: string | undefined
  /** Calldata; `0x` for none. */
  input: string
  /** Of its block; absent while it is in none. */
  blockHash?: string | undefined
  /** What the signer pays at most: units of gas, and base units for each. Absent where the node does not say. */
  gas?: bigint | undefined
  gasPrice?: bigint | undefined
}

export interface Receipt {
  status: 'confirmed' | 'failed'
  /** In base units; absent where the node says no price that can be. */
  fee?: bigint | undefined
  /** The contract that it made. */
  contract?: string | undefined
  logs: readonly Log[]
}

/** An event that a contract wrote. */
export interface Log {
  address: string
  topics: readonly string[]
}

/** @param from who signed it, where that is known. */
export function readTransaction(
  answer: unknown,
  hash: string,
  from: string | undefined,
): ChainTransaction | undefined {
  if (!isRecord(answer) || toHex(answer['hash'], 64) !== hash.toLowerCase()) return undefined
  const signer = toHex(answer['from'], 40)
  const to = toHex(answer['to'], 40)
  const input = answer['input'] ?? answer['data']
  if (!signer || (from !== undefined && signer !== from.toLowerCase())) return undefined
  if (!to && answer['to'] !== null && answer['to'] !== undefined) return undefined
  if (typeof input !== 'string' || !/^0x[0-9a-f]*$/i.test(input)) return undefined
  return {
    hash: hash.toLowerCase(),
    from: signer,
    to,
    input: input.toLowerCase(),
    blockHash: toHex(answer['blockHash'], 64),
    gas: readQuantity(answer['gas']),
    gasPrice: readQuantity(answer['maxFeePerGas'] ?? answer['gasPrice']),
  }
}

export function readReceipt(answer: unknown, transaction: ChainTransaction): Receipt | undefined {
  if (!isRecord(answer)) return undefined
  const isOfIt =
    toHex(answer['transactionHash'], 64) === transaction.hash &&
    toHex(answer['from'], 40) === transaction.from &&
    transaction.blockHash !== undefined &&
    toHex(answer['blockHash'], 64) === transaction.blockHash
  const status = answer['status'] === '0x1' ? 'confirmed' : answer['status'] === '0x0' ? 'failed' : undefined
  if (!isOfIt || !status || !Array.isArray(answer['logs'])) return undefined
  return {
    status,
    fee: readFee(answer, transaction),
    contract: toHex(answer['contractAddress'], 40),
    logs: answer['logs'].flatMap(readLog),
  }
}

/** Milliseconds since 1970; undefined for what is no time of this block. @param latest no block is later */
export function readBlockTime(answer: unknown, blockHash: string, latest: number): number | undefined {
  if (!isRecord(answer) || toHex(answer['hash'], 64) !== blockHash) return undefined
  const time = Number(readQuantity(answer['timestamp']) ?? 0n) * 1000
  return time > 0 && time <= latest ? time : undefined
}

/** Nobody pays more than was signed. Some second layers add what their own place on the first one costs. */
function readFee(
  answer: Readonly<Record<string, unknown>>,
  { gas, gasPrice }: ChainTransaction,
): bigint | undefined {
  const used = readQuantity(answer['gasUsed'])
  const price = readQuantity(answer['effectiveGasPrice'])
  const ofFirstLayer = readQuantity(answer['l1Fee'] ?? '0x0')
  if (used === undefined || price === undefined || ofFirstLayer === undefined) return undefined
  if (gas === undefined || gasPrice === undefined || used > gas || price > gasPrice) return undefined
  return used * price + ofFirstLayer
}

function readLog(log: unknown): Log[] {
  if (!isRecord(log) || !Array.isArray(log['topics']) || log['topics'].length > 4) return []
  const address = toHex(log['address'], 40)
  const topics = log['topics'].map((topic) => toHex(topic, 64))
  return address && topics.every((topic) => topic !== undefined) ? [{ address, topics }] : []
}

/** In lower case. Undefined unless it has so many digits. */
function toHex(value: unknown, digits: number): string | undefined {
  const isHex = typeof value === 'string' && value.length === digits + 2 && /^0x[0-9a-f]+$/i.test(value)
  return isHex ? value.toLowerCase() : undefined
}
