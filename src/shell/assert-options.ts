/** Refuses options that are missing, contradictory or without effect, by name: who made the page sees it at once. */
import { BillfoldError, type ErrorCode } from '../core/base/errors.ts'
import type { Features, Options } from './options.ts'
import type { ReadySIWX } from '../siwx/ready-siwx.ts'
import { assertUrls } from '../base/assert-urls.ts'
import { swapProviders } from '../core/payments/swap-names.ts'
import { prefetches } from './prefetch.ts'

/** @throws project_id_missing, options_invalid */
export function assertOptions(options: Options): void {
  function needs(given: unknown, what: string, code: ErrorCode = 'options_invalid'): void {
    if (!given) throw new BillfoldError(code, `createBillfold needs ${what}.`)
  }
  const { projectId, networks, adapters, metadata, siwx, siweConfig, prefetch = 'idle' } = options
  const { features = {}, basic, manualWCControl, enableWalletConnect } = options
  needs(projectId, 'a projectId: create one in your dashboard', 'project_id_missing')
  needs(networks?.length, 'networks, such as [mainnet]')
  needs(adapters, 'adapters, such as [evm()]')
  needs(metadata?.name, 'metadata.name: people must see who asks')
  needs(!siwx || !siweConfig, 'siwx or siweConfig, not both')
  needs(prefetches.includes(prefetch), `prefetch to be one of ${prefetches.join(', ')}, not "${prefetch}"`)
  needs(
    !(basic || manualWCControl) || enableWalletConnect !== false,
    'enableWalletConnect for basic and manualWCControl, which show nothing else',
  )
  for (const [option, known] of Object.entries(lists)) {
    const given: unknown = features[option as keyof Features]
    for (const name of Array.isArray(given) ? given : [])
      needs(known.includes(name), `features.${option} to name ${known.join(', ')}, not "${name}"`)
  }
  for (const [namespace, type] of Object.entries(options.defaultAccountTypes ?? {})) {
    if (type === undefined) continue
    const known = namespace === 'bip122' ? ['payment', 'ordinals'] : ['eoa', 'smartAccount']
    needs(known.includes(type), `defaultAccountTypes.${namespace} to be ${known.join(' or ')}, not "${type}"`)
  }
  const { serverUrl }: Partial<ReadySIWX> = siwx ?? {}
  const plain = { ...options, siwx: serverUrl, siweConfig: 0, adapters: 0, auth: 0 }
  for (const [option, value] of Object.entries(plain)) assertUrls(value, option)
}

/** What can be named in a list of `features`. */
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
