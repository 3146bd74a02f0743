/** Whether something can be sent from an account at all, by its network and by what its wallet can do (A98, A201). */
import { getNamespace } from '../core/chains/caip.ts'
import { canSend } from '../core/payments/transfer.ts'
import type { ConnectedAccount } from './account.ts'
import { findSendFeature, listsFeatures } from './solana/send-feature.ts'

export function canWalletSend({ caipAddress, connector, address }: ConnectedAccount): boolean {
  if (!canSend(caipAddress)) return false
  // A wallet that says nothing of what it can do is asked, and says so then.
  return (
    getNamespace(caipAddress) !== 'solana' ||
    !listsFeatures(connector) ||
    findSendFeature(connector, address) !== undefined
  )
}
