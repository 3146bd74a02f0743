/**
 * Finds the EVM wallets of this page: those that announce themselves, and those that only sit at `window.ethereum`.
 * Whatever a wallet says of itself is untrusted, and nothing that one does keeps the others from being found.
 * @see https://eips.ethereum.org/EIPS/eip-6963
 */
import type { Connector } from '../connections/connector.ts'
import { toSkeleton } from '../core/skeleton.ts'
import { cleanText, plainText } from '../core/text.ts'
import { type Eip1193Provider, isEip1193Provider } from './eip1193.ts'

export interface WalletFinder {
  /** Calls the listener with all wallets that are known, now and after each change. Returns its own stop. */
  watch(listener: (connectors: readonly Connector[]) => void): () => void
  /** Asks the wallets of the page to announce themselves again. */
  find(): void
}

/** More are nobody's choice: a page that announces more means harm. */
const MAX_WALLETS = 64

/** A wallet with what its name is compared by, which is never shown. */
interface Finding {
  connector: Connector
  skeleton: string
  /** The name has signs that may deceive. */
  unusual: boolean
}

export function createWalletFinder(): WalletFinder {
  const found: Finding[] = []
  const listeners = new Set<(connectors: readonly Connector[]) => void>()
  let scheduled = false

  function add(finding: Finding | undefined): void {
    if (!finding) return
    const { connector } = finding
    // A wallet may announce itself any number of times; another one may use the same uuid.
    const at = found.findIndex((other) => other.connector.provider === connector.provider)
    const known = found[at]?.connector
    if (known) {
      if (connector.type === 'INJECTED' || isSame(known, connector)) return
      found[at] = { ...finding, connector: { ...connector, id: known.id } }
    } else {
      if (found.length >= MAX_WALLETS) return
      const isTaken = found.some((other) => other.connector.id === connector.id)
      const id = isTaken ? `${connector.id}/${found.length}` : connector.id
      found.push({ ...finding, connector: { ...connector, id } })
    }
    schedule()
  }

  /** However many come at once, they are told once. */
  function schedule(): void {
    if (scheduled) return
    scheduled = true
    queueMicrotask(() => {
      scheduled = false
      const connectors = markLookAlikes(found)
      for (const listener of listeners) listener(connectors)
    })
  }

  const onAnnounce = (event: Event) => add(readAnnouncement(event))
  const onLegacy = () => readLegacyProviders().map(toLegacyFinding).forEach(add)

  function find(): void {
    window.dispatchEvent(new Event('eip6963:requestProvider'))
    // Wallets answer the request in the same task: one that did is at `window.ethereum` under its own name.
    onLegacy()
  }

  return {
    find,
    watch(listener) {
      if (listeners.size === 0) {
        window.addEventListener('eip6963:announceProvider', onAnnounce)
        window.addEventListener('ethereum#initialized', onLegacy)
      }
      listeners.add(listener)
      find()
      listener(markLookAlikes(found))
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        window.removeEventListener('eip6963:announceProvider', onAnnounce)
        window.removeEventListener('ethereum#initialized', onLegacy)
      }
    },
  }
}

const MAX_ICON_LENGTH = 64 * 1024
const ICON = /^data:image\/(png|webp|svg\+xml|jpeg|gif)[;,]/i

function readAnnouncement(event: Event): Finding | undefined {
  try {
    const { info, provider } = (event as CustomEvent<{ info?: Record<string, unknown>; provider?: unknown }>)
      .detail
    const { uuid, name, rdns, icon } = info ?? {}
    if (typeof uuid !== 'string' || typeof name !== 'string' || typeof rdns !== 'string') return undefined
    const { text, unusual } = cleanText(name)
    if (!text || !isEip1193Provider(provider)) return undefined
    const id = uuid.slice(0, 64)
    const restoreKey = rdns.slice(0, 128)
    const connector: Connector = {
      id,
      name: plainText(name),
      type: 'ANNOUNCED',
      chain: 'eip155',
      namespaces: ['eip155'],
      restoreKey,
      ...(isSafeIcon(icon) ? { imageUrl: icon } : {}),
      info: { rdns: plainText(restoreKey, 128), uuid: id },
      provider,
    }
    return { connector, skeleton: toSkeleton(name), unusual }
  } catch {
    // Whoever announces what throws when it is read has no wallet for anybody.
    return undefined
  }
}

/** An image that is carried along, never one that is fetched: a fetch would tell the wallet's host who looks. */
function isSafeIcon(icon: unknown): icon is string {
  return typeof icon === 'string' && icon.length <= MAX_ICON_LENGTH && ICON.test(icon)
}

/** Several wallets that want the one place sometimes share it by a list, `providers`; then each is one. */
function readLegacyProviders(): Eip1193Provider[] {
  try {
    const legacy = (window as { ethereum?: unknown }).ethereum
    if (!isEip1193Provider(legacy)) return []
    const { providers } = legacy as { providers?: unknown }
    const several = Array.isArray(providers) ? (providers as unknown[]).filter(isEip1193Provider) : []
    return several.length > 0 ? several : [legacy]
  } catch {
    return []
  }
}

function toLegacyFinding(provider: Eip1193Provider, index: number): Finding {
  const connector: Connector = {
    id: 'injected',
    name: index === 0 ? 'Browser wallet' : `Browser wallet ${index + 1}`,
    type: 'INJECTED',
    chain: 'eip155',
    namespaces: ['eip155'],
    restoreKey: 'injected',
    provider,
  }
  return { connector, skeleton: '', unusual: false }
}

function isSame(one: Connector, other: Connector): boolean {
  const keys = ['name', 'type', 'imageUrl', 'restoreKey'] as const
  return keys.every((key) => one[key] === other[key])
}

function markLookAlikes(found: readonly Finding[]): readonly Connector[] {
  return found.map((finding) => {
    const looksLike = findTwin(finding, found)
    return looksLike ? { ...finding.connector, looksLike } : finding.connector
  })
}

/**
 * Which of two is the true one cannot be known, so both are marked; but a name of plain letters is no copy of one
 * that hides or imitates some.
 */
function findTwin(finding: Finding, found: readonly Finding[]): Connector['looksLike'] {
  const { connector, skeleton, unusual } = finding
  const others = found.filter((other) => other !== finding && other.skeleton)
  const claimed = others.find((other) => other.connector.restoreKey === connector.restoreKey)
  if (claimed) return { name: claimed.connector.name, by: 'rdns' }
  const alike = others.filter((other) => other.skeleton === skeleton)
  const twin = alike.find((other) => !other.unusual) ?? (unusual ? alike[0] : undefined)
  return twin && { name: twin.connector.name, by: 'name' }
}
