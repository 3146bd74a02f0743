/** On-ramp providers. The account view needs no more than this to offer buying. */
import type { Namespace } from '../chains/caip.ts'

/** A company that sells tokens for a card or a bank transfer. */
export interface OnRampProvider {
  name: OnRampProviderName
  label: string
  /** The fee as text, for example `1–2%`. */
  feeRange: string
  /** The provider's start page; empty where the API returns a page for each purchase. */
  url: string
  /** Hosts whose pages may be opened as this provider's, including their subdomains. */
  hosts: readonly string[]
  /** Namespaces whose coins it sells. */
  supportedChains: readonly Namespace[]
}
export type OnRampProviderName = 'coinbase' | 'meld'

/** In display order. */
export const onRampProviders: readonly OnRampProvider[] = [
  {
    name: 'coinbase',
    label: 'Coinbase',
    feeRange: '1–2%',
    url: '',
    hosts: ['coinbase.com'],
    supportedChains: ['eip155', 'solana'],
  },
  {
    name: 'meld',
    label: 'Meld.io',
    feeRange: '1–2%',
    url: 'https://meldcrypto.com',
    hosts: ['meldcrypto.com', 'meld.io'],
    supportedChains: ['eip155', 'solana'],
  },
]

/**
 * Providers that sell on a namespace, among the names that the page or its dashboard allows.
 * @param names list of texts; true or undefined: all. Any other value, or a list with another value in it, allows none.
 */
export function getProviders(names: unknown, namespace: Namespace): readonly OnRampProvider[] {
  const known = onRampProviders.filter(({ supportedChains }) => supportedChains.includes(namespace))
  if (names === undefined || names === true) return known
  const allowed = readProviderNames(names)
  return known.filter(({ name }) => allowed.includes(name))
}

/** The list of texts; empty for anything else. */
export function readProviderNames(names: unknown): readonly string[] {
  const isList = Array.isArray(names) && names.every((name) => typeof name === 'string')
  return isList ? (names as string[]) : []
}
