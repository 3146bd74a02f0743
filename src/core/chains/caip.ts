/**
 * Chain-agnostic identifiers.
 * CAIP-2 names a network (`eip155:1`), CAIP-10 an account on it (`eip155:1:0xab…`). The part before the first colon is
 * called the namespace everywhere, except in two fields that the specification names: `Connector.chain` and
 * `Network.chainNamespace`.
 * @see https://chainagnostic.org/CAIPs/caip-2
 * @see https://chainagnostic.org/CAIPs/caip-10
 */
import { BillfoldError } from '../base/errors.ts'

export const namespaces = ['eip155', 'solana', 'polkadot', 'bip122', 'cosmos'] as const
export type Namespace = (typeof namespaces)[number]

/** CAIP-2: `namespace:reference`. */
export type CaipNetworkId = `${string}:${string}`
/** CAIP-10: `namespace:reference:address`. */
export type CaipAddress = `${string}:${string}:${string}`

export interface Account {
  namespace: Namespace
  /** CAIP-2. */
  caipNetworkId: CaipNetworkId
  address: string
}

/**
 * Reads a CAIP-10 account.
 * @throws bad_account unless it has exactly three non-empty parts and a known namespace.
 */
export function parseCaipAddress(caipAddress: string): Account {
  const parts = typeof caipAddress === 'string' ? caipAddress.split(':') : []
  const [namespace, reference, address] = parts
  if (parts.length !== 3 || !namespace || !reference || !address || !isNamespace(namespace)) {
    throw new BillfoldError(
      'bad_account',
      `"${typeof caipAddress === 'string' ? caipAddress.slice(0, 80) : typeof caipAddress}" is not an account. Write it as namespace:reference:address (CAIP-10), for example eip155:1:0xab….`,
    )
  }
  return { namespace, caipNetworkId: `${namespace}:${reference}`, address }
}

/** The namespace of a known CAIP-2 network or CAIP-10 account. */
export function getNamespace(caip: CaipNetworkId | CaipAddress): Namespace {
  return caip.slice(0, caip.indexOf(':')) as Namespace
}

/** Joins a CAIP-2 network and an address to a CAIP-10 account. */
export function formatCaipAddress(caipNetworkId: CaipNetworkId, address: string): CaipAddress {
  const caipAddress: CaipAddress = `${caipNetworkId}:${address}` as CaipAddress
  parseCaipAddress(caipAddress)
  return caipAddress
}

/** A CAIP-10 account or contract in one canonical form, for use as a key. eip155 ignores case; base58 does not. */
export function toCaipKey(caipAddress: string): string {
  return caipAddress.startsWith('eip155:') ? caipAddress.toLowerCase() : caipAddress
}

/** Whether two accounts have one address, on any networks. Their data is removed together. */
export function isSameOwner(a: string, b: string): boolean {
  const [namespace, , address] = a.split(':')
  const [otherNamespace, , otherAddress] = b.split(':')
  return namespace === otherNamespace && address === otherAddress
}

function isNamespace(value: string): value is Namespace {
  return (namespaces as readonly string[]).includes(value)
}
