import { describe, expect, test } from 'vitest'
import { checkBalances } from '../../../worker/portfolio/check-balances.ts'
import { knownTokens } from '../../../worker/portfolio/known-tokens.ts'
import { toPortfolio } from '../../../worker/portfolio/rows.ts'
import { isSolanaAddress } from '../../../src/core/chains/solana-address.ts'
import { toChecksumAddress } from '../../../src/core/chains/checksum-address.ts'
import { createTab } from '../create-tab.ts'
import { ACCOUNT, json } from '../fake-api.ts'
import type { TokenRow } from '../../../src/core/assets/portfolio.ts'
import type { Page } from '../../../src/core/contract/list.ts'

const USDC = 'eip155:1:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const OTHER = 'eip155:1:0x2222222222222222222222222222222222222222'

interface Given {
  name: string
  symbol: string
  /** CAIP-10; absent for the network's own coin. */
  address?: string
  /** Of one; the account holds two of each. */
  price?: number
}

const ether: Given = { name: 'Ether', symbol: 'ETH', price: 3_000 }

function toItem({ price, ...given }: Given) {
  const worth = price === undefined ? {} : { price, value: 2 * price }
  return { ...given, ...worth, chainId: 'eip155:1', quantity: { decimals: '18', numeric: '2' } }
}

function read(...given: Given[]) {
  const { balances } = checkBalances({ balances: given.map(toItem) }, 'eip155:1')
  return toPortfolio(balances, 'eip155:1', 'en-US')
}

describe('[G43] an unverified token of the portfolio', () => {
  test.each<[what: string, given: Given, reason: object]>([
    ['its name is a web address', { name: 'claim-reward.com', symbol: 'GIFT' }, { reason: 'link' }],
    ['its symbol is a web address', { name: 'Gift', symbol: 'visit gift.xyz' }, { reason: 'link' }],
    ['its name is a lure', { name: '$5,000 VOUCHER', symbol: 'V' }, { reason: 'lure' }],
    ['its name has invisible characters', { name: 'Dri\u200Bft', symbol: 'DR' }, { reason: 'disguise' }],
    [
      'its symbol copies a listed token',
      { name: 'USD Coin', symbol: 'USDC' },
      { reason: 'imitation', imitates: 'USDC' },
    ],
    [
      'its symbol copies a listed token with foreign letters',
      { name: 'USD Coin', symbol: 'UЅDС' },
      { reason: 'imitation', imitates: 'USDC' },
    ],
    [
      'its symbol copies a listed token, even with a price',
      { name: 'USD Coin', symbol: 'USDC', price: 1 },
      { reason: 'imitation', imitates: 'USDC' },
    ],
    [
      'its symbol copies the native token',
      { name: 'Ether', symbol: 'ETH' },
      { reason: 'imitation', imitates: 'ETH' },
    ],
  ])('is marked when %s', (_, given, unverified) => {
    const { rows, value, unverifiedFrom, native } = read(ether, { ...given, address: OTHER })
    expect(rows.map(({ group }) => group)).toEqual(['main', 'unverified'])
    expect(rows[1]).toMatchObject({ unverified })
    expect({ value, unverifiedFrom, native: native?.symbol }).toEqual({
      value: 6_000,
      unverifiedFrom: 1,
      native: 'ETH',
    })
  })

  test('is marked when it has no price and copies the symbol of another token in the account that has a price', () => {
    const drift = { name: 'Driftwood', symbol: 'DRIFT', address: USDC.replace(/48$/, '49'), price: 2 }
    const copy = { name: 'Driftwood', symbol: 'DRlFT', address: OTHER }
    expect(read(drift, copy).rows.map(({ group }) => group)).toEqual(['main', 'unverified'])
    expect(read(copy).rows.map(({ group }) => group)).toEqual(['main'])
  })

  test('is shown without its picture', () => {
    const spam = {
      ...toItem({ name: 'claim.com', symbol: 'C', address: OTHER }),
      iconUrl: 'https://c.com/a.png',
    }
    const { balances } = checkBalances({ balances: [spam] }, 'eip155:1')
    expect(toPortfolio(balances, 'eip155:1', 'en-US').rows[0]).not.toHaveProperty('iconUrl')
  })
})

describe('[G43] the main list of the portfolio', () => {
  test.each<[what: string, given: Given]>([
    ['a token without a price', { name: 'Driftwood Points', symbol: 'DRIFT', address: OTHER }],
    [
      'a token with a price whose name looks like a web address',
      { name: 'Ether.fi', symbol: 'ETHFI', address: OTHER, price: 1 },
    ],
    [
      'a token with a price whose name looks like a lure',
      { name: 'Claim reward', symbol: 'CR', address: OTHER, price: 1 },
    ],
    ['a listed token without a price', { name: 'USD Coin', symbol: 'USDC', address: USDC }],
    [
      'a listed token whose address is in capitals',
      { name: 'USD Coin', symbol: 'USDC', address: USDC.toUpperCase().replace('EIP155:1:0X', 'eip155:1:0x') },
    ],
    ['a token whose symbol has no letters', { name: '🪙', symbol: '🪙', address: OTHER }],
  ])('keeps %s', (_, given) => {
    expect(read(ether, given).rows.map(({ group }) => group)).toEqual(['main', 'main'])
  })

  test('keeps a token whose symbol is an emoji, even if a token with a price has another emoji as its symbol', () => {
    const coin = { name: '🪙', symbol: '🪙', address: OTHER, price: 2 }
    const other = { name: '💎', symbol: '💎', address: USDC.replace(/48$/, '49') }
    expect(read(coin, other).rows.map(({ group }) => group)).toEqual(['main', 'main'])
  })

  test('keeps two tokens with the same symbol if both have a price', () => {
    const one = { name: 'Bridged', symbol: 'BRG', address: OTHER, price: 1 }
    expect(read(one, { ...one, address: USDC.replace(/48$/, '49') }).otherFrom).toBe(2)
  })
})

describe('a Solana token', () => {
  const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
  const MINT = `${SOLANA}:EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v`
  const readThere = (...given: Given[]) => {
    const items = given.map((one) => ({ ...toItem(one), chainId: SOLANA }))
    return toPortfolio(checkBalances({ balances: items }, SOLANA).balances, SOLANA, 'en-US')
  }

  test('[G43] is verified by the exact mint, and marked unverified when upper and lower case differ from the mint', () => {
    const copy = { name: 'USD Coin', symbol: 'USDC', address: MINT.replace('EPj', 'ePj'), price: 1 }
    const { rows } = readThere({ name: 'USD Coin', symbol: 'USDC', address: MINT }, copy)
    expect(rows.map(({ id, group }) => [id, group])).toEqual([
      [MINT, 'main'],
      [copy.address, 'unverified'],
    ])
  })

  test('[G43] is not marked as an imitation of SOL if it is wrapped SOL', () => {
    const sol = { name: 'Solana', symbol: 'SOL', price: 150 }
    const wrapped = { ...sol, address: `${SOLANA}:So11111111111111111111111111111111111111112` }
    expect(readThere(sol, wrapped).rows.map(({ group }) => group)).toEqual(['main', 'main'])
    const copy = { ...sol, address: MINT }
    expect(readThere(sol, copy).rows.map(({ group }) => group)).toEqual(['main', 'unverified'])
  })
})

test('[G45] every contract in the list of known tokens has a valid checksum', () => {
  const contractsOf = (namespace: string) =>
    Object.entries(knownTokens)
      .filter(([caipNetworkId]) => caipNetworkId.startsWith(namespace))
      .flatMap(([, tokens]) => Object.values(tokens).flat())
  expect(contractsOf('eip155').length).toBeGreaterThan(25)
  for (const contract of contractsOf('eip155')) expect(contract).toBe(toChecksumAddress(contract))
  // Solana's addresses have no checksum.
  for (const mint of contractsOf('solana')) expect(isSolanaAddress(mint)).toBe(true)
})

test('[G45] a token’s row has the contract with its checksum, and the row of the native token has no contract', async () => {
  const tab = createTab()
  const balances = [ether, { name: 'USD Coin', symbol: 'USDC', address: USDC, price: 1 }].map(toItem)
  tab.api.answer('/balance', () => json({ balances }))
  tab.watch('portfolio', { account: ACCOUNT })
  await tab.clock.advance(0)
  const { rows } = (await tab.topics.page('portfolio', { account: ACCOUNT }, 0)) as Page<TokenRow>
  expect(rows[0]).not.toHaveProperty('contract')
  expect(rows[1]).toMatchObject({ contract: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', value: 2 })
})
