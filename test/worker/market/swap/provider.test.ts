import { describe, expect, test } from 'vitest'
import type { CaipAddress } from '../../../../src/core/chains/caip.ts'
import type { SwapDraft, SwapToken } from '../../../../src/core/payments/swap.ts'
import type { CommandContext } from '../../../../worker/base/context.ts'
import { createHttp } from '../../../../worker/http/http.ts'
import {
  buildApproval,
  buildTransaction,
  fetchAllowance,
  fetchGasPrice,
  fetchQuote,
  fetchTokens,
  toBuildBody,
} from '../../../../worker/market/swap/provider.ts'
import { swapTokens } from '../../../../worker/market/swap/swap-tokens.ts'
import { config } from '../../create-tab.ts'
import { json } from '../../fake-api.ts'
import { createFakeClock } from '../../fake-clock.ts'

const OWN = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045'
const token = (address: string, chain = 1) =>
  ({ token: `eip155:${chain}:${address}`, name: 'Token', symbol: 'TKN', decimals: 6 }) as const
const USDC = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const DAI = '0x6b175474e89094c44da98b954eedeac495271d0f'
const draft = (chain = 1): SwapDraft => ({
  account: `eip155:${chain}:${OWN}`,
  from: token(USDC, chain),
  to: token(DAI, chain),
  amount: 1_000_000n,
})

let projects = 0
function createContext(answer: unknown, status = 200) {
  const asked: { method: string; path: string; query: Record<string, string>; body: unknown }[] = []
  const own = { ...config, projectId: `swap ${(projects += 1)}` }
  const clock = createFakeClock()
  const http = createHttp({
    config: own,
    clock,
    fetch: async (url, init) => {
      const { pathname, searchParams } = new URL(String(url))
      for (const own of ['st', 'sv', 'projectId', 'clientId']) searchParams.delete(own)
      const query = Object.fromEntries(searchParams)
      const body: unknown = init?.body === undefined ? undefined : JSON.parse(String(init.body))
      asked.push({ method: init?.method ?? '', path: pathname, query, body })
      return json(answer, { status })
    },
  })
  const context = {
    config: own,
    clock,
    http,
    signal: new AbortController().signal,
  } as unknown as CommandContext
  return { context, asked }
}

describe('A request to the swap provider', () => {
  test('[A134] asks for quotes in base units', async () => {
    const { context, asked } = createContext({ quotes: [{ toAmount: '42' }] })
    expect(await fetchQuote(draft(), 7n, context)).toEqual({ expected: 42n, provider: '1inch' })
    const query = {
      amount: '1000000',
      userAddress: `eip155:1:${OWN}`,
      from: `eip155:1:${USDC}`,
      to: `eip155:1:${DAI}`,
      gasPrice: '7',
    }
    expect(asked).toEqual([{ method: 'GET', path: '/v1/convert/quotes', query, body: undefined }])
  })

  test('[A199] names 1inch as the quote’s provider unless the answer names a provider in plain letters', async () => {
    const names = [undefined, 'Uniswap V2', '<b>', 'x'.repeat(40), 'You won! Claim at x.example', 5]
    for (const provider of names) {
      const { context } = createContext({ provider, quotes: [{ toAmount: '42' }] })
      const quote = await fetchQuote(draft(), 7n, context)
      expect(quote?.provider).toBe(provider === 'Uniswap V2' ? provider : '1inch')
    }
  })

  test('returns no quote for an empty list or insufficient liquidity, and fails if the API refuses for any other reason', async () => {
    const refuse = (description: string) =>
      createContext({ status: 'FAILED', reasons: [{ field: '', description }] }, 400).context
    expect(await fetchQuote(draft(), 7n, createContext({ quotes: [] }).context)).toBeUndefined()
    const thin = refuse('Conversion parameter error: insufficient liquidity')
    expect(await fetchQuote(draft(), 7n, thin)).toBeUndefined()
    const wrong = refuse('Conversion parameter error: src is not an address')
    await expect(fetchQuote(draft(), 7n, wrong)).rejects.toMatchObject({ code: 'http_status' })
  })

  test('[A135] asks for the tokens of a network', async () => {
    const { context, asked } = createContext({ tokens: [] })
    await fetchTokens('eip155:1', context)
    expect(asked[0]).toMatchObject({ path: '/v1/convert/tokens', query: { chainId: 'eip155:1' } })
  })

  test('[A137] asks for the allowance', async () => {
    const { context, asked } = createContext({ allowance: '12' })
    expect(await fetchAllowance(draft(), context)).toBe(12n)
    const query = { tokenAddress: `eip155:1:${USDC}`, userAddress: `eip155:1:${OWN}` }
    expect(asked[0]).toEqual({ method: 'GET', path: '/v1/convert/allowance', query, body: undefined })
  })

  test('[A138] asks for the gas price', async () => {
    const { context, asked } = createContext({ standard: '1000000000', fast: '2', instant: '3' })
    expect(await fetchGasPrice('eip155:1', context)).toBe(1_000_000_000n)
    expect(asked[0]).toMatchObject({ path: '/v1/convert/gas-price', query: { chainId: 'eip155:1' } })
  })

  test('[A139] [A195] [T14] asks for the swap transaction, with the slippage in whole percent', async () => {
    const { context, asked } = createContext({ tx: { to: 'x' } })
    expect(await buildTransaction(draft(), context)).toEqual({ to: 'x' })
    expect(asked[0]).toMatchObject({ method: 'POST', path: '/v1/convert/build-transaction' })
    expect(asked[0]!.body).toEqual(toBuildBody(draft(), context.config.projectId))
    expect(JSON.stringify(toBuildBody(draft(), 'p'))).toBe(
      `{"amount":"1000000","eip155":{"slippage":1},"projectId":"p","from":"eip155:1:${USDC}","to":"eip155:1:${DAI}","userAddress":"eip155:1:${OWN}","disableEstimate":true}`,
    )
  })

  test('[A140] asks for the approval transaction', async () => {
    const { context, asked } = createContext({ tx: {} })
    await buildApproval(draft(), context)
    const query = { userAddress: `eip155:1:${OWN}`, from: `eip155:1:${USDC}`, to: `eip155:1:${DAI}` }
    expect(asked[0]).toEqual({ method: 'GET', path: '/v1/convert/build-approve', query, body: undefined })
  })

  test('[A158] [A160] [A161] is not sent for a network without swaps', async () => {
    const { context, asked } = createContext({})
    const away = draft(11155111)
    expect(await fetchQuote(away, 1n, context)).toBeUndefined()
    expect(await fetchTokens('eip155:11155111', context)).toEqual([])
    expect(await fetchAllowance(away, context)).toBe(0n)
    await expect(fetchGasPrice('eip155:11155111', context)).rejects.toThrow(
      'Network not supported for Gas Price',
    )
    await expect(buildTransaction(away, context)).rejects.toThrow('Network not supported for Swaps')
    await expect(buildApproval(away, context)).rejects.toThrow('Network not supported for Swaps')
    expect(asked).toEqual([])
  })

  test.each([{}, { quotes: 'x' }, [], null])(
    'fails when the answer to a quote request is %o',
    async (answer) => {
      await expect(fetchQuote(draft(), 1n, createContext(answer).context)).rejects.toThrow(
        'unexpected format',
      )
    },
  )
})

test('a swap token’s name and symbol show invisible characters as a replacement character', async () => {
  const item = { name: 'USD \u202eCoin', symbol: 'US\u200bDC', address: `eip155:1:${USDC}`, decimals: 6 }
  const { context } = createContext({ tokens: [item] })
  const { others } = await swapTokens({ caipNetworkId: 'eip155:1', words: '', held: [] }, context)
  expect(others).toMatchObject([{ name: 'USD \ufffdCoin', symbol: 'US\ufffdDC' }])
})

test('[A135] the list of swap tokens leaves out invalid items, puts popular tokens first, suggests at most 8, and is requested once', async () => {
  const item = (symbol: string, place: number, more: object = {}) => ({
    name: `${symbol} token`,
    symbol,
    address: `eip155:1:0x${place.toString(16).padStart(40, '0')}`,
    decimals: 18,
    logoUri: null,
    eip2612: null,
    ...more,
  })
  const symbols = ['AAA', 'USDT', 'FOX', 'ETH', 'UNI', '1INCH', 'AAVE', 'LINK', 'DAI', 'WETH', 'USDC']
  const bad = [
    item('BAD', 90, { decimals: 400 }),
    item('BAD', 91, { address: 'eip155:10:0x1' }),
    item('BAD', 92, { symbol: 5 }),
    null,
  ]
  const { context, asked } = createContext({
    tokens: [...bad, ...symbols.map((each, at) => item(each, at + 1))],
  })
  const ask = (words: string, held: readonly CaipAddress[] = []) =>
    swapTokens({ caipNetworkId: 'eip155:1', words, held }, context)
  const name = (tokens: readonly SwapToken[]) => tokens.map(({ symbol }) => symbol)
  const all = await ask('')
  const eight = ['ETH', 'UNI', '1INCH', 'AAVE', 'LINK', 'DAI', 'WETH', 'USDC']
  expect(name(all.suggested)).toEqual(eight)
  expect([name(all.held), name(all.popular), name(all.others)]).toEqual([
    [],
    [...eight, 'USDT', 'FOX'],
    ['AAA'],
  ])
  expect(all.more).toBe(0)
  const found = await ask('uNi')
  expect([name(found.popular), name(found.others)]).toEqual([['UNI'], []])
  // What is held stands by itself, in the account's own order; what the provider does not know is none of it.
  const id = (at: number): CaipAddress => `eip155:1:0x${at.toString(16).toUpperCase().padStart(40, '0')}`
  const own = await ask('', [id(2), id(1), id(77)])
  expect(name(own.held)).toEqual(['USDT', 'AAA'])
  expect(name([...own.popular, ...own.others])).toEqual([...eight, 'FOX'])
  expect(name((await ask('fox', [id(2)])).held)).toEqual([])
  expect(asked).toHaveLength(1)
})
