/**
 * Worker of `long-list.ts`: measures what a long history costs when an app reads only its newest part. Answers one
 * message with the figures of one task.
 */
import { createActivitySource } from '../worker/activity/source.ts'
import type { ListSource, Store, StoreRecord, WorkerContext } from '../worker/base/context.ts'
import { getEnvironment } from '../worker/base/environment.ts'
import { openStore } from '../worker/store/open-store.ts'
import { systemClock } from '../worker/base/system-clock.ts'
import type { ActivityHead } from '../src/core/assets/activity.ts'
import { PAGE_SIZE } from '../src/core/contract/list.ts'
import { startTicking } from './start-ticking.ts'
import { type GeneratedHistory, generateHistory } from '../sandbox/history/generate.ts'

export interface LongListInput {
  /** `build` stores the whole history; `look` measures it in a worker that starts with the stored history. */
  task: 'build' | 'look'
  account: `eip155:${string}:${string}`
  n: number
  /** Time of the newest transaction, in milliseconds since 1970. */
  now: number
}

export interface LongListCost {
  /** Milliseconds from an empty worker to the first hundred rows. */
  first_screen_ms: number
  /** Milliseconds from the refresh to the list with the new transaction. */
  new_transaction_ms: number
  /**
   * Number and size of the records that the store returned for the first screen, and for the new transaction. A byte is
   * a character of text or a byte of a typed array.
   */
  first_screen_records: number
  first_screen_kb: number
  new_transaction_records: number
  new_transaction_kb: number
  /** Milliseconds of the worker's longest task, including the parsing of a response. */
  longest_task_ms: number
}

/** Number of positions, all over the list, that are read before the memory is measured. */
const PLACES = 100

addEventListener('message', async ({ data }: MessageEvent<LongListInput>) => {
  const { account, n, now } = data
  const history = generateHistory({ account: account.split(':')[2]!, count: n, seed: 7, now })
  postMessage(data.task === 'build' ? await build(history, account) : await look(history, account, now))
})

async function build(history: GeneratedHistory, account: LongListInput['account']): Promise<number> {
  const source = await open(account, (index) => JSON.parse(history.page(index)) as unknown)
  let known = await source.fetch({ signal, force: true })
  while (known.data.next !== null) known = await source.more!({ signal })
  return known.data.total
}

async function look(
  history: GeneratedHistory,
  account: LongListInput['account'],
  now: number,
): Promise<LongListCost> {
  const newest = addOne(history, now)
  const reads: Reads = { records: 0, bytes: 0 }
  const source = await open(account, () => JSON.parse(newest) as unknown, reads)
  const stop = startTicking()
  const started = performance.now()
  await source.load()
  const { rows } = await source.page(0)
  const first_screen_ms = performance.now() - started
  const firstScreen = { ...reads }
  const asked = performance.now()
  const { data } = await source.fetch({ signal, force: true })
  const new_transaction_ms = performance.now() - asked
  const both = { ...reads }
  for (let place = 0; place < PLACES; place += 1)
    await source.page(Math.floor((place / PLACES) * (data.total / PAGE_SIZE)))
  const longest_task_ms = stop()
  if (rows.length !== PAGE_SIZE) throw new Error('The list has no first page.')
  // Keep the source alive, because the memory of a running worker is measured from outside.
  Object.assign(globalThis, { source })
  return {
    first_screen_ms,
    first_screen_records: firstScreen.records,
    first_screen_kb: firstScreen.bytes / 1_000,
    new_transaction_ms,
    new_transaction_records: both.records - firstScreen.records,
    new_transaction_kb: (both.bytes - firstScreen.bytes) / 1_000,
    longest_task_ms,
  }
}

const { signal } = new AbortController()

async function open(
  account: LongListInput['account'],
  getPage: (index: number) => unknown,
  reads: Reads = { records: 0, bytes: 0 },
): Promise<ListSource<ActivityHead>> {
  const store = countReads(openStore({ ...getEnvironment(), clock: systemClock }), reads)
  const get = async (_path: string, query: { cursor?: string }) =>
    getPage(query.cursor ? Number(query.cursor.split('-')[1]) : 0)
  const context = {
    config: { locale: 'en-US', networks: [] },
    clock: systemClock,
    store,
    http: { client: () => ({ get }) },
    isSupported: async () => true,
  } as unknown as WorkerContext
  return createActivitySource(context, account) as ListSource<ActivityHead>
}

interface Reads {
  records: number
  bytes: number
}

/** Counts the records that the store returns, including the record with which a write compares. */
function countReads(store: Store, reads: Reads): Store {
  const count = (record: StoreRecord | undefined) => {
    reads.records += 1
    reads.bytes += getSize(record?.value)
    return record
  }
  return {
    ...store,
    get: async (key) => count(await store.get(key)),
    list: async (prefix) => (await store.list(prefix)).flatMap((record) => count(record) ?? []),
    update: (key, decide) => store.update(key, (stored) => decide(count(stored))),
  }
}

function getSize(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (ArrayBuffer.isView(value)) return value.byteLength
  if (typeof value !== 'object' || value === null) return 8
  return Object.values(value).reduce((sum: number, one) => sum + getSize(one), 0)
}

/** The newest page with one more transaction at the top. */
function addOne(history: GeneratedHistory, now: number): string {
  const { data, next } = JSON.parse(history.page(0)) as {
    data: { id: string; metadata: { status: string } }[]
    next: string | null
  }
  const like = data.find(({ metadata }) => metadata.status === 'confirmed')!
  const metadata = { ...like.metadata, hash: `0x${'e'.repeat(64)}`, minedAt: new Date(now).toISOString() }
  return JSON.stringify({ data: [{ ...like, id: 'one-more', metadata }, ...data], next })
}
