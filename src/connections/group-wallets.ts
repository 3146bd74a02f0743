/** Groups connectors, so that a wallet with one connector for each namespace is listed once. */
import type { Namespace } from '../core/chains/caip.ts'
import type { Connector, ConnectorType } from '../wallets/connector.ts'

/** The connectors of one wallet. */
export type InstalledWallets = readonly [Connector, ...Connector[]]

/** The connectors of a MULTI_CHAIN connector, one for each namespace. For any other connector, the connector itself. */
export function getWays(connector: Connector): InstalledWallets {
  const [first, ...others] = connector.connectors ?? []
  return first ? [first, ...others] : [connector]
}

/** The wallet's connector for a namespace. Its first connector if `namespace` is undefined or no connector serves it. */
export function pickWay(connector: Connector, namespace: Namespace | undefined): Connector {
  const ways = getWays(connector)
  return ways.find(({ namespaces }) => !namespace || namespaces.includes(namespace)) ?? ways[0]
}

/**
 * Groups the connectors of each wallet, in listing order.
 *
 * Connectors are grouped if they have the same name and picture, or without a picture the same provider object. In
 * addition, their namespaces must differ, their rdns and directory ids must not differ, and none may have a look-alike.
 * All others are listed alone.
 *
 * A fake wallet can thereby join a group, but gains little: it is asked only for its own namespace, and permissions
 * stay separate. The page's own connectors are never grouped with others.
 */
export function groupWallets(connectors: readonly Connector[]): InstalledWallets[] {
  const alike = new Map<unknown, [Connector, ...Connector[]]>()
  for (const connector of connectors.flatMap(getWays)) {
    const { name, imageUrl, provider, type } = connector
    // A line break separates the parts of the key, since names have only one line.
    const key = imageUrl && !alone.includes(type) ? `${name}\n${imageUrl}` : provider
    const known = alike.get(key)
    if (known) known.push(connector)
    else alike.set(key, [connector])
  }
  const wallets = [...alike.values()].flatMap((installed): InstalledWallets[] =>
    isOne(installed) ? [installed] : installed.map((one): InstalledWallets => [one]),
  )
  return wallets.sort((one, other) => getRank(one) - getRank(other))
}

/** The wallets that are installed in the browser, grouped as `groupWallets` does. */
export function groupInstalled(connectors: readonly Connector[]): InstalledWallets[] {
  return groupWallets(connectors.filter(({ type }) => !elsewhere.includes(type)))
}

const elsewhere: readonly ConnectorType[] = ['WALLET_CONNECT', 'EXTERNAL', 'AUTH']

/** Merges the connectors of each wallet into one connector, of type MULTI_CHAIN. */
export function mergeWallets(connectors: readonly Connector[]): readonly Connector[] {
  return groupWallets(connectors).map((installed) => (installed.length > 1 ? merge(installed) : installed[0]))
}

function merge(installed: InstalledWallets): Connector {
  const [first] = installed
  const namespaces = installed.flatMap((one) => one.namespaces)
  const known = Object.assign({}, ...installed.toReversed().map(toKnown)) as ReturnType<typeof toKnown>
  return {
    ...first,
    ...known,
    type: 'MULTI_CHAIN',
    namespaces: namespaces as [Namespace, ...Namespace[]],
    connectors: installed,
  }
}

/** Directory data and identity, if any connector of the wallet has them. */
function toKnown({ info, imageId, explorerId }: Connector): Partial<Connector> {
  return { ...(info && { info }), ...(imageId && { imageId }), ...(explorerId && { explorerId }) }
}

function isOne(installed: InstalledWallets): boolean {
  const served = installed.flatMap(({ namespaces }) => namespaces)
  const isNamedOnce = (ids: readonly string[]) => new Set(ids).size < 2
  return (
    new Set(served).size === served.length &&
    isNamedOnce(installed.flatMap(({ info }) => info?.rdns ?? [])) &&
    isNamedOnce(installed.flatMap(({ explorerId }) => explorerId ?? [])) &&
    installed.every(({ looksLike }) => !looksLike)
  )
}

/** Types of connectors that are never grouped by name and picture. */
const alone: readonly ConnectorType[] = ['EXTERNAL', 'WALLET_CONNECT', 'AUTH']

const order: readonly ConnectorType[] = [
  'MULTI_CHAIN',
  'ANNOUNCED',
  'INJECTED',
  'EXTERNAL',
  'WALLET_CONNECT',
  'AUTH',
]

function getRank([one, ...others]: InstalledWallets): number {
  return order.indexOf(others.length > 0 ? 'MULTI_CHAIN' : one.type)
}
