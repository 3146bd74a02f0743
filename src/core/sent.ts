/** Transactions that Billfold has handed to a wallet, and what became of them. */
import { type CaipAddress, type CaipNetworkId, getNamespace, parseCaipAddress } from './caip.ts'
import { isCount, isRecord } from './shapes.ts'

/** One that the wallet has sent: it has a hash, so it may go through, whatever anybody says. */
export interface SentTransaction {
  /** Who sent it, on which network. */
  account: CaipAddress
  /** 0x and 64 hexadecimal digits; on Solana the signature in base58. */
  hash: string
  kind: SentKind
  /** As it was shown, whole: who is paid; with an approval who may spend, with a swap the router. */
  to: string
  /** What leaves, or may. */
  out: SentAmount
  /** At least this comes in; of a swap. */
  in?: SentAmount
  /** Milliseconds since 1970. */
  sentAt: number
  /** Of Solana: past this height of the chain it can no longer go through. */
  lastValidBlockHeight?: number
}

export type SentKind = 'send' | 'approve' | 'swap'

export interface SentAmount {
  symbol: string
  /** Every digit, for example `0.123456789012345678`. */
  text: string
  /** The same in base units, in decimal digits. */
  units: string
  /** CAIP-10 of the token; absent for the network's own coin. */
  token?: CaipAddress
}

/**
 * pending: nothing is known yet. late: the same after 25 s. confirmed, failed: the network has said so. replaced: another
 * transaction of this account took its place. expired: it can no longer go through.
 */
export type SentStatus = 'pending' | 'late' | 'confirmed' | 'failed' | 'replaced' | 'expired'

export interface SentRow extends SentTransaction {
  status: SentStatus
}

/** Newest first. */
export interface SentList {
  payments: readonly SentRow[]
}

/** How long a person waits for a receipt before it is said that there is none yet. Milliseconds. */
export const RECEIPT_WAIT = 25_000

/** Nobody has said yet what became of it. */
export function isOpen({ status }: Pick<SentRow, 'status'>): boolean {
  return status === 'pending' || status === 'late'
}

/** Equal for what is the same payment to a person. */
export function getFingerprint(
  sent: Pick<SentTransaction, 'account' | 'kind' | 'to' | 'out' | 'in'>,
): string {
  const { account, kind, to, out } = sent
  const receiver = getNamespace(account) === 'eip155' ? to.toLowerCase() : to
  return JSON.stringify([account, kind, receiver, out.token, out.units, sent.in?.token])
}

/** A hash as a network of this family has it; undefined for anything else. */
export function readHash(value: unknown, account: CaipAddress | CaipNetworkId): string | undefined {
  const shape = getNamespace(account) === 'solana' ? /^[1-9A-HJ-NP-Za-km-z]{64,88}$/ : /^0x[0-9a-f]{64}$/i
  return typeof value === 'string' && shape.test(value) ? value : undefined
}

/** What was kept, which may be anything by now; undefined for what is no such transaction. */
export function readSent(value: unknown): SentTransaction | undefined {
  if (!isRecord(value)) return undefined
  const { account, hash, kind, to, sentAt, lastValidBlockHeight } = value
  const out = readAmount(value['out'])
  const received = value['in'] === undefined ? undefined : readAmount(value['in'])
  if (!isAccount(account) || !isKind(kind) || typeof to !== 'string' || !isCount(sentAt) || !out)
    return undefined
  if (!readHash(hash, account) || (value['in'] !== undefined && !received)) return undefined
  return {
    account,
    hash: hash as string,
    kind,
    to,
    out,
    sentAt,
    ...(received ? { in: received } : {}),
    ...(isCount(lastValidBlockHeight) ? { lastValidBlockHeight } : {}),
  }
}

function readAmount(value: unknown): SentAmount | undefined {
  if (!isRecord(value)) return undefined
  const { symbol, text, units, token } = value
  if (typeof symbol !== 'string' || typeof text !== 'string') return undefined
  if (typeof units !== 'string' || !/^\d{1,78}$/.test(units)) return undefined
  return { symbol, text, units, ...(isAccount(token) ? { token } : {}) }
}

function isKind(value: unknown): value is SentKind {
  return value === 'send' || value === 'approve' || value === 'swap'
}

function isAccount(value: unknown): value is CaipAddress {
  try {
    return !!parseCaipAddress(value as string)
  } catch {
    return false
  }
}
