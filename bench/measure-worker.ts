/**
 * Runs in a worker of its own: what a history costs there, in relation to JSON.parse of the same bytes. Built by
 * `worker-cost.ts`; answers one message with the figures of one run.
 */
import { createCalendar } from '../worker/activity/calendar.ts'
import { computeRows } from '../worker/activity/compute-rows.ts'
import { createActivitySource } from '../worker/activity/source.ts'
import type { ListSource, WorkerContext } from '../worker/context.ts'
import { getEnvironment } from '../worker/environment.ts'
import { openStore } from '../worker/store/open-store.ts'
import { systemClock } from '../worker/system-clock.ts'

export interface WorkerCostInput {
  /** Whole answers of the history call, newest first; the cursor of answer i is `generated-i`. */
  pages: readonly string[]
  account: `eip155:${string}:${string}`
}

export interface WorkerCost {
  parse_ms: number
  compute_ms: number
  persist_ms: number
  rows: number
}

addEventListener('message', async ({ data }: MessageEvent<WorkerCostInput>) => {
  postMessage(await measure(data))
})

/** Pages of 500. */
const ENOUGH = 100

async function measure({ pages, account }: WorkerCostInput): Promise<WorkerCost> {
  const chain = account.split(':').slice(0, 2).join(':')
  // A short history is measured several times over, else the compiler would be measured.
  const rounds = Array.from({ length: Math.ceil(ENOUGH / pages.length) })
  for (const page of pages.slice(0, 5)) compute([page], chain)
  let rows = 0
  const compute_ms = time(() => rounds.forEach(() => (rows = compute(pages, chain)))) / rounds.length
  const parse_ms = time(() => rounds.forEach(() => pages.forEach((page) => JSON.parse(page)))) / rounds.length
  const started = performance.now()
  await persist(pages, account)
  return { parse_ms, compute_ms, persist_ms: performance.now() - started, rows }
}

/** Parse, check, spam rule, groups, and every single row ready for display. */
function compute(pages: readonly string[], chainId: string): number {
  const format = { locale: 'en-US', calendar, now: Date.now(), nativeSymbol: 'ETH' }
  return pages.reduce((sum, page) => sum + computeRows(page, { chainId, ...format }).rows.length, 0)
}

const calendar = createCalendar('en-US', undefined)

/** The real source on the real store, with the network taken out: all pages, until they would survive a reload. */
async function persist(pages: readonly string[], account: WorkerCostInput['account']): Promise<void> {
  const store = await openStore({ ...getEnvironment(), clock: systemClock })
  if (store.kind !== 'indexeddb') throw new Error('IndexedDB is not to be had here.')
  const get = async (_path: string, query: { cursor?: string }) =>
    JSON.parse(pages[query.cursor ? Number(query.cursor.split('-')[1]) : 0]!) as unknown
  const context = {
    config: { locale: 'en-US', networks: [] },
    clock: systemClock,
    store,
    http: { get },
    isSupported: async () => true,
  } as unknown as WorkerContext
  const source = createActivitySource(context, account) as ListSource<{ next: string | null }>
  const { signal } = new AbortController()
  let known = await source.fetch({ signal, force: true })
  while (known.data.next !== null) known = await source.more!({ signal })
}

function time(run: () => void): number {
  const started = performance.now()
  run()
  return performance.now() - started
}
