/**
 * What others may take of an account's tokens (ERC-20), and the transaction that revokes it.
 * @see https://eips.ethereum.org/EIPS/eip-20
 */
import type { CaipAddress } from '../chains/caip.ts'
import type { EvmTransfer, Simulation, TransferFee } from './transfer.ts'

/** An allowance as the token's contract reports it now. Views call it a spending cap. */
export interface Allowance {
  /** CAIP-10, in lower case. */
  token: CaipAddress
  /** With its checksum. */
  spender: string
  /** The application that the history names beside the approval; absent where it names none. Nothing proves it. */
  app?: string
  /** The token's symbol from its contract, without deceptive characters; empty where it has none. */
  symbol: string
  /** Absent where the contract does not say. */
  decimals?: number
  /** Base units; more than 0. */
  amount: bigint
  /** What the account holds of the token, in base units; absent where the contract does not say. */
  balance?: bigint
}

export interface Allowances {
  /** Sorted by approval, newest first; at most 100. */
  allowances: readonly Allowance[]
  /** Approvals may be missing: the node has not been asked about them yet, or they are older than the loaded history. */
  isPartial: boolean
  /** Number of approvals whose remaining allowance the node did not return. */
  unread: number
}

export interface RevocationDraft {
  account: CaipAddress
  /** CAIP-10. */
  token: CaipAddress
  spender: string
}

/** The revocation as it is shown and signed: one object for both. */
export interface PreparedRevocation {
  draft: RevocationDraft
  /** Absent if the allowance is already 0. */
  allowance?: Allowance
  transaction: EvmTransfer
  simulation: Simulation
  /** Absent where the node does not say. */
  fee?: TransferFee
  /** The account holds too little of the native token for the fee. */
  shortage?: 'fee'
  /** The account holds too little for the fee, but somebody else may pay it. */
  isFeeUncovered?: true
}

/** Approvals without a limit use the largest number of their type, or an amount that is reduced by spending. */
const UNLIMITED = 2n ** 255n
/** Some tokens keep allowances in 96 bits, such as UNI and COMP. */
const MAX_96 = 2n ** 96n - 1n

export function isUnlimited({ amount }: Pick<Allowance, 'amount'>): boolean {
  return amount >= UNLIMITED || amount === MAX_96
}

/** What the spender could take now, in base units; undefined where the balance is not known. */
export function getAtRisk({ amount, balance }: Pick<Allowance, 'amount' | 'balance'>): bigint | undefined {
  return balance === undefined || balance < amount ? balance : amount
}
