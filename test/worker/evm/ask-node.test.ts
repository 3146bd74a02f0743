import { describe, expect, test } from 'vitest'
import { toNetwork } from '../../../src/core/chains/networks.ts'
import type { CommandContext } from '../../../worker/base/context.ts'
import { askNode } from '../../../worker/evm/ask-node.ts'

const network = toNetwork({
  id: 1,
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://node.example'] } },
})

function ask(method: string, caipNetworkId: `eip155:${number}` = 'eip155:1') {
  const asked: unknown[] = []
  const context = {
    config: { networks: [network] },
    http: { rpc: async (...given: unknown[]) => (asked.push(given.slice(0, 3)), null) },
    signal: new AbortController().signal,
  } as unknown as CommandContext
  return { asked, answer: askNode({ caipNetworkId, method, params: ['0x1'] }, context) }
}

describe('a request of the page to the network’s node', () => {
  test('goes to the node URL from the page’s options, and returns the node’s result, even null', async () => {
    const { asked, answer } = ask('eth_getTransactionReceipt')
    expect(await answer).toBeNull()
    expect(asked).toEqual([['https://node.example', 'eth_getTransactionReceipt', ['0x1']]])
  })

  test.each([
    'eth_sendRawTransaction',
    'eth_sendTransaction',
    'eth_sign',
    'anvil_setBalance',
    'personal_sign',
  ])('refuses the method %s', async (method) => {
    const { asked, answer } = ask(method)
    await expect(answer).rejects.toMatchObject({ code: 'call_unsupported' })
    expect(asked).toEqual([])
  })

  test('fails if the page has not configured the network', async () => {
    await expect(ask('eth_call', 'eip155:10').answer).rejects.toMatchObject({ code: 'call_unsupported' })
  })
})
