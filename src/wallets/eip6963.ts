/**
 * Finds the EVM wallets of this page: those that announce themselves, and one that only sits at `window.ethereum`.
 * Whatever a wallet says of itself is untrusted.
 * @see https://eips.ethereum.org/EIPS/eip-6963
 */
import type { Connector } from '../connector.ts'
import { type Eip1193Provider, isEip1193Provider } from './eip1193.ts'

/** Calls the listener with all wallets that are known, now and after each announcement, until it is stopped. */
export function watchInjectedWallets(listener: (connectors: readonly Connector[]) => void): () => void {
  const found: Connector[] = []

  function add(connector: Connector): void {
    // A wallet may announce itself any number of times; another one may use the same uuid.
    const known = found.findIndex((other) => other.provider === connector.provider)
    if (known >= 0) found[known] = { ...connector, id: found[known]!.id }
    else
      found.push(found.some((other) => other.id === connector.id) ? withOtherId(connector, found) : connector)
    publish()
  }

  function publish(): void {
    listener(markDuplicates(found))
  }

  function onAnnounce(event: Event): void {
    const connector = readAnnouncement((event as CustomEvent<unknown>).detail)
    if (connector) add(connector)
  }

  window.addEventListener('eip6963:announceProvider', onAnnounce)
  window.dispatchEvent(new Event('eip6963:requestProvider'))

  // Wallets answer the request in the same task; one that did not is only at `window.ethereum`.
  const legacy = (window as { ethereum?: unknown }).ethereum
  if (found.length === 0 && isEip1193Provider(legacy)) add(toInjectedConnector(legacy))
  publish()
  return () => window.removeEventListener('eip6963:announceProvider', onAnnounce)
}

const MAX_ICON_LENGTH = 128 * 1024
const ICON = /^data:image\/(png|webp|svg\+xml|jpeg|gif)[;,]/i

function readAnnouncement(detail: unknown): Connector | undefined {
  const { info, provider } = (detail ?? {}) as { info?: Record<string, unknown>; provider?: unknown }
  if (!isEip1193Provider(provider) || typeof info !== 'object' || info === null) return undefined
  const { uuid, name, rdns, icon } = info
  if (typeof uuid !== 'string' || typeof name !== 'string' || typeof rdns !== 'string' || !name.trim())
    return undefined
  return {
    id: uuid.slice(0, 64),
    name: name.trim().slice(0, 64),
    type: 'ANNOUNCED',
    chain: 'eip155',
    ...(isSafeIcon(icon) ? { imageUrl: icon } : {}),
    info: { rdns: rdns.slice(0, 128), uuid: uuid.slice(0, 64) },
    duplicate: false,
    provider,
  }
}

/** An image that is carried along, never one that is fetched: a fetch would tell the wallet's host who looks. */
function isSafeIcon(icon: unknown): icon is string {
  return typeof icon === 'string' && icon.length <= MAX_ICON_LENGTH && ICON.test(icon)
}

function toInjectedConnector(provider: Eip1193Provider): Connector {
  return {
    id: 'injected',
    name: 'Browser wallet',
    type: 'INJECTED',
    chain: 'eip155',
    duplicate: false,
    provider,
  }
}

function withOtherId(connector: Connector, others: readonly Connector[]): Connector {
  return { ...connector, id: `${connector.id}/${others.length}` }
}

function markDuplicates(connectors: readonly Connector[]): readonly Connector[] {
  return connectors.map((connector) => ({
    ...connector,
    duplicate: connectors.some(
      (other) =>
        other.id !== connector.id &&
        (other.name === connector.name || (other.info && other.info.rdns === connector.info?.rdns)),
    ),
  }))
}
