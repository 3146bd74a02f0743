/** Transactions that Billfold has handed to a wallet, and what became of them. */
import type { CaipAddress } from './caip.ts'

/** One that the wallet has sent: it has a hash, so it may go through, whatever anybody says. */
export interface SentTransaction {
  /** Who sent it, on which network. */
  account: CaipAddress
  /** 0x and 64 hexadecimal digits; on Solana the signature in base58. */
  hash: string
  kind: 'send' | 'approve' | 'swap'
  /** What was shown, whole: who gets it, with checksum. */
  to: string
  /** What leaves, exact. Absent: nothing that counts, such as with an approval. */
  out?: SentAmount
  /** At least this comes in; of a swap. */
  in?: SentAmount
  /** Equal for what is the same payment to a person: it is refused while one of it is pending. */
  fingerprint: string
  /** Milliseconds since 1970. */
  sentAt: number
  /** Of Solana: past this height of the chain it can no longer go through. */
  lastValidBlockHeight?: number
}

export interface SentAmount {
  symbol: string
  /** Every digit, for example `0.123456789012345678`. */
  text: string
  /** Of the token: with them the signed amount is compared whole; without them, digit by digit up to trailing zeros. */
  decimals?: number
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
