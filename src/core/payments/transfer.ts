/**
 * WHAT DECIDES A TRANSFER. The form, the action that goes to the wallet, and the worker that makes the transaction all
 * ask the same function of the same draft, so none of them can take for sendable what another one does not.
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

/** What somebody has entered so far. Plain data; everything in it may be wrong or missing. */
export interface TransferDraft {
  /** The sending account, which includes its network. */
  account: CaipAddress
  /** BCP 47: the language in which the amount is typed. */
  locale: string
  /** With how much there is of it. */
  token: TransferToken | undefined
  amountText: string
  receiverText: string
  /** The last name that was looked up. It counts while the text is that name. */
  found?: FoundReceiver | undefined
  /** The address of a `checksum` fault that the person insists on. */
  confirmedAddress?: string | undefined
}

/** A row of the portfolio fits as it is. `contract`: on Solana the mint. */
export type TransferToken = Pick<TokenRow, 'id' | 'kind' | 'symbol' | 'decimals' | 'amount' | 'contract'>

export interface FoundReceiver {
  /** As it was asked for. */
  query: string
  /** In its normal form. */
  name: string
  /** On EVM networks with its checksum. */
  address: string
  /** The network that the address is set for, if the name has none for the account's own. */
  foundOn?: CaipNetworkId
  /** Milliseconds since 1970. */
  foundAt: number
}

/** How long a name counts as looked up. Milliseconds. */
export const FOUND_LIFE = 300_000

/** Look it up again before it is paid. `now`: milliseconds since 1970. */
export function isStale({ foundAt }: FoundReceiver, now: number): boolean {
  return !(Math.abs(now - foundAt) < FOUND_LIFE)
}

/** The first thing that is missing, in the order in which the button names them. */
export type TransferProblem =
  /** Nothing can be sent on networks of this family. */
  | 'namespace_unsupported'
  | 'token_missing'
  /** None, or zero. */
  | 'amount_missing'
  /** Why, says `amount`. */
  | 'amount_wrong'
  /** More than there is, or than there is beside the fee. */
  | 'funds_insufficient'
  | 'receiver_missing'
  /** Why, says `receiver`. */
  | 'receiver_wrong'
  /** A name that is not resolved yet. */
  | 'receiver_unresolved'

export type TransferCheck =
  | { problem: TransferProblem; amount: TypedAmount; receiver: Receiver }
  | { problem: undefined; amount: Extract<TypedAmount, { status: 'read' }>; receiver: ReceiverAddress }

/** `fee`: what has to stay of the native token, in its base units. */
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

/** The most that can be sent, in base units. Fees are paid in the native token, and nothing else has to stay. */
export function getMaxAmount({ kind, amount }: TransferToken, fee: bigint): bigint {
  if (kind === 'token') return amount
  return amount > fee ? amount - fee : 0n
}

/** What Max writes into the field; empty where nothing can be sent. */
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

/** What a receiver is like. */
interface Likeness {
  /** An address that was paid before, or the person's own. */
  anchor: string
  name?: string
  /** No node has said that `anchor` was paid: the history alone does, and it may be what was planted. */
  isClaimed?: true
  /** Equal characters at the start, after 0x, and at the end. */
  prefix: number
  suffix: number
}

/** Facts about a receiver, the most dangerous first; the view has the words. */
export type ReceiverWarning =
  /** It begins and ends like `anchor`. */
  | ({ code: 'look_alike'; isBait: boolean } & Likeness)
  /** No key belongs to this address: anything sent there is lost. */
  | { code: 'zero' }
  /** The token's own contract (on Solana: its mint). Most tokens that were sent to one are lost. */
  | { code: 'token_contract' }
  /** A contract on that network, and nothing on this one: what is sent there may be lost. */
  | { code: 'contract_elsewhere'; caipNetworkId: CaipNetworkId }
  /** Of Solana: it holds some token for somebody, and is no wallet. */
  | { code: 'token_account' }
  /** It begins or ends like `anchor`. */
  | ({ code: 'half_look_alike' } & Likeness)
  /** A contract (of Solana: a program), which may have no way to give anything back. */
  | { code: 'contract' }
  /** Of Solana: no key belongs to it; a program decides over it. */
  | { code: 'off_curve' }
  /** Its name has no address for this network: this is the one for that network. */
  | { code: 'name_of_other_network'; caipNetworkId: CaipNetworkId }
  /** In place of `new` while the account's history is not read in full: it may have been paid, or imitate who was. */
  | { code: 'unread' }
  /** Nothing was sent there before, as far as is known. */
  | { code: 'new' }
  /** What was typed held no checksum: a typing error would not have been seen. */
  | { code: 'unchecked' }
  /** The account itself, or another one of the same person. */
  | { code: 'self' }
  | { code: 'own' }
  /** What the network's node knows of it could not be found out, or who was paid before. */
  | { code: 'unknown' }

/** danger: going on needs typing. caution: the way stays open. fact: a plain line. */
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

/** What could not be found out may be the next time. */
const openQuestions: readonly ReceiverWarning['code'][] = ['unread', 'unknown']

/** Whether all was seen that can be. */
export function areSettled(warnings: readonly ReceiverWarning[]): boolean {
  return !warnings.some(({ code }) => openQuestions.includes(code))
}

/** Warnings that need no second look when they appear after the review. */
const harmless: readonly ReceiverWarning['code'][] = [...openQuestions, 'new', 'unchecked']

/** What was not on show and speaks against the receiver. */
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

/** The warnings to show: a check that could not see everything removes none. */
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
  /** What it will cost, as the network is now. */
  expected: bigint
  /** What it may cost: what Max leaves. With the rent. */
  max: bigint
  /** Part of both, besides gas: what a rollup takes for publishing the transaction on Ethereum. Absent: nothing. */
  rollup?: { expected: bigint; max: bigint }
  /** Of Solana: what opens the receiver's account for this token, part of both. */
  rent?: bigint
  /** Somebody else may pay it, such as a contract account's owner or a paymaster. */
  isOptional?: true
}

/**
 * The result of a trial run. `reason`: text of the contract or the network, cut and cleaned, to be shown as theirs. unknown: no
 * node could try.
 */
export type Simulation =
  | { status: 'passed' }
  | { status: 'failed'; fault: SimulationFault; reason?: string }
  | { status: 'unknown' }

/**
 * reverted: the contract or the program refuses. funds: too little of the token or the coin on the chain. rent: of Solana,
 * the receiver or the sender would be left with less than an account must hold.
 */
export type SimulationFault = 'reverted' | 'funds' | 'rent'

/** The same types as a wallet's adapter takes, without its code. */
export type UnsignedTransaction = EvmTransfer | { namespace: 'solana'; transaction: Uint8Array }

/** `value`: wei. */
export interface EvmTransfer {
  namespace: 'eip155'
  to: string
  value: bigint
  data: string
}

export interface MultipliedAmount {
  /** What the chain moves: base units. */
  raw: bigint
  /** What wallets show for it, in the same unit; equals `amount`, or is less by what cannot be moved. */
  shown: bigint
  /** The multiplier in decimal digits. */
  by: string
}

/** Whether a multiplied amount moves no more than was entered, and is shown rightly. */
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
 * Whether the chain would move another amount than before for the same text: more of a difference than interest makes in
 * the time that somebody looks at it.
 */
export function isOtherAmount(one: PreparedTransfer, other: PreparedTransfer): boolean {
  const [a, b] = [getMoved(one), getMoved(other)]
  const difference = a > b ? a - b : b - a
  return difference > 1n && difference * 10_000n > a
}

/** What the chain moves: base units. */
export function getMoved({ amount, multiplied }: Pick<PreparedTransfer, 'amount' | 'multiplied'>): bigint {
  return multiplied?.raw ?? amount
}

/** What leaves, as it is shown: base units. */
export function getShown({ amount, multiplied }: Pick<PreparedTransfer, 'amount' | 'multiplied'>): bigint {
  return multiplied?.shown ?? amount
}

/** A transfer as it is shown and sent: one object, made once. */
export interface PreparedTransfer {
  draft: TransferDraft
  /** Base units; equals what the draft's text stands for. */
  amount: bigint
  /**
   * Of a Solana token whose mint multiplies its amounts (ScaledUiAmount, InterestBearing): what is signed in place of
   * `amount`, and what is shown for it. Absent for all others.
   */
  multiplied?: MultipliedAmount
  receiver: ReceiverAddress
  warnings: readonly ReceiverWarning[]
  /** Absent where the node does not say. */
  fee?: TransferFee
  simulation: Simulation
  /** By what the node says now; the draft's balance may be older. `fee`: the coin does not suffice for it. */
  shortage?: 'funds' | 'fee'
  /** In place of a shortage of the fee, where somebody else may pay it: a warning, and no obstacle. */
  isFeeUncovered?: true
  /** What arrives, as it is shown, if the token keeps a fee (Token-2022). Base units. */
  received?: bigint
  /** Its issuer can move or destroy it in any account (Token-2022, PermanentDelegate). */
  hasDelegate?: boolean
  transaction: UnsignedTransaction
  /** Of Solana: past this height it can no longer go through. */
  lastValidBlockHeight?: number
  /** Of Solana, and of a receiver's name: prepare it anew before it is sent after this. Milliseconds since 1970. */
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

/** `own`: all accounts that are connected now, whichever network. */
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
  /** Others that look like one of them, and are not offered. */
  leftOut: number
  /** Others may have been paid too: the history is being read, or could not be. */
  isPartial: boolean
}

export interface RecentReceiver {
  /** On EVM networks with its checksum. */
  address: string
  /** The name that stood for it when it was looked up. */
  name?: string
  /** Milliseconds since 1970; absent when it is not known. */
  sentAt?: number
}

/** `asset`: `native`, or the token's contract (on Solana its mint). */
export interface TokenFactsInput {
  caipNetworkId: CaipNetworkId
  asset: string
}

/** Names are those of its contract, or of its mint's metadata on Solana, cleaned; absent where it has none. */
export interface TokenFacts {
  decimals: number
  symbol?: string
  name?: string
}

/** Whether something can be sent from here at all (A98, A201). */
export function canSend(account: CaipAddress): boolean {
  return isSendable(getNamespace(account))
}
