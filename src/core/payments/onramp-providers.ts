/** Who sells coins for a card or from a bank. The account needs no more than this to offer it. */
import type { Namespace } from '../chains/caip.ts'

/** Who sells. */
export interface OnRampProvider {
  name: OnRampProviderName
  label: string
  /** In words, for example `1–2%`. */
  feeRange: string
  /** Where it begins; empty where the API says that for each purchase. */
  url: string
  /** Namespaces whose coins it sells. */
  supportedChains: readonly Namespace[]
}
export type OnRampProviderName = 'coinbase' | 'meld'

/** In the order in which they stand. */
export const onRampProviders: readonly OnRampProvider[] = [
  {
    name: 'coinbase',
    label: 'Coinbase',
    feeRange: '1–2%',
    url: '',
    supportedChains: ['eip155', 'solana'],
  },
  {
    name: 'meld',
    label: 'Meld.io',
    feeRange: '1–2%',
    url: 'https://meldcrypto.com',
    supportedChains: ['eip155', 'solana'],
  },
]

/**
 * Those that sell on a namespace, of the names that a page or its dashboard allows.
 * @param names a list of texts; true or undefined: all. Anything else, also a list with something else in it, is none.
 */
export function getProviders(names: unknown, namespace: Namespace): readonly OnRampProvider[] {
  const known = onRampProviders.filter(({ supportedChains }) => supportedChains.includes(namespace))
  if (names === undefined || names === true) return known
  const allowed = readProviderNames(names)
  return known.filter(({ name }) => allowed.includes(name))
}

/** Providers are a list of texts, or there are none. */
export function readProviderNames(names: unknown): readonly string[] {
  const isList = Array.isArray(names) && names.every((name) => typeof name === 'string')
  return isList ? (names as string[]) : []
}
