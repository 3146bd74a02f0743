/** What can be done with an account's money, as the page, its dashboard and the namespace allow. */
import type { Namespace } from '../../src/core/chains/caip.ts'
import { getProviders } from '../../src/core/payments/onramp-providers.ts'
import { hasSwaps } from '../../src/core/payments/swap-names.ts'
import type { Features, WalletFeature } from '../../src/shell/options.ts'

const order: readonly WalletFeature[] = ['onramp', 'swaps', 'receive', 'send']

/** Bitcoin's coins are received, and nothing else is done with them here. */
const namespaces: Readonly<Record<WalletFeature, readonly Namespace[]>> = {
  onramp: ['eip155', 'solana'],
  swaps: ['eip155'],
  receive: ['eip155', 'solana', 'bip122'],
  send: ['eip155', 'solana'],
}

/** In the order in which they stand: the page's own first, and what it leaves out behind it. */
export function listActions(features: Features, namespace: Namespace): readonly WalletFeature[] {
  const wanted = (features.walletFeaturesOrder ?? []).filter((feature) => order.includes(feature))
  return [...new Set([...wanted, ...order])].filter(
    (feature) =>
      namespaces[feature].includes(namespace) &&
      features[feature] !== false &&
      (feature !== 'swaps' || hasSwaps(features.swaps)) &&
      (feature !== 'onramp' || getProviders(features.onramp, namespace).length > 0),
  )
}
