import { expect, test, vi } from 'vitest'
import type { CaipAddress } from '../../src/core/chains/caip.ts'
import type { Snapshot } from '../../src/core/contract/protocol.ts'
import { createTopicSignals } from '../../src/worker-link/topics.ts'
import type { WorkerClient } from '../../src/worker-link/worker-client.ts'
import { eventually } from '../eventually.ts'

const account: CaipAddress = 'eip155:1:0x0000000000000000000000000000000000000001'
const fresh: Snapshot<never> = { data: undefined, fetchedAt: 1, status: 'fresh' }

test('a topic whose code failed to load loads the code on the next request, and then gets its data', async () => {
  let online = false
  const client = {
    watch: (_topic: string, _params: object, listener: (snapshot: Snapshot<never>) => void) => {
      listener(fresh)
      return () => {}
    },
    call: async () => undefined,
  } as unknown as WorkerClient
  const load = vi.fn(() => (online ? Promise.resolve(client) : Promise.reject(new Error('offline'))))
  const topics = createTopicSignals(load)
  const topic = topics.get('portfolio', { account })
  const stop = topic.subscribe(() => {})
  const left = topics.get('activity', { account }).subscribe(() => {})
  await eventually(() => expect(topic.peek().status).toBe('failed'))
  left()
  online = true
  await topics.call('refresh', { topic: 'portfolio', params: { account } })
  await eventually(() => expect(topic.peek().status).toBe('fresh'))
  expect(topics.get('activity', { account }).peek().status).toBe('failed')
  stop()
})

test('a topic whose code failed to load is retried while it has a subscriber', async () => {
  vi.useFakeTimers()
  let online = false
  const watch = vi.fn((_topic: string, _params: object, listener: (snapshot: Snapshot<never>) => void) => {
    listener(fresh)
    return () => {}
  })
  const client = { watch, call: async () => undefined, stop() {} } as unknown as WorkerClient
  const load = vi.fn(() => (online ? Promise.resolve(client) : Promise.reject(new Error('offline'))))
  const topics = createTopicSignals(load)
  const topic = topics.get('portfolio', { account })
  const left = topic.subscribe(() => {})
  await vi.advanceTimersByTimeAsync(0)
  expect(topic.peek().status).toBe('failed')
  left()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(load).toHaveBeenCalledTimes(1)
  const stop = topic.subscribe(() => {})
  // After 1, 2, 4, 8, 16 and 30 s: at once with this reader, and five times more.
  await vi.advanceTimersByTimeAsync(60_000)
  expect(load.mock.calls.length).toBeLessThan(8)
  online = true
  await vi.advanceTimersByTimeAsync(30_000)
  expect(topic.peek().status).toBe('fresh')
  expect(watch).toHaveBeenCalledTimes(1)
  stop()
  vi.useRealTimers()
})

test('a topic whose code failed to load is not retried after Billfold stops', async () => {
  vi.useFakeTimers()
  const load = vi.fn(() => Promise.reject(new Error('offline')))
  const topics = createTopicSignals(load)
  topics.get('portfolio', { account }).subscribe(() => {})
  await vi.advanceTimersByTimeAsync(0)
  topics.stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(load).toHaveBeenCalledTimes(1)
  vi.useRealTimers()
})

test('[G12] the oldest topic signals are dropped, except signals that have a subscriber', () => {
  const topics = createTopicSignals(() => new Promise(() => {}))
  const paramsOf = (at: number) => ({
    account: `eip155:1:0x${String(at).padStart(40, '0')}` as CaipAddress,
  })
  const read = topics.get('identity', paramsOf(0))
  const stop = read.subscribe(() => {})
  const unread = topics.get('identity', paramsOf(1))
  expect(topics.get('identity', paramsOf(1))).toBe(unread)
  for (let at = 2; at < 300; at += 1) topics.get('identity', paramsOf(at))
  expect(topics.get('identity', paramsOf(0))).toBe(read)
  expect(topics.get('identity', paramsOf(1))).not.toBe(unread)
  expect(topics.get('identity', paramsOf(299))).toBe(topics.get('identity', paramsOf(299)))
  stop()
})

test('[F32] a subscribed topic that was cleared when its account disconnected gets data after the account reconnects', async () => {
  const ended = vi.fn()
  const watch = vi.fn((_topic: string, _params: object, listener: (snapshot: Snapshot<never>) => void) => {
    listener(fresh)
    return ended
  })
  const topics = createTopicSignals(async () => ({ watch }) as unknown as WorkerClient)
  const topic = topics.get('portfolio', { account })
  const stop = topic.subscribe(() => {})
  await eventually(() => expect(topic.peek().status).toBe('fresh'))
  topics.renew()
  expect(watch).toHaveBeenCalledTimes(1)
  topics.clear()
  topics.renew()
  expect(topic.peek().status).toBe('loading')
  await eventually(() => expect(topic.peek().status).toBe('fresh'))
  expect(watch).toHaveBeenCalledTimes(2)
  expect(ended).toHaveBeenCalledTimes(1)
  topics.renew()
  stop()
  expect(watch).toHaveBeenCalledTimes(2)
})

test('no topic is watched if Billfold stops while the code of the worker client loads', async () => {
  const watch = vi.fn(() => () => {})
  const stopClient = vi.fn()
  const client = { watch, stop: stopClient } as unknown as WorkerClient
  let arrive = (_client: WorkerClient) => {}
  const arriving = new Promise<WorkerClient>((resolve) => (arrive = resolve))
  const topics = createTopicSignals(() => arriving)
  topics.get('portfolio', { account }).subscribe(() => {})
  await Promise.resolve()
  topics.stop()
  arrive(client)
  await eventually(() => expect(stopClient).toHaveBeenCalled())
  expect(watch).not.toHaveBeenCalled()
})

test('a topic shows the page’s stored data until the worker answers', async () => {
  const first: Snapshot<never> = { data: { value: 7 } as never, fetchedAt: 1, status: 'cached' }
  let send: (snapshot: Snapshot<never>) => void = () => {}
  const watch = (_topic: string, _params: object, listener: typeof send) => {
    send = listener
    return () => {}
  }
  const topics = createTopicSignals(async () => ({ watch }) as unknown as WorkerClient, {
    getFirst: (topic) => (topic === 'portfolio' ? first : undefined),
  })
  expect(topics.get('activity', { account }).peek().status).toBe('loading')
  const topic = topics.get('portfolio', { account })
  expect(topic.peek()).toEqual(first)
  const stop = topic.subscribe(() => {})
  await Promise.resolve()
  await Promise.resolve()
  // The worker could not be started: the figures stay, with the reason.
  send({
    data: undefined,
    fetchedAt: undefined,
    status: 'failed',
    error: { code: 'worker_unavailable' } as never,
  })
  expect(topic.peek()).toMatchObject({ data: { value: 7 }, fetchedAt: 1, status: 'failed' })
  // Nothing is kept of it any more.
  send({ data: undefined, fetchedAt: undefined, status: 'loading' })
  expect(topic.peek().data).toBeUndefined()
  stop()
})
