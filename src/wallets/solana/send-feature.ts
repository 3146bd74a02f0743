/** How a Solana wallet can be asked to send: by itself, or by signing what Billfold sends through the node. */
import type { Connector } from '../connector.ts'
import { getFeature, walletOf } from '../standard/standard-wallet.ts'

export type SendFeature = 'solana:signAndSendTransaction' | 'solana:signTransaction'

const all: readonly SendFeature[] = ['solana:signAndSendTransaction', 'solana:signTransaction']

/** Undefined where the wallet has neither, or not for this account. */
export function findSendFeature(connector: Connector, address: string): SendFeature | undefined {
  // The sign-in site signs, and what it has signed is compared before it is sent.
  const order = connector.type === 'AUTH' ? all.toReversed() : all
  const own = order.filter((feature) => getFeature(walletOf(connector), feature))
  const shared = readShared(connector, address)
  return shared ? own.find((feature) => shared.includes(feature)) : own[0]
}

/** Whether the wallet says at all what it can do. */
export function listsFeatures(connector: Connector): boolean {
  try {
    return typeof walletOf(connector).features === 'object'
  } catch {
    return false
  }
}

/** Undefined if the account lists no features. Safe for any value: a wallet may throw when it is read. */
function readShared(connector: Connector, address: string): readonly string[] | undefined {
  try {
    const found = walletOf(connector).accounts.find((one) => one.address === address)
    const features = [...(found?.features ?? [])].filter((one) => String(one).startsWith('solana:'))
    return features.length > 0 ? features : undefined
  } catch {
    return undefined
  }
}
