/**
 * Whether a mined transaction did what was reviewed. Success of the transaction alone does not say so: a bundle of user
 * operations succeeds although one of them has failed (ERC-4337), a Safe succeeds although its call has failed, tokens return
 * false without an event, and wallets let their user change an amount.
 * @see https://eips.ethereum.org/EIPS/eip-4337
 */
import * as v from 'valibot'
import { encodeFunctionData, erc20Abi, maxUint256, numberToHex, parseAbi, zeroAddress } from 'viem'
import {
  entryPoint06Address,
  entryPoint07Address,
  entryPoint08Address,
  entryPoint09Address,
} from 'viem/account-abstraction'
import { type CaipAddress, parseCaipAddress } from '../../../src/core/chains/caip.ts'
import { orAbsent } from '../../../src/core/contract/schemas.ts'
import type { SentRow } from '../../../src/core/payments/sent.ts'
import { decodeLog, toAddress } from '../../evm/contract.ts'
import { countQuantity, fetchQuantity, quantity, readAnswer, type Rpc, unusable } from '../../http/rpc.ts'
import { fetchCount } from './find-by-nonce.ts'

export const receiptShape = v.object({
  status: v.picklist(['0x1', '0x0']),
  blockNumber: countQuantity,
  blockHash: orAbsent(v.string()),
  /** A list that cannot be read says nothing: it is not an empty one. */
  logs: orAbsent(v.array(v.unknown())),
  gasUsed: v.fallback(quantity, 0n),
  effectiveGasPrice: v.fallback(quantity, 0n),
  /** Of rollups: the part of the fee that is paid for Ethereum. */
  l1Fee: v.fallback(quantity, 0n),
})

export type Receipt = v.InferOutput<typeof receiptShape>

export interface Comparison {
  /** uncompared: what the node knows does not decide it. */
  outcome: 'confirmed' | 'mismatched' | 'uncompared'
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
  const { row } = mined
  const isForNative = row.kind === 'swap' ? !row.in?.token : row.kind === 'send' && !row.out.token
  if (isForNative) {
    const transaction = await fetchTransaction(mined, rpc)
    if (row.kind === 'swap') return compareSwapForNative(mined, transaction, rpc)
    // The transaction itself has paid, whatever its receiver has logged.
    if (transaction.isDirect) return decide(transaction.value === BigInt(row.out.units))
    return compareCoins(mined, rpc)
  }
  const logs = readLogs(mined.receipt)
  // Tokens tell by their own events, unless the wallet's own hash has failed.
  if (readInnerResults(row, logs).some(({ isNamed, isDone }) => isNamed && !isDone))
    return { outcome: 'mismatched' }
  if (row.kind === 'approve') return decide(hasApproval(row, logs))
  return row.kind === 'swap' ? compareSwap(mined, logs, rpc) : compareTokens(mined, logs, rpc)
}

function decide(isAsReviewed: boolean): Comparison {
  return { outcome: isAsReviewed ? 'confirmed' : 'mismatched' }
}

function readLogs({ logs }: Receipt): readonly unknown[] {
  if (!logs) throw unusable('eth_getTransactionReceipt')
  return logs
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
/** Any contract can make an event of this name; only these check who has signed. @see https://eips.ethereum.org/EIPS/eip-4337 */
export const entryPoints: readonly string[] = [
  entryPoint06Address,
  entryPoint07Address,
  entryPoint08Address,
  entryPoint09Address,
].map((address) => address.toLowerCase())

interface InnerResult {
  hash: string
  isDone: boolean
  /** Wei that the account itself has paid for it. */
  fee: bigint
}

/** What a contract account's calls in this transaction have come to; of those under the wallet's own hash, if there are any. */
function readInnerResults({ account, hash }: SentRow, logs: readonly unknown[]) {
  const own = toOwn(account)
  const results = filterAbout(own, logs).flatMap((log) => {
    const result = readInnerResult(log, own)
    return result ? [{ ...result, isNamed: result.hash === hash.toLowerCase() }] : []
  })
  const named = results.filter(({ isNamed }) => isNamed)
  return named.length > 0 ? named : results
}

function toOwn(account: CaipAddress) {
  return toAddress(parseCaipAddress(account).address)
}

/** An event that an account makes itself, or in which it stands. */
const eventShape = v.object({ address: v.string(), topics: v.array(v.string()), data: v.string() })
/** Each costs several hashes: no payment has so many of one account. */
const MAX_LOGS = 200

function isAbout(own: string, { address, topics }: v.InferOutput<typeof eventShape>): boolean {
  return [address, ...topics].some((text) => text.toLowerCase().endsWith(own.slice(2)))
}

function filterAbout(own: string, logs: readonly unknown[]): readonly unknown[] {
  return logs.filter((log) => v.is(eventShape, log) && isAbout(own, log))
}

export function readInnerResult(log: unknown, own: string): InnerResult | undefined {
  const operation = decodeLog(accountAbi, 'UserOperationEvent', log)
  if (operation) {
    const { userOpHash, sender, success, paymaster, actualGasCost } = operation.args
    if (toAddress(sender) !== own || !entryPoints.includes(operation.address.toLowerCase())) return undefined
    return { hash: userOpHash, isDone: success, fee: paymaster === zeroAddress ? actualGasCost : 0n }
  }
  for (const abi of [accountAbi, oldSafeAbi]) {
    for (const name of ['ExecutionSuccess', 'ExecutionFailure'] as const) {
      const execution = decodeLog(abi as typeof accountAbi, name, log)
      if (execution?.address === own)
        return { hash: execution.args.txHash, isDone: name === 'ExecutionSuccess', fee: 0n }
    }
  }
  return undefined
}

/** Some tokens keep allowances in 96 bits and write the largest one down as this, such as UNI and COMP. */
const MAX_96 = 2n ** 96n - 1n

function hasApproval({ account, to, out }: SentRow, logs: readonly unknown[]): boolean {
  const own = toOwn(account)
  const units = BigInt(out.units)
  return readTokenLogs('Approval', out.token, own, logs).some(
    ({ owner, spender, value }) =>
      toAddress(owner) === own &&
      toAddress(spender) === toAddress(to) &&
      (value === units || (units === maxUint256 && value === MAX_96)),
  )
}

/** Tokens that count shares round: off by this much, where that is less than a millionth. Base units. */
const ROUNDING = 2n

async function compareTokens(mined: MinedPayment, logs: readonly unknown[], rpc: Rpc): Promise<Comparison> {
  const { account, to, out } = mined.row
  const own = toOwn(account)
  const units = BigInt(out.units)
  const arrived = readTokenLogs('Transfer', out.token, own, logs, to)
    .filter(({ from, to: receiver }) => toAddress(from) === own && toAddress(receiver) === toAddress(to))
    .map(({ value }) => value)
  const sum = arrived.reduce((all, value) => all + value, 0n)
  const difference = sum > units ? sum - units : units - sum
  const isRounded = difference <= ROUNDING && difference * 1_000_000n <= units
  if (arrived.includes(units) || isRounded) return { outcome: 'confirmed' }
  if (sum > 0n || !hasUnread(out.token, logs))
    return { outcome: 'mismatched', ...(sum > 0n && sum < units && { received: String(sum) }) }
  const [gain, loss] = await Promise.all(
    [toAddress(to), own].map((one) => fetchTokenGain(out.token!, one, mined.receipt, rpc)),
  )
  return compareChanges(units, gain!, -loss!)
}

const wrapAbi = parseAbi(['event Deposit(address indexed dst, uint256 wad)'])

/** As the token's contract wrote it down. */
async function compareSwap(mined: MinedPayment, logs: readonly unknown[], rpc: Rpc): Promise<Comparison> {
  const { account, in: least } = mined.row
  const own = toOwn(account)
  const units = BigInt(least!.units)
  let sum = 0n
  let isMinted = false
  for (const { from, to, value } of readTokenLogs('Transfer', least!.token, own, logs)) {
    if (toAddress(to) === own) sum += value
    if (toAddress(from) === own) sum -= value
    isMinted ||= toAddress(from) === zeroAddress
  }
  // A wrapped coin that is made for the account itself is a deposit, and for WETH no transfer.
  if (!isMinted)
    for (const log of filterOf(least!.token, filterAbout(own, logs)).slice(0, MAX_LOGS)) {
      const { dst, wad } = decodeLog(wrapAbi, 'Deposit', log)?.args ?? {}
      if (dst !== undefined && toAddress(dst) === own) sum += wad ?? 0n
    }
  const received = sum > 0n && { received: String(sum) }
  if (sum >= units) return { outcome: 'confirmed', ...received }
  if (sum !== 0n || !hasUnread(least!.token, logs)) return { outcome: 'mismatched', ...received }
  const gain = await fetchTokenGain(least!.token!, own, mined.receipt, rpc)
  return { ...decide(gain >= units), ...(gain > 0n && { received: String(gain) }) }
}

function filterOf(token: CaipAddress | undefined, logs: readonly unknown[]) {
  const contract = token && toAddress(parseCaipAddress(token).address)
  return logs.filter(
    (log): log is v.InferOutput<typeof eventShape> =>
      v.is(eventShape, log) && toAddress(log.address) === contract,
  )
}

/** Whether the token has written something down in a form of its own: then its events do not tell what has moved. */
function hasUnread(token: CaipAddress | undefined, logs: readonly unknown[]): boolean {
  return filterOf(token, logs)
    .slice(0, MAX_LOGS)
    .some((log) => !(['Transfer', 'Approval'] as const).some((name) => decodeLog(erc20Abi, name, log)))
}

/**
 * The events of a token in which the account stands.
 * @param other stands in them as well
 * @throws bad_envelope for more than can be read
 */
function readTokenLogs<const Name extends 'Transfer' | 'Approval'>(
  name: Name,
  token: CaipAddress | undefined,
  own: string,
  logs: readonly unknown[],
  other = own,
) {
  // Anybody can move nothing in somebody's name, as often as they like.
  const isNothing = ({ data }: { data: string }) => name === 'Transfer' && /^0x0*$/.test(data)
  const about = filterOf(token, logs).filter(
    (log) => isAbout(own, log) && isAbout(other.toLowerCase(), log) && !isNothing(log),
  )
  if (about.length > MAX_LOGS) throw unusable('eth_getTransactionReceipt')
  return about.flatMap((log) => decodeLog(erc20Abi, name, log)?.args ?? [])
}

const transactionShape = v.object({ from: v.string(), to: v.nullish(v.string(), ''), value: quantity })

/** @throws what the node meets, and bad_envelope where it has the receipt and not the transaction */
async function fetchTransaction({ row, hash }: MinedPayment, rpc: Rpc) {
  const answer = await rpc('eth_getTransactionByHash', [hash])
  const { from, to, value } = readAnswer(transactionShape, answer, 'eth_getTransactionByHash')
  const isOwn = toAddress(from) === toOwn(row.account)
  return { isDirect: isOwn && toAddress(to) === toAddress(row.to), isOwn, value }
}

/**
 * Of an account that somebody else's transaction has paid from: both balances tell. The event of the account says only that
 * its call succeeded, and not what it was: it counts where the node has no old balances.
 */
async function compareCoins({ row, receipt }: MinedPayment, rpc: Rpc): Promise<Comparison> {
  const inner = readInnerResults(row, readLogs(receipt))
  const isDone = inner.some((one) => one.isDone)
  if (inner.length > 0 && !isDone) return { outcome: 'mismatched' }
  const own = toOwn(row.account)
  if (toAddress(row.to) === own) return { outcome: isDone ? 'confirmed' : 'uncompared' }
  try {
    const [gain, loss] = await Promise.all([row.to, own].map((one) => fetchGain(one, receipt, rpc)))
    return compareChanges(BigInt(row.out.units), gain!, -loss!)
  } catch (error) {
    if (isDone && isRefused(error)) return { outcome: 'confirmed' }
    throw error
  }
}

/** In one block others may pay the same receiver, and receivers pass on: only both changes together decide. */
function compareChanges(units: bigint, gain: bigint, loss: bigint): Comparison {
  if (gain >= units && loss >= units) return { outcome: 'confirmed' }
  return { outcome: gain < units && loss < units ? 'mismatched' : 'uncompared' }
}

/** Whether the node can never answer this, in contrast to a temporary failure. */
function isRefused(error: unknown): boolean {
  const { code = '', context } = error as { code?: string; context?: Record<string, unknown> }
  const description = String(context?.['description'] ?? '')
  return (
    !code.startsWith('http_') && code !== 'aborted' && !/limit|too many|rate|quota|time/i.test(description)
  )
}

/** The router keeps to its minimum itself, as the reviewed calldata said; where the balance shows less, that is believed. */
async function compareSwapForNative(
  { row, receipt }: MinedPayment,
  { isDirect, isOwn, value }: Awaited<ReturnType<typeof fetchTransaction>>,
  rpc: Rpc,
): Promise<Comparison> {
  const { address } = parseCaipAddress(row.account)
  const least = BigInt(row.in?.units ?? 0)
  const inner = isDirect ? [] : readInnerResults(row, readLogs(receipt))
  const isDone = isDirect || inner.some((one) => one.isDone)
  if (inner.length > 0 && !isDone) return { outcome: 'mismatched' }
  const { blockNumber: block, gasUsed, effectiveGasPrice, l1Fee } = receipt
  const fees = inner.reduce((sum, { fee }) => sum + fee, 0n)
  const paid = isOwn ? gasUsed * effectiveGasPrice + l1Fee + value : fees
  try {
    const gain = (await fetchGain(address, receipt, rpc)) + paid
    if (gain >= least) return { outcome: 'confirmed', received: String(gain) }
    const received = gain > 0n && { received: String(gain) }
    // A contract account may have paid others in the same block.
    if (!isOwn && isDone) return { outcome: 'uncompared', ...received }
    const [before, after] = await Promise.all(
      [block - 1, block].map((at) => fetchCount(rpc, address, numberToHex(at))),
    )
    // Another transaction of the account in the same block may have spent it again.
    if (isDone && after! - before! > 1) return { outcome: 'confirmed' }
    return { outcome: 'mismatched', ...received }
  } catch (error) {
    // Nodes forget balances of the past.
    if (isDone && isRefused(error)) return { outcome: 'confirmed' }
    throw error
  }
}

/** By how much a block has changed a balance. Wei. */
async function fetchGain(address: string, receipt: Receipt, rpc: Rpc): Promise<bigint> {
  return fetchChange(receipt, (block) => fetchQuantity(rpc, 'eth_getBalance', [address, block]))
}

/** The same in base units of a token. */
async function fetchTokenGain(token: CaipAddress, owner: string, receipt: Receipt, rpc: Rpc) {
  const { address } = parseCaipAddress(token)
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [owner as `0x${string}`],
  })
  return fetchChange(receipt, (block) => fetchQuantity(rpc, 'eth_call', [{ to: address, data }, block]))
}

async function fetchChange(
  { blockNumber: block }: Receipt,
  fetchAt: (block: string) => Promise<bigint>,
): Promise<bigint> {
  if (block === 0) throw unusable('eth_getBalance')
  const [before, after] = await Promise.all([block - 1, block].map((at) => fetchAt(numberToHex(at))))
  return after! - before!
}
