/**
 * Which payment features the page, its dashboard and the account's namespace allow. The buttons and the views use the
 * same functions.
 */
import type { Namespace } from '../core/chains/caip.ts'
import { getProviders } from '../core/payments/onramp-providers.ts'
import { hasSwaps } from '../core/payments/swap-names.ts'
import type { Features, WalletFeature } from './options.ts'
import type { OpenableView, ViewName } from './routes.ts'

interface FeatureFacts {
  /** The feature's first view. */
  view: OpenableView
  namespaces: readonly Namespace[]
}

/** In default order. Bitcoin accounts can only receive. */
export const walletFeatures: Readonly<Record<WalletFeature, FeatureFacts>> = {
  onramp: { view: 'OnRampProviders', namespaces: ['eip155', 'solana'] },
  swaps: { view: 'Swap', namespaces: ['eip155'] },
  receive: { view: 'WalletReceive', namespaces: ['eip155', 'solana', 'bip122'] },
  send: { view: 'WalletSend', namespaces: ['eip155', 'solana'] },
}
const names = Object.keys(walletFeatures) as WalletFeature[]

/** The offered features: first those that `walletFeaturesOrder` names, then the rest in default order. */
export function listOffered(features: Features, namespace: Namespace): readonly WalletFeature[] {
  const wanted = (features.walletFeaturesOrder ?? []).filter((name) => names.includes(name))
  return [...new Set([...wanted, ...names])].filter((name) => isOffered(features, name, namespace))
}

/** Whether the page or its dashboard enables smart sessions. @param namespace as in `isOffered` */
export function hasSmartSessions({ smartSessions }: Features, namespace?: Namespace): boolean {
  return smartSessions === true && (!namespace || namespace === 'eip155')
}

/** @param namespace of the account. Without `namespace`: whether the feature is offered in any namespace */
export function isOffered(features: Features, feature: WalletFeature, namespace?: Namespace): boolean {
  const given = features[feature]
  const served = walletFeatures[feature].namespaces.filter((one) => !namespace || one === namespace)
  if (given === false || served.length === 0) return false
  if (feature === 'swaps') return hasSwaps(given)
  return feature !== 'onramp' || served.some((one) => getProviders(given, one).length > 0)
}

/** The flag that disables the view; undefined if the view may be shown. */
export function findSwitchedOff(
  view: ViewName,
  features: Features,
  namespace?: Namespace,
): keyof Features | undefined {
  if (view === 'AllWallets') return features.allWallets === false ? 'allWallets' : undefined
  if (view === 'SmartSessionList' || view === 'SmartSession')
    return hasSmartSessions(features, namespace) ? undefined : 'smartSessions'
  const feature = names.find((name) => walletFeatures[name].view === view)
  return feature && !isOffered(features, feature, namespace) ? feature : undefined
}
