/**
 * Finds the EVM wallets of this web page: those that announce themselves (EIP-6963), and those that are only at
 * `window.ethereum`. Announcements are untrusted, and errors of one wallet must not hide the others.
 * @see https://eips.ethereum.org/EIPS/eip-6963
 */
import type { WalletFinder } from '../adapter.ts'
import type { Connector } from '../connector.ts'
import { plainText } from '../../core/text/text.ts'
import { isOwnProvider } from '../own-provider.ts'
import type { Eip1193Provider } from './eip1193.ts'
import { createEvmAdapter } from './adapter.ts'
import type { EvmPageProvider } from './page-provider.ts'
import {
  type FoundPageConnector,
  createWalletFinder,
  type Finding,
  toFinding,
  type WalletList,
  type WalletSource,
} from '../wallet-finder.ts'

/**
 * @param brought the page's own connectors, listed after the wallets that are found
 * @param keepsNonce rdns of wallets that keep the requested nonce of a transaction
 */
export function createEvmFinder(
  pageProvider: EvmPageProvider,
  brought: readonly FoundPageConnector[] = [],
  keepsNonce: readonly string[] = [],
): WalletFinder {
  const mark = <T extends { connector: Connector }>(found: T): T =>
    keepsNonce.includes(found.connector.info?.rdns ?? '')
      ? { ...found, connector: { ...found.connector, keepsNonce: true } }
      : found
  const source = createSource((finding) => finding && mark(finding))
  return {
    ...createWalletFinder(source, () => createEvmAdapter(pageProvider), brought.map(mark)),
    isGone: (restoreKey) =>
      restoreKey.startsWith('external/') &&
      !brought.some(({ connector }) => connector.restoreKey === restoreKey),
  }
}

const createSource = (mark: (finding: Finding | undefined) => Finding | undefined): WalletSource => ({
  listen(list) {
    const onAnnounce = (event: Event) => void list.add(mark(readAnnouncement(event)))
    const onLegacy = () => addLegacyProviders(list)
    window.addEventListener('eip6963:announceProvider', onAnnounce)
    window.addEventListener('ethereum#initialized', onLegacy)
    return () => {
      window.removeEventListener('eip6963:announceProvider', onAnnounce)
      window.removeEventListener('ethereum#initialized', onLegacy)
    }
  },
  ask(list) {
    window.dispatchEvent(new Event('eip6963:requestProvider'))
    // Wallets announce themselves during `dispatchEvent`. A wallet that has announced itself is not added again from
    // `window.ethereum`.
    addLegacyProviders(list)
  },
})

function readAnnouncement(event: Event): Finding | undefined {
  try {
    const { info, provider } = (event as CustomEvent<{ info?: Record<string, unknown>; provider?: unknown }>)
      .detail
    const { uuid, name, rdns, icon } = info ?? {}
    if (typeof uuid !== 'string' || typeof name !== 'string' || typeof rdns !== 'string') return undefined
    if (!isEip1193Provider(provider)) return undefined
    const id = uuid.slice(0, 64)
    const restoreKey = rdns.slice(0, 128)
    return toFinding(name, icon, {
      id,
      type: 'ANNOUNCED',
      chain: 'eip155',
      namespaces: ['eip155'],
      restoreKey,
      info: { rdns: plainText(restoreKey, 128), uuid: id },
      provider,
    })
  } catch {
    // Skip an announcement that throws when it is read.
    return undefined
  }
}

function addLegacyProviders(list: WalletList): void {
  for (const [index, provider] of readLegacyProviders().entries()) list.add(toLegacyFinding(provider, index))
}

/** Some wallets share `window.ethereum` by a list, `providers`. Each of its entries is a wallet. */
function readLegacyProviders(): Eip1193Provider[] {
  try {
    const legacy = (window as { ethereum?: unknown }).ethereum
    const { providers } = (legacy ?? {}) as { providers?: unknown }
    const several = Array.isArray(providers) ? (providers as unknown[]).filter(isEip1193Provider) : []
    return several.length > 0 ? several : [legacy].filter(isEip1193Provider)
  } catch {
    return []
  }
}

function isEip1193Provider(value: unknown): value is Eip1193Provider {
  try {
    const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function'
    return isObject && !isOwnProvider(value) && typeof (value as Eip1193Provider).request === 'function'
  } catch {
    return false
  }
}

function toLegacyFinding(provider: Eip1193Provider, index: number): Finding {
  return {
    connector: {
      id: 'injected',
      name: index === 0 ? 'Browser wallet' : `Browser wallet ${index + 1}`,
      type: 'INJECTED',
      chain: 'eip155',
      namespaces: ['eip155'],
      restoreKey: 'injected',
      provider,
    },
    skeleton: '',
    unusual: false,
  }
}
