/**
 * Whether a mined transaction did what was reviewed. Success of the transaction alone does not say so: a bundle of user
 * operations succeeds although one of them has failed (ERC-4337), a Safe succeeds although its call has failed, tokens return
 * false without an event, and wallets let their user change an amount.
 * @see https://eips.ethereum.org/EIPS/eip-4337
 */
import * as v from 'valibot'
import { erc20Abi, numberToHex, parseAbi } from 'viem'
import { parseCaipAddress } from '../../../src/core/chains/caip.ts'
import type { SentRow } from '../../../src/core/payments/sent.ts'
import { decodeLog, toAddress } from '../../evm/contract.ts'
import { countQuantity, fetchQuantity, quantity, readAnswer, type Rpc, unusable } from '../../http/rpc.ts'
import { fetchCount } from './find-by-nonce.ts'

export const receiptShape = v.object({
  status: v.picklist(['0x1', '0x0']),
  blockNumber: countQuantity,
  logs: v.fallback(v.array(v.unknown()), []),
  gasUsed: v.fallback(quantity, 0n),
  effectiveGasPrice: v.fallback(quantity, 0n),
  /** Of rollups: the part of the fee that is paid for Ethereum. */
  l1Fee: v.fallback(quantity, 0n),
})

export type Receipt = v.InferOutput<typeof receiptShape>

export interface Comparison {
  isAsReviewed: boolean
  /** What came in of a swap, or arrived of a payment where that is less than was reviewed: base units, decimal digits. */
  received?: string
}

export interface MinedPayment {
  row: SentRow
  /** Of the transaction: differs from the row's where the wallet gave a hash of its own. */
  hash: string
  receipt: Receipt
}

/** @throws what the node meets: then nothing is known. */
export async function compareReceipt(mined: MinedPayment, rpc: Rpc): Promise<Comparison> {
  const { row, receipt } = mined
  const inner = readInnerResults(row, receipt.logs)
  if (inner.length > 0 && !inner.includes(true)) return { isAsReviewed: false }
  if (row.kind === 'approve') return { isAsReviewed: hasApproval(row, receipt.logs) }
  if (row.kind === 'swap')
    return row.in?.token ? compareSwap(row, receipt.logs) : compareSwapForCoin(mined, inner, rpc)
  return row.out.token ? compareTokens(row, receipt.logs) : compareCoins(mined, inner, rpc)
}

export const accountAbi = parseAbi([
  'event UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, address indexed paymaster, uint256 nonce, bool success, uint256 actualGasCost, uint256 actualGasUsed)',
  'event ExecutionSuccess(bytes32 indexed txHash, uint256 payment)',
  'event ExecutionFailure(bytes32 indexed txHash, uint256 payment)',
])
/** Before version 1.4.1 of Safe the hash was no topic. */
export const oldSafeAbi = parseAbi([
  'event ExecutionSuccess(bytes32 txHash, uint256 payment)',
  'event ExecutionFailure(bytes32 txHash, uint256 payment)',
])

/** What a contract account's calls in this transaction have come to; of those under the wallet's own hash, if there are any. */
function readInnerResults({ account, hash }: SentRow, logs: readonly unknown[]): boolean[] {
  const own = toAddress(parseCaipAddress(account).address)
  const results = filterAbout(own, logs).flatMap((log) => readInnerResult(log, own) ?? [])
  const named = results.filter((one) => one.hash === hash.toLowerCase())
  return (named.length > 0 ? named : results).map(({ isDone }) => isDone)
}

/** An event that an account makes itself, or in which it stands. */
const eventShape = v.object({ address: v.string(), topics: v.array(v.string()) })
/** Each costs several hashes: no payment has so many of one account. */
const MOST_LOGS = 200

function filterAbout(own: string, logs: readonly unknown[]): readonly unknown[] {
  const isAbout = (text: string) => text.toLowerCase().endsWith(own.slice(2))
  return logs.filter((log) => v.is(eventShape, log) && [log.address, ...log.topics].some(isAbout))
}

export function readInnerResult(log: unknown, own: string): { hash: string; isDone: boolean } | undefined {
  const operation = decodeLog(accountAbi, 'UserOperationEvent', log)
  if (operation) {
    const { userOpHash, sender, success } = operation.args
    return toAddress(sender) === own ? { hash: userOpHash, isDone: success } : undefined
  }
  for (const abi of [accountAbi, oldSafeAbi]) {
    for (const name of ['ExecutionSuccess', 'ExecutionFailure'] as const) {
      const execution = decodeLog(abi as typeof accountAbi, name, log)
      if (execution?.address === own)
        return { hash: execution.args.txHash, isDone: name === 'ExecutionSuccess' }
    }
  }
  return undefined
}

function hasApproval({ account, to, out }: SentRow, logs: readonly unknown[]): boolean {
  const own = toAddress(parseCaipAddress(account).address)
  return readTokenLogs('Approval', out.token, own, logs).some(
    ({ owner, spender, value }) =>
      toAddress(owner) === own && toAddress(spender) === toAddress(to) && value === BigInt(out.units),
  )
}

/** Tokens that count shares round: off by this much, where that is less than a millionth. Base units. */
const ROUNDING = 2n

function compareTokens({ account, to, out }: SentRow, logs: readonly unknown[]): Comparison {
  const own = toAddress(parseCaipAddress(account).address)
  const units = BigInt(out.units)
  const arrived = readTokenLogs('Transfer', out.token, own, logs)
    .filter(({ from, to: receiver }) => toAddress(from) === own && toAddress(receiver) === toAddress(to))
    .map(({ value }) => value)
  const sum = arrived.reduce((all, value) => all + value, 0n)
  const difference = sum > units ? sum - units : units - sum
  const isRounded = difference <= ROUNDING && difference * 1_000_000n <= units
  if (arrived.includes(units) || isRounded) return { isAsReviewed: true }
  return { isAsReviewed: false, ...(sum > 0n && sum < units && { received: String(sum) }) }
}

/** As the token's contract wrote it down. */
function compareSwap({ account, in: least }: SentRow, logs: readonly unknown[]): Comparison {
  const own = toAddress(parseCaipAddress(account).address)
  let sum = 0n
  for (const { from, to, value } of readTokenLogs('Transfer', least!.token, own, logs)) {
    if (toAddress(to) === own) sum += value
    if (toAddress(from) === own) sum -= value
  }
  return { isAsReviewed: sum >= BigInt(least!.units), ...(sum > 0n && { received: String(sum) }) }
}

/** The events of a token in which the account stands; none where there are too many. */
function readTokenLogs<const Name extends 'Transfer' | 'Approval'>(
  name: Name,
  token: SentRow['account'] | undefined,
  own: string,
  logs: readonly unknown[],
) {
  const contract = token && toAddress(parseCaipAddress(token).address)
  const about = filterAbout(own, logs).filter(
    (log) => toAddress((log as v.InferOutput<typeof eventShape>).address) === contract,
  )
  if (about.length > MOST_LOGS) return []
  return about.flatMap((log) => decodeLog(erc20Abi, name, log)?.args ?? [])
}

const transactionShape = v.object({ from: v.string(), to: v.nullish(v.string(), ''), value: quantity })

/** @throws what the node meets, and bad_envelope where it has the receipt and not the transaction */
async function fetchTransaction({ row, hash }: MinedPayment, rpc: Rpc) {
  const answer = await rpc('eth_getTransactionByHash', [hash])
  const { from, to, value } = readAnswer(transactionShape, answer, 'eth_getTransactionByHash')
  const isOwn = toAddress(from) === toAddress(parseCaipAddress(row.account).address)
  return { isDirect: isOwn && toAddress(to) === toAddress(row.to), isOwn, value }
}

/** A plain transfer has done it when it succeeded; of one by a contract account its own event tells, or the balance. */
async function compareCoins(mined: MinedPayment, inner: readonly boolean[], rpc: Rpc): Promise<Comparison> {
  const { row, receipt } = mined
  const units = BigInt(row.out.units)
  const { isDirect, value } = await fetchTransaction(mined, rpc)
  if (isDirect) return { isAsReviewed: value === units }
  if (inner.length > 0 && !inner.includes(false)) return { isAsReviewed: true }
  return { isAsReviewed: (await fetchGain(row.to, receipt, rpc)) >= units }
}

/** The router keeps to its minimum itself, as the reviewed calldata said; where the balance shows less, that is believed. */
async function compareSwapForCoin(
  mined: MinedPayment,
  inner: readonly boolean[],
  rpc: Rpc,
): Promise<Comparison> {
  const { row, receipt } = mined
  const { address } = parseCaipAddress(row.account)
  const least = BigInt(row.in?.units ?? 0)
  const { isDirect, isOwn, value } = await fetchTransaction(mined, rpc)
  const isDone = isDirect || (inner.length > 0 && !inner.includes(false))
  const { blockNumber: block, gasUsed, effectiveGasPrice, l1Fee } = receipt
  const paid = isOwn ? gasUsed * effectiveGasPrice + l1Fee + value : 0n
  try {
    const gain = (await fetchGain(address, receipt, rpc)) + paid
    if (gain >= least) return { isAsReviewed: true, received: String(gain) }
    const [before, after] = await Promise.all(
      [block - 1, block].map((at) => fetchCount(rpc, address, numberToHex(at))),
    )
    // Another transaction of the account in the same block may have spent it again.
    if (isDone && after! - before! > 1) return { isAsReviewed: true }
    return { isAsReviewed: false, ...(gain > 0n && { received: String(gain) }) }
  } catch (error) {
    // Nodes forget balances of the past.
    if (isDone) return { isAsReviewed: true }
    throw error
  }
}

/** By how much a block has changed a balance. Wei. */
async function fetchGain(address: string, { blockNumber: block }: Receipt, rpc: Rpc): Promise<bigint> {
  if (block === 0) throw unusable('eth_getBalance')
  const [before, after] = await Promise.all(
    [block - 1, block].map((at) => fetchQuantity(rpc, 'eth_getBalance', [address, numberToHex(at)])),
  )
  return after! - before!
}
