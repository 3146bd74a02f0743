/** Reads and validates the accounts and network of an EVM wallet, which are untrusted. */
import type { WalletAccount, WalletAccounts } from '../wallet-accounts.ts'
import type { Connector } from '../connector.ts'
import { BillfoldError } from '../../core/base/errors.ts'
import { askWallet, type Eip1193Provider } from './eip1193.ts'
import { toWalletError } from '../wallet-error.ts'

export interface WalletReading {
  /** Shared addresses, the active one first. Empty while the wallet is locked. */
  addresses: readonly string[]
  /** CAIP-2 id of the wallet's network. Absent while no account is shared. */
  caipNetworkId?: NetworkId
}

type NetworkId = `eip155:${number}`

/** @throws wallet_declined, wallet_busy, wallet_bad_account, wallet_bad_network, wallet_failed */
export async function readWallet(
  connector: Connector,
  method: 'eth_accounts' | 'eth_requestAccounts' = 'eth_accounts',
): Promise<WalletReading> {
  const provider = providerOf(connector)
  try {
    const addresses = toAddresses(await askWallet(provider, method))
    if (!addresses) throw badAccount(connector)
    if (addresses.length === 0) return { addresses }
    const caipNetworkId = toNetworkId(await askWallet(provider, 'eth_chainId'))
    if (!caipNetworkId) throw badNetwork(connector)
    return { addresses, caipNetworkId }
  } catch (error) {
    throw method === 'eth_requestAccounts'
      ? toWalletError(error, connector.name, `Declined in ${connector.name}. Nothing was shared.`)
      : toWalletError(error, connector.name)
  }
}

export function toWalletAccounts({
  addresses: [first, ...others],
  caipNetworkId,
}: WalletReading): WalletAccounts[] {
  if (!first || !caipNetworkId) return []
  const toAccount = (address: string) => toWalletAccount(caipNetworkId, address)
  return [{ caipNetworkId, accounts: [toAccount(first), ...others.map(toAccount)] }]
}

export function providerOf(connector: Connector): Eip1193Provider {
  return connector.provider as Eip1193Provider
}

/** Undefined if the answer is not a list of addresses. */
export function toAddresses(answer: unknown): readonly string[] | undefined {
  // Copy before the check: the wallet's array may return other values when it is read again.
  const addresses = Array.isArray(answer) ? [...(answer as unknown[])] : undefined
  return addresses?.every(isAddress) ? addresses : undefined
}

/**
 * Undefined if the answer is no chain id. The standard requires hexadecimal text, but some wallets return decimal text
 * or a number.
 */
export function toNetworkId(answer: unknown): NetworkId | undefined {
  const isText = typeof answer === 'string' && /^(0x[0-9a-f]{1,13}|\d{1,16})$/i.test(answer)
  const id = isText ? Number(answer) : answer
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? `eip155:${id}` : undefined
}

/** The account of an address. Its CAIP-10 id is in lower case, since EVM addresses differ in case only by their checksum. */
function toWalletAccount(caipNetworkId: NetworkId, address: string): WalletAccount {
  return { caipAddress: `${caipNetworkId}:${address.toLowerCase()}`, address, purpose: 'eoa' }
}

function isAddress(value: unknown): value is string {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)
}

function badAccount({ name }: Connector): BillfoldError {
  return new BillfoldError(
    'wallet_bad_account',
    `Wallet returned invalid account: ${name} returned an invalid EVM address. Try again or use another wallet.`,
  )
}

function badNetwork({ name }: Connector): BillfoldError {
  return new BillfoldError(
    'wallet_bad_network',
    `${name} returned an invalid network id. Choose a network there and try again.`,
  )
}
