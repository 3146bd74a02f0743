import * as fc from 'fast-check'
import { getAddress } from 'viem'
import { getNamespace } from '../../../../src/core/chains/caip.ts'
import { describe, expect, test } from 'vitest'
import {
  canArrive,
  cardPayChains,
  checkLimits,
  type OnRampQuoteInput,
  type OnRampUrlInput,
} from '../../../../src/core/payments/onramp.ts'
import {
  getProviders,
  onRampProviders,
  readProviderNames,
} from '../../../../src/core/payments/onramp-providers.ts'
import { safeLinkTo } from '../../../../src/core/text/url.ts'
import { isSolanaAddress } from '../../../../src/core/chains/solana-address.ts'
import type { CommandContext } from '../../../../worker/base/context.ts'
import { createHttp } from '../../../../worker/http/http.ts'
import {
  onRampOptions,
  onRampPurchases,
  onRampQuote,
  onRampUrl,
  toMeldUrl,
  toUrlBody,
} from '../../../../worker/market/onramp/onramp.ts'
import { sampleOptions } from '../../../../worker/market/onramp/sample-options.ts'
import { config } from '../../create-tab.ts'
import { json } from '../../fake-api.ts'
import { createFakeClock } from '../../fake-clock.ts'

const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

function createContext(answer: () => Response) {
  const asked: { method: string; url: URL; body: unknown }[] = []
  const http = createHttp({
    config,
    clock: createFakeClock(),
    fetch: async (url, init) => {
      const body: unknown = init?.body === undefined ? undefined : JSON.parse(String(init.body))
      asked.push({ method: init?.method ?? '', url: new URL(String(url)), body })
      return answer()
    },
  })
  const context = { config, http, signal: new AbortController().signal } as unknown as CommandContext
  return { context, asked }
}
const broken = () => json({}, { status: 500 })

const input: OnRampQuoteInput = {
  purchaseCurrency: 'usdc',
  network: 'ethereum',
  paymentCurrency: 'USD',
  amount: 100,
}
const of = (amount: string, currency = 'USD') => ({ amount, currency })
const quote = {
  paymentTotal: of('100'),
  paymentSubtotal: of('98.01'),
  purchaseAmount: of('97.94', 'USDC'),
  networkFee: of('0.07'),
  coinbaseFee: of('1.99'),
  quoteId: 'q-1',
}

describe('[A42] [A147] the currencies and tokens for buying', () => {
  test('[V17] come from the API, and their pictures from the directory', async () => {
    const body = {
      paymentCurrencies: [{ id: 'GBP', payment_method_limits: [{ id: 'card', min: 5, max: '4000.00' }] }],
      purchaseCurrencies: [
        {
          id: 'drift',
          name: 'Driftwood',
          symbol: 'DRIFT',
          networks: [{ name: 'd', display_name: 'D', chain_id: 31337, contract_address: ADDRESS }],
        },
      ],
    }
    const { context, asked } = createContext(() => json(body))
    const picture = (name: string) =>
      `${config.urls.explorer}/public/${name}?projectId=${config.projectId}&st=${config.sdkType}&sv=${config.sdkVersion}`
    expect(await onRampOptions({}, context)).toEqual({
      source: 'api',
      paymentCurrencies: [
        {
          id: 'GBP',
          payment_method_limits: [{ id: 'card', min: '5', max: '4000.00' }],
          iconUrl: picture('getCurrencyImage/GBP'),
        },
      ],
      purchaseCurrencies: [
        {
          ...body.purchaseCurrencies[0],
          iconUrl: picture('getTokenImage/DRIFT'),
          networks: [{ ...body.purchaseCurrencies[0]!.networks[0], chain_id: '31337' }],
        },
      ],
    })
    expect(asked.map(({ method, url }) => [method, url.pathname])).toEqual([['GET', '/v1/onramp/options']])
  })

  test.each([
    broken,
    () => json({}),
    () => json({ paymentCurrencies: [], purchaseCurrencies: [] }),
    () => json([]),
  ])(
    '[A189] [T2] are a built-in sample, marked as such, if the API fails or its answer is empty (case %#)',
    async (answer) => {
      const { context } = createContext(answer)
      const options = await onRampOptions({}, context)
      expect(options.source).toBe('sample')
      expect(
        options.purchaseCurrencies.every(({ iconUrl }) => iconUrl?.includes('/public/getTokenImage/')),
      ).toBe(true)
      expect(options.paymentCurrencies.map(({ id }) => id)).toEqual(['USD', 'EUR'])
      expect(options.purchaseCurrencies.length).toBeGreaterThan(0)
    },
  )

  test('[T2] have valid contract addresses in the built-in sample, and no two tokens share an address', () => {
    const seen = new Map<string, string>()
    for (const { symbol, networks } of sampleOptions.purchaseCurrencies)
      for (const { chain_id, contract_address } of networks) {
        const isSolana = chain_id === 'solana'
        if (isSolana) expect(isSolanaAddress(contract_address)).toBe(true)
        else if (!/^0xe+$/.test(contract_address)) expect(getAddress(contract_address)).toBe(contract_address)
        const key = `${chain_id} ${contract_address.toLowerCase()}`
        expect(seen.get(key) ?? symbol).toBe(symbol)
        seen.set(key, symbol)
      }
    const ether = sampleOptions.purchaseCurrencies.find(({ symbol }) => symbol === 'ETH')!
    expect(
      ether.networks.map(({ contract_address }) => contract_address.replace(/^0xe{40}$/, 'own')),
    ).toEqual(ether.networks.map(() => 'own'))
  })
})

describe('[A43] [A148] a quote for buying', () => {
  test('is requested with token, network, currency and amount, and has three amounts, two fees and an id', async () => {
    const { context, asked } = createContext(() => json(quote))
    expect(await onRampQuote(input, context)).toEqual(quote)
    expect(asked).toMatchObject([{ method: 'POST', url: { pathname: '/v1/onramp/quote' } }])
    expect(asked[0]!.body).toEqual({
      purchaseCurrency: 'usdc',
      paymentCurrency: 'USD',
      amount: '100',
      network: 'ethereum',
    })
  })

  test.each([
    ['[A190] an error', broken],
    ['a currency other than the requested one', () => json({ ...quote, paymentTotal: of('100', 'EUR') })],
    ['a token other than the requested one', () => json({ ...quote, purchaseAmount: of('100', 'DRIFT') })],
    ['an invalid amount', () => json({ ...quote, purchaseAmount: of('1e9', 'USDC') })],
    ['a negative amount', () => json({ ...quote, purchaseAmount: of('-5', 'USDC') })],
    ['no quote id', () => json({ ...quote, quoteId: undefined })],
    ['an array', () => json([quote])],
  ])(
    '[T1] is a placeholder with the requested amount and without a quote id when the API answers with %s',
    async (_, answer) => {
      const { context } = createContext(answer)
      const placeholder = await onRampQuote(input, context)
      expect(placeholder).toEqual({
        paymentTotal: of('100'),
        paymentSubtotal: of('100'),
        purchaseAmount: of('100'),
        isPlaceholder: true,
      })
      expect(placeholder).not.toHaveProperty('quoteId')
      expect(placeholder).not.toHaveProperty('networkFee')
    },
  )
})

describe('the URL of the provider’s payment page', () => {
  const at: OnRampUrlInput = {
    provider: 'coinbase',
    account: `eip155:1:${ADDRESS}`,
    network: 'ethereum',
    symbol: 'USDC',
    presetFiatAmount: 100,
  }

  test('[A146] is requested from the API with the account, the token and the preset amount', async () => {
    const { context, asked } = createContext(() =>
      json({ url: 'https://pay.coinbase.com/buy?sessionToken=x' }),
    )
    expect(await onRampUrl(at, context)).toBe('https://pay.coinbase.com/buy?sessionToken=x')
    expect(asked[0]).toMatchObject({ method: 'POST', url: { pathname: '/v1/generators/onrampurl' } })
    expect(asked[0]!.body).toEqual({
      destinationWallets: [{ address: ADDRESS, blockchains: ['ethereum'], assets: ['USDC'] }],
      defaultNetwork: 'ethereum',
      partnerUserId: ADDRESS,
      defaultExperience: 'buy',
      presetFiatAmount: 100,
    })
  })

  test('[A146] is requested only if the preset amount is a whole number', () => {
    fc.assert(
      fc.property(fc.double(), fc.boolean(), (preset, isFiat) => {
        const given = isFiat ? { presetFiatAmount: preset } : { ...at, presetCryptoAmount: preset }
        try {
          const body = toUrlBody({ ...at, ...given })
          expect(Number.isSafeInteger(body['presetFiatAmount'])).toBe(true)
          expect([undefined, preset]).toContain(body['presetCryptoAmount'])
          expect(Number.isSafeInteger(preset)).toBe(true)
        } catch (error) {
          expect(error).toMatchObject({ code: 'options_invalid' })
          expect(Number.isSafeInteger(preset)).toBe(false)
        }
      }),
    )
  })

  test.each([
    'javascript:alert(1)',
    'http://pay.coinbase.com',
    'data:text/html,x',
    '',
    7,
    null,
    'https://pay.example/x',
    'https://coinbase.com.pay.example/x',
    'https://pay-coinbase.com/x',
    'https://evilcoinbase.com/x',
    'https://pay.coinbase.com@pay.example/x',
    'https://user:word@pay.coinbase.com/x',
    'https://pay.coinbase.com:8443/x',
    'https://pay.coinbase.com./x',
    'https://meldcrypto.com/x',
    'https://pay.coinbаse.com/x',
    'https://127.0.0.1/x',
    'http://127.0.0.1:4000/x',
    'http://localhost:4000/x',
    '//pay.coinbase.com/x',
  ])('[D17] is refused if the API answers with the URL "%s"', async (url) => {
    const { context } = createContext(() => json({ url }))
    await expect(onRampUrl(at, context)).rejects.toMatchObject({ code: 'onramp_unavailable' })
  })

  test.each([
    ['eip155:1', ADDRESS, 'USDC'],
    ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', 'SOL'],
  ])('[A157] has exactly four parameters if the provider is Meld (network %s)', (network, address, code) => {
    const own = { projectId: 'project', onRamp: { publicKey: 'key:1&2' } }
    const url = new URL(toMeldUrl({ account: `${network}:${address}` as `eip155:1:${string}` }, own))
    expect(url.origin).toBe('https://meldcrypto.com')
    expect(safeLinkTo(['meldcrypto.com'], url.href)).toBe(url.href)
    expect([...url.searchParams]).toEqual([
      ['publicKey', 'key:1&2'],
      ['destinationCurrencyCode', code],
      ['walletAddress', address],
      ['externalCustomerId', 'project'],
    ])
  })
})

test('[D17] a payment page on localhost is allowed only when the dApp’s page is on localhost too', () => {
  expect(safeLinkTo(['coinbase.com'], 'http://127.0.0.1:4000/x', true)).toBe('http://127.0.0.1:4000/x')
  expect(safeLinkTo(['coinbase.com'], 'http://127.0.0.1:4000/x', false)).toBeUndefined()
  expect(safeLinkTo(['coinbase.com'], 'https://coinbase.com/x', false)).toBe('https://coinbase.com/x')
  expect(safeLinkTo(['coinbase.com'], 'https://pay.example/x', true)).toBeUndefined()
})

test('[D17] the Meld payment page opens on Meld’s own host or on the https URL from the page’s options', async () => {
  const at: OnRampUrlInput = {
    provider: 'meld',
    account: `eip155:1:${ADDRESS}`,
    network: 'ethereum',
    symbol: 'USDC',
  }
  const { context } = createContext(() => json({}))
  const open = (url?: string) =>
    onRampUrl(at, { ...context, config: { ...context.config, onRamp: { url, publicKey: 'key' } } as never })
  expect(new URL(await open()).host).toBe('meldcrypto.com')
  expect(new URL(await open('https://staging.meld.example/buy')).host).toBe('staging.meld.example')
  await expect(open('http://meldcrypto.com')).rejects.toMatchObject({ code: 'onramp_unavailable' })
  await expect(open('javascript:alert(1)')).rejects.toMatchObject({ code: 'onramp_unavailable' })
})

describe('the list of purchases from a provider', () => {
  test('[A133] is requested with the provider’s name, and has the status of each purchase', async () => {
    const status = (word: string) => ({ id: word, metadata: { status: `ONRAMP_TRANSACTION_STATUS_${word}` } })
    const data = [status('FAILED'), status('SUCCESS'), status('IN_PROGRESS'), status('X'), { id: 'tx' }]
    const { context, asked } = createContext(() => json({ data, next: null }))
    const account = `eip155:1:${ADDRESS.toLowerCase()}` as const
    expect(await onRampPurchases({ account, provider: 'coinbase' }, context)).toEqual([
      { id: 'FAILED', status: 'failed' },
      { id: 'SUCCESS', status: 'success' },
      { id: 'IN_PROGRESS', status: 'pending' },
    ])
    expect(asked[0]!.url.pathname).toBe(`/v1/account/${ADDRESS.toLowerCase()}/history`)
    expect(asked[0]!.url.searchParams.get('onramp')).toBe('coinbase')
    expect(asked[0]!.url.searchParams.get('chainId')).toBe('eip155:1')
  })
})

describe('the built-in rules for buying', () => {
  test.each([
    ['USD', 'card', 9, 'low'],
    ['USD', 'card', 10, undefined],
    ['USD', 'card', 7500, undefined],
    ['USD', 'card', 7501, 'high'],
    ['USD', 'ach_bank_account', 25_000, undefined],
    ['USD', 'ach_bank_account', 25_001, 'high'],
    ['EUR', 'card', 7501, 'high'],
    ['EUR', 'card', 10, undefined],
    ['EUR', 'ach_bank_account', 9, 'low'],
    ['EUR', 'ach_bank_account', 25_000, undefined],
  ] as const)(
    '[A196] check a payment in %s by %s of %d against the sample’s limits: %s (undefined: allowed)',
    (currency, method, amount, fault) => {
      const { payment_method_limits } = sampleOptions.paymentCurrencies.find(({ id }) => id === currency)!
      const limit = payment_method_limits.find(({ id }) => id === method)!
      expect(checkLimits(amount, limit)).toBe(fault)
    },
  )

  test('[A44] [A197] offer Coinbase and Meld, with their fee ranges, on EVM networks and Solana, and no provider on Bitcoin', () => {
    expect(onRampProviders.map(({ name, feeRange }) => [name, feeRange])).toEqual([
      ['coinbase', '1–2%'],
      ['meld', '1–2%'],
    ])
    for (const namespace of ['eip155', 'solana'] as const)
      expect(getProviders(true, namespace)).toEqual(onRampProviders)
    expect(getProviders(true, 'bip122')).toEqual([])
    expect(getProviders(['meld'], 'eip155').map(({ name }) => name)).toEqual(['meld'])
  })

  test.each([[[1]], ['x'], [null], [['coinbase', 1]], [{}]])(
    '[A106] treat the provider option %j as an empty list',
    (names) => {
      expect(readProviderNames(names)).toEqual([])
      expect(getProviders(names, 'eip155')).toEqual([])
    },
  )

  test('[A207] [S18] list exactly eight EVM networks for card payments', () => {
    expect(cardPayChains).toEqual([
      ['ethereum', 1],
      ['arbitrum', 42161],
      ['polygon', 137],
      ['berachain', 80094],
      ['avalanche-c-chain', 43114],
      ['optimism', 10],
      ['celo', 42220],
      ['base', 8453],
    ])
  })

  test.each([
    ['eip155:8453', undefined, true],
    ['eip155:80094', undefined, true],
    ['eip155:56', undefined, false],
    ['eip155:100', undefined, false],
    ['eip155:31337', undefined, false],
    ['eip155:31337', 'eip155:1', true],
    ['eip155:31337', 'eip155:56', false],
    ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', undefined, true],
  ] as const)(
    '[A207] [S18] tell whether tokens bought by card can be received on %s (forkOf: %s): %s',
    (caipNetworkId, forkOf, isReached) => {
      const chainNamespace = getNamespace(caipNetworkId)
      const network = { caipNetworkId, chainNamespace, ...(forkOf && { forkOf }) }
      for (const method of ['card', 'CARD', 'debit_card', 'card-visa'])
        expect(canArrive(method, network)).toBe(isReached)
      for (const method of ['ach_bank_account', 'apple_pay', 'discard', 'cardinal'])
        expect(canArrive(method, network)).toBe(true)
    },
  )
})
