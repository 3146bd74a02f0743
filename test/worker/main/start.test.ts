import { wrap, proxy, type Remote } from 'comlink'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, describe, expect, test } from 'vitest'
import type { BillfoldError } from '../../../src/core/base/errors.ts'
import {
  type Hello,
  type Host,
  MESSAGE_LIMIT,
  PROTOCOL_VERSION,
  type WorkerApi,
} from '../../../src/core/contract/protocol.ts'
import type { PackedPage } from '../../../src/core/contract/list.ts'
import type { TokenRow } from '../../../src/core/assets/portfolio.ts'
import { createRowReader } from '../../../src/core/contract/row-bytes.ts'
import { installErrorTransfer } from '../../../src/core/contract/transport.ts'
import { assertMessageSize } from '../../../worker/base/message-size.ts'
import { startWorker } from '../../../worker/main/start.ts'
import { config } from '../create-tab.ts'
import { ACCOUNT, ADDRESS, createFakeApi, type FakeApi } from '../fake-api.ts'
import { createFakeClock } from '../fake-clock.ts'
import type { AnySnapshot } from '../../../worker/topics/watches.ts'
import type { Environment } from '../../../worker/base/environment.ts'

const ports: MessagePort[] = []
afterEach(() => {
  for (const port of ports.splice(0)) port.close()
})

/** The whole worker at the other end of a channel, as the page sees it. */
function start(environment: Partial<Environment> = {}) {
  installErrorTransfer()
  const { port1, port2 } = new MessageChannel()
  ports.push(port1, port2)
  const fake: FakeApi = createFakeApi()
  const stop = startWorker(port2, {
    fetch: fake.fetch,
    indexedDB: new IDBFactory(),
    IDBKeyRange: IDBKeyRange as unknown as typeof globalThis.IDBKeyRange,
    locks: undefined,
    BroadcastChannel: undefined,
    getQuota: async () => undefined,
    importDomain: (domain) => import(`../../../worker/main/files/billfold-${domain}.ts`),
    ...environment,
  })
  const api: Remote<WorkerApi> = wrap<WorkerApi>(port1)
  const snapshots = new Map<number, AnySnapshot[]>()
  const wakes = new Set<() => void>()
  const host: Host = {
    snapshot(id, snapshot) {
      snapshots.set(id, [...(snapshots.get(id) ?? []), snapshot])
      for (const wake of wakes) wake()
      wakes.clear()
    },
    event() {},
    ask: () => Promise.reject(new Error('nothing should be asked here')),
  }
  return {
    stop,
    api,
    fake,
    snapshots,
    hello: (version = PROTOCOL_VERSION) =>
      api.hello({ version, mode: 'in-thread', config } satisfies Hello, proxy(host)),
    async until(id: number, status: string): Promise<AnySnapshot> {
      for (;;) {
        const found = snapshots.get(id)?.find((snapshot) => snapshot.status === status)
        if (found) return found
        await new Promise<void>((resolve) => wakes.add(resolve))
      }
    },
  }
}

const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: BillfoldError) => error,
  )

describe('the worker behind a message channel', () => {
  test('shakes hands, serves a topic, returns a page of rows, and preserves bigints', async () => {
    const { api, hello, until } = start()
    expect(await hello()).toEqual({ version: PROTOCOL_VERSION })
    await api.watch(1, 'portfolio', { account: ACCOUNT })
    expect((await until(1, 'fresh')).data).toMatchObject({ total: 3 })
    const page = await api.call(101, 'page', { list: 'portfolio', account: ACCOUNT, index: 0 })
    const readRow = createRowReader<TokenRow>((page as PackedPage).rows)
    expect(readRow(1)).toMatchObject({ symbol: 'USDC', amount: 4_250_000_000n })
    expect(await api.ping()).toEqual({ storage: 'indexeddb', jobs: 0 })
  })

  test('reports memory storage when IndexedDB is missing', async () => {
    const { hello, api } = start({ indexedDB: undefined })
    await hello()
    await new Promise((resolve) => setImmediate(resolve))
    expect(await api.ping()).toMatchObject({ storage: 'memory' })
  })

  test('refuses a page that has a different protocol version', async () => {
    const { hello, api } = start()
    const error = await caught(hello(PROTOCOL_VERSION + 1))
    expect(error).toMatchObject({
      name: 'BillfoldError',
      code: 'protocol_mismatch',
      context: { page: PROTOCOL_VERSION + 1, worker: PROTOCOL_VERSION },
    })
    expect(await caught(api.watch(1, 'networks', {}))).toMatchObject({ code: 'unexpected' })
  })

  test('sends errors with code and category, even for an invalid call', async () => {
    const { hello, api } = start()
    await hello()
    expect(await caught(api.watch(1, 'activity', {} as never))).toMatchObject({
      code: 'history_no_account',
      category: 'API_ERROR',
      message: "Transactions can't be fetched without an accountAddress",
    })
    expect(await caught(api.call(102, 'more', {} as never))).toMatchObject({ code: 'history_no_account' })
    for (const bad of [
      api.call(103, 'page', { list: 'networks' as never, account: ACCOUNT, index: 0 }),
      api.call(104, 'page', { list: 'portfolio', account: ACCOUNT, index: -1 }),
      api.call(105, 'page', { list: 'portfolio', account: ACCOUNT, index: 0.5 }),
      api.call(106, 'page', undefined as never),
      api.call(107, 'constructor' as never, {} as never),
      api.call(108, 'refresh', { topic: '__proto__' as never, params: {} }),
      api.watch(2, 'toString' as never, {}),
    ]) {
      expect(await caught(bad)).toMatchObject({ name: 'BillfoldError', code: 'unexpected' })
    }
    expect(await caught(api.watch(3, 'portfolio', { account: 'x' as never }))).toMatchObject({
      code: 'bad_account',
    })
    expect(await caught(api.call(109, 'forget', {} as never))).toMatchObject({ code: 'bad_account' })
  })

  test('[F33] removes every trace of an account from the database on the command "forget"', async () => {
    const indexedDB = new IDBFactory()
    const { api, hello, until } = start({ indexedDB })
    await hello()
    await api.watch(1, 'portfolio', { account: ACCOUNT })
    await api.watch(2, 'identity', { account: ACCOUNT })
    await Promise.all([until(1, 'fresh'), until(2, 'fresh')])
    expect(await dump(indexedDB)).toContain(ADDRESS)
    await api.call(110, 'forget', { account: ACCOUNT })
    expect(await dump(indexedDB)).not.toContain(ADDRESS)
  })

  test('refuses to send a message that is larger than the size limit', () => {
    expect(() => assertMessageSize({ text: 'x'.repeat(MESSAGE_LIMIT - 11) }, 'It')).not.toThrow()
    expect(() => assertMessageSize({ text: 'x'.repeat(MESSAGE_LIMIT - 10) }, 'It')).toThrowError(
      expect.objectContaining({ code: 'unexpected' }),
    )
    expect(() => assertMessageSize(['€'.repeat(MESSAGE_LIMIT / 3)], 'It')).toThrowError(
      /would be 100003 bytes/,
    )
    expect(() => assertMessageSize({ amount: 2n ** 256n, none: undefined }, 'It')).not.toThrow()
  })
})

async function dump(indexedDB: IDBFactory): Promise<string> {
  const db = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open('billfold-1')
    request.onsuccess = () => resolve(request.result)
  })
  const request = db.transaction('records').objectStore('records').getAll()
  await new Promise((resolve) => (request.onsuccess = resolve))
  db.close()
  return JSON.stringify(request.result)
}

test('[F35] a stopped worker on the page’s thread sends no more requests to the API', async () => {
  const clock = createFakeClock()
  const worker = start({ clock })
  await worker.hello()
  await worker.api.watch(1, 'portfolio', { account: ACCOUNT })
  await worker.until(1, 'fresh')
  await clock.advance(31_000)
  const { length } = worker.fake.requests
  expect(length).toBeGreaterThan(1)
  worker.stop()
  await clock.advance(120_000)
  expect(worker.fake.requests).toHaveLength(length)
  expect(clock.pending).toBe(0)
})
