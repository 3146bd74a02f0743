/** Payments that Billfold passed to a wallet, with their outcome. */
import { type CaipAddress, type CaipNetworkId, getNamespace, toCaipKey } from '../chains/caip.ts'

/** A payment as the person reviewed it. */
export interface Payment {
  /** The sending account, which includes its network. */
  account: CaipAddress
  kind: SentKind
  /** The full address that was shown: the receiver; for an approval the spender; for a swap the router. */
  to: string
  /** The amount that leaves the account; for an approval, the amount that may leave it. */
  out: SentAmount
  /** For a swap: the minimum amount that the account receives. */
  in?: SentAmount
  /** For Solana: the block height after which the payment cannot succeed. */
  lastValidBlockHeight?: number
  /** For EVM: the earlier payment that this payment replaces. */
  replaces?: Replaced
}

export interface Replaced {
  /** Hash of the pending transaction. */
  hash: string
  /** The nonce of the pending transaction, which the wallet is asked to reuse. */
  nonce: number
  /** speedUp: the same payment with a higher fee. cancel: sends 0 to the account itself. */
  how: 'speedUp' | 'cancel'
}

/** A payment that the wallet has sent. It has a hash, so it may succeed at any time. */
export interface SentTransaction extends Payment {
  /** 0x and 64 hexadecimal digits; on Solana the signature in base58. */
  hash: string
  /** Milliseconds since 1970. */
  sentAt: number
  /** `id` of the wallet request that led to this transaction. */
  asked?: string
}

/** A payment that was requested from the wallet, without an answer yet: it may or may not have been sent. */
export interface PendingRequest extends Payment {
  id: string
  /** Milliseconds since 1970. */
  askedAt: number
}

export type SentKind = 'send' | 'approve' | 'swap'

export interface SentAmount {
  symbol: string
  /** The shown amount with all digits, such as `0.123456789012345678`. */
  text: string
  /** The amount that the chain moves: base units, in decimal digits. */
  units: string
  /**
   * For a Solana token whose mint multiplies its amounts: `text` is `units` times this multiplier, cut off. Decimal
   * digits.
   */
  multiplier?: string
  /** For a multiplied token: the entered amount, in the unit of `text`. The chain may move slightly less. */
  entered?: string
  /** CAIP-10 of the token; absent for the native token. */
  token?: CaipAddress
}

/**
 * pending: nothing is known yet.
 * late: pending for more than 25 s.
 * dropped: nodes knew the transaction and no longer do. It may come back.
 * cosigning: no transaction has this hash yet, since other signers of the account must agree.
 * queued: no transaction has this hash yet, since the wallet's service must execute it.
 * confirmed: a block that is deep enough has the payment as it was reviewed.
 * mismatched: the transaction succeeded, but did not do all that was reviewed.
 * uncompared: the transaction succeeded, but no node can tell whether it did what was reviewed.
 * failed: a block that is deep enough has the transaction, but it reverted.
 * renewed: another transaction with the same payment, such as a speed-up, replaced this transaction and is followed
 * instead.
 * cancelled: a transaction that moves nothing replaced this transaction.
 * replaced: a transaction with another purpose replaced this transaction.
 * expired: the transaction can no longer succeed, and no node has it.
 * lost: no node has known the transaction for a day, or none can know it any more.
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
  /**
   * Present if the outcome is final. Absent while it may change, for example while a confirming block may still be
   * replaced.
   */
  isSettled?: boolean
  /** Hash of the transaction that replaced this transaction, if known. */
  replacedBy?: string
  /**
   * Hash of the transaction that executed the payment. Present only if `hash` is an id of the wallet's own, such as a
   * Safe's hash.
   */
  executedBy?: string
  /**
   * The amount that a swap returned. For a mismatched payment, the amount that was delivered, if less than was
   * reviewed. Base units in decimal digits.
   */
  received?: string
  /** Present if the payment is open again because its block was replaced. */
  isReopened?: true
  /** For EVM: the transaction's nonce, once a node has returned it. */
  nonce?: number
  /** Present if a block has the transaction. That block may not be deep enough yet. */
  isIncluded?: true
}

/** Both lists are sorted, newest first. */
export interface SentList {
  payments: readonly SentRow[]
  asked: readonly PendingRequest[]
}

/** After this time without a receipt, a payment is shown as late. Milliseconds. */
export const RECEIPT_WAIT = 25_000

/** Whether the payment's outcome is still unknown. */
export function isOpen({ status }: Pick<SentRow, 'status'>): boolean {
  return isOpenStatus(status)
}

export function isOpenStatus(status: SentStatus): status is 'pending' | 'late' | 'dropped' {
  return status === 'pending' || status === 'late' || status === 'dropped'
}

/**
 * Whether the wallet has accepted the payment, but other signers or a service must still act. That may take days, and
 * does not block further payments.
 */
export function isQueued({ status }: Pick<SentRow, 'status'>): boolean {
  return status === 'cosigning' || status === 'queued'
}

/** Whether the payment revokes a spending cap. */
export function isRevocation({ kind, out }: Pick<Payment, 'kind' | 'out'>): boolean {
  return kind === 'approve' && out.units === '0'
}

/** The payment without its outcome. */
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

/** Whether the payment's outcome may still change. */
export function isWaiting(payment: SentRow): boolean {
  return isOpen(payment) || (isQueued(payment) && !payment.isSettled)
}

/** The latest state of a payment, even if it continues under another hash. */
export function findSent(payments: readonly SentRow[], hash: string): SentRow | undefined {
  let found = payments.find((one) => one.hash === hash)
  for (let left = payments.length; left > 0 && found?.status === 'renewed'; left -= 1) {
    const { replacedBy } = found
    found = payments.find((one) => one.hash === replacedBy) ?? found
  }
  return found
}

/**
 * Whether the two payments look the same to a person. Ignores the raw amount of a multiplied token, since that amount
 * changes over time.
 */
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

/** The value if it is a valid transaction hash of this network's family; else undefined. */
export function readHash(value: unknown, account: CaipAddress | CaipNetworkId): string | undefined {
  const shape = getNamespace(account) === 'solana' ? /^[1-9A-HJ-NP-Za-km-z]{64,88}$/ : /^0x[0-9a-f]{64}$/i
  return typeof value === 'string' && shape.test(value) ? value : undefined
}
