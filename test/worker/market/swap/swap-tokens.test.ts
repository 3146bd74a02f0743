/** Which tokens are offered for a swap, where anybody may give a token any symbol. */
import { getAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import type { CaipNetworkId } from '../../../../src/core/chains/caip.ts'
import { swapNetworks } from '../../../../src/core/chains/swap-networks.ts'
import type { CommandContext } from '../../../../worker/base/context.ts'
import { createHttp } from '../../../../worker/http/http.ts'
import { getKnownSwapTokens } from '../../../../worker/market/swap/known-swap-tokens.ts'
import { swapTokens } from '../../../../worker/market/swap/swap-tokens.ts'
import { config } from '../../create-tab.ts'
import { json } from '../../fake-api.ts'
import { createFakeClock } from '../../fake-clock.ts'

const USDC = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const WETH = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const COIN = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const FAKE = '0x00000000000000000000000000000000000000fa'
let count = 0

type Item = readonly [address: string, symbol: string, name?: string]

async function ask(items: readonly Item[], words = '', caipNetworkId: CaipNetworkId = 'eip155:1') {
  const own = { ...config, projectId: `tokens ${(count += 1)}`, networks: [] } as never
  const clock = createFakeClock()
  const tokens = items.map(([address, symbol, name = symbol]) => ({
    name,
    symbol,
    address: `${caipNetworkId}:${address}`,
    decimals: 6,
    logoUri: null,
  }))
  const context = {
    config: own,
    clock,
    http: createHttp({ config: own, clock, fetch: async () => json({ tokens }) }),
    signal: new AbortController().signal,
  } as unknown as CommandContext
  const found = await swapTokens({ caipNetworkId, words, held: [] }, context)
  const toAddress = ({ token }: { token: string }) => token.slice(token.lastIndexOf(':') + 1)
  const all = [...found.popular, ...found.others]
  return {
    suggested: found.suggested.map(toAddress),
    popular: found.popular.map(toAddress),
    others: found.others.map(toAddress),
    doubts: Object.fromEntries(all.map((token) => [toAddress(token), token.unverified])),
  }
}

const imitates = (symbol: string) => ({ reason: 'imitation', imitates: symbol })

describe('[D11] a token offered for a swap', () => {
  test('is suggested if its contract is known, even beside an imitation that has its symbol and name', async () => {
    for (const name of ['USD C', 'USD Coin', 'AAA', 'zzz'])
      for (const order of [0, 1]) {
        const items: Item[] = [
          [USDC, 'USDC', 'USD Coin'],
          [FAKE, 'USDC', name],
        ]
        const found = await ask(order ? items : items.reverse())
        expect(found.suggested).toEqual([USDC])
        expect(found.popular).toEqual([USDC])
        expect(found.others).toEqual([FAKE])
        expect(found.doubts).toEqual({ [USDC]: undefined, [FAKE]: imitates('USDC') })
      }
  })

  test.each([
    ['identical letters', 'USDC'],
    ['lower-case letters', 'usdc'],
    ['spaces', 'U S D C'],
    ['a zero-width space', 'USDC\u200B'],
    ['a no-break space', 'USD\u00A0C'],
    ['Cyrillic letters', 'USD\u0421'],
    ['full-width letters', '\uFF35\uFF33\uFF24\uFF23'],
    ['a dollar sign', '$USDC'],
    ['a dot', 'U.SDC'],
    ['an accent', 'USD\u00C7'],
  ])('is marked as an imitation when it copies a known symbol with %s', async (_, symbol) => {
    expect((await ask([[FAKE, symbol]])).doubts[FAKE]).toEqual(imitates('USDC'))
    const found = await ask([
      [FAKE, symbol],
      [USDC, 'USDC'],
    ])
    expect(found.doubts).toEqual({ [FAKE]: imitates('USDC'), [USDC]: undefined })
    expect([found.suggested, found.popular]).toEqual([[USDC], [USDC]])
  })

  test('is marked as an imitation when its name is a known symbol', async () => {
    for (const name of ['USDC', 'usdc', 'U.S.D.C', 'ETH']) {
      const items: Item[] = [
        [FAKE, 'KELP', name],
        [USDC, 'USDC', 'USDC'],
        [WETH, 'WETH', 'Wrapped Ether'],
        [COIN, 'ETH', 'ETH'],
      ]
      const { doubts } = await ask(items)
      expect(doubts).toEqual({
        [FAKE]: imitates(name === 'ETH' ? 'ETH' : 'USDC'),
        [USDC]: undefined,
        [WETH]: undefined,
        [COIN]: undefined,
      })
    }
  })

  test('is marked as an imitation when it has the symbol of the network’s native token', async () => {
    for (const network of ['eip155:1', 'eip155:137', 'eip155:100'] as const) {
      const symbol = network === 'eip155:1' ? 'ETH' : network === 'eip155:137' ? 'POL' : 'xDAI'
      const items: Item[] = [
        [FAKE, symbol],
        [COIN, symbol],
      ]
      const found = await ask(items, '', network)
      expect(found.doubts).toEqual({ [FAKE]: imitates(symbol), [COIN]: undefined })
      expect(found.suggested).not.toContain(FAKE)
    }
  })

  test('is marked as an imitation when its symbol belongs to a token that is known only on other networks', async () => {
    const found = await ask([[FAKE, 'USDC']], '', 'eip155:250')
    expect(found.doubts[FAKE]).toEqual(imitates('USDC'))
  })

  test('is marked as an imitation when its contract is known but reports the symbol of a different known token', async () => {
    const found = await ask([[WETH, 'USDC']])
    expect(found.doubts[WETH]).toEqual(imitates('USDC'))
  })

  test('is marked as sharing its symbol when a second token has this symbol and neither contract is known', async () => {
    const other = FAKE.replace('fa', 'fb')
    const found = await ask([
      [FAKE, 'TRX'],
      [other, 'TRX'],
      [USDC, 'USDC'],
    ])
    expect(found.doubts).toEqual({
      [FAKE]: { reason: 'shared', imitates: 'TRX' },
      [other]: { reason: 'shared', imitates: 'TRX' },
      [USDC]: undefined,
    })
    expect(found.suggested).toEqual([USDC])
  })

  test('is marked when its name contains a link', async () => {
    const found = await ask([[FAKE, 'NEW', 'Claim at voucher.example']])
    expect(found.doubts[FAKE]).toEqual({ reason: 'link' })
  })

  test('is not marked when no second token has its symbol, and is suggested when this symbol is popular', async () => {
    const found = await ask([
      [FAKE, 'KELP', 'Kelp Finance'],
      [FAKE.replace('fa', 'fb'), 'ADA', 'Cardano'],
    ])
    expect(Object.values(found.doubts)).toEqual([undefined, undefined])
    expect(found.suggested).toEqual([FAKE.replace('fa', 'fb')])
  })

  test('keeps its mark as an imitation in search results', async () => {
    const items: Item[] = [
      [USDC, 'USDC', 'USD Coin'],
      [FAKE, 'USDC', 'USD C'],
    ]
    for (const words of ['USDC', FAKE])
      expect((await ask(items, words)).doubts[FAKE]).toEqual(imitates('USDC'))
  })

  test('is suggested only with its first contract if it has two known contracts, and neither contract is marked', async () => {
    const [first, second] = getKnownSwapTokens('eip155:10')['USDC']!.map((one) => one.toLowerCase())
    const items: Item[] = [
      [second!, 'USDC', 'A'],
      [first!, 'USDC', 'B'],
    ]
    const found = await ask(items, '', 'eip155:10')
    expect([found.suggested, found.doubts]).toEqual([[first], { [first!]: undefined, [second!]: undefined }])
  })
})

test('[D11] the known contracts of swap tokens are written with their checksums', () => {
  const all = swapNetworks.flatMap((id) => Object.values(getKnownSwapTokens(id)).flat())
  expect(all.length).toBeGreaterThan(70)
  for (const address of all) expect(getAddress(address.toLowerCase())).toBe(address)
})
