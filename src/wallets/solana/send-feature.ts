/** How a Solana wallet sends: by itself, or by signing a transaction that Billfold then sends. */
import type { Connector } from '../connector.ts'
import { getFeature, walletOf } from '../standard/standard-wallet.ts'

export type SendFeature = 'solana:signAndSendTransaction' | 'solana:signTransaction'

const all: readonly SendFeature[] = ['solana:signAndSendTransaction', 'solana:signTransaction']

/** The feature to send with. Undefined if the wallet has none for this account. */
export function findSendFeature(connector: Connector, address: string): SendFeature | undefined {
  // Let the sign-in site only sign: Billfold then compares the signed transaction with the request and sends it.
  const order = connector.type === 'AUTH' ? all.toReversed() : all
  const own = order.filter((feature) => getFeature(walletOf(connector), feature))
  const shared = readShared(connector, address)
  return shared ? own.find((feature) => shared.includes(feature)) : own[0]
}

/** Whether the wallet lists its features. */
export function listsFeatures(connector: Connector): boolean {
  try {
    return typeof walletOf(connector).features === 'object'
  } catch {
    return false
  }
}

/**
 * The account's own features. Undefined if it lists none. Never throws, although reading a wallet's property may throw.
 */
function readShared(connector: Connector, address: string): readonly string[] | undefined {
  try {
    const found = walletOf(connector).accounts.find((one) => one.address === address)
    const features = [...(found?.features ?? [])].filter((one) => String(one).startsWith('solana:'))
    return features.length > 0 ? features : undefined
  } catch {
    return undefined
  }
}
