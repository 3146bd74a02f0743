/** One wallet may have several ways in, each for another namespace. It is listed once. */
import type { Connector, ConnectorType } from '../../src/wallets/connector.ts'

/** The ways into one wallet. */
export type InstalledWallets = readonly [Connector, ...Connector[]]

/**
 * The wallets in the order in which they are listed; nobody knows more of those that are of one kind.
 *
 * Only the object itself proves that two are one wallet. Without it those count as one that have the same name and the
 * same picture, serve different namespaces, and have no copy on this page: of whoever could be two, each stands alone
 * under its own warning. A stranger that copies a wallet of another namespace gets no more by it than to be chosen for
 * the namespace that it serves: what the other one was allowed is kept apart, and each is asked by itself.
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
  const wallets = [...alike.values()].flatMap((doors): InstalledWallets[] =>
    isOne(doors) ? [doors] : doors.map((door): InstalledWallets => [door]),
  )
  return wallets.sort((one, other) => getRank(one) - getRank(other))
}

function isOne(doors: InstalledWallets): boolean {
  const served = doors.flatMap(({ namespaces }) => namespaces)
  return new Set(served).size === served.length && doors.every(({ looksLike }) => !looksLike)
}

const order: readonly ConnectorType[] = ['MULTI_CHAIN', 'ANNOUNCED', 'INJECTED', 'EXTERNAL']

function getRank([door, ...others]: InstalledWallets): number {
  return order.indexOf(others.length > 0 ? 'MULTI_CHAIN' : door.type)
}
