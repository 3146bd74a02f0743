import { describe, expect, test } from 'vitest'
import type { Network } from '../../../src/core/chains/networks.ts'
import { createMemoryStore } from '../../../worker/store/memory-store.ts'
import { createTab, type Tab, type TabOptions } from '../create-tab.ts'
import { ACCOUNT, ADDRESS, type Answer, createFakeApi, type FakeApi, json } from '../fake-api.ts'
import { createFakeBrowser } from '../fake-browser.ts'
import { createFakeClock } from '../fake-clock.ts'

const params = { account: ACCOUNT }
const network: Network = {
  id: 1,
  caipNetworkId: 'eip155:1',
  chainNamespace: 'eip155',
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: ['https://node.example/rpc'],
}

/** A tab whose network has a node, on which blocks are mined that touch the account, or do not. */
function openTab(options: TabOptions = {}) {
  const clock = options.clock ?? createFakeClock()
  const api = options.api ?? createFakeApi(clock)
  const chain = { block: 7, nonce: 1, balance: 10, logs: [] as unknown, methods: [] as string[] }
  const answers: Record<string, () => unknown> = {
    eth_blockNumber: () => toHex(chain.block),
    eth_getTransactionCount: () => toHex(chain.nonce),
    eth_getBalance: () => toHex(chain.balance),
    eth_getLogs: () => chain.logs,
  }
  const withNode: FakeApi = {
    ...api,
    async fetch(input, init) {
      if (!String(input).includes('/rpc')) return api.fetch(input, init)
      const { method } = JSON.parse(String(init?.body)) as { method: string }
      chain.methods.push(method)
      api.answer('/rpc', broken ?? (() => json({ jsonrpc: '2.0', id: 1, result: answers[method]!() })))
      return api.fetch(input, init)
    },
  }
  let broken: Answer | undefined
  const tab = createTab({ ...options, clock, api: withNode, config: { networks: [network] } })
  return {
    tab,
    chain,
    /** A block in which the account pays. */
    mineBlock() {
      chain.block += 1
      chain.nonce += 1
    },
    breakNode: (answer: Answer) => void (broken = answer),
  }
}

const toHex = (value: number) => `0x${value.toString(16)}`

const forced = ({ api }: Tab) =>
  api.requests.filter(({ searchParams }) => searchParams.has('forceUpdate')).length

describe('[G46] A new block with a transaction from or to the account', () => {
  test('makes a watched portfolio and a watched activity refresh within 3 s', async () => {
    const { tab, mineBlock } = openTab()
    tab.watch('portfolio', params)
    tab.watch('activity', params)
    await tab.clock.advance(10_000)
    const before = [tab.api.count('/balance'), tab.api.count('/history')]
    mineBlock()
    await tab.clock.advance(3_000)
    expect([tab.api.count('/balance'), tab.api.count('/history')]).toEqual(before.map((count) => count + 1))
    expect(forced(tab)).toBe(1)
  })

  test('makes the portfolio refresh a second time, since the balance service may be some seconds behind', async () => {
    const { tab, mineBlock } = openTab()
    tab.watch('portfolio', params)
    await tab.clock.advance(1_000)
    mineBlock()
    await tab.clock.advance(12_000)
    expect(forced(tab)).toBe(2)
  })

  test('is also noticed when it only transfers tokens to the account and changes neither nonce nor native balance', async () => {
    const { tab, chain } = openTab()
    tab.watch('portfolio', params)
    await tab.clock.advance(10_000)
    expect(chain.methods).not.toContain('eth_getLogs')
    chain.block += 1
    await tab.clock.advance(4_000)
    expect(forced(tab)).toBe(0)
    chain.block += 1
    chain.logs = [{ topics: [ADDRESS] }]
    await tab.clock.advance(3_000)
    expect(forced(tab)).toBe(1)
  })

  test('[G5] is looked for in the logs until the node refuses to return logs', async () => {
    const { tab, chain } = openTab()
    chain.logs = null
    tab.watch('portfolio', params)
    for (let block = 0; block < 5; block += 1) {
      await tab.clock.advance(4_000)
      chain.block += 1
    }
    expect(chain.methods.filter((method) => method === 'eth_getLogs')).toHaveLength(1)
    expect(forced(tab)).toBe(0)
  })

  test('is not looked for while no topic is watched or the page is hidden', async () => {
    const { tab } = openTab()
    const watched = tab.watch('portfolio', params)
    await tab.clock.advance(10_000)
    tab.topics.setVisible(false)
    const hidden = tab.api.count('/rpc')
    await tab.clock.advance(60_000)
    expect(tab.api.count('/rpc')).toBe(hidden)
    tab.topics.setVisible(true)
    await tab.clock.advance(10_000)
    expect(tab.api.count('/rpc')).toBeGreaterThan(hidden)
    watched.stop()
    await tab.clock.advance(0)
    const left = tab.api.count('/rpc')
    await tab.clock.advance(60_000)
    expect(tab.api.count('/rpc')).toBe(left)
    expect(tab.clock.pending).toBe(0)
  })

  test('is noticed within 30 s by polling the API when the network has no node', async () => {
    const tab = createTab()
    tab.watch('portfolio', params)
    await tab.clock.advance(29_000)
    expect(tab.api.requests.every(({ origin }) => origin === 'https://api.example')).toBe(true)
    await tab.clock.advance(2_000)
    expect(tab.api.count('/balance')).toBe(2)
  })

  test('is looked for by one tab only, and by a second tab when the first tab stops', async () => {
    const clock = createFakeClock()
    const shared = {
      clock,
      api: createFakeApi(clock),
      store: createMemoryStore(),
      browser: createFakeBrowser(),
    }
    const tabs = Array.from({ length: 4 }, () => openTab(shared))
    const watched = tabs.map(({ tab }) => tab.watch('portfolio', params))
    await clock.advance(16_000)
    // Six looks of three requests.
    expect(shared.api.count('/rpc')).toBe(18)
    watched[0]!.stop()
    await clock.advance(8_000)
    expect(shared.api.count('/rpc')).toBeGreaterThan(18)
  })

  test('is looked for less often while the node fails, without marking the data as failed', async () => {
    const { tab, breakNode } = openTab()
    breakNode(() => new Response('', { status: 500 }))
    const watched = tab.watch('portfolio', params)
    await tab.clock.advance(120_000)
    expect(tab.api.count('/rpc')).toBeLessThanOrEqual(21)
    expect(watched.last?.status).toBe('fresh')
    expect(forced(tab)).toBe(0)
  })

  test.each([{}, { result: 5 }, { result: '0xzz' }, { result: null }])(
    'is not noticed, and causes no refresh, when the node’s answer is the invalid %j',
    async (answer) => {
      const { tab, mineBlock, breakNode } = openTab()
      tab.watch('portfolio', params)
      await tab.clock.advance(5_000)
      breakNode(() => json({ jsonrpc: '2.0', id: 1, ...answer }))
      mineBlock()
      await tab.clock.advance(20_000)
      expect(forced(tab)).toBe(0)
    },
  )
})
