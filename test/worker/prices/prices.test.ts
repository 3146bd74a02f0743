import { describe, expect, test } from 'vitest'
import type { CaipAddress } from '../../../src/core/caip.ts'
import { nativeToken } from '../../../src/core/prices.ts'
import { createHttp } from '../../../worker/http/http.ts'
import type { CommandContext } from '../../../worker/context.ts'
import { prices } from '../../../worker/prices/prices.ts'
import { config } from '../create-tab.ts'
import { json } from '../fake-api.ts'
import { createFakeClock } from '../fake-clock.ts'

const ETHER = nativeToken('eip155:1')!
const USDC: CaipAddress = 'eip155:1:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const SOL = nativeToken('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')!

/** A project of its own for each test: prices are kept by project. */
let projects = 0
function createContext(answer: (body: Record<string, unknown>) => Response, served = ['eip155:1']) {
  const clock = createFakeClock()
  const asked: { url: URL; body: Record<string, unknown> }[] = []
  const own = { ...config, projectId: `project ${(projects += 1)}` }
  const http = createHttp({
    config: own,
    clock,
    fetch: async (url, init) => {
      const body = JSON.parse(String(init!.body)) as Record<string, unknown>
      asked.push({ url: new URL(String(url)), body })
      return answer(body)
    },
  })
  const context = {
    config: own,
    clock,
    http,
    signal: new AbortController().signal,
    isSupported: async (network: string) => served.includes(network),
  } as unknown as CommandContext
  return { context, clock, asked, projectId: own.projectId }
}

const fungible = (address: string, price: unknown) => ({
  address,
  name: 'Token',
  symbol: 'TKN',
  iconUrl: '',
  price,
  decimals: 18,
})

describe('[A136] the price call', () => {
  test('posts exactly currency, addresses and projectId', async () => {
    const { context, asked, projectId } = createContext(() =>
      json({ fungibles: [fungible(ETHER, 3000.1), fungible(USDC, 1)] }),
    )
    expect(await prices({ tokens: [ETHER, USDC] }, context)).toEqual([
      { token: ETHER, price: 3000.1 },
      { token: USDC.toLowerCase(), price: 1 },
    ])
    expect(asked).toHaveLength(1)
    expect(asked[0]!.url.pathname).toBe('/v1/fungible/price')
    expect(asked[0]!.body).toEqual({ currency: 'usd', addresses: [ETHER, USDC.toLowerCase()], projectId })
  })

  test('names the networks’ own coins as CAIP-10', () => {
    expect(ETHER).toBe('eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee')
    expect(SOL).toBe(`solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:So${'1'.repeat(41)}`)
    expect(nativeToken('bip122:000000000019d6689c085ae165831e93')).toBeUndefined()
  })

  test('is not made of a network that the API does not serve', async () => {
    const { context, asked } = createContext(() => json({ fungibles: [] }))
    expect(await prices({ tokens: [SOL] }, context)).toEqual([])
    expect(asked).toEqual([])
  })

  test('is not repeated for 30 s', async () => {
    const { context, asked, clock } = createContext(() => json({ fungibles: [fungible(ETHER, 5)] }))
    await prices({ tokens: [ETHER] }, context)
    await prices({ tokens: [ETHER] }, context)
    expect(asked).toHaveLength(1)
    await clock.advance(30_000)
    await prices({ tokens: [ETHER] }, context)
    expect(asked).toHaveLength(2)
  })
})

describe('[G10] a price that is none', () => {
  test.each([0, -1, Number.NaN, '3000', null, undefined, Infinity])('%s is not known', async (price) => {
    const { context } = createContext(() => json({ fungibles: [fungible(ETHER, price), fungible(USDC, 1)] }))
    expect(await prices({ tokens: [ETHER, USDC] }, context)).toEqual([
      { token: USDC.toLowerCase(), price: 1 },
    ])
  })

  test('of a token that nobody asked for is not taken', async () => {
    const { context } = createContext(() => json({ fungibles: [fungible(USDC, 1_000_000)] }))
    expect(await prices({ tokens: [ETHER] }, context)).toEqual([])
  })

  test.each([[{}], [{ fungibles: 'none' }], [[]]])('an answer like %j fails', async (body) => {
    const { context } = createContext(() => json(body))
    await expect(prices({ tokens: [ETHER] }, context)).rejects.toMatchObject({ code: 'bad_envelope' })
  })
})
