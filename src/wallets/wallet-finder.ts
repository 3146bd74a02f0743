/**
 * Collects wallets from any source of announcements: makes names and icons safe to show, marks wallets with similar
 * names, and limits their number. Everything that a wallet announces is untrusted.
 */
import type { WalletFinder } from './adapter.ts'
import type { Connector } from './connector.ts'
import { isOwnProvider } from './own-provider.ts'
import { toSkeleton } from '../core/text/unicode-skeleton.ts'
import { cleanText, plainText } from '../core/text/text.ts'
import { toImageData } from '../core/text/image-data.ts'

/** A found wallet. `skeleton` is its name in a form for comparison, which is never shown. */
export interface Finding {
  connector: Connector
  skeleton: string
  /** Whether the name has deceptive characters. */
  unusual: boolean
}

export interface WalletList {
  /** Adds a wallet, or replaces its earlier announcement. Returns whether the wallet is new. */
  add(finding: Finding | undefined): boolean
  remove(provider: unknown): void
}

/** A source of wallet announcements. */
export interface WalletSource {
  /** Adds wallets as they announce themselves. Returns a stop function. */
  listen(list: WalletList): () => void
  /** Asks installed wallets to announce themselves. */
  ask(list: WalletList): void
}

/** Upper limit of listed wallets. A web page on which more wallets announce themselves is hostile. */
const MAX_WALLETS = 64

/** A connector of the page itself. */
export interface FoundPageConnector {
  connector: Connector
  /**
   * For a wallet that embeds web pages: resolves with true if this page is embedded in it. The connector is listed only
   * then.
   */
  isThere?: Promise<boolean>
}

/** @param brought the page's own connectors, which are listed last and never marked as imitations of found wallets */
export function createWalletFinder(
  { listen, ask }: WalletSource,
  createAdapter: WalletFinder['createAdapter'],
  brought: readonly FoundPageConnector[] = [],
): WalletFinder {
  const found: Finding[] = []
  let own = brought.filter(({ isThere }) => !isThere).map(({ connector }) => connector)
  const listeners = new Set<(connectors: readonly Connector[]) => void>()
  let stopListening = () => {}
  let scheduled = false
  let last = 0

  const indexOf = (provider: unknown) => found.findIndex((one) => one.connector.provider === provider)

  function add(finding: Finding | undefined): boolean {
    if (!finding) return false
    const { connector } = finding
    if (isOwnProvider(connector.provider)) return false
    const at = indexOf(connector.provider)
    const known = found[at]?.connector
    if (known) {
      if (connector.type !== 'INJECTED' && !isSame(known, connector)) put(at, finding, known.id)
      return false
    }
    if (found.length >= MAX_WALLETS) return false
    const isTaken = [...brought, ...found].some((other) => other.connector.id === connector.id)
    put(found.length, finding, isTaken ? `${connector.id}/${++last}` : connector.id)
    return true
  }

  function put(at: number, finding: Finding, id: string): void {
    found[at] = { ...finding, connector: { ...finding.connector, id } }
    schedule()
  }

  function remove(provider: unknown): void {
    const at = indexOf(provider)
    if (at < 0) return
    found.splice(at, 1)
    schedule()
  }

  /** Notifies listeners once for all wallets that are announced in the same task. */
  function schedule(): void {
    if (scheduled) return
    scheduled = true
    queueMicrotask(() => {
      scheduled = false
      const connectors = getListed()
      for (const listener of listeners) listener(connectors)
    })
  }

  const getListed = () => [...markLookAlikes(found, own), ...own]
  const list: WalletList = { add, remove }
  for (const { connector, isThere } of brought)
    void isThere?.then((is) => {
      if (!is) return
      own = [...own, connector]
      schedule()
    })

  return {
    createAdapter,
    find: () => ask(list),
    watch(listener) {
      if (listeners.size === 0) stopListening = listen(list)
      listeners.add(listener)
      ask(list)
      listener(getListed())
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) stopListening()
      }
    },
  }
}

/** Undefined if the wallet's name has no visible characters. */
export function toFinding(
  name: string,
  icon: unknown,
  connector: Omit<Connector, 'name' | 'imageUrl'>,
): Finding | undefined {
  const { text, unusual } = cleanText(name)
  if (!text) return undefined
  // Only data URLs: fetching a picture would tell its host about the visitor.
  const imageUrl = toImageData(icon)
  return {
    connector: { ...connector, name: plainText(name), ...(imageUrl && { imageUrl }) },
    skeleton: toSkeleton(name),
    unusual,
  }
}

function isSame(one: Connector, other: Connector): boolean {
  const keys = ['name', 'type', 'imageUrl', 'restoreKey'] as const
  return keys.every((key) => one[key] === other[key])
}

function markLookAlikes(found: readonly Finding[], own: readonly Connector[]): readonly Connector[] {
  const brought = own.map((connector) => ({
    connector,
    skeleton: toSkeleton(connector.name),
    unusual: false,
  }))
  return found.map((finding) => {
    const { info } = finding.connector
    // The page's own connector of the same wallet declares the same rdns: it is no imitation.
    const others = brought.filter(({ connector }) => !info || connector.info?.rdns !== info.rdns)
    const looksLike = findTwin(finding, [...found, ...others])
    return looksLike ? { ...finding.connector, looksLike } : finding.connector
  })
}

/**
 * Finds a wallet with a similar name or the same rdns. Either of the two may be the imitation, so both are marked, with
 * one exception: a name without deceptive characters does not imitate a name that has some.
 */
function findTwin(finding: Finding, found: readonly Finding[]): Connector['looksLike'] {
  const { connector, skeleton, unusual } = finding
  const others = found.filter((other) => other !== finding && other.skeleton)
  const claimed = others.find((other) => other.connector.restoreKey === connector.restoreKey)
  const alike = others.filter((other) => other.skeleton === skeleton)
  const twin = claimed ?? alike.find((other) => !other.unusual) ?? (unusual ? alike[0] : undefined)
  return twin && { name: twin.connector.name, by: claimed ? 'rdns' : 'name' }
}
