/** What Billfold has handed to a wallet, and what became of it. */
import { type CaipAddress, type CaipNetworkId, getNamespace, toCaipKey } from '../chains/caip.ts'

/** What a person has seen and wants done. */
export interface Payment {
  /** The sending account, which includes its network. */
  account: CaipAddress
  kind: SentKind
  /** As it was shown, whole: who is paid; with an approval who may spend, with a swap the router. */
  to: string
  /** What leaves, or may. */
  out: SentAmount
  /** At least this comes in; of a swap. */
  in?: SentAmount
  /** Of Solana: past this height of the chain it can no longer go through. */
  lastValidBlockHeight?: number
  /** Of EVM: the payment from here whose place it is to take. */
  replaces?: Replaced
}

export interface Replaced {
  /** Of the transaction that waits. */
  hash: string
  /** Its number among those of the account: the wallet is asked for the same one. */
  nonce: number
  /** speedUp: the same payment with a higher fee. cancel: nothing, to oneself. */
  how: 'speedUp' | 'cancel'
}

/** A payment that the wallet has sent: it has a hash, so it may go through. */
export interface SentTransaction extends Payment {
  /** 0x and 64 hexadecimal digits; on Solana the signature in base58. */
  hash: string
  /** Milliseconds since 1970. */
  sentAt: number
  /** The `id` under which the wallet was asked for it. */
  asked?: string
}

/** A payment that the wallet was asked for and has not answered: it may or may not have been sent. */
export interface PendingRequest extends Payment {
  id: string
  /** Milliseconds since 1970. */
  askedAt: number
}

export type SentKind = 'send' | 'approve' | 'swap'

export interface SentAmount {
  symbol: string
  /** Every digit, for example `0.123456789012345678`. */
  text: string
  /** What the chain moves: base units, in decimal digits. */
  units: string
  /** Of a Solana token whose mint multiplies its amounts: `text` stands for `units` times this, cut off. Decimal digits. */
  multiplier?: string
  /** Of the same: what was entered, in the unit of `text`. The chain may move a little less. */
  entered?: string
  /** CAIP-10 of the token; absent for the native token. */
  token?: CaipAddress
}

/**
 * pending: nothing is known yet. late: the same after 25 s. dropped: nodes knew it and do not any more; it may come back.
 * cosigning: the hash is of no transaction yet; other signers of the account have to agree. queued: the same, of what the
 * wallet's service has yet to carry out. confirmed: a block that is deep enough holds the payment as it was reviewed.
 * mismatched: it is in a block and succeeded, but what was reviewed did not happen, or not all of it. uncompared: the same,
 * but no node can tell whether it did what was reviewed. failed: a block that is
 * deep enough has undone it. renewed: the same payment under another hash, such as one that was sped up, took its place and is followed. cancelled: one that moves nothing took its place.
 * replaced: some other one did. expired: it can no longer go through, and no node has it. lost: for a day no node has known
 * it, or none could know it any more.
 */
export type SentStatus = (typeof sentStatuses)[number]

export const sentStatuses = [
  'pending',
  'late',
  'dropped',
  'cosigning',
  'queued',
  'confirmed',
  'mismatched',
  'uncompared',
  'failed',
  'renewed',
  'cancelled',
  'replaced',
  'expired',
  'lost',
] as const

export interface SentRow extends SentTransaction {
  status: SentStatus
  /** Nothing more becomes of it; absent while it may, such as of one that is confirmed in a block that may go away. */
  isSettled?: boolean
  /** Hash of what took its place, where that is known. */
  replacedBy?: string
  /** Hash of the transaction that has carried it out, where `hash` is the wallet's own, such as that of a Safe. */
  executedBy?: string
  /**
   * What came in of a swap, or arrived of a mismatched payment where that is less than was reviewed: base units, in decimal
   * digits.
   */
  received?: string
  /** It is open again after it was not, as its block was replaced. */
  isReopened?: true
  /** Of EVM: its number among those of its account, once a node has shown it. */
  nonce?: number
  /** A block has it that may not be deep enough yet. */
  isIncluded?: true
}

/** Each newest first. */
export interface SentList {
  payments: readonly SentRow[]
  asked: readonly PendingRequest[]
}

/** After this time without a receipt, a payment is shown as late. Milliseconds. */
export const RECEIPT_WAIT = 25_000

/** Its outcome is not known yet. */
export function isOpen({ status }: Pick<SentRow, 'status'>): boolean {
  return status === 'pending' || status === 'late' || status === 'dropped'
}

/** The wallet has taken it, and others have yet to sign it or to carry it out: it may take days, and blocks nothing. */
export function isQueued({ status }: Pick<SentRow, 'status'>): boolean {
  return status === 'cosigning' || status === 'queued'
}

/** It ends a spending cap. */
export function isRevocation({ kind, out }: Pick<Payment, 'kind' | 'out'>): boolean {
  return kind === 'approve' && out.units === '0'
}

/** Without what became of it. */
export function toSent(row: SentRow): SentTransaction {
  const {
    status: _status,
    isSettled: _isSettled,
    replacedBy: _replacedBy,
    executedBy: _executedBy,
    received: _received,
    isReopened: _isReopened,
    nonce: _nonce,
    isIncluded: _isIncluded,
    ...sent
  } = row
  return sent
}

/** Something may still become of it. */
export function isWaiting(payment: SentRow): boolean {
  return isOpen(payment) || (isQueued(payment) && !payment.isSettled)
}

/** What became of a payment, also where it goes on under another hash. */
export function findSent(payments: readonly SentRow[], hash: string): SentRow | undefined {
  let found = payments.find((one) => one.hash === hash)
  for (let left = payments.length; left > 0 && found?.status === 'renewed'; left -= 1) {
    const { replacedBy } = found
    found = payments.find((one) => one.hash === replacedBy) ?? found
  }
  return found
}

/** Whether both are the same to a person: what a multiplied amount is on the chain changes with time. */
export function isSamePayment(one: Payment, other: Payment): boolean {
  const toEntered = ({ out }: Payment) => out.entered ?? out.units
  const isSameAmount = one.out.units === other.out.units || toEntered(one) === toEntered(other)
  return isSameAmount && describeWithoutAmount(one) === describeWithoutAmount(other)
}

function describeWithoutAmount({ account, kind, to, out, in: into }: Payment): string {
  const receiver = getNamespace(account) === 'eip155' ? to.toLowerCase() : to
  const toToken = (amount?: SentAmount) => amount?.token && toCaipKey(amount.token)
  return JSON.stringify([account, kind, receiver, toToken(out), toToken(into)])
}

/** A hash as a network of this family has it; undefined for anything else. */
export function readHash(value: unknown, account: CaipAddress | CaipNetworkId): string | undefined {
  const shape = getNamespace(account) === 'solana' ? /^[1-9A-HJ-NP-Za-km-z]{64,88}$/ : /^0x[0-9a-f]{64}$/i
  return typeof value === 'string' && shape.test(value) ? value : undefined
}
