/** The portfolio's data, read by a worker of its own. The worker starts at once, while the drawing code is loading. */
import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals-core'
import { isNamed } from '../base/named-accounts.ts'
import { readLocale } from '../base/read-locale.ts'
import { dropSeen, getSeen, keepSeen, type SeenValue } from '../base/seen.ts'
import { createSnacks } from '../base/snacks.ts'
import { FORGOTTEN } from '../base/storage.ts'
import type { TrackedEvent } from '../base/tracked-event.ts'
import { createSessions } from '../connections/session.ts'
import { throwCodeMissing } from '../core/base/errors.ts'
import type { TokenRow } from '../core/assets/portfolio.ts'
import { type CaipAddress, isSameOwner } from '../core/chains/caip.ts'
import type { Network } from '../core/chains/networks.ts'
import { createRowReader } from '../core/contract/row-bytes.ts'
import type { TopicParams } from '../core/contract/protocol.ts'
import { followOnline, watchReturn } from '../shell/follow-online.ts'
import { createDataRemoval } from '../shell/data-removal.ts'
import type { Options } from '../shell/options.ts'
import type { Viewer } from '../shell/viewer.ts'
import { addPictures } from '../worker-link/caller.ts'
import { createLink } from '../worker-link/link.ts'
import { createTopicSignals, type TopicSignals } from '../worker-link/topics.ts'
import { getAccountKey, listOnNetworks, type PortfolioAccount, toPortfolioAccount } from './account.ts'
import { FIRST_ROWS, getLastShown, keepLastShown } from './last-shown.ts'
import type { PortfolioOptions } from './options.ts'
import type { Part } from './totals.ts'
import type { TypedAccounts } from './typed-accounts.ts'

type AccountId = Pick<PortfolioAccount, 'namespace' | 'address'>

export interface PortfolioData extends Omit<Viewer, 'router'> {
  readonly accounts: ReadonlySignal<readonly PortfolioAccount[]>
  /** The balances of each account on each of its networks. */
  readonly parts: ReadonlySignal<readonly Part[]>
  /** The account's first tokens at the last visit, until its list is loaded. */
  getFirstRows(account: CaipAddress): readonly TokenRow[]
  /** The account's value at the previous visit. */
  getSeen(account: CaipAddress): SeenValue | undefined
  /** @throws the errors of `Portfolio.add` */
  add(typed: string, signal?: AbortSignal): Promise<PortfolioAccount>
  remove(account: AccountId): void
  stop(): void
}

interface DataContext {
  options: PortfolioOptions
  /** This package's version. */
  version: string
  networks: readonly Network[]
  storage: Storage | undefined
  accounts: ReadonlySignal<readonly PortfolioAccount[]>
  /** CAIP-10. */
  wallet: Signal<readonly CaipAddress[]>
  typed: TypedAccounts
}

export function startData(context: DataContext): PortfolioData {
  const { options, networks, storage, accounts, wallet, typed } = context
  const stops: (() => void)[] = []
  const { online, onSnapshot } = followOnline(stops)
  const page = { options: toLinkOptions(context), networks, version: context.version }
  addPictures(networks, page)
  const topics = createTopicSignals(async () => createLink(page), {
    onSnapshot,
    getFirst(topic, params) {
      if (topic !== 'portfolio') return undefined
      const shown = getLastShown(storage, (params as TopicParams<'portfolio'>).account)
      return shown && { data: shown.head, fetchedAt: shown.fetchedAt, status: 'cached' }
    },
  })
  stops.push(watchReturn(online, topics), topics.stop)
  const sessions = createSessions(storage)
  const forgotten = createDataRemoval(
    sessions,
    (account) => {
      dropSeen(storage, account)
      return topics.call('forget', { account })
    },
    (account) => isNamed(storage, account),
  )

  const parts = computed(() =>
    accounts.value.flatMap((account) =>
      listOnNetworks(account, networks).map((one) => ({
        account: one,
        snapshot: topics.get('portfolio', { account: one }).value,
      })),
    ),
  )
  stops.push(keepShown(storage, parts, topics.call))

  const isListed = (account: AccountId) =>
    accounts.peek().some((one) => getAccountKey(one) === getAccountKey(account))

  /** Deletes the data of a removed account, unless the account is connected or another source still lists it. */
  function forget(account: AccountId): void {
    const [caipAddress] = listOnNetworks(account, networks)
    const isConnected = sessions.list().some((session) => isSameOwner(session.accounts[0], caipAddress ?? ''))
    if (!caipAddress || isConnected || isListed(account)) return
    topics.clear()
    forgotten.add(caipAddress)
  }

  stops.push(
    followGone(wallet, (gone) => {
      const account = toPortfolioAccount(gone)
      if (account) forget(account)
    }),
    followRemoval(storage, (removed) => {
      const account = toPortfolioAccount(removed)
      if (!account || !isListed(account)) return
      topics.clear()
      topics.renew()
    }),
  )

  return {
    locale: readLocale(options),
    online,
    networks,
    enableNetworkSwitch: false,
    snacks: createSnacks(),
    trackedEvent: signal<TrackedEvent | undefined>(),
    topic: topics.get,
    call: topics.call,
    accounts,
    parts,
    getFirstRows: (account) => getLastShown(storage, account)?.rows ?? [],
    getSeen: (account) => getSeen(storage, account),
    async add(text, signal) {
      const { readTyped } = await import('./read-typed.ts').catch(throwCodeMissing)
      const account = await readTyped(text, networks, topics.call, signal)
      const [caipAddress] = listOnNetworks(account, networks)
      if (caipAddress) forgotten.drop(caipAddress)
      typed.add(account)
      const key = getAccountKey(account)
      return accounts.peek().find((one) => getAccountKey(one) === key) ?? { ...account, sources: ['typed'] }
    },
    remove(account) {
      typed.remove(account)
      forget(account)
    },
    stop() {
      for (const stop of stops) stop()
    },
  }
}

/** The options that the worker needs. */
function toLinkOptions({ options, version }: DataContext): Options {
  const { accounts: _, billfold: __, metadata, ...rest } = options
  return {
    sdkVersion: `html-portfolio-${version}`,
    ...rest,
    adapters: [],
    metadata: { name: location.host, ...metadata },
  }
}

/** Stores the figures and first tokens whenever they are fresh and the page is visible. */
function keepShown(
  storage: Storage | undefined,
  parts: ReadonlySignal<readonly Part[]>,
  call: TopicSignals['call'],
): () => void {
  /** By account: `fetchedAt` of the data that was stored last. */
  const kept = new Map<CaipAddress, number>()

  async function keepRows({ account, snapshot }: Part): Promise<void> {
    const { data: head, fetchedAt } = snapshot
    const page = await call('page', { list: 'portfolio', account, index: 0 })
    const isShown = parts.peek().some((part) => part.account === account)
    // Skip rows that are no longer needed, or that belong to another version of the list: the snapshot of that version
    // will follow.
    if (!head || !fetchedAt || !isShown || page.version !== head.version) return
    const readRow = createRowReader<TokenRow>(page.rows)
    const rows = Array.from({ length: FIRST_ROWS }, (_, index) => readRow(index) ?? [])
    keepLastShown(storage, account, { head, fetchedAt, rows: rows.flat() })
  }

  return effect(() => {
    for (const part of parts.value) {
      const { account, snapshot } = part
      const { data, fetchedAt, status } = snapshot
      if (status !== 'fresh' || !data || !fetchedAt || document.hidden || kept.get(account) === fetchedAt)
        continue
      kept.set(account, fetchedAt)
      keepSeen(storage, account, { value: data.value ?? 0, unpriced: data.unpriced, at: Date.now() })
      // A failed write is retried with the next snapshot.
      keepRows(part).catch(() => {})
    }
  })
}

/**
 * Calls `onRemoved` with each account whose data another web page has removed. The other page cannot know that this
 * page shows the account, so this page fetches the data again.
 */
function followRemoval(storage: Storage | undefined, onRemoved: (account: CaipAddress) => void): () => void {
  const end = new AbortController()
  const onStorage = ({ storageArea, key, oldValue, newValue }: StorageEvent) => {
    if (storageArea !== storage || key !== FORGOTTEN) return
    const still = listMarked(newValue)
    for (const account of listMarked(oldValue)) if (!still.includes(account)) onRemoved(account)
  }
  window.addEventListener('storage', onStorage, end)
  return () => end.abort()
}

function listMarked(text: string | null): CaipAddress[] {
  try {
    return Object.keys((JSON.parse(text ?? 'null') as object | null) ?? {}) as CaipAddress[]
  } catch {
    return []
  }
}

/** Calls `onGone` with each account that has left the list. */
function followGone(list: Signal<readonly CaipAddress[]>, onGone: (gone: CaipAddress) => void): () => void {
  let last = list.peek()
  return list.subscribe((next) => {
    const gone = last.filter((one) => !next.some((other) => isSameOwner(one, other)))
    last = next
    gone.forEach(onGone)
  })
}
