/** Refuses options that are missing, contradictory or without effect, with an error that names the option. */
import { BillfoldError, type ErrorCode } from '../core/base/errors.ts'
import type { CaipNetworkId, Namespace } from '../core/chains/caip.ts'
import { toCaipNetworkId } from '../core/chains/networks.ts'
import type { AccountType } from '../wallets/account-types.ts'
import type { Features, Options } from './options.ts'
import type { ReadySIWX } from '../siwx/ready-siwx.ts'
import { assertUrls } from '../base/assert-urls.ts'
import { swapProviders } from '../core/payments/swap-names.ts'
import { safeLinkTo } from '../core/text/url.ts'
import { prefetches } from './prefetch.ts'
import { listLanguageFaults, listUnknown, themeModes } from './check-options.ts'

/** @throws project_id_missing, options_invalid */
export function assertOptions(options: Options): void {
  function needs(isMet: unknown, what: string, code: ErrorCode = 'options_invalid'): asserts isMet {
    if (!isMet) throw new BillfoldError(code, `createBillfold needs ${what}.`)
  }
  const { projectId, networks, adapters, metadata, auth, siwx, siweConfig, prefetch = 'idle' } = options
  const { features = {}, basic, manualWCControl, enableWalletConnect, themeMode = 'dark' } = options
  const { featuredWalletIds = [], includeWalletIds = [], excludeWalletIds = [] } = options
  needs(projectId, 'a projectId: create one in your dashboard', 'project_id_missing')
  needs(networks?.length, 'networks, such as [mainnet]')
  needs(adapters, 'adapters, such as [evm()]')
  needs(metadata?.name, 'metadata.name, so that people see who asks')
  needs(!siwx || !siweConfig, 'siwx or siweConfig, not both')
  for (const name of listUnknown(options, optionNames))
    needs(false, `options that Billfold knows, not "${name}"`)
  for (const name of listUnknown(features, featureNames))
    needs(false, `features to name ${featureNames.join(', ')}, not "${name}"`)
  needs(prefetches.includes(prefetch), `prefetch to be one of ${prefetches.join(', ')}, not "${prefetch}"`)
  needs(themeModes.includes(themeMode), `themeMode to be one of ${themeModes.join(', ')}, not "${themeMode}"`)
  for (const fault of listLanguageFaults(options)) needs(false, fault)
  needs(
    !(basic || manualWCControl) || enableWalletConnect !== false,
    'enableWalletConnect for basic and manualWCControl',
  )
  const has = (wanted: Namespace) => adapters.some(({ namespace }) => namespace === wanted)
  needs(!siweConfig || has('eip155'), 'evm() among its adapters for siweConfig')
  needs(!auth || has('eip155') || has('solana'), 'evm() or solana() among its adapters for auth')
  const { email, socials, connectMethodsOrder } = features
  needs(auth || email !== true, 'auth for features.email')
  needs(auth || !socials || socials.length === 0, 'auth for features.socials')
  needs(
    auth || !connectMethodsOrder?.some((name) => name !== 'wallet'),
    'auth for features.connectMethodsOrder',
  )
  needs(
    !features.legalCheckbox || options.termsConditionsUrl || options.privacyPolicyUrl,
    'termsConditionsUrl or privacyPolicyUrl for features.legalCheckbox, so that people see what they accept',
  )
  for (const [option, known] of Object.entries(lists)) {
    const read = (from: Features): string[] => {
      const given: unknown = from[option as keyof Features]
      return Array.isArray(given) ? given.filter((name) => !known.includes(name)) : []
    }
    for (const name of read(features))
      needs(false, `features.${option} to name ${known.join(', ')}, not "${name}"`)
    // Only warn: the page cannot change the dashboard's answer.
    for (const name of read(options.remoteFeatures ?? {}))
      console.warn(`Billfold: remoteFeatures.${option} names "${name}", which has no effect.`)
  }
  for (const [namespace, type] of Object.entries(options.defaultAccountTypes ?? {})) {
    if (!type) continue
    const known = accountTypes[namespace as Namespace]
    needs(known, `defaultAccountTypes to name ${Object.keys(accountTypes).join(', ')}, not "${namespace}"`)
    needs(known.includes(type), `defaultAccountTypes.${namespace} to be ${known.join(' or ')}, not "${type}"`)
  }
  const named = networks.map(toCaipNetworkId)
  for (const option of ['tokens', 'customRpcUrls'] as const)
    for (const [id, value] of Object.entries(options[option] ?? {}))
      needs(
        !value || named.includes(id as CaipNetworkId),
        `${option} to name its networks (${named.join(', ')}), not "${id}"`,
      )
  needs(
    !features.smartSessions || named.some((id) => id.startsWith('eip155:')),
    'an EVM network among its networks for features.smartSessions',
  )
  for (const id of excludeWalletIds)
    needs(
      !featuredWalletIds.includes(id) && !includeWalletIds.includes(id),
      `excludeWalletIds without "${id}", which is in featuredWalletIds or includeWalletIds`,
    )
  for (const id of featuredWalletIds)
    needs(
      includeWalletIds.length === 0 || includeWalletIds.includes(id),
      `includeWalletIds to contain "${id}" of featuredWalletIds, since no other wallet is listed`,
    )
  const { serverUrl }: Partial<ReadySIWX> = siwx ?? {}
  const plain = { ...options, siwx: serverUrl, siweConfig: 0, adapters: 0, auth: 0 }
  for (const [option, value] of Object.entries(plain)) assertUrls(value, option)
  // Checked after `assertUrls`, since this message contains the address, and an address may contain a password.
  const { onRampUrl } = options
  needs(
    onRampUrl === undefined || canBeOpened(onRampUrl),
    `onRampUrl to be an https address without a port, such as https://meld.io, not "${onRampUrl}"`,
  )
}

const optionNames: readonly (keyof Options)[] = [
  'projectId',
  'networks',
  'adapters',
  'metadata',
  'auth',
  'themeMode',
  'enableNetworkSwitch',
  'allowUnsupportedChain',
  'enableWalletConnect',
  'basic',
  'manualWCControl',
  'experimental_preferUniversalLinks',
  'enableEmbedded',
  'tokens',
  'defaultAccountTypes',
  'siwx',
  'siweConfig',
  'customRpcUrls',
  'sdkType',
  'sdkVersion',
  'featuredWalletIds',
  'includeWalletIds',
  'excludeWalletIds',
  'customWallets',
  'features',
  'remoteFeatures',
  'termsConditionsUrl',
  'privacyPolicyUrl',
  'apiUrl',
  'explorerUrl',
  'analyticsUrl',
  'onRampUrl',
  'meldPublicKey',
  'relayUrl',
  'prefetch',
  'locale',
  'language',
  'texts',
  'worker',
]

/** Account types of each namespace. */
const accountTypes: Record<Namespace, readonly AccountType[]> = {
  eip155: ['eoa', 'smartAccount'],
  bip122: ['payment', 'ordinals'],
  solana: ['eoa'],
  polkadot: ['eoa'],
  cosmos: ['eoa'],
}

/**
 * Whether the worker would accept this URL as a provider's web page. On a server, the page's origin is unknown, so
 * localhost URLs are also accepted.
 */
function canBeOpened(url: string): boolean {
  try {
    return !!safeLinkTo([new URL(url).hostname], url, typeof origin === 'undefined' || undefined)
  } catch {
    return false
  }
}

/** Known names in the lists of `features`. */
const lists = {
  swaps: swapProviders,
  socials: ['google', 'x', 'discord', 'farcaster', 'github', 'apple', 'facebook'],
  onramp: ['coinbase', 'meld'],
  walletFeaturesOrder: ['onramp', 'swaps', 'receive', 'send'],
  connectorTypeOrder: [
    'walletConnect',
    'recent',
    'injected',
    'featured',
    'custom',
    'external',
    'recommended',
  ],
  connectMethodsOrder: ['email', 'social', 'wallet'],
} satisfies Partial<Record<keyof Features, readonly string[]>>

const featureNames: readonly string[] = [
  ...Object.keys(lists),
  ...lists.walletFeaturesOrder,
  ...([
    'activity',
    'analytics',
    'email',
    'allWallets',
    'collapseWallets',
    'legalCheckbox',
    'pay',
    'smartSessions',
  ] satisfies (keyof Features)[]),
]
