import { describe, expect, test } from 'vitest'
import type { CaipAddress } from '../../../src/core/chains/caip.ts'
import { nativeToken } from '../../../src/core/assets/prices.ts'
import { createHttp } from '../../../worker/http/http.ts'
import type { CommandContext } from '../../../worker/base/context.ts'
import { prices } from '../../../worker/market/prices.ts'
import { config } from '../create-tab.ts'
import { json } from '../fake-api.ts'
import { createFakeClock } from '../fake-clock.ts'

const ETHER = nativeToken('eip155:1')!
const USDC: CaipAddress = 'eip155:1:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const DAI: CaipAddress = 'eip155:1:0x6B175474E89094C44Da98b954EedeAC495271d0F'
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

/** As the public API does: the first address counts, whatever else is named. */
function answerFirst({ addresses }: Record<string, unknown>): Response {
  const [first = ''] = addresses as string[]
  const price = { [ETHER]: 3000.1, [USDC.toLowerCase()]: 1 }[first]
  return json({ fungibles: [fungible(first, price)] })
}

describe('[A136] the price request', () => {
  test('posts exactly currency, address and projectId, in one request per token', async () => {
    const { context, asked, projectId } = createContext(answerFirst)
    expect(await prices({ tokens: [ETHER, USDC] }, context)).toEqual([
      { token: ETHER, price: 3000.1 },
      { token: USDC.toLowerCase(), price: 1 },
    ])
    expect(asked.map(({ url }) => url.pathname)).toEqual(['/v1/fungible/price', '/v1/fungible/price'])
    expect(asked.map(({ body }) => body)).toEqual(
      [ETHER, USDC.toLowerCase()].map((token) => ({ currency: 'usd', addresses: [token], projectId })),
    )
  })

  test('returns the prices of the other tokens if one token’s price fails, and fails if every price fails', async () => {
    const unknown = DAI.toLowerCase()
    const { context } = createContext((body) =>
      (body['addresses'] as string[])[0] === unknown ? json({}, { status: 400 }) : answerFirst(body),
    )
    expect(await prices({ tokens: [DAI, ETHER] }, context)).toEqual([{ token: ETHER, price: 3000.1 }])
    await expect(prices({ tokens: [DAI] }, context)).rejects.toMatchObject({ code: 'http_status' })
  })

  test('uses the CAIP-10 address of a native token', () => {
    expect(ETHER).toBe('eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee')
    expect(SOL).toBe(`solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:So${'1'.repeat(41)}`)
    expect(nativeToken('bip122:000000000019d6689c085ae165831e93')).toBeUndefined()
  })

  test('is not sent for a network that the API does not serve', async () => {
    const { context, asked } = createContext(() => json({ fungibles: [] }))
    expect(await prices({ tokens: [SOL] }, context)).toEqual([])
    expect(asked).toEqual([])
  })

  test('is answered from a cache for 30 s', async () => {
    const { context, asked, clock } = createContext(() => json({ fungibles: [fungible(ETHER, 5)] }))
    await prices({ tokens: [ETHER] }, context)
    await prices({ tokens: [ETHER] }, context)
    expect(asked).toHaveLength(1)
    await clock.advance(30_000)
    await prices({ tokens: [ETHER] }, context)
    expect(asked).toHaveLength(2)
  })
})

describe('[G10] a price answer', () => {
  test.each([0, -1, Number.NaN, '3000', null, undefined, Infinity])(
    'gives no price to a token whose price is %s',
    async (price) => {
      const { context } = createContext(() =>
        json({ fungibles: [fungible(ETHER, price), fungible(USDC, 1)] }),
      )
      expect(await prices({ tokens: [ETHER, USDC] }, context)).toEqual([
        { token: USDC.toLowerCase(), price: 1 },
      ])
    },
  )

  test('gives no price to a token that was not requested', async () => {
    const { context } = createContext(() => json({ fungibles: [fungible(USDC, 1_000_000)] }))
    expect(await prices({ tokens: [ETHER] }, context)).toEqual([])
  })

  test.each([[{}], [{ fungibles: 'none' }], [[]]])(
    'makes the price request fail if the answer is %j',
    async (body) => {
      const { context } = createContext(() => json(body))
      await expect(prices({ tokens: [ETHER] }, context)).rejects.toMatchObject({ code: 'bad_envelope' })
    },
  )
})

test('a cached price is returned even if the price request for another token fails', async () => {
  const clock = createFakeClock()
  const own = { ...config, projectId: 'rev' }
  const http = createHttp({
    config: own,
    clock,
    fetch: async (_, init) => {
      const { addresses } = JSON.parse(String(init!.body)) as { addresses: string[] }
      if (addresses[0] !== ETHER) return json({}, { status: 400 })
      return json({ fungibles: [{ address: ETHER, price: 3000.1 }] })
    },
  })
  const context = {
    config: own,
    clock,
    http,
    signal: new AbortController().signal,
    isSupported: async () => true,
  } as unknown as CommandContext
  const first = await prices({ tokens: [ETHER, DAI] }, context)
  expect(first).toEqual([{ token: ETHER, price: 3000.1 }])
  // The next view asks for the same, a moment later.
  await expect(prices({ tokens: [ETHER, DAI] }, context)).resolves.toEqual(first)
})
