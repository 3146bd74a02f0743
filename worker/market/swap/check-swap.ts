/** Checks that the provider's transaction is the requested swap. Refuses any other transaction, and does not correct it. */
import * as v from 'valibot'
import { encodeFunctionData, erc20Abi, getAddress, isAddress } from 'viem'
import { parseCaipAddress } from '../../../src/core/chains/caip.ts'
import { BillfoldError, hasCode } from '../../../src/core/base/errors.ts'
import { nativeToken } from '../../../src/core/assets/prices.ts'
import type { SwapForks } from '../../../src/core/chains/swap-networks.ts'
import { parseOrNone } from '../../../src/core/contract/schemas.ts'
import { isSameCall } from '../../../src/core/payments/payment-call.ts'
import type { Payment, SentAmount } from '../../../src/core/payments/sent.ts'
import {
  isNativeToken,
  type SwapCall,
  type SwapDraft,
  type SwapToken,
} from '../../../src/core/payments/swap.ts'
import { decodeCall, toAddress } from '../../evm/contract.ts'
import { quantity } from '../../http/rpc.ts'
import { decodeSwap } from './decode-swap.ts'
import { getRouter } from './routers.ts'

/**
 * Latest accepted deadline of a swap, in seconds from now. Uniswap's own page uses 30 min. A swap that runs much later does
 * not match what the person reviewed.
 */
const MAX_DEADLINE = 3_600n

const maybe = v.optional(v.unknown())
const callShape = v.object({ from: maybe, to: maybe, data: maybe, value: maybe })

/** The requested swap, in which tokens are identified only by their contracts. */
type SwapOrder = Pick<SwapDraft, 'account' | 'amount'> & Record<'from' | 'to', Pick<SwapToken, 'token'>>

export interface CheckedSwap {
  /** Address of the router, with checksum. */
  router: string
  minimum: bigint
  transaction: SwapCall
}

/**
 * Checks a swap before it is shown.
 * @param tx the transaction in the answer of build-transaction. The public API omits its `value`, and its `amount` is the
 * received amount, so the value is taken from the order
 * @param least the least amount that the swap must bring, in base units
 * @param now milliseconds since 1970
 * @throws swap_refused (context: reason)
 */
export function checkSwap(
  tx: unknown,
  order: SwapOrder,
  least: bigint,
  now: number,
  networks: SwapForks = [],
): CheckedSwap {
  const { account, from, to, amount } = order
  const { caipNetworkId, address: own } = parseCaipAddress(account)
  const { from: sender, to: target, data, value } = parseOrNone(callShape, tx) ?? {}
  const isHere = [from, to].every(({ token }) => parseCaipAddress(token).caipNetworkId === caipNetworkId)
  if (!isHere) throw refuse('token')
  const router = readContract(target, caipNetworkId)
  if (readContract(sender, caipNetworkId) !== own.toLowerCase()) throw refuse('account')
  const kind = router && getRouter(caipNetworkId, networks, router)
  if (!router || !kind) throw refuse('router')
  if (typeof data !== 'string') throw refuse('call')
  const facts = decodeSwap(data)
  if (!facts || facts.router !== kind) throw refuse('call')
  const nativeAmount = isNativeToken(from) ? amount : 0n
  if (readValue(value ?? String(nativeAmount)) !== nativeAmount) throw refuse('value')
  if (facts.from !== getAsset(from) || facts.to !== getAsset(to)) throw refuse('token')
  if ((facts.amount ?? nativeAmount) !== amount) throw refuse('amount')
  if (facts.receiver !== own.toLowerCase()) throw refuse('receiver')
  if (facts.minimum < least || facts.minimum === 0n) throw refuse('minimum')
  const seconds = BigInt(Math.floor(now / 1_000))
  if (facts.deadline !== undefined && facts.deadline > seconds + MAX_DEADLINE) throw refuse('deadline')
  const contract = getAddress(router)
  return {
    router: contract,
    minimum: facts.minimum,
    transaction: { to: contract, value: nativeAmount, data: data.toLowerCase() },
  }
}

/**
 * Whether a call is exactly this payment: the swap, the approval of exactly this amount for a known router, or a
 * revocation. Decodes the call again right before the wallet gets it, because the page may have changed the call after
 * the review. `now`: milliseconds since 1970.
 */
export function isSwapPayment(
  payment: Payment,
  call: SwapCall,
  now: number,
  networks: SwapForks = [],
): boolean {
  const { account, kind, to: router, out, in: into } = payment
  const { caipNetworkId } = parseCaipAddress(account)
  const token = (amount: SentAmount) => ({ token: amount.token ?? nativeToken(caipNetworkId)! })
  const [from, amount] = [token(out), BigInt(out.units)]
  if (kind === 'approve') {
    const isHere = parseCaipAddress(from.token).caipNetworkId === caipNetworkId
    // A revocation (amount 0) is harmless for any spender.
    const isKnown = amount === 0n || getRouter(caipNetworkId, networks, router) !== undefined
    return isHere && !isNativeToken(from) && isKnown && isSameCall(call, encodeApproval(from, router, amount))
  }
  if (kind !== 'swap' || !into) return false
  const least = BigInt(into.units)
  const tx = { from: account, ...call, value: String(call.value) }
  try {
    const checked = checkSwap(tx, { account, from, to: token(into), amount }, least, now, networks)
    return checked.minimum === least && isSameCall(call, { ...checked.transaction, to: router })
  } catch (error) {
    if (hasCode(error, 'swap_refused')) return false
    throw error
  }
}

/**
 * Checks an approval, and encodes it again with exactly the amount to swap, since the provider's approval may allow any
 * amount (F29, T15). `tx`: the transaction in the answer of build-approve, which must allow this router to take this
 * token.
 * @throws swap_refused (context: reason)
 */
export function checkApproval(tx: unknown, draft: SwapDraft, router: string): SwapCall {
  const { account, from, to, amount } = draft
  const { caipNetworkId, address: own } = parseCaipAddress(account)
  const { from: sender, to: target, data, value } = parseOrNone(callShape, tx) ?? {}
  // Accept the correct form and that of the public API, which confuses the fields: its sender is the sold token, and
  // its contract is the bought token.
  const tokens = [from, to].map(({ token }) => readContract(token, caipNetworkId))
  if (![own.toLowerCase(), tokens[0]].includes(readContract(sender ?? own, caipNetworkId)))
    throw refuse('account')
  const contract = readContract(target, caipNetworkId)
  if (isNativeToken(from) || !contract || !tokens.includes(contract)) throw refuse('token')
  if (readValue(value ?? '0') !== 0n) throw refuse('value')
  const call = decodeCall(erc20Abi, data)
  if (call?.functionName !== 'approve') throw refuse('call')
  if (toAddress(call.args[0]) !== toAddress(router)) throw refuse('spender')
  return encodeApproval(from, router, amount)
}

export function encodeApproval(
  { token }: Pick<SwapToken, 'token'>,
  spender: string,
  amount: bigint,
): SwapCall {
  const args = [toAddress(spender), amount] as const
  return {
    to: getAddress(toAddress(parseCaipAddress(token).address)),
    value: 0n,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args }),
  }
}

function getAsset(token: Pick<SwapToken, 'token'>): string {
  return isNativeToken(token) ? 'native' : parseCaipAddress(token.token).address.toLowerCase()
}

/** Reads an address, given as CAIP-10 on this network or as a bare address. Returns it in lower case. */
function readContract(value: unknown, caipNetworkId: string): string | undefined {
  if (typeof value !== 'string') return undefined
  const address = value.startsWith(`${caipNetworkId}:`) ? value.slice(caipNetworkId.length + 1) : value
  return isAddress(address, { strict: false }) ? toAddress(address) : undefined
}

/** Reads an amount of wei, given in decimal or hexadecimal digits. */
function readValue(value: unknown): bigint | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : undefined
  return typeof value === 'string' && /^\d{1,78}$/.test(value) ? BigInt(value) : parseOrNone(quantity, value)
}

export function refuse(reason: SwapFault): BillfoldError {
  return new BillfoldError(
    'swap_refused',
    'This quote does not match what was asked for. Nothing was sent. Get another quote.',
    { context: { reason } },
  )
}

/** The part of the transaction that differs from the request. */
export type SwapFault =
  | 'account'
  | 'router'
  | 'call'
  | 'value'
  | 'token'
  | 'amount'
  | 'receiver'
  | 'minimum'
  | 'deadline'
  | 'spender'
  | 'decimals'
