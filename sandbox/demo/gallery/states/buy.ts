/** States of buying tokens at a provider. */
import { BillfoldError } from '../../../../src/core/base/errors.ts'
import { type OnRampOptions, toPlaceholder } from '../../../../src/core/payments/onramp.ts'
import type { PreparedWorker } from '../prepared-worker.ts'
import { CHAIN } from '../sample-data.ts'
import { draw } from '../wallets.ts'
import type { State } from '../state.ts'
import { allowWindow, answerLater, wait } from '../steps.ts'
import { ofAccount } from './account.ts'

const limits = [
  { id: 'card', min: '10.00', max: '7500.00' },
  { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
]
/** A token that is sold on these networks. */
function sold(
  symbol: string,
  name: string,
  at: number,
  count = 1,
): OnRampOptions['purchaseCurrencies'][number] {
  const networks = (['Ethereum', 'Base', 'OP Mainnet'] as const).slice(0, count).map((network, place) => ({
    name: network.toLowerCase(),
    display_name: network,
    chain_id: String([CHAIN, 8453, 10][place]),
    contract_address: `0x${(symbol === 'ETH' ? 'e' : String(at)).padStart(40, symbol === 'ETH' ? 'e' : '0')}`,
  }))
  return { id: symbol.toLowerCase(), name, symbol, iconUrl: draw(name), networks }
}

const options: OnRampOptions = {
  source: 'api',
  paymentCurrencies: ['USD', 'EUR', 'GBP', 'CHF', 'CAD', 'AUD', 'JPY', 'SEK'].map((id) => ({
    id,
    payment_method_limits: limits,
    iconUrl: draw(id),
  })),
  purchaseCurrencies: [
    sold('USDC', 'USD Coin', 1, 3),
    sold('ETH', 'Ether', 2),
    sold('AAVE', 'Aave', 3),
    sold('LINK', 'Chainlink', 4),
    sold('UNI', 'Uniswap', 5),
  ],
}

type Part = Pick<State, 'name' | 'when' | 'see'> & Partial<State>

function buying(part: Part, answers: PreparedWorker['answers'] = {}): State {
  const of = (amount: string, currency: string) => ({ amount, currency })
  return ofAccount({
    view: 'OnRampProviders',
    open: 'OnRampProviders',
    worker(worker) {
      Object.assign(worker.answers, {
        onRampOptions: () => options,
        onRampQuote: ({ amount, paymentCurrency, purchaseCurrency }) => ({
          paymentTotal: of(String(amount), paymentCurrency),
          paymentSubtotal: of(String(amount * 0.98), paymentCurrency),
          purchaseAmount: of(String(amount * 0.979412345), purchaseCurrency),
          coinbaseFee: of('1.99', paymentCurrency),
          networkFee: of('0.07', paymentCurrency),
          quoteId: '1',
        }),
        onRampUrl: () => 'https://pay.example/',
        onRampPurchases: () => [],
        tokenBalance: () => ({ amount: 0n, decimals: 6 }),
        prices: ({ tokens }) => tokens.map((token) => ({ token, price: 0.9998 })),
        ...answers,
      } satisfies PreparedWorker['answers'])
    },
    ...part,
  })
}

const go = /^Continue to Coinbase/

/** A state with the provider's window open, or about to open. */
function paying(part: Part, answers: PreparedWorker['answers'] = {}): State {
  return buying({ view: 'BuyInProgress', steps: [allowWindow(), go], ...part }, answers)
}

export const buyStates: readonly State[] = [
  buying({ name: 'Buy', when: 'Amount, price and providers.', see: '97.9412' }),
  buying({
    name: 'Buy, amount in tokens',
    when: 'The amount is entered in the token, with its approximate price.',
    steps: [/^≈/],
    see: 'Fees',
  }),
  buying(
    {
      name: 'Buy, no price',
      when: 'No provider gives a price.',
      see: 'Price unavailable',
    },
    { onRampQuote: toPlaceholder, prices: () => [] },
  ),
  buying(
    { name: 'Buy, loading', when: 'The list of tokens hasn’t loaded yet.', see: 'Buy' },
    { onRampOptions: () => new Promise(() => {}) },
  ),
  buying(
    {
      name: 'Buy, samples',
      when: 'The API doesn’t list tokens or prices, so common tokens are shown.',
      see: /(Price unavailable[^]*){2}/,
    },
    {
      onRampOptions: () => ({ ...options, source: 'sample' }),
      onRampQuote: () => {
        throw new BillfoldError('onramp_unavailable', 'No.')
      },
    },
  ),
  buying(
    {
      name: 'Buy, nothing to buy',
      when: 'No provider sells tokens on this network.',
      see: 'Nothing to buy',
    },
    { onRampOptions: () => ({ ...options, purchaseCurrencies: [] }) },
  ),
  buying({
    name: 'Buy, below the minimum',
    when: 'The amount is below the provider’s minimum.',
    steps: [['Amount in USD', '2']],
    see: 'At least',
  }),
  buying({
    name: 'Buy, choose a token',
    view: 'OnRampTokenSelect',
    when: 'Tokens for sale.',
    steps: [/^You buy/],
    see: 'Choose a token',
  }),
  buying({
    name: 'Buy, choose a currency',
    view: 'OnRampFiatSelect',
    when: 'Currencies to pay with.',
    steps: [/^You pay in/],
    see: 'Choose a currency',
  }),
  buying({
    name: 'How does buying work?',
    view: 'WhatIsABuy',
    when: 'A guide to buying.',
    steps: ['How does buying work?'],
    see: 'Compare prices',
  }),
  paying(
    { name: 'Buying, opening', when: 'The link to the provider hasn’t loaded yet.', see: 'Opening Coinbase' },
    { onRampUrl: () => new Promise(() => {}) },
  ),
  paying(
    {
      name: 'Buying, provider unreachable',
      when: 'The link to the provider couldn’t be loaded.',
      see: 'Couldn’t open Coinbase',
    },
    {
      onRampUrl: () => {
        throw new BillfoldError('onramp_unavailable', 'No.')
      },
    },
  ),
  paying({ name: 'Buying', when: 'The user pays in the provider’s window.', see: 'Pay at Coinbase' }),
  paying({
    name: 'Buying, on any network',
    when: 'The user chooses the network at the provider, so the token may arrive on several.',
    steps: [allowWindow(), /^Meld/, /^Continue to Meld/],
    see: 'choose your network there',
  }),
  paying({
    name: 'Buying, window blocked',
    when: 'The browser blocked the provider’s window.',
    steps: [go],
    see: 'Your browser blocked the window',
  }),
  paying({
    name: 'Buying, window closed',
    when: 'The provider’s window was closed, so the user may or may not have paid.',
    steps: [allowWindow(true), go],
    see: 'window was closed',
  }),
  paying({
    name: 'Buying, cancelled',
    when: 'The user stopped waiting.',
    steps: [allowWindow(), go, 'Cancel'],
    see: 'Cancelled',
  }),
  paying(
    {
      name: 'Buying, payment failed',
      when: 'The provider reports that the payment failed.',
      see: 'says the payment failed',
    },
    { onRampPurchases: answerLater([], 1, [{ id: '1', status: 'failed' } as never]) },
  ),
  paying({
    name: 'Buying, late',
    when: 'Nothing has arrived after three minutes.',
    steps: [allowWindow(), go, ({ person }) => person.see('Pay at Coinbase'), wait(181_000)],
    see: 'Nothing has arrived yet',
  }),
  paying(
    { name: 'Buying, arrived', when: 'The token has arrived in the account.', see: '97.941' },
    {
      tokenBalance: answerLater({ amount: 0n, decimals: 6 }, 2, { amount: 97_941_234n, decimals: 6 }),
    },
  ),
]
