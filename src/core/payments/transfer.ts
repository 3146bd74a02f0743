/**
 * WHAT DECIDES A TRANSFER. The form, the action that asks the wallet, and the worker that makes the transaction all check a
 * draft with the same function, so they always agree on whether it can be sent.
 *
 *   draft ── checkTransfer ──▶ the first thing that is missing, for the one button
 *     └──── prepareTransfer (worker) ──▶ PreparedTransfer: shown as it is ── toTransferIntent ──▶ wallet
 */
import { type CaipAddress, type CaipNetworkId, getNamespace, type Namespace } from '../chains/caip.ts'
import { isSameCall, toPaymentCall } from './payment-call.ts'
import { readMultiplier, toRaw, toShown } from './multiplier.ts'
import type { TokenRow } from '../assets/portfolio.ts'
import { matchLink, type Receiver, type ReceiverAddress, readReceiver } from './receiver.ts'
import { formatTypedAmount, parseTypedAmount, type TypedAmount } from './typed-amount.ts'

/** Plain data of an unfinished entry; every field may be wrong or missing. */
export interface TransferDraft {
  /** The sending account, which includes its network. */
  account: CaipAddress
  /** BCP 47: the language in which the amount is typed. */
  locale: string
  /** The token, with the account's balance of it. */
  token: TransferToken | undefined
  amountText: string
  receiverText: string
  /** The last name that was looked up. Ignored once the text is another name. */
  found?: FoundReceiver | undefined
  /** The address of a `checksum` fault that the person insists on. */
  confirmedAddress?: string | undefined
}

/** A row of the portfolio fits as it is. `contract`: on Solana the mint. */
export type TransferToken = Pick<TokenRow, 'id' | 'kind' | 'symbol' | 'decimals' | 'amount' | 'contract'>

export interface FoundReceiver {
  /** The text that was looked up. */
  query: string
  /** The name in its normal form. */
  name: string
  /** On EVM networks with its checksum. */
  address: string
  /** The network that the address is set for, if the name has none for the account's own. */
  foundOn?: CaipNetworkId
  /** Milliseconds since 1970. */
  foundAt: number
}

/** How long a looked-up name stays valid. Milliseconds. */
export const FOUND_LIFE = 300_000

/** Whether the name must be looked up again before paying. `now`: milliseconds since 1970. */
export function isStale({ foundAt }: FoundReceiver, now: number): boolean {
  return !(Math.abs(now - foundAt) < FOUND_LIFE)
}

/** The first thing that is missing, in the order of the button's labels. */
export type TransferProblem =
  /** Billfold cannot send on networks of this family. */
  | 'namespace_unsupported'
  | 'token_missing'
  /** No amount, or zero. */
  | 'amount_missing'
  /** The check's `amount` says why. */
  | 'amount_wrong'
  /** More than the balance, or than the balance less the fee. */
  | 'funds_insufficient'
  | 'receiver_missing'
  /** The check's `receiver` says why. */
  | 'receiver_wrong'
  /** A name that has not been looked up yet. */
  | 'receiver_unresolved'

export type TransferCheck =
  | { problem: TransferProblem; amount: TypedAmount; receiver: Receiver }
  | { problem: undefined; amount: Extract<TypedAmount, { status: 'read' }>; receiver: ReceiverAddress }

/** `fee`: amount to reserve for the fee, in base units of the native token. */
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
 * The largest amount that can be sent, in base units. Only the native token pays fees, so all of any other token can be
 * sent.
 */
export function getMaxAmount({ kind, amount }: TransferToken, fee: bigint): bigint {
  if (kind === 'token') return amount
  return amount > fee ? amount - fee : 0n
}

/** The text that Max writes into the field; empty where nothing can be sent. */
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
  /** The known address: one that was paid before, or the person's own. */
  anchor: string
  name?: string
  /** Only the history says that `anchor` was paid; no node confirms it, so `anchor` may itself be planted. */
  isClaimed?: true
  /** Equal characters at the start, after 0x, and at the end. */
  prefix: number
  suffix: number
}

/** Facts about a receiver, the most dangerous first; the view words them. */
export type ReceiverWarning =
  /** It begins and ends like `anchor`. */
  | ({ code: 'look_alike'; isBait: boolean } & Likeness)
  /** No key belongs to this address: anything sent there is lost. */
  | { code: 'zero' }
  /** The token's own contract (on Solana: its mint). Tokens sent there are usually lost. */
  | { code: 'token_contract' }
  /** The address is a contract on that network and unused on this one: payments to it may be lost. */
  | { code: 'contract_elsewhere'; caipNetworkId: CaipNetworkId }
  /** For Solana: an account that holds a token for somebody, and is no wallet. */
  | { code: 'token_account' }
  /** It begins or ends like `anchor`. */
  | ({ code: 'half_look_alike' } & Likeness)
  /** A contract (on Solana: a program), which may be unable to return anything. */
  | { code: 'contract' }
  /** For Solana: an address without a key, which a program controls. */
  | { code: 'off_curve' }
  /** The name has no address for this network; this is its address for the other network. */
  | { code: 'name_of_other_network'; caipNetworkId: CaipNetworkId }
  /**
   * Replaces `new` while the account's history is incomplete: the address may have been paid before, or imitate one that
   * was.
   */
  | { code: 'unread' }
  /** No known payment went to this address. */
  | { code: 'new' }
  /** The typed address had no checksum, so a typing error would go unnoticed. */
  | { code: 'unchecked' }
  /** The sending account itself, or another account of the same person. */
  | { code: 'self' }
  | { code: 'own' }
  /** The node could not be asked about the address, or earlier payments could not be read. */
  | { code: 'unknown' }

/** danger: the person must type something to go on. caution: the person may go on. fact: a plain line. */
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

/** The most dangerous first. */
export function sortWarnings(warnings: readonly ReceiverWarning[]): ReceiverWarning[] {
  const order = Object.keys(warningLevels)
  return [...warnings].sort((a, b) => order.indexOf(a.code) - order.indexOf(b.code))
}

/** Warnings about failed checks, which may succeed on the next try. */
const openQuestions: readonly ReceiverWarning['code'][] = ['unread', 'unknown']

/** Whether every check has succeeded. */
export function areSettled(warnings: readonly ReceiverWarning[]): boolean {
  return !warnings.some(({ code }) => openQuestions.includes(code))
}

/** Warnings that may appear after the review without a second look. */
const harmless: readonly ReceiverWarning['code'][] = [...openQuestions, 'new', 'unchecked']

/** Warnings about the receiver that were not shown before. */
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

/** The warnings to show: an incomplete check removes none. */
export function mergeWarnings(
  seen: readonly ReceiverWarning[],
  shown: readonly ReceiverWarning[],
): readonly ReceiverWarning[] {
  if (areSettled(seen)) return seen
  const isGone = ({ code }: ReceiverWarning) =>
    !openQuestions.includes(code) && code !== 'new' && !seen.some((one) => one.code === code)
  return sortWarnings([...seen, ...shown.filter(isGone)])
}

/** In base units of the native token. */
export interface TransferFee {
  /** Expected fee at the network's current price. */
  expected: bigint
  /** Highest possible fee, including rent; Max reserves it. */
  max: bigint
  /** Part of both amounts, besides gas: a rollup's cost of publishing the transaction on Ethereum. Absent: none. */
  rollup?: { expected: bigint; max: bigint }
  /** For Solana: the deposit that opens the receiver's account for this token. Part of both amounts. */
  rent?: bigint
  /** Another payer may cover the fee, such as a contract account's owner or a paymaster. */
  isOptional?: true
}

/**
 * The result of a simulation. `reason`: the contract's or network's own text, cut and cleaned; show it as theirs. unknown:
 * no node could simulate.
 */
export type Simulation =
  | { status: 'passed' }
  | { status: 'failed'; fault: SimulationFault; reason?: string }
  | { status: 'unknown' }

/**
 * reverted: the contract or program refuses. funds: the balance of the token or coin is too small. rent: for Solana, an
 * account of the receiver or sender would hold less than the required minimum.
 */
export type SimulationFault = 'reverted' | 'funds' | 'rent'

/** Same types as the input of a wallet adapter, without its code. */
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
   * Shown amount for `raw`, in base units of the shown unit; equals `amount` or is slightly less, if the chain cannot move
   * the exact amount.
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

/** Whether the chain would now move another amount for the same text, beyond the interest that accrues during a review. */
export function isOtherAmount(one: PreparedTransfer, other: PreparedTransfer): boolean {
  const [a, b] = [getMoved(one), getMoved(other)]
  const difference = a > b ? a - b : b - a
  return difference > 1n && difference * 10_000n > a
}

/** Raw amount that the chain moves, in base units. */
export function getMoved({ amount, multiplied }: Pick<PreparedTransfer, 'amount' | 'multiplied'>): bigint {
  return multiplied?.raw ?? amount
}

/** Amount that leaves the account, as shown, in base units. */
export function getShown({ amount, multiplied }: Pick<PreparedTransfer, 'amount' | 'multiplied'>): bigint {
  return multiplied?.shown ?? amount
}

/** A transfer as it is shown and sent: one object for both. */
export interface PreparedTransfer {
  draft: TransferDraft
  /** Base units; equals the parsed amount of the draft. */
  amount: bigint
  /**
   * For a Solana token whose mint multiplies its amounts (ScaledUiAmount, InterestBearing): the amount to sign in place of
   * `amount`, and the amount to show. Absent for other tokens.
   */
  multiplied?: MultipliedAmount
  receiver: ReceiverAddress
  warnings: readonly ReceiverWarning[]
  /** Absent where the node does not say. */
  fee?: TransferFee
  simulation: Simulation
  /**
   * The missing balance according to the node, which may be newer than the draft's. `fee`: too little of the native token
   * for the fee.
   */
  shortage?: 'funds' | 'fee'
  /** Set in place of `shortage: 'fee'` where somebody else may pay the fee: a warning, and no obstacle. */
  isFeeUncovered?: true
  /** Amount that arrives, as shown, if the token keeps a fee (Token-2022). Base units. */
  received?: bigint
  /** The token's issuer can move or destroy it in any account (Token-2022, PermanentDelegate). */
  hasDelegate?: boolean
  transaction: UnsignedTransaction
  /** For Solana: the block height after which the transfer cannot succeed. */
  lastValidBlockHeight?: number
  /** For Solana, and for a receiver's name: after this time, prepare again before sending. Milliseconds since 1970. */
  freshUntil?: number
}

/** Whether a prepared transfer matches this draft and its own facts. Otherwise it must not be sent. */
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

/** `isOffline`: uses only what is stored, and answers at once. */
export interface ReceiverCheckInput extends TransferInput {
  isOffline?: boolean
}

export interface RecentReceivers {
  /** Newest first; at most 5. */
  receivers: readonly RecentReceiver[]
  /** Number of addresses that are left out because they look like one of the receivers. */
  leftOut: number
  /** Receivers may be missing: the history is still being read, or could not be. */
  isPartial: boolean
}

export interface RecentReceiver {
  /** On EVM networks with its checksum. */
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

/** Names come from the contract, or from the mint's metadata on Solana, and are cleaned; absent where there are none. */
export interface TokenFacts {
  decimals: number
  symbol?: string
  name?: string
}

/** Whether Billfold can send from this account (A98, A201). */
export function canSend(account: CaipAddress): boolean {
  return isSendable(getNamespace(account))
}
