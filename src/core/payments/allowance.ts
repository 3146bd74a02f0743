/**
 * Allowances (ERC-20): the amounts of an account's tokens that contracts may take. Also the transaction that revokes an
 * allowance.
 * @see https://eips.ethereum.org/EIPS/eip-20
 */
import type { CaipAddress } from '../chains/caip.ts'
import type { EvmTransfer, Simulation, TransferFee } from './transfer.ts'

/** An allowance, read from the token's contract. Views call it a spending cap. */
export interface Allowance {
  /** CAIP-10, in lower case. */
  token: CaipAddress
  /** Address of the contract that may take the tokens, with its checksum. */
  spender: string
  /** The application that the history names for the approval; absent if it names none. Not verified. */
  app?: string
  /** The token's symbol from its contract, without deceptive characters; empty if the contract gives none. */
  symbol: string
  /** Decimals of the token; absent if the contract does not return them. */
  decimals?: number
  /** Remaining allowance in base units; more than 0. */
  amount: bigint
  /** The account's balance of the token, in base units; absent if the contract does not return it. */
  balance?: bigint
}

export interface Allowances {
  /** Sorted by the time of approval, newest first; at most 100. */
  allowances: readonly Allowance[]
  /**
   * Whether approvals may be missing: the node has not been asked yet, or some approvals are older than the loaded
   * history.
   */
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

/** A prepared revocation. The same object is shown and signed. */
export interface PreparedRevocation {
  draft: RevocationDraft
  /** The allowance to revoke; absent if it is already 0. */
  allowance?: Allowance
  transaction: EvmTransfer
  simulation: Simulation
  /** The network fee; absent if the node does not return it. */
  fee?: TransferFee
  /** Present if the account holds too little of the native token for the fee. */
  shortage?: 'fee'
  /** Present if the account holds too little for the fee, but somebody else may pay it. */
  isFeeUncovered?: true
}

/**
 * From this amount on, an allowance is unlimited. Unlimited approvals use the largest uint256, from which some tokens
 * subtract what is spent.
 */
const UNLIMITED = 2n ** 255n
/** The largest allowance of tokens that store it in 96 bits, such as UNI and COMP. */
const MAX_96 = 2n ** 96n - 1n

export function isUnlimited({ amount }: Pick<Allowance, 'amount'>): boolean {
  return amount >= UNLIMITED || amount === MAX_96
}

/** The amount that the spender could take now, in base units; undefined if the balance is unknown. */
export function getAtRisk({ amount, balance }: Pick<Allowance, 'amount' | 'balance'>): bigint | undefined {
  return balance === undefined || balance < amount ? balance : amount
}
