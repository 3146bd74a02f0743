import { expect, test } from 'vitest'
import { toApiBalance } from '../../../sandbox/services/to-api-balance.ts'
import { checkBalances } from '../../../worker/portfolio/check-balances.ts'
import { toPortfolio } from '../../../worker/portfolio/rows.ts'

const held = (token: object, amount = 2n * 10n ** 18n) =>
  toApiBalance({
    token: { decimals: 18, price: 0, ...token } as never,
    amount,
    caipNetworkId: 'eip155:1',
    assetsUrl: 'https://a.example',
  })
const read = (...balances: unknown[]) =>
  toPortfolio(checkBalances({ balances }, 'eip155:1').balances, 'eip155:1', 'en-US')
const OTHER = '0x2222222222222222222222222222222222222222'

test('a token with price 0 is marked unverified when its name is a lure', () => {
  const eth = held({ name: 'Ether', symbol: 'ETH', price: 3000 })
  const spam = held({
    name: '$5,000 VOUCHER - claim at voucher-claim.com',
    symbol: 'VOUCHER',
    address: OTHER,
  })
  const { rows } = read(eth, spam)
  expect(rows.map(({ group }) => group)).toEqual(['main', 'unverified'])
})
test('a token with price 0 is marked unverified when it copies the symbol of a token with a price', () => {
  const drift = held({ name: 'Driftwood', symbol: 'DRIFT', price: 2, address: OTHER.replace(/2/g, '3') })
  const copy = held({ name: 'Driftwood', symbol: 'DRlFT', address: OTHER })
  expect(read(drift, copy).rows.map(({ group }) => group)).toEqual(['main', 'unverified'])
})
test('a portfolio in which all tokens have price 0 shows no value, instead of $0.00', () => {
  const { value, rows } = read(held({ name: 'Sepolia Ether', symbol: 'ETH' }))
  expect(value).toBeUndefined()
  expect(rows[0]).not.toHaveProperty('value')
  expect(rows[0]).not.toHaveProperty('price')
})
test('a token with price 0 and value null is marked unverified by its name, like any token without a price', () => {
  const one = {
    name: 'visit gift.xyz',
    symbol: 'G',
    chainId: 'eip155:1',
    address: `eip155:1:${OTHER}`,
    value: null,
    price: 0,
    quantity: { decimals: '18', numeric: '5' },
  }
  expect(read(one).rows[0]!.group).toBe('unverified')
})
