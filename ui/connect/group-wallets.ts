/** One wallet may have several ways in, each for another namespace. It is listed once. */
import type { Connector, ConnectorType } from '../../src/wallets/connector.ts'

/** The ways into one wallet. */
export type InstalledWallets = readonly [Connector, ...Connector[]]

/**
 * Groups the connectors of one wallet, in listing order.
 *
 * Only object identity proves that two connectors are one wallet. Without it, two count as one if they have the same name and
 * picture, serve different namespaces, and have no look-alike on this page; otherwise each is listed alone, with a warning. A
 * fake of another namespace gains no more than being chosen for its own namespace: permissions are kept apart, and each wallet
 * is asked by itself.
 */
export function groupWallets(connectors: readonly Connector[]): InstalledWallets[] {
  const alike = new Map<unknown, [Connector, ...Connector[]]>()
  for (const connector of connectors) {
    const { name, imageUrl, provider } = connector
    // A name is one line.
    const key = imageUrl ? `${name}\n${imageUrl}` : provider
    const known = alike.get(key)
    if (known) known.push(connector)
    else alike.set(key, [connector])
  }
  const wallets = [...alike.values()].flatMap((installed): InstalledWallets[] =>
    isOne(installed) ? [installed] : installed.map((one): InstalledWallets => [one]),
  )
  return wallets.sort((one, other) => getRank(one) - getRank(other))
}

function isOne(installed: InstalledWallets): boolean {
  const served = installed.flatMap(({ namespaces }) => namespaces)
  return new Set(served).size === served.length && installed.every(({ looksLike }) => !looksLike)
}

const order: readonly ConnectorType[] = ['MULTI_CHAIN', 'ANNOUNCED', 'INJECTED', 'EXTERNAL']

function getRank([one, ...others]: InstalledWallets): number {
  return order.indexOf(others.length > 0 ? 'MULTI_CHAIN' : one.type)
}
