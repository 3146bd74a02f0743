/**
 * Asks a Bitcoin wallet to sign with an account that it shares with the page. The wallet is injected or of the Wallet
 * Standard.
 */
import { isBytes } from '../../core/base/same-bytes.ts'
import type { ConnectedAccount } from '../account.ts'
import type { Connector } from '../connector.ts'
import type { WalletStandardAccount } from '../providers.ts'
import { toBitcoinScript } from '../../core/chains/bitcoin-address.ts'
import { BillfoldError } from '../../core/base/errors.ts'
import { findBitcoinNetwork } from './find-network.ts'
import { pageClock } from '../../base/page-clock.ts'
import { withTimeout } from '../../core/base/wait.ts'
import { READ_LIMIT } from '../wallet-polling.ts'
import { askForAddresses, askInjected } from './injected.ts'
import { askFeature, getFeature, walletOf } from '../standard/standard-wallet.ts'
import { toWalletError } from '../wallet-error.ts'

/**
 * Asks a Wallet Standard wallet. The answer is not validated.
 * @throws call_unsupported, bad_account, wallet_declined, wallet_busy, wallet_failed
 */
export async function askStandard(
  connector: Connector,
  feature: `bitcoin:${string}`,
  toInput: () => object,
): Promise<unknown> {
  if (!getFeature(walletOf(connector), feature)) throw unsupported(connector, feature)
  try {
    return await askFeature(connector, feature, toInput())
  } catch (error) {
    // If the wallet also sends the transaction, the error may come from the wallet's node. Then pass no namespace: with
    // `bip122`, a node's error code could be read as "declined".
    const isSent = feature === 'bitcoin:signAndSendTransaction'
    throw toWalletError(error, connector.name, undefined, isSent ? undefined : 'bip122')
  }
}

/**
 * Asks an injected wallet, which signs with its active account: that must be `address` both before and after the
 * request (F14).
 * @throws account_changed, wallet_declined, wallet_busy, wallet_failed
 */
export async function askActive(
  connector: Connector,
  address: string,
  ...request: readonly [method: 'signMessage' | 'signPsbt', ...inputs: unknown[]]
): Promise<unknown> {
  const isActive = async () =>
    (await withTimeout(pageClock, READ_LIMIT, askForAddresses(connector)))?.[0] === address
  try {
    if (await isActive()) {
      const answer = await askInjected(connector, ...request)
      if (await isActive()) return answer
    }
  } catch (error) {
    throw toWalletError(error, connector.name)
  }
  throw new BillfoldError(
    'account_changed',
    `${address} is not the active account of ${connector.name}. Choose it there and ask again.`,
  )
}

/** The wallet's own account object, since wallets compare accounts by identity. @throws bad_account */
export function findAccount(connector: Connector, address: string): WalletStandardAccount {
  const found = walletOf(connector).accounts.find((one) => one.address === address)
  return found ?? notShared(connector, address)
}

/** @throws bad_account */
export function assertShared({ connector, allAccounts }: ConnectedAccount, address: string): void {
  if (!allAccounts.some((one) => one.address === address)) notShared(connector, address)
}

/** Output script of an address. Undefined if the address is invalid on the account's network. */
export function toScript({ caipNetworkId }: ConnectedAccount, address: string): Uint8Array | undefined {
  const network = findBitcoinNetwork(caipNetworkId)
  return network && toBitcoinScript(address, network.prefix)
}

/** Reads a field of the wallet's first output. The answer may be any value, even one that throws when it is read. */
export function readField(answer: unknown, field: string): unknown {
  try {
    return (answer as readonly Record<string, unknown>[])[0]?.[field]
  } catch {
    return undefined
  }
}

export function readBytes(answer: unknown, field: string): Uint8Array | undefined {
  const bytes = readField(answer, field)
  return isBytes(bytes) && bytes.length > 0 ? bytes : undefined
}

export function unsupported({ name }: Connector, what: string): BillfoldError {
  return new BillfoldError('call_unsupported', `${name} has no ${what}.`)
}

export function unusable({ name }: Connector): BillfoldError {
  return new BillfoldError('wallet_bad_answer', `${name} did not answer as documented.`)
}

function notShared({ name }: Connector, address: string): never {
  throw new BillfoldError('bad_account', `${name} does not share ${address} with this page.`)
}
