/**
 * Matches the wallet directory with the wallets of this browser: which directory wallets are installed, and which directory
 * id a connector has. Makes no request of its own.
 */
import { computed, type ReadonlySignal, signal } from '@preact/signals-core'
import type { Wallet, WalletsPage, WalletsParams } from '../core/assets/wallet.ts'
import type { Snapshot } from '../core/contract/protocol.ts'
import type { Readable } from '../base/readable.ts'
import { mergeWallets } from '../connections/group-wallets.ts'
import { isInstalledWallet, markInstalled } from '../connections/match-installed-wallets.ts'
import type { Connector } from '../wallets/connector.ts'
import type { TopicSignals } from '../worker-link/topics.ts'

export interface WalletDirectory extends Pick<TopicSignals, 'call'> {
  /**
   * Like `TopicSignals.get`, but each wallet of a list says whether it is installed, also if it announces itself later.
   */
  topic: TopicSignals['get']
  /** The wallets as views and pages list them: a wallet with several connectors appears once. */
  connectors: ReadonlySignal<readonly Connector[]>
}

export type KnownWallets = ReturnType<typeof createKnownWallets>

/** Upper limit of lists that stay in memory without a reader. */
const MAX_LISTS = 100
/** Upper limit of remembered wallets. The directory has fewer wallets. */
const MAX_KNOWN = 2_000

/** @param all the wallets of this browser. @param listed these wallets without those that the page excludes */
export function createWalletDirectory(
  { get, call }: Pick<TopicSignals, 'get' | 'call'>,
  known: KnownWallets,
  all: Readable<readonly Connector[]>,
  listed: Readable<readonly Connector[]>,
): WalletDirectory {
  const lists = new Map<string, Readable<Snapshot<WalletsPage>>>()

  /** Returns the same signal for the same params. */
  function getList(params: WalletsParams): Readable<Snapshot<WalletsPage>> {
    const key = JSON.stringify(params)
    const list = lists.get(key) ?? computed(() => toMarked(get('wallets', params).value, all.value))
    lists.delete(key)
    lists.set(key, list)
    if (lists.size > MAX_LISTS) lists.delete(lists.keys().next().value!)
    return list
  }

  async function search(...given: Parameters<typeof call<'searchWallets'>>): Promise<WalletsPage> {
    const found = await call(...given)
    known.learn(found)
    return markInstalled(found, all.peek())
  }

  return {
    topic: ((name: string, params: never, ...more: []) =>
      name === 'wallets' ? getList(params) : get(name as 'wallets', params, ...more)) as TopicSignals['get'],
    call: ((name: string, ...given: [never]) =>
      name === 'searchWallets'
        ? search(name, ...given)
        : call(name as 'searchWallets', ...given)) as TopicSignals['call'],
    connectors: computed(() => mergeWallets(listed.value.map(known.identify))),
  }
}

function toMarked(snapshot: Snapshot<WalletsPage>, connectors: readonly Connector[]): Snapshot<WalletsPage> {
  return snapshot.data ? { ...snapshot, data: markInstalled(snapshot.data, connectors) } : snapshot
}

/** Collects the directory wallets that were in a list so far and that can be installed in a browser. */
export function createKnownWallets() {
  const known = signal<ReadonlyMap<string, Wallet>>(new Map())
  const identified = new WeakMap<Connector, Connector>()

  return {
    learn({ wallets }: WalletsPage): void {
      const news = wallets.filter(({ id, rdns, injected }) => (rdns ?? injected) && !known.peek().has(id))
      if (news.length === 0 || known.peek().size > MAX_KNOWN) return
      known.value = new Map([...known.peek(), ...news.map((wallet) => [wallet.id, wallet] as const)])
    },
    /**
     * Adds the directory's ids to a connector, unless the connector imitates another wallet. Reads a signal: call it in
     * a computed.
     */
    identify(connector: Connector): Connector {
      const wallet = connector.looksLike ? undefined : find(connector, known.value)
      if (!wallet) return connector
      const before = identified.get(connector)
      if (before?.explorerId === wallet.id) return before
      const { id: explorerId, image_id: imageId } = wallet
      const next = { ...connector, explorerId, ...(imageId && { imageId }) }
      identified.set(connector, next)
      return next
    },
  }
}

/**
 * The directory wallet of a connector. Prefers a wallet with the connector's `rdns` to a wallet that matches in another
 * way.
 */
function find(connector: Connector, known: ReadonlyMap<string, Wallet>): Wallet | undefined {
  const fitting = [...known.values()].filter((wallet) => isInstalledWallet(wallet, connector))
  return fitting.find(({ rdns }) => rdns && rdns === connector.info?.rdns) ?? fitting[0]
}
