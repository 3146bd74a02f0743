/** Realistic responses of the history API, and a source that requests them from a scripted server. */
import type { ActivityHead, ActivityRow } from '../../../src/core/assets/activity.ts'
import { createActivitySource } from '../../../worker/activity/source.ts'
import type { Cached, ListSource, Store, WorkerContext } from '../../../worker/base/context.ts'
import { createHttp } from '../../../worker/http/http.ts'
import { createDurableStore } from '../../../worker/store/durable.ts'
import { createMemoryStore } from '../../../worker/store/memory-store.ts'
import { createJobs } from '../../../worker/base/jobs.ts'
import { createTabs } from '../../../worker/tabs/tabs.ts'
import { config } from '../create-tab.ts'
import { ACCOUNT, ADDRESS, createFakeApi, type FakeApi, json, OTHER_ADDRESS } from '../fake-api.ts'
import { createFakeClock, type FakeClock, START } from '../fake-clock.ts'

export interface TransactionOptions {
  minedAt?: unknown
  status?: string
  operationType?: string
  chain?: string | null
  application?: { name: string | null; iconUrl: string | null } | null
  transfers?: unknown[] | null
}

export function token(direction: string, numeric: string, symbol = 'HRV', value: number | null = null) {
  return {
    fungible_info: { name: 'Harvest', symbol, icon: { url: 'https://icons.example/hrv.png' } },
    nft_info: null,
    direction,
    quantity: { numeric },
    value,
    price: null,
  }
}

export function nft(isSpam: boolean, name = 'Fold #12', direction = 'in') {
  return {
    fungible_info: null,
    nft_info: {
      name,
      content: {
        preview: { url: 'https://pictures.example/12.png', content_type: 'image/png' },
        detail: null,
      },
      flags: { is_spam: isSpam },
    },
    direction,
    quantity: { numeric: '1' },
    value: null,
    price: null,
  }
}

/** @param age minutes before the start of the test's clock */
export function transaction(id: string | number, age = Number(id), options: TransactionOptions = {}) {
  const minedAt = new Date(START - age * 60_000).toISOString()
  return {
    id: String(id),
    metadata: {
      operationType: 'receive',
      hash: `0x${String(id).padStart(64, '0')}`,
      minedAt,
      sentFrom: OTHER_ADDRESS,
      sentTo: ADDRESS,
      status: 'confirmed',
      nonce: 1,
      chain: 'eip155:1',
      application: null,
      ...options,
      transfers: undefined,
    },
    transfers: 'transfers' in options ? options.transfers : [token('in', '204')],
  }
}

export type Transaction = ReturnType<typeof transaction>

export function range(from: number, to: number): Transaction[] {
  return Array.from({ length: to - from }, (_, at) => transaction(from + at))
}

export interface Bench {
  source: ListSource<ActivityHead>
  api: FakeApi
  clock: FakeClock
  store: Store
  /** The server's responses by cursor; '' is the newest page. */
  pages: Map<string, { data: unknown; next: unknown } | number>
  /** Fetches the newest page, and the pages that the source fetches by itself after it. */
  fetch(): Promise<Cached<ActivityHead>>
  more(): Promise<Cached<ActivityHead>>
  /** The rows of all pages. */
  rows(): Promise<ActivityRow[]>
  ids(): Promise<string[]>
  /** Requested cursors, in order. */
  cursors(): (string | null)[]
  /** Creates a new worker on the same store. */
  reload(options?: Partial<BenchOptions>): Bench
}

interface BenchOptions {
  store: Store
  clock: FakeClock
  pages: Bench['pages']
  /** The device's time zone from then on. Default: UTC. */
  timeZone: string
  locale: string
  isSupported: WorkerContext['isSupported']
}

export function createBench(options: Partial<BenchOptions> = {}): Bench {
  const clock = options.clock ?? createFakeClock()
  const store = options.store ?? createMemoryStore()
  const pages: Bench['pages'] = options.pages ?? new Map()
  const api = createFakeApi()
  api.answer('/history', (url) => {
    const page = pages.get(url.searchParams.get('cursor') ?? '') ?? { data: [], next: null }
    return typeof page === 'number' ? json({}, { status: page }) : json(page)
  })
  process.env['TZ'] = options.timeZone ?? 'UTC'
  const tabConfig = {
    ...config,
    locale: options.locale ?? 'en-US',
  }
  const context: WorkerContext = {
    config: tabConfig,
    clock,
    store,
    durable: createDurableStore({ clock, indexedDB: undefined, IDBKeyRange: undefined }),
    http: createHttp({ config: tabConfig, clock, fetch: api.fetch, random: () => 0.5 }),
    tabs: createTabs({ locks: undefined, BroadcastChannel: undefined, clock, isShared: () => false }),
    jobs: createJobs(),
    askWalletAssets: async () => undefined,
    load: () => Promise.reject(new Error('Unexpected domain')),
    isSupported: options.isSupported ?? (async () => true),
  }
  const source = createActivitySource(context, ACCOUNT) as ListSource<ActivityHead>
  const ask = async (
    run: (options: { signal: AbortSignal; force: boolean }) => Promise<Cached<ActivityHead>>,
  ) => {
    await source.load()
    const done = run({ signal: new AbortController().signal, force: false })
    const state = { done: false }
    const end = () => void (state.done = true)
    done.then(end, end)
    // Retries wait for the test's clock; those of a walk over many pages take longer.
    for (let waited = 0; waited < 4 || (!state.done && waited < 60); waited += 1) await clock.advance(1_000)
    return done
  }
  const bench: Bench = {
    source,
    api,
    clock,
    store,
    pages,
    async fetch() {
      let known = await ask((given) => source.fetch(given))
      // Fetch again at once while the result is unfinished, as the engine does.
      while (known.unfinished) known = await ask((given) => source.fetch(given))
      return known
    },
    more: () => ask((given) => (source.more as NonNullable<typeof source.more>)(given)),
    async rows() {
      const rows: ActivityRow[] = []
      for (let index = 0; ; index += 1) {
        const page = await source.page(index)
        rows.push(...(page.rows as ActivityRow[]))
        if (page.rows.length === 0) return rows
      }
    },
    ids: async () => (await bench.rows()).map(({ id }) => id),
    cursors: () => api.requests.map((url) => url.searchParams.get('cursor')),
    reload: (changed) => createBench({ ...options, store, clock, pages, ...changed }),
  }
  return bench
}
