/**
 * Safe access to a Wallet Standard wallet. Wallets are untrusted: whatever a wallet does here ends at worst in a
 * rejected promise.
 */
import type { Connector } from '../connector.ts'
import type { WalletStandardWallet } from '../providers.ts'
import { BillfoldError } from '../../core/base/errors.ts'
import { markAsked } from '../own-provider.ts'

export function walletOf(connector: Connector): WalletStandardWallet {
  return connector.provider as WalletStandardWallet
}

/** The method of a feature. Undefined if the wallet does not have the feature. */
export function getFeature(
  wallet: WalletStandardWallet,
  feature: `${string}:${string}`,
): ((...inputs: readonly unknown[]) => unknown) | undefined {
  try {
    const [, method = ''] = feature.split(':')
    const found = wallet.features[feature] as Readonly<Record<string, unknown>> | undefined
    const run = found?.[method === 'events' ? 'on' : method]
    return typeof run === 'function' ? (...inputs) => run.apply(found, inputs) as unknown : undefined
  } catch {
    return undefined
  }
}

/**
 * Asks the wallet. A synchronous error also becomes a rejection. The inputs are marked, so that a wallet that passes
 * them on to Billfold is recognised.
 * @throws wallet_failed, or the wallet's own error
 */
export async function askFeature(
  connector: Connector,
  feature: `${string}:${string}`,
  ...inputs: readonly object[]
): Promise<unknown> {
  const ask = getFeature(walletOf(connector), feature)
  if (ask) return ask(...inputs.map((input) => markAsked({ ...input })))
  throw new BillfoldError('wallet_failed', `${connector.name} has no ${feature}.`, {
    context: { reason: 'unable' },
  })
}

/**
 * Calls `listener` after each change. Returns a stop function. If the wallet does not support listeners, `listener` is
 * never called.
 */
export function listenToChanges(wallet: WalletStandardWallet, listener: () => void): () => void {
  let stopped = false
  // Some wallets do not support removing listeners: ignore their events instead.
  const onChange = () => {
    if (!stopped) listener()
  }
  let leave: unknown
  try {
    const on = getFeature(wallet, 'standard:events') ?? getFeature(wallet, 'bitcoin:events')
    leave = on?.('change', onChange)
  } catch {
    // The wallet does not accept a listener: its changes are not reported.
  }
  return () => {
    stopped = true
    try {
      if (typeof leave === 'function') leave()
    } catch {
      // The wallet may keep the listener, but `stopped` silences it.
    }
  }
}
