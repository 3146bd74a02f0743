/**
 * Worker of `worker-cost.ts`: measures the cost of a history relative to JSON.parse of the same bytes. Answers one
 * message with the figures of one run.
 */
import { createCalendar } from '../worker/activity/calendar.ts'
import { computeRows } from './compute-rows.ts'
import { createActivitySource } from '../worker/activity/source.ts'
import type { ListSource, WorkerContext } from '../worker/base/context.ts'
import { getEnvironment } from '../worker/base/environment.ts'
import { openStore } from '../worker/store/open-store.ts'
import { systemClock } from '../worker/base/system-clock.ts'

export interface WorkerCostInput {
  /** Whole responses of the history call, newest first. The cursor of response i is `generated-i`. */
  pages: readonly string[]
  account: `eip155:${string}:${string}`
}

export interface WorkerCost {
  /** Milliseconds for JSON.parse of all pages, each measured just before or after the work on it. */
  parse_ms: number
  compute_ratio: number
  /** Ratio of the first pass, with code that isn't compiled yet. */
  first_compute_ratio: number
  persist_ratio: number
  rows: number
}

addEventListener('message', async ({ data }: MessageEvent<WorkerCostInput>) => {
  postMessage(await measure(data))
})

/** Minimum number of pages of 500 rows to measure. */
const ENOUGH = 200
/** Milliseconds to wait, so that the garbage of the 80 MB message is collected first. */
const REST = 1_500

async function measure({ pages, account }: WorkerCostInput): Promise<WorkerCost> {
  await new Promise((resolve) => setTimeout(resolve, REST))
  const chain = account.split(':').slice(0, 2).join(':')
  const first = measureCompute(pages, chain)
  // Repeat short histories, because the clock is too coarse for a single pass.
  let warm = { parse: 0, compute: 0, rows: 0 }
  for (let count = 0; count < ENOUGH; count += pages.length) {
    const { parse, compute, rows } = measureCompute(pages, chain)
    warm = { parse: warm.parse + parse, compute: warm.compute + compute, rows }
  }
  return {
    parse_ms: first.parse,
    compute_ratio: warm.compute / warm.parse,
    first_compute_ratio: first.compute / first.parse,
    persist_ratio: await measurePersist(pages, account),
    rows: warm.rows,
  }
}

/** Alternates parsing and computing, in changing order, so that both run under the same conditions. */
function measureCompute(
  pages: readonly string[],
  chain: string,
): { parse: number; compute: number; rows: number } {
  let parse = 0
  let rows = 0
  let compute = 0
  const parseAlone = (page: string) => (parse += time(() => JSON.parse(page)))
  for (const [index, page] of pages.entries()) {
    if (index % 2 === 0) parseAlone(page)
    compute += time(() => (rows += computePage(page, chain)))
    if (index % 2 === 1) parseAlone(page)
  }
  return { parse, compute, rows }
}

/** Parses, validates and groups a page, applies the spam rule, and formats every row. */
function computePage(page: string, caipNetworkId: string): number {
  // No own address, so that every other party's name is checked.
  const format = { locale: 'en-US', calendar, now: Date.now(), nativeSymbol: 'ETH', address: '' }
  return computeRows(page, { caipNetworkId, ...format }).rows.length
}

const calendar = createCalendar('en-US')

/**
 * Stores all pages with the real source and store but without a network, until they would survive a reload. The result
 * includes parsing, and is a ratio to JSON.parse of the same pages, which is measured in between.
 */
async function measurePersist(
  pages: readonly string[],
  account: WorkerCostInput['account'],
): Promise<number> {
  const store = openStore({ ...getEnvironment(), clock: systemClock })
  // Open the database before measuring.
  await store.get('anything')
  if (store.kind !== 'indexeddb') throw new Error('IndexedDB is not available.')
  let parse = 0
  const get = async (_path: string, query: { cursor?: string }) => {
    const index = query.cursor ? Number(query.cursor.split('-')[1]) : 0
    const page = pages[index]!
    const parseAlone = () => (parse += time(() => JSON.parse(page)))
    if (index % 2 === 0) parseAlone()
    const answer: unknown = JSON.parse(page)
    if (index % 2 === 1) parseAlone()
    return answer
  }
  const context = {
    config: { locale: 'en-US', networks: [] },
    clock: systemClock,
    store,
    http: { client: () => ({ get }) },
    isSupported: async () => true,
  } as unknown as WorkerContext
  const source = createActivitySource(context, account) as ListSource<{ next: string | null }>
  const { signal } = new AbortController()
  const started = performance.now()
  let known = await source.fetch({ signal, force: true })
  while (known.data.next !== null) known = await source.more!({ signal })
  return (performance.now() - started - parse) / parse
}

function time(run: () => void): number {
  const started = performance.now()
  run()
  return performance.now() - started
}
