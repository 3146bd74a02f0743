/**
 * Chain-agnostic identifiers.
 * CAIP-2 names a network (`eip155:1`), CAIP-10 an account on it (`eip155:1:0xab…`).
 * @see https://chainagnostic.org/CAIPs/caip-2
 * @see https://chainagnostic.org/CAIPs/caip-10
 */
import { BillfoldError } from './errors.ts'

export const namespaces = ['eip155', 'solana', 'polkadot', 'bip122', 'cosmos'] as const
export type Namespace = (typeof namespaces)[number]

/** CAIP-2: `namespace:reference`. */
export type ChainId = `${string}:${string}`
/** CAIP-10: `namespace:reference:address`. */
export type AccountId = `${string}:${string}:${string}`

export interface Account {
  namespace: Namespace
  /** CAIP-2. */
  chainId: ChainId
  address: string
}

/**
 * Reads a CAIP-10 account.
 * @throws bad_account unless it has exactly three non-empty parts and a known namespace.
 */
export function parseAccountId(accountId: string): Account {
  const parts = typeof accountId === 'string' ? accountId.split(':') : []
  const [namespace, reference, address] = parts
  if (parts.length !== 3 || !namespace || !reference || !address || !isNamespace(namespace)) {
    throw new BillfoldError(
      'bad_account',
      `"${typeof accountId === 'string' ? accountId.slice(0, 80) : typeof accountId}" is not an account. Write it as namespace:chain:address (CAIP-10), for example eip155:1:0xab….`,
    )
  }
  return { namespace, chainId: `${namespace}:${reference}`, address }
}

/** Joins a CAIP-2 network and an address to a CAIP-10 account. */
export function formatAccountId(chainId: ChainId, address: string): AccountId {
  const accountId: AccountId = `${chainId}:${address}` as AccountId
  parseAccountId(accountId)
  return accountId
}

/** Whether two accounts are one address, on whatever networks. They are forgotten together. */
export function isSameOwner(a: string, b: string): boolean {
  const [namespace, , address] = a.split(':')
  const [otherNamespace, , otherAddress] = b.split(':')
  return namespace === otherNamespace && address === otherAddress
}

/** The namespace of a CAIP-2 network. @throws bad_account for anything else. */
export function namespaceOf(chainId: ChainId): Namespace {
  const [namespace, reference, rest] = chainId.split(':')
  if (!namespace || !reference || rest !== undefined || !isNamespace(namespace)) {
    throw new BillfoldError(
      'bad_account',
      `"${chainId}" is not a network. Write it as namespace:reference (CAIP-2).`,
    )
  }
  return namespace
}

function isNamespace(value: string): value is Namespace {
  return (namespaces as readonly string[]).includes(value)
}
