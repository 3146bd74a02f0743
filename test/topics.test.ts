import { expect, test, vi } from 'vitest'
import type { AccountId } from '../src/core/caip.ts'
import type { Snapshot } from '../src/core/protocol.ts'
import { createTopicSignals } from '../src/topics.ts'
import type { WorkerClient } from '../src/worker-client.ts'
import { eventually } from './eventually.ts'

const account: AccountId = 'eip155:1:0x0000000000000000000000000000000000000001'
const fresh: Snapshot<never> = { data: undefined, fetchedAt: 1, status: 'fresh' }

test('a topic whose code could not be fetched follows its data once somebody asks again', async () => {
  let online = false
  const client = {
    watch: (_topic: string, _params: object, listener: (snapshot: Snapshot<never>) => void) => {
      listener(fresh)
      return () => {}
    },
    call: async () => undefined,
  } as unknown as WorkerClient
  const load = vi.fn(() => (online ? Promise.resolve(client) : Promise.reject(new Error('offline'))))
  const topics = createTopicSignals(load, () => {})
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
