// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BillfoldError } from '../../src/core/base/errors.ts'
import type { Network } from '../../src/core/chains/networks.ts'
import type { OnRampOptions, OnRampQuote } from '../../src/core/payments/onramp.ts'
import { getBuying } from '../../src/onramp/choice.ts'
import { createPageOnRamp, type OnRamp } from '../../src/onramp/page-onramp.ts'
import { connected, createFakeShell, type FakeShell, network, onBitcoin } from '../ui/fake-shell.ts'

const dollar = `0x${'aa'.repeat(20)}`
const options: OnRampOptions = {
  source: 'api',
  paymentCurrencies: [
    {
      id: 'USD',
      payment_method_limits: [
        { id: 'card', min: '10', max: '7500' },
        { id: 'ach_bank_account', min: '10', max: '25000' },
      ],
    },
    { id: 'EUR', payment_method_limits: [{ id: 'card', min: '10', max: '7500' }] },
  ],
  purchaseCurrencies: [
    {
      id: 'usdc',
      name: 'USD Coin',
      symbol: 'USDC',
      networks: [{ name: 'ethereum', display_name: 'Ethereum', chain_id: '31337', contract_address: dollar }],
    },
  ],
}
const usd = (amount: string) => ({ amount, currency: 'USD' })
const quote: OnRampQuote = {
  paymentTotal: usd('100'),
  paymentSubtotal: usd('98'),
  purchaseAmount: { amount: '97.94', currency: 'USDC' },
  networkFee: usd('1'),
  coinbaseFee: usd('1'),
  quoteId: 'q-1',
}

let shell: FakeShell
let onramp: OnRamp
let stop: () => void
let price: OnRampQuote | BillfoldError
/** US dollars; undefined: nobody knows. */
let worth: number | undefined
const onChain = `eip155:31337:${dollar}`
const opened = vi.fn<(...given: unknown[]) => null>(() => null)

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('open', opened)
  window.open = opened as never
  opened.mockClear()
  shell = createFakeShell()
  shell.account.value = connected
  price = quote
  worth = 2000
  const { answer } = shell
  shell.answer = async (command, input) => {
    if (command === 'onRampOptions') return options
    if (command === 'onRampUrl') return 'https://pay.coinbase.com/buy'
    if (command === 'onRampPurchases') return []
    if (command === 'tokenBalance') return { amount: 0n, decimals: 6 }
    if (command === 'prices') return worth === undefined ? [] : [{ token: onChain, price: worth }]
    if (command !== 'onRampQuote') return answer(command, input)
    if (price instanceof BillfoldError) throw price
    return price
  }
  onramp = createPageOnRamp(shell)
  stop = () => {}
})
const read = () => (stop = onramp.state.subscribe(() => {}))
afterEach(() => {
  stop()
  shell.account.value = { status: 'disconnected' }
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('[S12] The headless on-ramp has all fields of the on-ramp state, with a quote for the entered amount', async () => {
  expect(onramp.state.value).toMatchObject({ purchaseCurrency: undefined, quotesLoading: false })
  read()
  await vi.advanceTimersByTimeAsync(10)
  expect(onramp.state.value).toMatchObject({ quotesLoading: true, quote: undefined })
  await vi.advanceTimersByTimeAsync(500)
  expect(onramp.state.value).toMatchObject({
    account: connected.caipAddress,
    providers: [
      { label: 'Coinbase', name: 'coinbase', feeRange: '1–2%', supportedChains: ['eip155', 'solana'] },
      { label: 'Meld.io', name: 'meld', url: 'https://meldcrypto.com' },
    ],
    selectedProvider: { name: 'coinbase' },
    purchaseCurrency: options.purchaseCurrencies[0],
    purchaseNetwork: { display_name: 'Ethereum', contract_address: dollar },
    paymentCurrency: { id: 'USD' },
    paymentMethod: { id: 'card', min: '10', max: '7500' },
    paymentAmount: '100',
    purchaseAmount: '97.94',
    quote,
    quotesLoading: false,
    isSample: false,
    error: undefined,
    purchase: undefined,
  })
})

test('[S12] The headless on-ramp shares its choices with the modal, and refuses values that are not offered', async () => {
  read()
  await vi.advanceTimersByTimeAsync(10)
  onramp.update({ paymentAmount: '250', paymentCurrency: 'EUR', provider: 'meld' })
  expect(getBuying(shell).choice.value).toMatchObject({ amount: '250', currency: 'EUR', provider: 'meld' })
  expect(onramp.state.value).toMatchObject({
    paymentCurrency: { id: 'EUR' },
    selectedProvider: { name: 'meld' },
  })
  for (const entry of [
    { provider: 'moonpay' },
    { paymentCurrency: 'XXX' },
    { paymentMethod: 'ach_bank_account' },
    { token: 'eip155:1:0x0' },
    { paymentAmount: 100 },
  ])
    expect(() => onramp.update(entry as never)).toThrow(expect.objectContaining({ code: 'options_invalid' }))
})

test('[S12] The headless on-ramp reports no quote if the provider sends only a placeholder, and says why a quote failed', async () => {
  read()
  price = { ...quote, isPlaceholder: true }
  await vi.advanceTimersByTimeAsync(600)
  expect(onramp.state.value).toMatchObject({
    quote: undefined,
    purchaseAmount: undefined,
    quotesLoading: false,
  })
  price = new BillfoldError('http_network', 'cut')
  onramp.update({ paymentAmount: '120' })
  await vi.advanceTimersByTimeAsync(600)
  expect(onramp.state.value).toMatchObject({ quote: undefined, error: { code: 'http_network' } })
})

test('[S12] The headless on-ramp opens the provider only if the form is valid, and drops the purchase when the account changes', async () => {
  const problemOf = () => {
    try {
      onramp.buy()
      return undefined
    } catch (error) {
      return (error as BillfoldError).context['problem'] ?? (error as BillfoldError).code
    }
  }
  expect(problemOf()).toBe('token_missing')
  read()
  await vi.advanceTimersByTimeAsync(600)
  for (const [paymentAmount, problem] of [
    ['', 'amount_none'],
    ['5', 'amount_low'],
    ['9000', 'amount_high'],
  ] as const) {
    onramp.update({ paymentAmount })
    expect(problemOf()).toBe(problem)
  }
  onramp.update({ paymentAmount: '100' })
  expect(opened).not.toHaveBeenCalled()
  expect(problemOf()).toBeUndefined()
  await vi.advanceTimersByTimeAsync(4_000)
  expect(opened).toHaveBeenCalledTimes(1)
  expect(shell.calls.find(({ command }) => command === 'onRampUrl')?.input).toMatchObject({
    provider: 'coinbase',
    network: 'ethereum',
    symbol: 'USDC',
    presetFiatAmount: 100,
  })
  expect(onramp.state.value.purchase).toMatchObject({
    status: 'blocked',
    url: 'https://pay.coinbase.com/buy',
  })
  onramp.cancel()
  expect(onramp.state.value.purchase).toMatchObject({ status: 'cancelled' })
  shell.account.value = { ...connected, caipAddress: `${network.caipNetworkId}:0x${'1'.repeat(40)}` }
  expect(onramp.state.value.purchase).toBeUndefined()
  shell.account.value = onBitcoin
  expect(onramp.state.value).toMatchObject({ providers: [], purchase: undefined })
  shell.account.value = { status: 'disconnected' }
  expect(problemOf()).toBe('account_missing')
})

test('[S12] [S18] The headless on-ramp offers a token for cards only on networks where the provider supports cards', async () => {
  const gnosis: Network = {
    ...network,
    id: 100,
    caipNetworkId: 'eip155:100',
    forkOf: undefined,
    name: 'Gnosis',
  }
  shell.networks.push(gnosis)
  const onGnosis = { name: 'gnosis', display_name: 'Gnosis', chain_id: '100', contract_address: dollar }
  const [usdc] = options.purchaseCurrencies
  const { answer } = shell
  shell.answer = async (command, input) =>
    command === 'onRampOptions'
      ? { ...options, purchaseCurrencies: [{ ...usdc, networks: [onGnosis, ...usdc!.networks] }] }
      : answer(command, input)
  const token = `eip155:100:${dollar}` as const
  read()
  await vi.advanceTimersByTimeAsync(10)
  expect(onramp.state.value.offers.map(({ at }) => at.name)).toEqual(['ethereum'])
  expect(() => onramp.update({ token })).toThrow(expect.objectContaining({ code: 'options_invalid' }))
  onramp.update({ token, paymentMethod: 'ach_bank_account' })
  expect(onramp.state.value).toMatchObject({
    purchaseNetwork: onGnosis,
    paymentMethod: { id: 'ach_bank_account' },
  })
  onramp.update({ paymentMethod: 'card' })
  expect(onramp.state.value.purchaseNetwork?.name).toBe('ethereum')
})

test('[S12] The headless on-ramp offers a smart account only the network of the account, even if only the node reports the contract code', async () => {
  const base: Network = {
    ...network,
    id: 8453,
    caipNetworkId: 'eip155:8453',
    forkOf: undefined,
    name: 'Base',
  }
  shell.networks.push(base)
  const onBase = { name: 'base', display_name: 'Base', chain_id: '8453', contract_address: dollar }
  const [usdc] = options.purchaseCurrencies
  let kind = 'eoa'
  const { answer } = shell
  shell.answer = async (command, input) => {
    if (command === 'accountKind') return kind
    return command === 'onRampOptions'
      ? { ...options, purchaseCurrencies: [{ ...usdc, networks: [...usdc!.networks, onBase] }] }
      : answer(command, input)
  }
  read()
  await vi.advanceTimersByTimeAsync(10)
  expect(onramp.state.value.offers).toHaveLength(2)
  stop()
  kind = 'contract'
  read()
  await vi.advanceTimersByTimeAsync(10)
  expect(onramp.state.value.offers.map(({ at }) => at.name)).toEqual(['ethereum'])
})

test('[V17] The headless on-ramp accepts a token amount once the price is known, and shows the approximate cost', async () => {
  read()
  const given = { tokenAmount: '0.05' }
  expect(() => onramp.update(given)).toThrow(expect.objectContaining({ code: 'options_invalid' }))
  await vi.advanceTimersByTimeAsync(10)
  expect(onramp.state.value).toMatchObject({ price: 2000, tokenAmount: undefined })
  onramp.update(given)
  expect(onramp.state.value).toMatchObject({ tokenAmount: '0.05', paymentAmount: '100' })
  // A price that moves moves what it costs, never what is wanted.
  worth = 2010.5
  await vi.advanceTimersByTimeAsync(31_000)
  expect(onramp.state.value).toMatchObject({ tokenAmount: '0.05', paymentAmount: '101' })
  expect(shell.calls.findLast(({ command }) => command === 'onRampQuote')?.input).toMatchObject({
    amount: 101,
  })
  for (const [tokenAmount, amountFault] of [
    ['', 'none'],
    ['one', 'none'],
    ['0', 'none'],
    ['0.004', 'low'],
    ['3.8', 'high'],
    ['123456789012', 'high'],
  ] as const) {
    onramp.update({ tokenAmount })
    expect(onramp.state.value).toMatchObject({ tokenAmount, amountFault })
  }
  expect(() => onramp.update({ tokenAmount: 1 as never })).toThrow(
    expect.objectContaining({ code: 'options_invalid' }),
  )
  onramp.update({ paymentAmount: '250' })
  expect(onramp.state.value).toMatchObject({ tokenAmount: undefined, paymentAmount: '250' })
})

test.each([
  ['1', { presetCryptoAmount: 1, presetFiatAmount: undefined }],
  ['0.05', { presetCryptoAmount: undefined, presetFiatAmount: 100 }],
])(
  '[V17] [A146] Buying %s of the token passes either a whole token amount or a whole dollar amount to the provider',
  async (tokenAmount, presets) => {
    read()
    await vi.advanceTimersByTimeAsync(10)
    onramp.update({ tokenAmount })
    onramp.buy()
    await vi.advanceTimersByTimeAsync(4_000)
    expect(shell.calls.find(({ command }) => command === 'onRampUrl')?.input).toMatchObject(presets)
  },
)

test('[V17] The headless on-ramp keeps the payment amount if the token has no price in the chosen currency', async () => {
  read()
  await vi.advanceTimersByTimeAsync(10)
  onramp.update({ tokenAmount: '0.1' })
  onramp.update({ paymentCurrency: 'EUR' })
  expect(onramp.state.value).toMatchObject({ price: undefined, tokenAmount: undefined, paymentAmount: '200' })
  onramp.update({ paymentCurrency: 'USD' })
  worth = undefined
  await vi.advanceTimersByTimeAsync(30_000)
  expect(onramp.state.value).toMatchObject({ price: undefined, tokenAmount: undefined, paymentAmount: '200' })
})
