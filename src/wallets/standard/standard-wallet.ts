/**
 * The interface of a Wallet Standard wallet. A wallet may be anything: each use of one goes through here, where nothing
 * that it does gets further than a rejected promise.
 */
import type { Connector } from '../connector.ts'
import type { WalletStandardWallet } from '../providers.ts'
import { BillfoldError } from '../../core/base/errors.ts'
import { markAsked } from '../own-provider.ts'

export function walletOf(connector: Connector): WalletStandardWallet {
  return connector.provider as WalletStandardWallet
}

/** The method of a feature; undefined where the wallet has none. */
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
 * A request whose failure, also a sudden one, is a rejection. Marked: it must not come back to Billfold.
 * @throws wallet_failed, or what the wallet throws
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

/** Returns a stop function. A wallet that takes no listener is one that never says anything. */
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
    // There is no listener to tell.
  }
  return () => {
    stopped = true
    try {
      if (typeof leave === 'function') leave()
    } catch {
      // As above.
    }
  }
}
