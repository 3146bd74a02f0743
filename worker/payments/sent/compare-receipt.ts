/**
 * Checks whether a mined transaction did what was reviewed. Its success does not prove that: a bundle of user operations
 * succeeds even if one fails (ERC-4337), a Safe succeeds even if its call fails, some tokens return false without an
 * event, and wallets let users change the amount.
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
  /** Undefined if the list is unreadable. An empty list means that the transaction has no events. */
  logs: orAbsent(v.array(v.unknown())),
  gasUsed: v.fallback(quantity, 0n),
  effectiveGasPrice: v.fallback(quantity, 0n),
  /** On rollups: the part of the fee for data on Ethereum. Wei. */
  l1Fee: v.fallback(quantity, 0n),
})

export type Receipt = v.InferOutput<typeof receiptShape>

export interface Comparison {
  /** `uncompared`: the node's data does not show whether the payment was made. */
  outcome: 'confirmed' | 'mismatched' | 'uncompared'
  /**
   * The amount received from a swap, or the amount that arrived if it is less than reviewed. Base units, in decimal digits.
   */
  received?: string
}

export interface MinedPayment {
  row: SentRow
  /**
   * Hash of the transaction. Differs from the row's hash if the wallet returned a hash of its own, such as that of a user
   * operation.
   */
  hash: string
  receipt: Receipt
}

/** @throws the node's error: the outcome is then unknown */
export async function compareReceipt(mined: MinedPayment, rpc: Rpc): Promise<Comparison> {
  const { row } = mined
  const isForNative = row.kind === 'swap' ? !row.in?.token : row.kind === 'send' && !row.out.token
  if (isForNative) {
    const transaction = await fetchTransaction(mined, rpc)
    if (row.kind === 'swap') return compareSwapForNative(mined, transaction, rpc)
    // A direct transaction pays exactly the `value` in it, so events of the receiver do not matter.
    if (transaction.isDirect) return decide(transaction.value === BigInt(row.out.units))
    return compareNative(mined, rpc)
  }
  const logs = readLogs(mined.receipt)
  // If the call with the wallet's own hash failed, the payment did not happen. Otherwise, the token's events decide.
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
/** The Safe events of `accountAbi` as Safes before version 1.4.1 emit them: the hash is not indexed. */
export const oldSafeAbi = parseAbi([
  'event ExecutionSuccess(bytes32 txHash, uint256 payment)',
  'event ExecutionFailure(bytes32 txHash, uint256 payment)',
])
/**
 * The ERC-4337 contracts that verify the signer. Events of other contracts are ignored, since any contract can emit them.
 * @see https://eips.ethereum.org/EIPS/eip-4337
 */
export const entryPoints: readonly string[] = [
  entryPoint06Address,
  entryPoint07Address,
  entryPoint08Address,
  entryPoint09Address,
].map((address) => address.toLowerCase())

interface InnerResult {
  hash: string
  isDone: boolean
  /** The fee that the account itself paid. Wei. */
  fee: bigint
}

/** The results of a contract account's calls. If some results have the wallet's own hash, only these results. */
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

/** An event that the account emitted, or that has the account in its topics. */
const eventShape = v.object({ address: v.string(), topics: v.array(v.string()), data: v.string() })
/**
 * Upper limit of events that are decoded, since decoding an event computes several hashes. No payment has more events for
 * one account.
 */
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

/** Unlimited allowance of tokens that store it in 96 bits, such as UNI and COMP. */
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

/**
 * Rounding error of tokens that count in shares, such as stETH. Allowed if it is below a millionth of the amount. Base
 * units.
 */
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

/** Compares a swap into a token by the token's events, which show the received amount. */
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
  // When WETH wraps ether, it emits a Deposit event but no Transfer, so count deposits.
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

/** Whether the token emitted events in a format of its own. Then its events do not show what moved. */
function hasUnread(token: CaipAddress | undefined, logs: readonly unknown[]): boolean {
  return filterOf(token, logs)
    .slice(0, MAX_LOGS)
    .some((log) => !(['Transfer', 'Approval'] as const).some((name) => decodeLog(erc20Abi, name, log)))
}

/**
 * The events of a token that have the account in their topics.
 * @param other a second address that the topics must also contain
 * @throws bad_envelope if there are too many events
 */
function readTokenLogs<const Name extends 'Transfer' | 'Approval'>(
  name: Name,
  token: CaipAddress | undefined,
  own: string,
  logs: readonly unknown[],
  other = own,
) {
  // Ignore transfers of zero: anybody can make such a transfer in any account's name.
  const isNothing = ({ data }: { data: string }) => name === 'Transfer' && /^0x0*$/.test(data)
  const about = filterOf(token, logs).filter(
    (log) => isAbout(own, log) && isAbout(other.toLowerCase(), log) && !isNothing(log),
  )
  if (about.length > MAX_LOGS) throw unusable('eth_getTransactionReceipt')
  return about.flatMap((log) => decodeLog(erc20Abi, name, log)?.args ?? [])
}

const transactionShape = v.object({ from: v.string(), to: v.nullish(v.string(), ''), value: quantity })

/** @throws the node's error; bad_envelope if the node has the receipt but not the transaction */
async function fetchTransaction({ row, hash }: MinedPayment, rpc: Rpc) {
  const answer = await rpc('eth_getTransactionByHash', [hash])
  const { from, to, value } = readAnswer(transactionShape, answer, 'eth_getTransactionByHash')
  const isOwn = toAddress(from) === toOwn(row.account)
  return { isDirect: isOwn && toAddress(to) === toAddress(row.to), isOwn, value }
}

/**
 * Compares the balances of payer and receiver before and after the block, for an account whose payment is part of
 * another transaction. The account's event proves only that the call succeeded. So the event decides only if the node
 * has no historical balances.
 */
async function compareNative({ row, receipt }: MinedPayment, rpc: Rpc): Promise<Comparison> {
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

/** Needs the changes of both balances, since the receiver may get or make further payments in the same block. */
function compareChanges(units: bigint, gain: bigint, loss: bigint): Comparison {
  if (gain >= units && loss >= units) return { outcome: 'confirmed' }
  return { outcome: gain < units && loss < units ? 'mismatched' : 'uncompared' }
}

/** Whether the node can never answer the request, in contrast to a temporary failure. */
function isRefused(error: unknown): boolean {
  const { code = '', context } = error as { code?: string; context?: Record<string, unknown> }
  const description = String(context?.['description'] ?? '')
  return (
    !code.startsWith('http_') && code !== 'aborted' && !/limit|too many|rate|quota|time/i.test(description)
  )
}

/**
 * Compares a swap into the native token. If the transaction is the reviewed one, its router enforces the minimum. But if
 * the balance shows less, the balance decides.
 */
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
    // A contract account may have made other payments in the same block, so its balance proves nothing.
    if (!isOwn && isDone) return { outcome: 'uncompared', ...received }
    const [before, after] = await Promise.all(
      [block - 1, block].map((at) => fetchCount(rpc, address, numberToHex(at))),
    )
    // If the account sent several transactions in this block, another one may have spent the amount.
    if (isDone && after! - before! > 1) return { outcome: 'confirmed' }
    return { outcome: 'mismatched', ...received }
  } catch (error) {
    // If the node has pruned the balances of this block, the success of the call decides.
    if (isDone && isRefused(error)) return { outcome: 'confirmed' }
    throw error
  }
}

/** Change of an account's balance in the receipt's block. Wei. */
async function fetchGain(address: string, receipt: Receipt, rpc: Rpc): Promise<bigint> {
  return fetchChange(receipt, (block) => fetchQuantity(rpc, 'eth_getBalance', [address, block]))
}

/** Change of an owner's token balance in the receipt's block. Base units. */
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
