/** Whether an account can send payments, judged by its network and by its wallet's features (A98, A201). */
import { getNamespace } from '../core/chains/caip.ts'
import { canSend } from '../core/payments/transfer.ts'
import type { ConnectedAccount } from './account.ts'
import { findSendFeature, listsFeatures } from './solana/send-feature.ts'

export function canWalletSend({ caipAddress, connector, address }: ConnectedAccount): boolean {
  if (!canSend(caipAddress)) return false
  // A Solana wallet that lists no features may support sending. If not, it rejects the request.
  return (
    getNamespace(caipAddress) !== 'solana' ||
    !listsFeatures(connector) ||
    findSendFeature(connector, address) !== undefined
  )
}
