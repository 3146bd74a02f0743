/**
 * WHAT DECIDES A TRANSFER. The form, the action that asks the wallet, and the worker that builds the transaction all
 * check a draft with the same function, so they always agree whether the draft can be sent.
 *
 *   draft ── checkTransfer ──▶ the first problem, for the label of the only button
 *     └──── prepareTransfer (worker) ──▶ PreparedTransfer: shown as it is ── toTransferIntent ──▶ wallet
 */
import { type CaipAddress, type CaipNetworkId, getNamespace, type Namespace } from '../chains/caip.ts'
import { isSameCall, toPaymentCall } from './payment-call.ts'
import { readMultiplier, toRaw, toShown } from './multiplier.ts'
import type { TokenRow } from '../assets/portfolio.ts'
import { matchLink, type Receiver, type ReceiverAddress, readReceiver } from './receiver.ts'
import { formatTypedAmount, parseTypedAmount, type TypedAmount } from './typed-amount.ts'

/** Plain data of an unfinished entry. Any field may be wrong or missing. */
export interface TransferDraft {
  /** The sending account, which includes its network. */
  account: CaipAddress
  /** BCP 47 locale in which the amount is entered. */
  locale: string
  /** The token, with the account's balance of it. */
  token: TransferToken | undefined
  amountText: string
  receiverText: string
  /** The result of the last name lookup. Ignored if the receiver is now another name. */
  found?: FoundReceiver | undefined
  /** The address that the person has confirmed after a `checksum` fault. */
  confirmedAddress?: string | undefined
}

/** A subset of the portfolio's row, which can be passed unchanged. `contract`: on Solana the mint. */
export type TransferToken = Pick<TokenRow, 'id' | 'kind' | 'symbol' | 'decimals' | 'amount' | 'contract'>

export interface FoundReceiver {
  /** The text that was looked up. */
  query: string
  /** The name in its normal form. */
  name: string
  /** With its checksum on EVM networks. */
  address: string
  /** Present if the name has no address for the account's network: the network whose address was used instead. */
  foundOn?: CaipNetworkId
  /** Milliseconds since 1970. */
  foundAt: number
}

/** How long the result of a name lookup stays valid. Milliseconds. */
export const FOUND_LIFE = 300_000

/** Whether the name must be looked up again before paying. `now`: milliseconds since 1970. */
export function isStale({ foundAt }: FoundReceiver, now: number): boolean {
  return !(Math.abs(now - foundAt) < FOUND_LIFE)
}

/** The first problem of a draft, in the order of the button's labels. */
export type TransferProblem =
  /** Billfold cannot send on networks of this family. */
  | 'namespace_unsupported'
  | 'token_missing'
  /** The amount is empty or 0. */
  | 'amount_missing'
  /** The amount is invalid; `amount` of the check says why. */
  | 'amount_wrong'
  /** The amount exceeds the balance, or leaves too little for the fee. */
  | 'funds_insufficient'
  | 'receiver_missing'
  /** The receiver is invalid; `receiver` of the check says why. */
  | 'receiver_wrong'
  /** The receiver is a name that has not been looked up yet. */
  | 'receiver_unresolved'

export type TransferCheck =
  | { problem: TransferProblem; amount: TypedAmount; receiver: Receiver }
  | { problem: undefined; amount: Extract<TypedAmount, { status: 'read' }>; receiver: ReceiverAddress }

/** @param fee amount to keep back for the fee, in base units of the native token */
export function checkTransfer(draft: TransferDraft, fee = 0n): TransferCheck {
  const { account, locale, token, amountText, receiverText, found, confirmedAddress } = draft
  const namespace = getNamespace(account)
  const amount = parseTypedAmount(amountText, token?.decimals ?? 77, locale)
  const caipNetworkId = account.slice(0, account.lastIndexOf(':')) as CaipNetworkId
  const read = readReceiver(receiverText, namespace, confirmedAddress)
  const receiver = resolve(matchLink(read, caipNetworkId, token), found)
  const problem = (problem: TransferProblem): TransferCheck => ({ problem, amount, receiver })
  if (!isSendable(namespace)) return problem('namespace_unsupported')
  if (!token) return problem('token_missing')
  if (amount.status === 'wrong') return problem('amount_wrong')
  if (amount.status === 'empty' || amount.amount === 0n) return problem('amount_missing')
  if (amount.amount > getMaxAmount(token, fee)) return problem('funds_insufficient')
  if (receiver.status === 'empty') return problem('receiver_missing')
  if (receiver.status === 'wrong') return problem('receiver_wrong')
  if (receiver.status === 'name') return problem('receiver_unresolved')
  return { problem: undefined, amount, receiver }
}

/**
 * The largest amount that can be sent, in base units. Only the native token pays the fee, so the full balance of any
 * other token can be sent.
 */
export function getMaxAmount({ kind, amount }: TransferToken, fee: bigint): bigint {
  if (kind === 'token') return amount
  return amount > fee ? amount - fee : 0n
}

/** The text that the Max button writes into the field; empty if nothing can be sent. */
export function formatMaxAmount(token: TransferToken, fee: bigint, locale: string): string {
  const most = getMaxAmount(token, fee)
  return most > 0n ? formatTypedAmount(most, token.decimals, locale) : ''
}

function isSendable(namespace: Namespace): boolean {
  return namespace === 'eip155' || namespace === 'solana'
}

function resolve(receiver: Receiver, found: FoundReceiver | undefined): Receiver {
  if (receiver.status !== 'name' || found?.query !== receiver.name) return receiver
  const { link } = receiver
  return {
    status: 'address',
    address: found.address,
    isChecked: true,
    name: found.name,
    ...(link && { link }),
  }
}

/** How a receiver resembles a known address. */
interface Likeness {
  /** The known address: one that the person has paid, or the person's own. */
  anchor: string
  name?: string
  /**
   * Present if only the history says that `anchor` was paid. No node confirms it, so an attacker may have planted
   * `anchor`.
   */
  isClaimed?: true
  /** prefix, suffix: number of equal characters at the start (after 0x) and at the end. */
  prefix: number
  suffix: number
}

/** Facts about a receiver, the most dangerous first. The view puts them into words. */
export type ReceiverWarning =
  /**
   * The address begins and ends like `anchor`. One of the two is enough if the address is known from an unsolicited or
   * nearly worthless transfer (`isBait`).
   */
  | ({ code: 'look_alike'; isBait: boolean } & Likeness)
  /** No key belongs to this address, so anything sent there is lost. */
  | { code: 'zero' }
  /** The token's own contract (on Solana: its mint). Tokens sent there are usually lost. */
  | { code: 'token_contract' }
  /**
   * The address is a contract on the network `caipNetworkId` and unused on the payment's network: payments to it may be
   * lost.
   */
  | { code: 'contract_elsewhere'; caipNetworkId: CaipNetworkId }
  /** For Solana: an account that holds a token for somebody, not a wallet. */
  | { code: 'token_account' }
  /** The address begins or ends like `anchor`, but not both. */
  | ({ code: 'half_look_alike' } & Likeness)
  /** A contract (on Solana: a program), which may be unable to send anything back. */
  | { code: 'contract' }
  /** For Solana: an address without a key, controlled by a program. */
  | { code: 'off_curve' }
  /**
   * The name has no address for the payment's network. The receiver is the name's address for the network
   * `caipNetworkId`.
   */
  | { code: 'name_of_other_network'; caipNetworkId: CaipNetworkId }
  /**
   * Replaces `new` while the account's history is incomplete: the address may have been paid before, or may imitate an
   * address that was paid.
   */
  | { code: 'unread' }
  /** No payment to this address is known. */
  | { code: 'new' }
  /** The entered address had no checksum, so a typing error would go unnoticed. */
  | { code: 'unchecked' }
  /** self: the sending account itself. own: another account of the same person. */
  | { code: 'self' }
  | { code: 'own' }
  /** The node did not answer about the address, or earlier payments could not be read. */
  | { code: 'unknown' }

/** danger: the person must type something to continue. caution: the person may continue. fact: shown as a plain line. */
export const warningLevels: Readonly<Record<ReceiverWarning['code'], 'danger' | 'caution' | 'fact'>> = {
  look_alike: 'danger',
  zero: 'danger',
  token_contract: 'danger',
  contract_elsewhere: 'danger',
  token_account: 'danger',
  half_look_alike: 'caution',
  contract: 'caution',
  off_curve: 'caution',
  name_of_other_network: 'caution',
  unread: 'caution',
  new: 'caution',
  unchecked: 'caution',
  self: 'caution',
  own: 'fact',
  unknown: 'caution',
}

/** Sorts warnings, the most dangerous first. */
export function sortWarnings(warnings: readonly ReceiverWarning[]): ReceiverWarning[] {
  const order = Object.keys(warningLevels)
  return [...warnings].sort((a, b) => order.indexOf(a.code) - order.indexOf(b.code))
}

/** Warnings which mean that a check failed. The next try may succeed. */
const openQuestions: readonly ReceiverWarning['code'][] = ['unread', 'unknown']

/** Whether all checks have succeeded. */
export function areSettled(warnings: readonly ReceiverWarning[]): boolean {
  return !warnings.some(({ code }) => openQuestions.includes(code))
}

/** Warnings that do not make the person review again if they first appear after the review. */
const harmless: readonly ReceiverWarning['code'][] = [...openQuestions, 'new', 'unchecked']

/** Warnings of the latest check (`seen`) that were not shown and that make the person review again. */
export function findNewWarnings(
  seen: readonly ReceiverWarning[],
  shown: readonly ReceiverWarning[],
): readonly ReceiverWarning[] {
  const isShown = (one: ReceiverWarning) =>
    shown.some((other) => other.code === one.code && (!isOfHistory(other) || isOfHistory(one)))
  return seen.filter(
    (one) => warningLevels[one.code] !== 'fact' && !harmless.includes(one.code) && !isShown(one),
  )
}

function isOfHistory(warning: ReceiverWarning): boolean {
  return 'isClaimed' in warning && warning.isClaimed === true
}

/**
 * The warnings to show after the latest check (`seen`). If that check is incomplete, earlier warnings stay, except
 * those that say that the receiver is new or a check failed.
 */
export function mergeWarnings(
  seen: readonly ReceiverWarning[],
  shown: readonly ReceiverWarning[],
): readonly ReceiverWarning[] {
  if (areSettled(seen)) return seen
  const isGone = ({ code }: ReceiverWarning) =>
    !openQuestions.includes(code) && code !== 'new' && !seen.some((one) => one.code === code)
  return sortWarnings([...seen, ...shown.filter(isGone)])
}

/** A fee in base units of the native token. */
export interface TransferFee {
  /** Expected fee at the network's current price. */
  expected: bigint
  /** Highest possible fee, including rent. The Max button keeps this amount back. */
  max: bigint
  /**
   * Part of both amounts, besides gas: a rollup's cost of publishing the transaction on Ethereum. Absent without such a
   * cost.
   */
  rollup?: { expected: bigint; max: bigint }
  /** For Solana: the deposit that opens the receiver's account for this token. Part of both amounts. */
  rent?: bigint
  /** Present if somebody else may pay the fee, such as a contract account's owner or a paymaster. */
  isOptional?: true
}

/**
 * The result of a simulation. `reason`: text of the contract or network, cleaned and cut. Show this text as a
 * quotation.
 * unknown: no node could simulate.
 */
export type Simulation =
  | { status: 'passed' }
  | { status: 'failed'; fault: SimulationFault; reason?: string }
  | { status: 'unknown' }

/**
 * reverted: the contract or program refuses. funds: the balance of the token or native token is too small. rent: for
 * Solana, an account of the receiver or sender would hold less than the required minimum.
 */
export type SimulationFault = 'reverted' | 'funds' | 'rent'

/** The transaction that a wallet adapter accepts. Repeated here, so that no code of an adapter is needed. */
export type UnsignedTransaction = EvmTransfer | { namespace: 'solana'; transaction: Uint8Array }

/** `value`: wei. */
export interface EvmTransfer {
  namespace: 'eip155'
  to: string
  value: bigint
  data: string
}

export interface MultipliedAmount {
  /** Raw amount that the chain moves, in base units. */
  raw: bigint
  /**
   * Amount that wallets show for `raw`, in base units of the shown unit. Equals the entered amount, or is slightly less
   * if the chain cannot move exactly that amount.
   */
  shown: bigint
  /** The multiplier in decimal digits. */
  by: string
}

/** Whether a multiplied amount moves no more than was entered, and its shown amount is correct. */
function isRightlyMultiplied({ amount, multiplied, draft, transaction }: PreparedTransfer): boolean {
  if (!multiplied) return true
  const { raw, shown, by } = multiplied
  const multiplier = readMultiplier(by)
  return (
    transaction.namespace === 'solana' &&
    draft.token?.kind === 'token' &&
    multiplier !== undefined &&
    raw > 0n &&
    raw <= toRaw(amount, multiplier) &&
    shown === toShown(raw, multiplier)
  )
}

/**
 * Whether the two transfers move different raw amounts. Ignores a difference of up to 0.01 %, such as interest that
 * accrues during a review.
 */
export function isOtherAmount(one: PreparedTransfer, other: PreparedTransfer): boolean {
  const [a, b] = [getMoved(one), getMoved(other)]
  const difference = a > b ? a - b : b - a
  return difference > 1n && difference * 10_000n > a
}

/** Raw amount that the chain moves, in base units. */
export function getMoved({ amount, multiplied }: Pick<PreparedTransfer, 'amount' | 'multiplied'>): bigint {
  return multiplied?.raw ?? amount
}

/** Amount that leaves the account, as wallets show it, in base units. */
export function getShown({ amount, multiplied }: Pick<PreparedTransfer, 'amount' | 'multiplied'>): bigint {
  return multiplied?.shown ?? amount
}

/** A prepared transfer. The same object is shown and sent. */
export interface PreparedTransfer {
  draft: TransferDraft
  /** Base units; equals the draft's parsed amount. */
  amount: bigint
  /**
   * For a Solana token whose mint multiplies its amounts (ScaledUiAmount, InterestBearing): the amount to sign in place of
   * `amount`, and the amount to show. Absent for other tokens.
   */
  multiplied?: MultipliedAmount
  receiver: ReceiverAddress
  warnings: readonly ReceiverWarning[]
  /** The network fee; absent if the node does not return it. */
  fee?: TransferFee
  simulation: Simulation
  /**
   * Which balance is too small according to the node, whose data may be newer than the draft's. `fee`: the balance of
   * the native token does not cover the fee.
   */
  shortage?: 'funds' | 'fee'
  /** Replaces `shortage: 'fee'` if somebody else may pay the fee: a warning, not an obstacle. */
  isFeeUncovered?: true
  /** Amount that arrives, as wallets show it; present if the token takes a fee (Token-2022). Base units. */
  received?: bigint
  /** Whether the token's issuer can move or destroy it in any account (Token-2022, PermanentDelegate). */
  hasDelegate?: boolean
  transaction: UnsignedTransaction
  /** For Solana: the block height after which the transfer cannot succeed. */
  lastValidBlockHeight?: number
  /** For Solana, and for receivers given by name: after this time, prepare again before sending. Milliseconds since 1970. */
  freshUntil?: number
}

/**
 * Whether a prepared transfer matches this draft and is consistent in itself. If not, the transfer must not be sent.
 */
export function isPreparedFrom(prepared: PreparedTransfer, draft: TransferDraft): boolean {
  const check = checkTransfer(draft)
  const { draft: old, amount, receiver, transaction } = prepared
  return (
    check.problem === undefined &&
    draft.token !== undefined &&
    check.amount.amount === amount &&
    isRightlyMultiplied(prepared) &&
    check.receiver.address === receiver.address &&
    (transaction.namespace === 'solana' ||
      isTransferCall(transaction, draft.token, receiver.address, amount)) &&
    old.account === draft.account &&
    draft.account.startsWith(transaction.namespace) &&
    old.token?.id === draft.token.id &&
    old.token.contract === draft.token.contract &&
    old.token.decimals === draft.token.decimals
  )
}

function isTransferCall(
  transaction: EvmTransfer,
  { kind, id }: TransferToken,
  to: string,
  amount: bigint,
): boolean {
  const token = kind === 'token' && { token: id as CaipAddress }
  const call = toPaymentCall({ kind: 'send', to, out: { units: String(amount), ...token } })
  return call !== undefined && isSameCall(transaction, call)
}

/** `own`: all connected accounts, on any network. */
export interface ReceiverInput {
  account: CaipAddress
  address: string
  own: readonly CaipAddress[]
}

export interface TransferInput {
  draft: TransferDraft
  own: readonly CaipAddress[]
}

/** `isOffline`: use only stored data, and answer at once. */
export interface ReceiverCheckInput extends TransferInput {
  isOffline?: boolean
}

export interface RecentReceivers {
  /** Newest first; at most 5. */
  receivers: readonly RecentReceiver[]
  /** Number of addresses that are left out because they resemble one of the receivers. */
  leftOut: number
  /** Whether receivers may be missing, because the history is still loading or could not be loaded. */
  isPartial: boolean
}

export interface RecentReceiver {
  /** With its checksum on EVM networks. */
  address: string
  /** The name that resolved to the address. */
  name?: string
  /** Milliseconds since 1970; absent when unknown. */
  sentAt?: number
}

/** `asset`: `native`, or the token's contract (on Solana its mint). */
export interface TokenFactsInput {
  caipNetworkId: CaipNetworkId
  asset: string
}

/**
 * `symbol` and `name`: cleaned texts from the contract, or on Solana from the mint's metadata. Absent if there is none.
 */
export interface TokenFacts {
  decimals: number
  symbol?: string
  name?: string
}

/** Whether Billfold can send on this account's network (A98, A201). */
export function canSend(account: CaipAddress): boolean {
  return isSendable(getNamespace(account))
}
