import { describe, expect, test } from 'vitest'
import type { Page } from '../../../src/core/contract/list.ts'
import type { TokenRow } from '../../../src/core/assets/portfolio.ts'
import { createTab, type TabOptions } from '../create-tab.ts'
import { ACCOUNT } from '../fake-api.ts'

const metadata = {
  name: 'USD Coin',
  symbol: 'USDC',
  decimals: 6,
  price: 1,
  iconUrl: 'https://icons.example/usdc.png',
}
const usdc = {
  address: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  balance: '4250500000',
  type: 'ERC20',
  metadata,
}
const ether = {
  address: 'native',
  balance: '0x2188eac1cd8f0ecb',
  type: 'NATIVE',
  metadata: { name: 'Ether', symbol: 'ETH', decimals: 18, price: 3000, iconUrl: '' },
}

async function look(walletAssets: NonNullable<TabOptions['walletAssets']>) {
  const tab = createTab({ walletAssets })
  const watched = tab.watch('portfolio', { account: ACCOUNT })
  await tab.clock.advance(100)
  await tab.clock.advance(3_000)
  const { rows } = (await tab.topics.page('portfolio', { account: ACCOUNT }, 0)) as Page<TokenRow>
  return { tab, last: watched.last, rows }
}

describe('the balances that a wallet reports itself', () => {
  test('[A104] are shown without a request to the API', async () => {
    const asked: string[] = []
    const { tab, last, rows } = await look(async (account) => {
      asked.push(account)
      return { '0x1': [ether, usdc], '0xa': [usdc] }
    })
    expect(asked).toEqual([ACCOUNT])
    expect(tab.api.count('/balance')).toBe(0)
    expect(last).toMatchObject({ status: 'fresh', data: { native: { symbol: 'ETH', text: '2.416' } } })
    expect(rows).toMatchObject([
      { kind: 'native', symbol: 'ETH', amount: 0x2188eac1cd8f0ecbn },
      {
        id: `eip155:1:${usdc.address}`,
        symbol: 'USDC',
        full: '4250.5',
        value: 4_250.5,
        valueText: '$4,250.50',
      },
    ])
  })

  test.each([
    ['has a wrong type', async () => ({ '0x1': [{ ...usdc, balance: 5 }] })],
    ['does not contain this network', async () => ({ '0xa': [usdc] })],
    ['is undefined', async () => undefined],
    ['is an error', () => Promise.reject(new Error('no'))],
    ['never comes', () => new Promise(() => {})],
  ])('[A105] are replaced by the API’s balances when the wallet’s answer %s', async (_, walletAssets) => {
    const { tab, last, rows } = await look(walletAssets)
    expect(tab.api.count('/balance')).toBe(1)
    expect(last).toMatchObject({ status: 'fresh' })
    expect(rows.map(({ symbol }) => symbol)).toEqual(['ETH', 'USDC', 'TIX'])
  })

  test('leave out an invalid asset, and report the number of dropped assets', async () => {
    const strange = { ...usdc, metadata: { ...metadata, decimals: 300 } }
    const { last, rows } = await look(async () => ({ '0x1': [ether, strange] }))
    expect(rows.map(({ symbol }) => symbol)).toEqual(['ETH'])
    expect(last).toMatchObject({ data: { dropped: 1 } })
  })

  test('have no value for a token whose price is 0', async () => {
    const free = { ...usdc, metadata: { ...metadata, price: 0 } }
    const { rows } = await look(async () => ({ '0x1': [ether, free] }))
    expect(rows.find(({ symbol }) => symbol === 'USDC')).not.toHaveProperty('value')
  })
})
