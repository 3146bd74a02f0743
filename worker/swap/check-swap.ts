/** Whether what the provider hands over to be signed is what somebody asked for. What is not is refused, not mended. */
import { parseCaipAddress } from '../../src/core/caip.ts'
import { toChecksumAddress } from '../../src/core/checksum-address.ts'
import { BillfoldError } from '../../src/core/errors.ts'
import { isRecord } from '../../src/core/shapes.ts'
import { isCoin, type SwapCall, type SwapDraft, type SwapToken } from '../../src/core/swap.ts'
import { decodeSwap } from './decode-swap.ts'
import { readAddress, readCall, readNumber } from './read-words.ts'
import { getRouter } from './routers.ts'

/** Seconds. Uniswap's own page gives 30 min; what may be done later is no longer what somebody looked at. */
const LONGEST_DEADLINE = 3_600n

export interface CheckedSwap {
  /** With its checksum. */
  router: string
  minimum: bigint
  transaction: SwapCall
}

/**
 * `tx`: of the answer of build-transaction. The public API names no `value` in it, and by `amount` what comes: the coins that
 * go along are those that were asked for. `least`: what it must bring, in base units. `now`: ms since 1970.
 * @throws swap_refused (context: reason)
 */
export function checkSwap(tx: unknown, draft: SwapDraft, least: bigint, now: number): CheckedSwap {
  const { account, from, to, amount } = draft
  const { caipNetworkId, address: own } = parseCaipAddress(account)
  const { from: sender, to: target, data, value } = isRecord(tx) ? tx : {}
  const isHere = [from, to].every(({ token }) => parseCaipAddress(token).caipNetworkId === caipNetworkId)
  if (!isHere) throw refuse('token')
  const router = readContract(target, caipNetworkId)
  if (readContract(sender, caipNetworkId) !== own.toLowerCase()) throw refuse('account')
  const kind = router && getRouter(caipNetworkId, router)
  if (!router || !kind) throw refuse('router')
  if (typeof data !== 'string') throw refuse('call')
  const facts = decodeSwap(data)
  if (!facts || facts.router !== kind) throw refuse('call')
  const coins = isCoin(from) ? amount : 0n
  if (readValue(value ?? String(coins)) !== coins) throw refuse('value')
  if (facts.from !== getAsset(from) || facts.to !== getAsset(to)) throw refuse('token')
  if ((facts.amount ?? coins) !== amount) throw refuse('amount')
  if (facts.receiver !== own.toLowerCase()) throw refuse('receiver')
  if (facts.minimum < least || facts.minimum === 0n) throw refuse('minimum')
  const seconds = BigInt(Math.floor(now / 1_000))
  if (facts.deadline !== undefined && facts.deadline > seconds + LONGEST_DEADLINE) throw refuse('deadline')
  const contract = toChecksumAddress(router)
  return {
    router: contract,
    minimum: facts.minimum,
    transaction: { to: contract, value: coins, data: data.toLowerCase() },
  }
}

/**
 * `tx`: of the answer of build-approve, which allows as much as it likes: it must allow this router to take this token,
 * and is written anew with exactly what is swapped (F29, T15).
 * @throws swap_refused (context: reason)
 */
export function checkApproval(tx: unknown, draft: SwapDraft, router: string): SwapCall {
  const { account, from, to, amount } = draft
  const { caipNetworkId, address: own } = parseCaipAddress(account)
  const { from: sender, to: target, data, value } = isRecord(tx) ? tx : {}
  // The public API names the token that leaves as its sender, and as its contract the one that comes.
  const tokens = [from, to].map(({ token }) => readContract(token, caipNetworkId))
  if (![own.toLowerCase(), tokens[0]].includes(readContract(sender ?? own, caipNetworkId)))
    throw refuse('account')
  const contract = readContract(target, caipNetworkId)
  if (isCoin(from) || !contract || !tokens.includes(contract)) throw refuse('token')
  if (readValue(value ?? '0') !== 0n) throw refuse('value')
  const call = readCall(data)
  const [spender, units] = call?.words ?? []
  if (call?.selector !== APPROVE || call.words.length !== 2 || readNumber(units) === undefined)
    throw refuse('call')
  if (readAddress(spender) !== router.toLowerCase()) throw refuse('spender')
  return encodeApproval(from, router, amount)
}

/** `approve(address,uint256)`. @see https://eips.ethereum.org/EIPS/eip-20 */
const APPROVE = '0x095ea7b3'

export function encodeApproval(
  { token }: Pick<SwapToken, 'token'>,
  spender: string,
  amount: bigint,
): SwapCall {
  const word = (value: bigint) => value.toString(16).padStart(64, '0')
  return {
    to: toChecksumAddress(parseCaipAddress(token).address),
    value: 0n,
    data: `${APPROVE}${word(BigInt(spender))}${word(amount)}`,
  }
}

function getAsset(token: SwapToken): string {
  return isCoin(token) ? 'native' : parseCaipAddress(token.token).address.toLowerCase()
}

/** CAIP-10 on this network, or the address alone. In lower case. */
function readContract(value: unknown, caipNetworkId: string): string | undefined {
  if (typeof value !== 'string') return undefined
  const address = value.startsWith(`${caipNetworkId}:`) ? value.slice(caipNetworkId.length + 1) : value
  return /^0x[0-9a-f]{40}$/i.test(address) ? address.toLowerCase() : undefined
}

/** Wei, in decimal or hexadecimal digits. */
function readValue(value: unknown): bigint | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : undefined
  return typeof value === 'string' && /^(\d{1,78}|0x[0-9a-f]{1,64})$/i.test(value) ? BigInt(value) : undefined
}

export function refuse(reason: SwapFault): BillfoldError {
  return new BillfoldError(
    'swap_refused',
    'This quote does not do what it says: nothing was sent. Ask for another one.',
    { context: { reason } },
  )
}

/** Which part is not what was asked for. */
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
