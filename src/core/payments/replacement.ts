/**
 * A replacement transaction: it has the same nonce as a payment that waits, so a block includes only one of the two. A
 * wallet that chooses its own nonces makes it a second payment.
 * @see https://ethereum.github.io/execution-apis/ eth_sendTransaction
 */
import { type CaipAddress, getNamespace, parseCaipAddress } from '../chains/caip.ts'
import { findSent, isOpen, type Payment, type Replaced, type SentRow, type SentTransaction } from './sent.ts'

export interface ReplacementInput {
  account: CaipAddress
  /** Hash of the payment that waits. */
  hash: string
  how: Replaced['how']
}

/**
 * open: the payment waits and may be replaced. used: a block has it, or another transaction with its nonce. unknown: no node
 * has it now, or its transaction differs from the review.
 */
export type PreparedReplacement = { status: 'used' | 'unknown' } | OpenReplacement

export interface OpenReplacement {
  status: 'open'
  /** The payment that waits. */
  payment: SentTransaction
  nonce: number
  /** The transaction to ask the wallet for. */
  transaction: ReplacementTransaction
  /** Highest total fee of each transaction, in wei. */
  fee: { before: bigint; max: bigint }
}

/** Either `gasPrice`, or the two other fields, whichever the waiting payment uses. Wei per unit of gas. */
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

/** The payment waits with a known nonce, and no block has it. */
export function isReplaceable({ account, status, nonce, isIncluded, replaces }: SentRow): boolean {
  const isPending = status === 'pending' || status === 'late'
  const isKnown = nonce !== undefined && !isIncluded && replaces?.how !== 'cancel'
  return isPending && isKnown && getNamespace(account) === 'eip155'
}

/** The wallet sent it with another nonce, so it replaces no payment. */
export function isSeparate({ nonce, replaces }: SentRow): boolean {
  return replaces !== undefined && nonce !== undefined && nonce !== replaces.nonce
}

export function isCancel({ replaces }: Pick<Payment, 'replaces'>): boolean {
  return replaces?.how === 'cancel'
}

/** The last replacement of this payment that was sent from here and may still be mined. */
export function findReplacement(payments: readonly SentRow[], { hash }: SentRow): SentRow | undefined {
  return payments.find((one) => one.replaces?.hash === hash && isOpen(one) && !isSeparate(one))
}

/** Hides all but one payment of a replacement chain: a mere cancellation, and all but the newest of one that was sped up. */
export function isShownAlone(payments: readonly SentRow[], payment: SentRow): boolean {
  if (isCancel(payment)) return false
  const next = isOpen(payment) ? findReplacement(payments, payment) : undefined
  return next === undefined || isCancel(next)
}

/** What became of a payment, also while another one from here is to take its place. */
export function findLatest(payments: readonly SentRow[], hash: string): SentRow | undefined {
  let found = findSent(payments, hash)
  for (let left = payments.length; left > 0 && found && !isShownAlone(payments, found); left -= 1)
    found = findReplacement(payments, found) ?? found
  return found
}

/**
 * Hashes of payments that share a nonce with their replacements, so at most one of them is mined.
 * @param nonce the nonce of the last one, as the node reports it
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

/** Whether it sends nothing to the account itself. */
export function isEmptyCancel({ account, kind, to, out }: Payment): boolean {
  const own = parseCaipAddress(account).address.toLowerCase()
  return kind === 'send' && to.toLowerCase() === own && BigInt(out.units) === 0n && !out.token
}
