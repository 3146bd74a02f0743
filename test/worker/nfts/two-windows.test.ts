import { expect, test } from 'vitest'
import { createNftsSource } from '../../../worker/nfts/source.ts'
import { createMemoryStore } from '../../../worker/store/memory-store.ts'
import type { WorkerContext } from '../../../worker/base/context.ts'
import { createTab } from '../create-tab.ts'
import { ACCOUNT } from '../fake-api.ts'
import { createFakeBrowser } from '../fake-browser.ts'
import { createFakeClock } from '../fake-clock.ts'
import { answer, CARDS, createBrowser, mint, rpcError } from './fake-node.ts'

test.each([1, 2])(
  'NFTs in %i open window(s) cause fewer than 20 requests a minute when the node always fails for one NFT',
  async (windows) => {
    const { node } = createBrowser(5)
    mint(node, 77, 6, undefined, CARDS)
    node.fail = (method, to) =>
      method === 'eth_call' && to === CARDS ? rpcError(-32000, 'out of gas') : undefined
    const clock = createFakeClock()
    const store = createMemoryStore()
    const browser = createFakeBrowser()
    const network = {
      id: 1,
      caipNetworkId: 'eip155:1',
      chainNamespace: 'eip155',
      name: 'L',
      nativeCurrency: { name: 'E', symbol: 'E', decimals: 18 },
      rpcUrls: ['http://127.0.0.1:8545'],
    }
    const nfts = (context: WorkerContext, account: never) =>
      createNftsSource(
        Object.create(context, {
          config: { value: { ...context.config, networks: [network] } },
          http: {
            value: {
              rpc: async (_: string, m: string, p: never[]) => {
                await new Promise((r) => clock.after(200, () => r(0)))
                return answer(node, m, p)
              },
              document: () => Promise.reject(new Error('no')),
            },
          },
        }) as WorkerContext,
        account,
      )
    for (let at = 0; at < windows; at += 1)
      createTab({ clock, store, browser: browser as never, sources: { nfts: nfts as never } }).watch('nfts', {
        account: ACCOUNT,
      })
    await clock.advance(10_000)
    const before = node.calls.length
    await clock.advance(60_000)
    expect(node.calls.length - before).toBeLessThan(20)
  },
)
