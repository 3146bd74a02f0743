/** Lists a wallet once, even if it has several connectors, each for another namespace. */
import type { Namespace } from '../core/chains/caip.ts'
import type { Connector, ConnectorType } from '../wallets/connector.ts'

/** The connectors of one wallet. */
export type InstalledWallets = readonly [Connector, ...Connector[]]

/** The connectors behind a MULTI_CHAIN connector, one for each namespace; for another connector, itself. */
export function getWays(connector: Connector): InstalledWallets {
  const [first, ...others] = connector.connectors ?? []
  return first ? [first, ...others] : [connector]
}

/** The connector for a network, or the first one. @param namespace of the network */
export function pickWay(connector: Connector, namespace: Namespace | undefined): Connector {
  const ways = getWays(connector)
  return ways.find(({ namespaces }) => !namespace || namespaces.includes(namespace)) ?? ways[0]
}

/**
 * Groups the connectors of one wallet, in listing order.
 *
 * Only object identity proves that two connectors are one wallet. Without it, two count as one if they have the same name and
 * picture, serve different namespaces, name no different rdns, are no different wallets of the directory, and have no look-alike on this page; otherwise each is listed
 * alone, with a warning. A fake of another namespace gains no more than being chosen for its own namespace: permissions are
 * kept apart, and each wallet is asked by itself. What a page brings itself is a wallet of its own.
 */
export function groupWallets(connectors: readonly Connector[]): InstalledWallets[] {
  const alike = new Map<unknown, [Connector, ...Connector[]]>()
  for (const connector of connectors.flatMap(getWays)) {
    const { name, imageUrl, provider, type } = connector
    // Names have one line, so a line break separates the parts of the key.
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

/** The wallets as connectors: a wallet with several connectors becomes one of type MULTI_CHAIN. */
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

/** The data that any of the wallet's connectors has. */
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

/** Types that are never merged into another wallet. */
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
