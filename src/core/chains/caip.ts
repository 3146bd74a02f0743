/**
 * Chain-agnostic identifiers. CAIP-2 names a network (`eip155:1`), CAIP-10 an account on it (`eip155:1:0xab…`). The
 * part before the first colon is called the namespace. Only two fields that hold a namespace have another name, from
 * the specification: `Connector.chain` and `Network.chainNamespace`.
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
 * Parses a CAIP-10 account.
 * @throws bad_account unless the text has exactly three non-empty parts and a known namespace.
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

/** The namespace of a CAIP-2 network or CAIP-10 account, which must be valid. */
export function getNamespace(caip: CaipNetworkId | CaipAddress): Namespace {
  return caip.slice(0, caip.indexOf(':')) as Namespace
}

/** Joins a CAIP-2 network and an address to a CAIP-10 account. */
export function formatCaipAddress(caipNetworkId: CaipNetworkId, address: string): CaipAddress {
  const caipAddress: CaipAddress = `${caipNetworkId}:${address}` as CaipAddress
  parseCaipAddress(caipAddress)
  return caipAddress
}

/**
 * The canonical form of a CAIP-10 account or contract, for use as a key. eip155 addresses ignore case; base58 addresses
 * do not.
 */
export function toCaipKey(caipAddress: string): string {
  return caipAddress.startsWith('eip155:') ? caipAddress.toLowerCase() : caipAddress
}

/** Whether two accounts have the same address, on the same or different networks. */
export function isSameOwner(a: string, b: string): boolean {
  const [namespace, , address] = a.split(':')
  const [otherNamespace, , otherAddress] = b.split(':')
  return namespace === otherNamespace && address === otherAddress
}

function isNamespace(value: string): value is Namespace {
  return (namespaces as readonly string[]).includes(value)
}
