/** Bounded requests about an account's history. */
import { expect, test } from 'vitest'
import type { Network } from '../../../../src/core/chains/networks.ts'
import type { WorkerConfig } from '../../../../src/core/contract/protocol.ts'
import type { Http } from '../../../../worker/base/context.ts'
import { askNode } from '../../../../worker/payments/history/node-answers.ts'
import { ACCOUNT } from '../../fake-api.ts'
import { createFakeClock } from '../../fake-clock.ts'

function createContext(rpcUrls: readonly string[] = ['https://node.example']) {
  const clock = createFakeClock()
  const networks = [{ caipNetworkId: 'eip155:1', rpcUrls }] as unknown as readonly Network[]
  const http = {
    rpc: (_url: string, _method: string, _params: unknown, { signal }: { signal: AbortSignal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('Aborted')))),
  } as unknown as Http
  const config = { networks } as WorkerConfig
  return { clock, config, http, signal: new AbortController().signal }
}

test('askNode sends the node one request for each item, in order and at most five at a time', async () => {
  const asked: number[] = []
  let open = 0
  let most = 0
  await askNode(createContext(), ACCOUNT, [...Array(12).keys()], async () => async (item) => {
    asked.push(item)
    most = Math.max(most, ++open)
    await Promise.resolve()
    open -= 1
  })
  expect(asked).toEqual([...Array(12).keys()])
  expect(most).toBe(5)
})

test('askNode cancels hanging requests after 4 s, and then sends no more requests', async () => {
  const context = createContext()
  const asked: number[] = []
  const run = askNode(context, ACCOUNT, [1, 2, 3, 4, 5, 6, 7], async (rpc) => async (item) => {
    asked.push(item)
    await rpc('eth_getTransactionReceipt', []).catch(() => {})
  })
  await context.clock.advance(4_000)
  await run
  expect(asked).toEqual([1, 2, 3, 4, 5])
})

test('askNode sends no request when the page names no node, or when the chain’s code fails to load', async () => {
  const ask = async () => {
    throw new Error('asked')
  }
  await askNode(createContext([]), ACCOUNT, [1], async () => ask)
  await askNode(createContext(), ACCOUNT, [1], () => Promise.reject(new Error('code')))
})
