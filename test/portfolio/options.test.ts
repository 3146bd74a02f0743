import { expect, test } from 'vitest'
import { createPortfolio, type PortfolioOptions } from '../../src/portfolio.tsx'
import { assertPortfolioOptions } from '../../src/portfolio/options.ts'

const mainnet = {
  id: 1,
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
}
const solana = { ...mainnet, id: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', chainNamespace: 'solana' as const }
const options: PortfolioOptions = { projectId: 'project', networks: [mainnet, solana] }
const MARA = 'eip155:1:0x71C4A09E5b2Df8361C7e90D4Af52E8137bD6c02A' as const

test.each<[string, Partial<Record<keyof PortfolioOptions | 'adapters', unknown>>, string]>([
  ['no projectId', { projectId: '' }, 'projectId'],
  ['no networks', { networks: [] }, 'networks'],
  ['a network without balances (bip122)', { networks: [{ ...mainnet, chainNamespace: 'bip122' }] }, 'bip122'],
  ['an unknown option', { adapters: [] }, 'adapters'],
  ['an unknown theme', { themeMode: 'sepia' }, 'themeMode'],
  ['an invalid locale', { locale: 'not a locale' }, 'locale'],
  ['accounts that are not an array', { accounts: MARA }, 'accounts'],
  ['an address without its network', { accounts: ['0x71C4A09E5b2Df8361C7e90D4Af52E8137bD6c02A'] }, 'CAIP-10'],
  ['an invalid address', { accounts: ['eip155:1:0x71C4'] }, '0x71C4'],
  [
    'an account of another namespace',
    { networks: [mainnet], accounts: [`solana:${solana.id}:9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin`] },
    'of its networks',
  ],
  [
    'customRpcUrls for another network',
    { customRpcUrls: { 'eip155:10': [{ url: 'https://node.example' }] } },
    'customRpcUrls',
  ],
  ['a password in a URL', { apiUrl: 'https://me:secret@api.example' }, 'apiUrl'],
  ['an object that is not a billfold', { billfold: {} }, 'billfold'],
])('Portfolio options with %s are refused, and the error names the option', (_, wrong, name) => {
  const given = { ...options, ...wrong } as PortfolioOptions
  expect(() => assertPortfolioOptions(given)).toThrow(name)
})

test('A portfolio can be created with only its required options, also on a server', () => {
  const portfolio = createPortfolio({ ...options, accounts: [MARA] })
  expect(portfolio.accounts.peek()).toEqual([
    { namespace: 'eip155', address: MARA.slice('eip155:1:'.length).toLowerCase(), sources: ['page'] },
  ])
  expect(() => portfolio.setAccounts(['eip155:1:nobody'])).toThrow('nobody')
  portfolio.setAccounts([])
  expect(portfolio.accounts.peek()).toEqual([])
  portfolio.destroy()
})
