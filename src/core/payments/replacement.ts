/**
 * Replacement transactions. A replacement has the nonce of a pending payment, so a block can include only one of the
 * two. If a wallet chooses another nonce, the replacement becomes a second payment.
 * @see https://ethereum.github.io/execution-apis/ eth_sendTransaction
 */
import { type CaipAddress, getNamespace, parseCaipAddress } from '../chains/caip.ts'
import { findSent, isOpen, type Payment, type Replaced, type SentRow, type SentTransaction } from './sent.ts'

export interface ReplacementInput {
  account: CaipAddress
  /** Hash of the pending payment. */
  hash: string
  how: Replaced['how']
}

/**
 * open: the payment is pending and can be replaced. used: a block has the payment, or another transaction with the same
 * nonce. unknown: no node has the payment now, or the transaction that a node has differs from the review.
 */
export type PreparedReplacement = { status: 'used' | 'unknown' } | OpenReplacement

export interface OpenReplacement {
  status: 'open'
  /** The pending payment. */
  payment: SentTransaction
  nonce: number
  /** The transaction to request from the wallet. */
  transaction: ReplacementTransaction
  /** Highest total fee in wei: `before` of the pending payment, `max` of the replacement. */
  fee: { before: bigint; max: bigint }
}

/** Has the fee fields that the pending payment has: either `gasPrice`, or the other two. Wei per unit of gas. */
export interface ReplacementTransaction {
  namespace: 'eip155'
  to: string
  value: bigint
  data: string
  nonce: number
  gasPrice?: bigint
  maxFeePerGas?: bigint
  maxPriorityFeePerGas?: bigint
}

/**
 * Whether a replacement can be prepared: the payment is on an EVM network, is pending with a known nonce, is not a
 * cancellation, and no block contains it.
 */
export function isReplaceable({ account, status, nonce, isIncluded, replaces }: SentRow): boolean {
  const isPending = status === 'pending' || status === 'late'
  const isKnown = nonce !== undefined && !isIncluded && replaces?.how !== 'cancel'
  return isPending && isKnown && getNamespace(account) === 'eip155'
}

/** Whether the wallet sent a replacement with another nonce than requested, so that it replaces no payment. */
export function isSeparate({ nonce, replaces }: SentRow): boolean {
  return replaces !== undefined && nonce !== undefined && nonce !== replaces.nonce
}

export function isCancel({ replaces }: Pick<Payment, 'replaces'>): boolean {
  return replaces?.how === 'cancel'
}

/** The newest replacement that Billfold has sent for this payment and that can still be mined. */
export function findReplacement(payments: readonly SentRow[], { hash }: SentRow): SentRow | undefined {
  return payments.find((one) => one.replaces?.hash === hash && isOpen(one) && !isSeparate(one))
}

/**
 * Whether a list shows this payment. Of a payment and all replacements of it, a list shows one: the newest that is not
 * a cancellation.
 */
export function isShownAlone(payments: readonly SentRow[], payment: SentRow): boolean {
  if (isCancel(payment)) return false
  const next = isOpen(payment) ? findReplacement(payments, payment) : undefined
  return next === undefined || isCancel(next)
}

/** The latest state of a payment: the payment's row, or the row of the replacement that a list shows instead. */
export function findLatest(payments: readonly SentRow[], hash: string): SentRow | undefined {
  let found = findSent(payments, hash)
  for (let left = payments.length; left > 0 && found && !isShownAlone(payments, found); left -= 1)
    found = findReplacement(payments, found) ?? found
  return found
}

/**
 * Hashes of a payment and of the payments that it replaced with the same nonce. Of all these, at most one is mined.
 * @param replaced `hash` of the newest payment, and its `nonce` as the node reports it
 */
export function listReplaced(
  payments: readonly SentTransaction[],
  { hash, nonce }: Replaced,
): ReadonlySet<string> {
  const hashes = new Set<string>()
  let next: string | undefined = hash
  while (next !== undefined && !hashes.has(next)) {
    hashes.add(next)
    const { replaces } = payments.find((one) => one.hash === next) ?? {}
    next = replaces?.nonce === nonce ? replaces.hash : undefined
  }
  return hashes
}

/** Whether the payment is a cancellation: it sends 0 to the account itself. */
export function isEmptyCancel({ account, kind, to, out }: Payment): boolean {
  const own = parseCaipAddress(account).address.toLowerCase()
  return kind === 'send' && to.toLowerCase() === own && BigInt(out.units) === 0n && !out.token
}
