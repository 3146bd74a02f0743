/** What a person wants to be sent, and what a node said when it tried. */
import { BillfoldError } from '../../src/core/errors.ts'
import type { PreparedTransfer, TransferToken } from '../../src/core/transfer.ts'

export interface Order {
  /** Addresses, of the network's family. */
  sender: string
  receiver: string
  token: TransferToken
  /** Base units. */
  amount: bigint
}

export type Tried = Pick<
  PreparedTransfer,
  'transaction' | 'simulation' | 'fee' | 'shortage' | 'received' | 'lastValidBlockHeight' | 'freshUntil'
>

/** amount: more than the chain can write. no_contract, decimals, mint: the token is not what its row says. hook, bound: it cannot be sent plainly. */
export type RefusalReason =
  | 'amount'
  | 'no_contract'
  | 'decimals'
  | 'mint'
  | 'hook'
  | 'bound'
  | 'frozen'
  /** No one account of the sender holds so much of it. */
  | 'split'
  /** The account in which the receiver should hold it belongs to somebody else. */
  | 'taken'

export function refuse(reason: RefusalReason, message: string): BillfoldError {
  return new BillfoldError('transfer_refused', message, { context: { reason } })
}
