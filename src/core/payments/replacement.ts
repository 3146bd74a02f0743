/**
 * A transaction in the place of one that waits: it has the same number, so a block takes one of the two. A wallet that
 * numbers its transactions itself makes a second payment of it.
 * @see https://ethereum.github.io/execution-apis/ eth_sendTransaction
 */
import { type CaipAddress, getNamespace, parseCaipAddress } from '../chains/caip.ts'
import { findSent, isOpen, type Payment, type Replaced, type SentRow, type SentTransaction } from './sent.ts'

export interface ReplacementInput {
  account: CaipAddress
  /** Of what waits. */
  hash: string
  how: Replaced['how']
}

/**
 * open: it waits, and may be replaced. used: a block has it, or another transaction with its number. unknown: no node has
 * it now, or it does something else than what was reviewed.
 */
export type PreparedReplacement = { status: 'used' | 'unknown' } | OpenReplacement

export interface OpenReplacement {
  status: 'open'
  /** What waits. */
  payment: SentTransaction
  nonce: number
  /** What the wallet is asked for. */
  transaction: ReplacementTransaction
  /** The most that each may cost, in wei. */
  fee: { before: bigint; max: bigint }
}

/** Either `gasPrice`, or both others, as what waits has them. Wei for a unit of gas. */
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

/** It waits with a known number, and no block has it. */
export function isReplaceable({ account, status, nonce, isIncluded, replaces }: SentRow): boolean {
  const isPending = status === 'pending' || status === 'late'
  const isKnown = nonce !== undefined && !isIncluded && replaces?.how !== 'cancel'
  return isPending && isKnown && getNamespace(account) === 'eip155'
}

/** The wallet gave it a number of its own: it takes nobody's place. */
export function isSeparate({ nonce, replaces }: SentRow): boolean {
  return replaces !== undefined && nonce !== undefined && nonce !== replaces.nonce
}

export function isCancel({ replaces }: Pick<Payment, 'replaces'>): boolean {
  return replaces?.how === 'cancel'
}

/** What was sent last from here in its place, and may still take it. */
export function findReplacement(payments: readonly SentRow[], { hash }: SentRow): SentRow | undefined {
  return payments.find((one) => one.replaces?.hash === hash && isOpen(one) && !isSeparate(one))
}

/** A person has one payment: what only cancels another is no payment, and of one that was sped up the newest is shown. */
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
 * Hashes of those of which at most one of them and of what takes their place is mined, as all have one number.
 * @param nonce as the node shows it of the last one
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

/** Nothing, to oneself. */
export function isEmptyCancel({ account, kind, to, out }: Payment): boolean {
  const own = parseCaipAddress(account).address.toLowerCase()
  return kind === 'send' && to.toLowerCase() === own && BigInt(out.units) === 0n && !out.token
}
