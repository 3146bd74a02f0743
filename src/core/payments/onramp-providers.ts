/** On-ramp providers. In a file of its own, since the account view needs only this list to offer buying. */
import type { Namespace } from '../chains/caip.ts'

/** A company that sells tokens against payment by card or bank transfer. */
export interface OnRampProvider {
  name: OnRampProviderName
  label: string
  /** The fee as text, for example `1–2%`. */
  feeRange: string
  /** The provider's start page; empty if the API returns a web page for each purchase. */
  url: string
  /** Hosts of this provider's web pages. Their subdomains are included. */
  hosts: readonly string[]
  /** Namespaces whose tokens the provider sells. */
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
 * Providers that sell tokens of a namespace, limited to the names that the page or its dashboard allows.
 * @param names array of strings; true or undefined: all providers. Any other value, or an array with an item of another
 * type, allows none.
 */
export function getProviders(names: unknown, namespace: Namespace): readonly OnRampProvider[] {
  const known = onRampProviders.filter(({ supportedChains }) => supportedChains.includes(namespace))
  if (names === undefined || names === true) return known
  const allowed = readProviderNames(names)
  return known.filter(({ name }) => allowed.includes(name))
}

/** The names, if the value is an array of strings; else empty. */
export function readProviderNames(names: unknown): readonly string[] {
  const isList = Array.isArray(names) && names.every((name) => typeof name === 'string')
  return isList ? (names as string[]) : []
}
