/** A requested transfer, and the result of its simulation. */
import { BillfoldError } from '../../../src/core/base/errors.ts'
import type { PreparedTransfer, TransferToken } from '../../../src/core/payments/transfer.ts'
import type { TransferRefusal } from '../../../src/core/payments/transfer-refusal.ts'

export interface TransferOrder {
  /** `sender` and `receiver` are addresses in the format of the network's namespace. */
  sender: string
  receiver: string
  token: TransferToken
  /** Base units. For a Solana token whose mint multiplies amounts: base units of the shown amount. */
  amount: bigint
}

export type SimulatedTransfer = Pick<
  PreparedTransfer,
  | 'transaction'
  | 'multiplied'
  | 'simulation'
  | 'fee'
  | 'shortage'
  | 'isFeeUncovered'
  | 'received'
  | 'hasDelegate'
  | 'lastValidBlockHeight'
  | 'freshUntil'
>

export function refuse(reason: TransferRefusal): BillfoldError {
  return new BillfoldError('transfer_refused', `This transfer cannot be made: ${reason}.`, {
    context: { reason },
  })
}
