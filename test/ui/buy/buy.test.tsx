// @vitest-environment happy-dom
import * as fc from 'fast-check'
import type { Signal } from '@preact/signals-core'
import { act } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AccountState } from '../../../src/wallets/account.ts'
import type {
  OnRampOptions,
  OnRampPurchase,
  OnRampQuote,
  OnRampQuoteInput,
  TokenBalanceInput,
} from '../../../src/core/payments/onramp.ts'
import { toCaipKey } from '../../../src/core/chains/caip.ts'
import type { Network } from '../../../src/core/chains/networks.ts'
import { BillfoldError } from '../../../src/core/base/errors.ts'
import type { CommandName } from '../../../src/core/contract/protocol.ts'
import { formatQuote } from '../../../ui/money/format-quote.ts'
import { loadViews } from '../../../ui/modal/views.ts'
import { sampleOptions } from '../../../worker/market/onramp/sample-options.ts'
import { address, connected, network, onSolana } from '../fake-shell.ts'
import { readSnack } from '../read-snack.ts'
import { useModal } from '../open-modal.ts'

const modal = useModal()
const { button, text, press, wait, find } = modal

const CONTRACT = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const USDC = `eip155:${network.id}:${CONTRACT}`
const limits = [
  { id: 'card', min: '10.00', max: '7500.00' },
  { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
]
const at = { name: 'local', display_name: 'Local', chain_id: String(network.id) }
const options: OnRampOptions = {
  source: 'api',
  paymentCurrencies: ['USD', 'EUR'].map((id) => ({ id, payment_method_limits: limits })),
  purchaseCurrencies: [
    { id: 'usdc', name: 'USD Coin', symbol: 'USDC', networks: [{ ...at, contract_address: CONTRACT }] },
    {
      id: 'eth',
      name: 'Ether',
      symbol: 'ETH',
      networks: [{ ...at, contract_address: `0x${'e'.repeat(40)}` }],
    },
  ],
}
const of = (amount: string, currency: string) => ({ amount, currency })
const genuine = ({ amount, paymentCurrency }: OnRampQuoteInput): OnRampQuote => ({
  paymentTotal: of(String(amount), paymentCurrency),
  paymentSubtotal: of('98', paymentCurrency),
  purchaseAmount: of('97.9412345', 'USDC'),
  quoteId: '1',
})

let world: {
  options: OnRampOptions
  quote(input: OnRampQuoteInput): OnRampQuote
  url: () => Promise<string>
  balance: bigint
  /** By token, in lower case; `balance` of others. */
  balances: Record<string, bigint>
  purchases: OnRampPurchase[]
  /** US dollars for a USDC; undefined: nobody knows. */
  price?: number
}
/** What the browser opens; null: it blocks. */
let popup: {
  closed: boolean
  opener: unknown
  location: { replace(url: string): void }
  close(): void
} | null
let opened: string[]

beforeAll(() => loadViews(['OnRampProviders', 'BuyInProgress', 'OnRampFiatSelect', 'OnRampTokenSelect']))
beforeEach(() => {
  opened = []
  popup = {
    closed: false,
    opener: window,
    location: { replace: (url) => void opened.push(url) },
    close() {
      this.closed = true
    },
  }
  vi.stubGlobal('open', () => popup)
  world = {
    options,
    quote: genuine,
    url: async () => 'https://pay.example/1',
    balance: 5_000_000n,
    balances: {},
    purchases: [],
  }
})
afterEach(() => vi.unstubAllGlobals())

const asked = (command: CommandName) =>
  modal.shell.calls.flatMap((one) => (one.command === command ? [one.input] : []))

async function openBuy(): Promise<void> {
  const { answer } = modal.shell
  modal.shell.answer = async (command, input) => {
    if (command === 'onRampOptions') return world.options
    if (command === 'onRampQuote') return world.quote(input as OnRampQuoteInput)
    if (command === 'onRampUrl') return world.url()
    if (command === 'tokenBalance') {
      const { token } = input as TokenBalanceInput
      return { amount: world.balances[token.toLowerCase()] ?? world.balance, decimals: 6 }
    }
    if (command === 'onRampPurchases') return world.purchases
    if (command === 'prices') return world.price ? [{ token: toCaipKey(USDC), price: world.price }] : []
    return answer(command, input)
  }
  await modal.openAccount()
  await press('Buy')
  await wait(500)
}

async function type(amount: string): Promise<void> {
  const input = find('.buy-amount input') as HTMLInputElement
  await act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, amount)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await wait(500)
}

const main = () => text('.button.primary')

describe('the Buy view', () => {
  test('[A43] [A197] shows a price only for providers that quote a price', async () => {
    await openBuy()
    const rows = [...find('[role=radiogroup]')!.children].map((row) => row.textContent)
    expect(rows).toEqual([
      'CoinbaseFees $2.0097.9412\u00a0USDCAll fees included',
      'Meld.ioFee 1–2%Final amount at Meld.io',
    ])
    expect(asked('onRampQuote')).toEqual([
      { purchaseCurrency: 'usdc', network: 'local', paymentCurrency: 'USD', amount: 100 },
    ])
  })

  describe('[A207] [S18] with card payments', () => {
    const skerry: Network = {
      ...network,
      id: 56,
      caipNetworkId: 'eip155:56',
      name: 'Skerry',
      forkOf: undefined,
    }
    const there = { name: 'skerry', display_name: 'Skerry', chain_id: '56' }
    const both = (methods: readonly string[]): OnRampOptions => ({
      ...options,
      paymentCurrencies: [
        { id: 'USD', payment_method_limits: limits.filter(({ id }) => methods.includes(id)) },
      ],
      purchaseCurrencies: options.purchaseCurrencies.map((currency) => ({
        ...currency,
        networks: [
          ...currency.networks,
          { ...there, contract_address: currency.networks[0]!.contract_address },
        ],
      })),
    })
    const choices = async () => {
      await act(async () => find('.buy-facts .row')!.click())
      await wait(300)
      return [...modal.root.querySelectorAll('.choice, [role=option], .row')].map((row) => row.textContent)
    }
    const goTo = async (to: Network) => {
      const moved = {
        ...connected,
        network: to,
        caipNetworkId: to.caipNetworkId,
        caipAddress: `${to.caipNetworkId}:${address.toLowerCase()}`,
      } as AccountState
      await act(() => void (modal.shell.account.value = moved))
      await wait(500)
    }

    test('offers only networks whose tokens can be bought by card', async () => {
      modal.shell.networks.push(skerry)
      world.options = both(['card', 'ach_bank_account'])
      await openBuy()
      expect(text()).toContain('USDC on Ethereum')
      const rows = (await choices()).join()
      expect(rows).toContain('Ethereum')
      expect(rows).not.toContain('Skerry')
    })

    test('offers Bank first on a network without card payments, and changes the network when the user chooses Card', async () => {
      modal.shell.networks.push(skerry)
      world.options = both(['card', 'ach_bank_account'])
      await openBuy()
      await goTo(skerry)
      expect(text()).toContain('USDC on Skerry')
      expect(text('.buy-range')).toContain('bank')
      await press('Card')
      await wait(500)
      expect(text()).toContain('USDC on Ethereum')
      expect(text()).toContain('No card payments on Skerry')
      expect(asked('onRampQuote').at(-1)).toMatchObject({ network: 'local' })
    })

    test('says that there is nothing to buy on a network without card payments if Card is the only method', async () => {
      modal.shell.networks.splice(0, Infinity, skerry)
      world.options = both(['card'])
      await openBuy()
      await goTo(skerry)
      expect(text()).toContain('Nothing to buy on Skerry')
    })
  })

  test('[T1] shows no price if the provider’s quote is only a placeholder', async () => {
    world.quote = () => ({
      paymentTotal: of('100', 'USD'),
      paymentSubtotal: of('100', 'USD'),
      purchaseAmount: of('100', 'USD'),
      isPlaceholder: true,
    })
    await openBuy()
    const row = find('[role=radio]')!.textContent
    expect(row).toContain('Price unavailable')
    expect(row).not.toMatch(/100|fees included/)
    expect(text('.buy-note')).toContain('Price unavailable. The provider shows the final amount')
    await press('Continue to Coinbase')
    await wait(10)
    expect(JSON.stringify(asked('onRampUrl'))).not.toMatch(/quote|placeholder/i)
  })

  test('[T2] shows a note if the list of tokens is only a sample', async () => {
    world.options = {
      ...sampleOptions,
      purchaseCurrencies: options.purchaseCurrencies,
    }
    await openBuy()
    expect(text('.alert')).toContain('Showing common tokens')
  })

  test.each([
    ['', 'Enter a whole amount'],
    ['0', 'Enter a whole amount'],
    ['9', 'At least $10 by card'],
    ['7501', 'At most $7,500 by card'],
    ['7500', 'Continue to Coinbase'],
    ['1,000', 'Continue to Coinbase'],
    ['25.75', 'Enter a whole amount'],
    ['25,75', 'Enter a whole amount'],
    ['1.500', 'Enter a whole amount'],
    ['1e3', 'Enter a whole amount'],
    ['-50', 'Enter a whole amount'],
    ['٥٠', 'Continue to Coinbase'],
    ['１００', 'Continue to Coinbase'],
    ['١٬٠٠٠', 'Continue to Coinbase'],
    ['२५,७५', 'Enter a whole amount'],
  ])('[A196] after the user enters "%s", has the button "%s"', async (amount, words) => {
    await openBuy()
    await type(amount)
    expect(main()).toBe(words)
  })

  test.each([
    ['25€50', 'fr', undefined],
    ["25'50", 'de-CH', undefined],
    ['25’50', 'de-CH', undefined],
    ['£25 50', 'en', undefined],
    ['25 50', 'fr', undefined],
    ['25\u00a050', 'fr', undefined],
    ['0,500', 'en', undefined],
    ['0.500', 'de', undefined],
    ['012,500', 'en', undefined],
    ['1,000 000', 'en', undefined],
    ['1\u200F2', 'en', undefined],
    ['€25€', 'fr', '25'],
    ['1\u202F500 €', 'fr', '1500'],
    ["CHF 1'500", 'de-CH', undefined],
    ["1'500", 'de-CH', '1500'],
    ['$ 1,500', 'en', '1500'],
    ['₹ 500', 'en-IN', '500'],
    ['1,000,000,000,000', 'en', '1000000000000'],
  ] as const)(
    '[D9] reads the amount "%s" in the locale %s as %s (undefined: refused)',
    async (typed, locale, read) => {
      await openBuy()
      ;(modal.shell as { locale: string }).locale = locale
      await type(typed)
      const { value, maxLength } = find('.buy-amount input') as HTMLInputElement
      expect(value).toBe(read ?? typed)
      // A shorter limit would cut off the end of what is pasted.
      expect(maxLength).toBeGreaterThanOrEqual(40)
      if (!read) expect(main()).toBe('Enter a whole amount')
    },
  )

  test('[D9] shows digits of another script as Latin digits', async () => {
    await openBuy()
    await type('٢٥٠')
    expect((find('.buy-amount input') as HTMLInputElement).value).toBe('250')
    expect(main()).toBe('Continue to Coinbase')
  })

  test('[A196] compares the amount with the limits of the chosen payment method', async () => {
    await openBuy()
    await type('7501')
    expect(main()).toBe('At most $7,500 by card')
    await press('Bank')
    expect(main()).toBe('Continue to Coinbase')
    await type('25001')
    expect(main()).toBe('At most $25,000 by bank')
  })

  test.each([
    ['1.500', '1500', 'Continue to Coinbase'],
    ['25,75', '25,75', 'Enter a whole amount'],
    ['25.75', '25.75', 'Enter a whole amount'],
    ['1,500', '1,500', 'Enter a whole amount'],
  ])('[A196] in German, reads "%s" as %s, and has the button "%s"', async (typed, shown, words) => {
    await openBuy()
    ;(modal.shell as { locale: string }).locale = 'de'
    await type(typed)
    expect((find('.buy-amount input') as HTMLInputElement).value).toBe(shown)
    expect(main()).toBe(words)
  })

  test('[A146] sends the provider the checksum address and the amount in US dollars', async () => {
    await openBuy()
    await press('$250')
    await press('Continue to Coinbase')
    await wait(10)
    expect(asked('onRampUrl')).toEqual([
      {
        provider: 'coinbase',
        account: `eip155:31337:${address}`,
        network: 'local',
        symbol: 'USDC',
        presetFiatAmount: 250,
      },
    ])
    expect(opened).toEqual(['https://pay.example/1'])
    expect(popup!.opener).toBeNull()
    // What became of it is asked for by the same text: the provider compares it letter by letter.
    expect(asked('onRampPurchases')).toEqual([{ account: `eip155:31337:${address}`, provider: 'coinbase' }])
  })

  test('says that the user must enter the amount again at the provider if the currency is not US dollars', async () => {
    await openBuy()
    await act(async () => find('.buy-facts .row:last-child')!.click())
    await act(async () => [...modal.root.querySelectorAll<HTMLElement>('.list .row')][1]!.click())
    await wait(500)
    expect(text('.buy-note')).toContain('asks for the amount again')
    await press('Continue to Coinbase')
    await wait(10)
    expect(asked('onRampUrl')).toMatchObject([{ presetFiatAmount: undefined }])
  })

  test('[A157] disables a provider that does not sell the chosen token', async () => {
    await openBuy()
    await act(async () => find('.buy-facts .row')!.click())
    await act(async () => [...modal.root.querySelectorAll<HTMLElement>('.list .row')][1]!.click())
    await wait(500)
    const [, meld] = modal.root.querySelectorAll<HTMLButtonElement>('[role=radio]')
    expect(meld!.disabled).toBe(true)
    expect(meld!.textContent).toContain('Doesn’t sell ETH')
  })

  test('[V17] shows the quote’s fees beside the amount that the account will receive', async () => {
    world.quote = (input) => ({
      ...genuine(input),
      coinbaseFee: of('1.99', 'USD'),
      networkFee: of('0.07', 'USD'),
    })
    await openBuy()
    const rows = [...find('[role=radiogroup]')!.children].map((row) => row.textContent)
    expect(rows[0]).toBe('CoinbaseFees $2.0697.9412\u00a0USDCAll fees included')
    await type('9')
    expect(find('[role=radio]')!.textContent).toBe('CoinbaseFee 1–2%')
  })

  test('[V17] accepts an amount of the token if its price is known, and converts the amount to dollars', async () => {
    world.price = 0.5
    await openBuy()
    const field = () => find('.buy-amount input') as HTMLInputElement
    expect(text('.flip')).toBe('≈ 200\u00a0USDC before fees')
    // Words of a language that runs from the right keep their order around the amount.
    expect(text('.flip [dir=ltr]')).toBe('200\u00a0USDC')
    await press('≈ 200\u00a0USDC before fees')
    expect([field().value, field().getAttribute('aria-label')]).toEqual(['200', 'Amount in USDC'])
    await type('30.5')
    expect(text('.flip')).toBe('≈ $16 before fees')
    expect(asked('onRampQuote').at(-1)).toMatchObject({ amount: 16, paymentCurrency: 'USD' })
    expect(main()).toBe('Continue to Coinbase')
    for (const [typed, words] of [
      ['', 'Enter an amount'],
      ['1,500', 'Enter an amount'],
      ['10', 'At least $10 by card'],
      ['20000', 'At most $7,500 by card'],
    ] as const) {
      await type(typed)
      expect(main()).toBe(words)
    }
    await type('1 500')
    expect(text('.buy-range')).toContain('don’t separate thousands')
    await type('30.5')
    await press('≈ $16 before fees')
    expect([field().value, field().getAttribute('aria-label')]).toEqual(['16', 'Amount in USD'])
  })

  test('[V17] sends a whole number of tokens to the provider as an amount of the token, not in dollars', async () => {
    world.price = 0.5
    await openBuy()
    await press('≈ 200\u00a0USDC before fees')
    await press('Continue to Coinbase')
    await wait(10)
    expect(asked('onRampUrl')).toMatchObject([{ presetCryptoAmount: 200, presetFiatAmount: undefined }])
    // The price was of $100, which is less.
    expect(text('.buy-order')).toBe('NetworkEthereumArrives at0x71C4…c02A')
  })

  test('[V17] accepts no token amount if the price is unknown', async () => {
    await openBuy()
    expect(find('.flip')).toBeUndefined()
  })

  test('[V17] lists all payment methods by their names', async () => {
    const ids = ['card', 'ach_bank_account', 'APPLE_PAY', 'instant_transfer']
    world.options = {
      ...options,
      paymentCurrencies: [
        { id: 'USD', payment_method_limits: ids.map((id) => ({ id, min: '10', max: '500' })) },
      ],
    }
    await openBuy()
    expect([...find('.buy-methods')!.children].map((one) => one.textContent)).toEqual([
      'Card',
      'Bank',
      'Apple Pay',
      'Instant transfer',
    ])
    await press('Apple Pay')
    expect(text('.buy-range')).toBe('$10 to $500 by Apple Pay')
  })

  test('[V17] shows token icons, and searches many tokens by name, network and contract', async () => {
    const names = ['Aave', 'Curve', 'Gnosis', 'Uniswap']
    const more = names.map((name, index) => ({
      id: name.toLowerCase(),
      name,
      symbol: name.slice(0, 3).toUpperCase(),
      iconUrl: `https://directory.example/${name}`,
      networks: [{ ...at, contract_address: `0x${String(index + 1).repeat(40)}` }],
    }))
    world.options = { ...options, purchaseCurrencies: [...options.purchaseCurrencies, ...more] }
    await openBuy()
    await act(async () => find('.buy-facts .row')!.click())
    const list = () =>
      [...modal.root.querySelectorAll('.buy-choices .row-title')].map((row) => row.textContent)
    const search = async (words: string) => {
      const input = find('.search-field input') as HTMLInputElement
      await act(() => {
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, words)
        input.dispatchEvent(new Event('input', { bubbles: true }))
      })
    }
    expect(list()).toEqual(['USD Coin', 'Ether', ...names])
    expect(modal.root.querySelector<HTMLImageElement>('.buy-choices img')?.src).toBe(
      'https://directory.example/Aave',
    )
    for (const [words, found] of [
      ['ethereum cur', ['Curve']],
      ['usdc', ['USD Coin']],
      [`0x${'4'.repeat(40)}`, ['Uniswap']],
    ] as const) {
      await search(words)
      expect(list()).toEqual(found)
    }
    await search('dogs')
    expect(text('.notice')).toContain('Nothing for sale matches “dogs”')
    await press('Show all')
    expect(list()).toHaveLength(6)
    await search('aave')
    await press('AaveAAV · Ethereum')
    expect(text('.buy-facts .row')).toContain('AAV on Ethereum')
  })

  test('says that there is nothing to buy on a network for which no provider sells tokens', async () => {
    await openBuy()
    await act(() => ((modal.shell.account as Signal<AccountState>).value = onSolana))
    expect(text('.notice')).toContain('Nothing to buy on Solana')
  })
})

describe('a purchase', () => {
  async function begin(): Promise<void> {
    await openBuy()
    await press('Continue to Coinbase')
    await wait(10)
  }
  const heading = () => text('.heading')

  test('[V17] shows the quoted amount and the receiving account until the tokens arrive', async () => {
    await begin()
    expect(text('.buy-order')).toBe('Quoted amount97.9412\u00a0USDCNetworkEthereumArrives at0x71C4…c02A')
    world.balance += 1_000_000n
    await wait(4_000)
    expect(find('.buy-order')).toBeUndefined()
  })

  test('[T1] succeeds only when the balance grows, not when the provider says so', async () => {
    await begin()
    world.purchases = [{ id: 'new', status: 'success' }]
    await wait(20_000)
    expect(heading()).toBe('Pay at Coinbase')
    world.balance += 97_941_234n
    await wait(4_000)
    expect(heading()).toBe('97.941\u00a0USDC arrived')
  })

  test('counts how much the balance has grown from its lowest value since the purchase began', async () => {
    await begin()
    world.balance = 1_000_000n
    await wait(8_000)
    expect(heading()).toBe('Pay at Coinbase')
    world.balance = 3_500_000n
    await wait(8_000)
    expect(heading()).toBe('2.500\u00a0USDC arrived')
  })

  test('does not succeed if a node returns a lower balance and then the previous balance again', async () => {
    await begin()
    const now = world.balance
    world.balance = 1_000_000n
    await wait(4_000)
    world.balance = now
    await wait(8_000)
    expect(heading()).toBe('Pay at Coinbase')
  })

  test('fails only if the provider reports the failure of a payment that was made after the purchase had started', async () => {
    world.purchases = [{ id: 'old', status: 'failed' }]
    await begin()
    await wait(8_000)
    expect(heading()).toBe('Pay at Coinbase')
    world.purchases = [{ id: 'new', status: 'failed' }, ...world.purchases]
    await wait(4_000)
    expect(heading()).toBe('Coinbase says the payment failed')
    expect(text('.lede')).toContain('No USDC has arrived')
    expect(button('Try again')).toBeDefined()
    world.purchases = [{ id: 'other card', status: 'pending' }, ...world.purchases]
    await wait(4_000)
    expect(heading()).toBe('Pay at Coinbase')
    world.balance += 1n
    await wait(4_000)
    expect(heading()).toMatch(/arrived$/)
  })

  test.each<[string, () => Promise<void>, string]>([
    [
      'the user closes Coinbase’s window',
      async () => {
        popup!.closed = true
        await wait(1_000)
      },
      'Coinbase’s window was closed',
    ],
    ['the user presses Cancel', () => press('Cancel'), 'Cancelled'],
  ])('shows the arrival of the tokens even after %s', async (_, leave, words) => {
    await begin()
    await leave()
    expect(heading()).toBe(words)
    world.balance += 2_000_000n
    await wait(4_000)
    expect(heading()).toBe('2.000\u00a0USDC arrived')
  })

  test('says after three minutes that nothing has arrived yet, and still shows the arrival afterwards', async () => {
    await begin()
    await wait(185_000)
    expect(heading()).toBe('Nothing has arrived yet')
    expect(text('.lede')).toContain('USDC will show in your account when it arrives')
    world.balance += 2_000_000n
    await wait(16_000)
    expect(heading()).toBe('2.000\u00a0USDC arrived')
  })

  test('watches all networks of the page if the provider’s link cannot select a network', async () => {
    const base = { ...network, id: 8453, caipNetworkId: 'eip155:8453', name: 'Base' } as const
    const onBase = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
    modal.shell.networks.push(base)
    const [dollar, ...others] = options.purchaseCurrencies
    const there = { ...at, name: 'base', chain_id: '8453', contract_address: onBase }
    world.options = {
      ...options,
      purchaseCurrencies: [{ ...dollar!, networks: [...dollar!.networks, there] }, ...others],
    }
    await openBuy()
    expect(text('.buy-note')).not.toContain('there.')
    await act(async () => modal.root.querySelectorAll<HTMLElement>('[role=radio]')[1]!.click())
    expect(text('.buy-note')).toContain('Choose Ethereum there. Meld.io asks')
    await press('Continue to Meld.io')
    await wait(10)
    expect(text('.lede')).toContain('Finish in Meld.io’s window and choose your network there.')
    expect(text('.lede')).toContain('USDC shows here when it arrives on Ethereum or Base.')
    world.balances[`eip155:8453:${onBase}`.toLowerCase()] = 99_000_000n
    await wait(4_000)
    expect(heading()).toBe('94.000\u00a0USDC arrived')
    expect(text('.lede')).toBe('It’s in your account on Base.')
    const owner = connected.caipAddress.split(':')[2]
    expect(asked('refresh')).toContainEqual({
      topic: 'portfolio',
      params: { account: `eip155:8453:${owner}` },
    })
  })

  test('says that the browser blocked the provider’s window, and offers a link instead', async () => {
    popup = null
    await begin()
    expect(heading()).toBe('Your browser blocked the window')
    const link = find('a.primary') as HTMLAnchorElement
    expect([link.href, link.target, link.rel]).toEqual([
      'https://pay.example/1',
      '_blank',
      'noopener noreferrer',
    ])
    link.addEventListener('click', (event) => event.preventDefault())
    await act(async () => link.click())
    expect(heading()).toBe('Pay at Coinbase')
  })

  test('closes the provider’s window and says that nothing was bought if the purchase cannot start', async () => {
    world.url = () =>
      Promise.reject(new BillfoldError('onramp_unavailable', 'No.', { context: { reason: 'http_timeout' } }))
    await begin()
    expect(heading()).toBe('Couldn’t open Coinbase')
    expect(text('.lede')).toContain('Nothing was bought')
    expect(popup!.closed).toBe(true)
    expect(opened).toEqual([])
    world.url = async () => 'https://pay.example/2'
    popup!.closed = false
    await press('Try again')
    await wait(10)
    expect(heading()).toBe('Pay at Coinbase')
    expect(opened).toEqual(['https://pay.example/2'])
  })

  test('is not shown while an account other than its receiving account is active', async () => {
    await begin()
    const other = '0x9fA341b7c08E5d26e7f130ab84c9d25e6f07B1E4'
    const caipAddress = `eip155:31337:${other.toLowerCase()}` as const
    await act(
      () =>
        ((modal.shell.account as Signal<AccountState>).value = { ...connected, address: other, caipAddress }),
    )
    await wait(10)
    expect(modal.shell.router.current.peek().view).toBe('Account')
  })

  test('is no longer watched once the account has disconnected', async () => {
    await begin()
    await act(() => ((modal.shell.account as Signal<AccountState>).value = { status: 'disconnected' }))
    const before = asked('tokenBalance').length
    await wait(30_000)
    expect(asked('tokenBalance').length).toBe(before)
  })

  test('shows a message when its tokens arrive after the user has gone to the Account view', async () => {
    await begin()
    await press('Cancel')
    await press('Go to account')
    world.balance += 2_000_000n
    await wait(4_000)
    expect(readSnack(modal.shell)?.title).toBe('2.000\u00a0USDC arrived')
    expect(asked('refresh')).toContainEqual({
      topic: 'portfolio',
      params: { account: connected.caipAddress },
    })
  })
})

test('a quoted amount is cut to six significant digits, never rounded up', () => {
  expect(formatQuote('97.9412345')).toBe('97.9412')
  expect(formatQuote('0.01634999')).toBe('0.01634999'.slice(0, 9))
  expect(formatQuote('1234567.89')).toBe('1,234,567')
  expect(formatQuote('100.000000')).toBe('100')
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 30n), fc.integer({ min: 1, max: 18 }), (units, decimals) => {
      const digits = units.toString().padStart(decimals + 1, '0')
      const whole = `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
      const shown = formatQuote(whole).replaceAll(',', '')
      const [left = '', right = ''] = shown.split('.')
      const back = BigInt(left + right.padEnd(decimals, '0'))
      expect(back <= units).toBe(true)
      expect(Number(shown)).toBeCloseTo(Number(shown))
      expect(units - back < units / 100_000n + 1n).toBe(true)
    }),
  )
})

test('a purchase does not fail if the provider reports a successful payment after a failed payment', async () => {
  await openBuy()
  await press('Continue to Coinbase')
  await wait(10)
  world.purchases = [{ id: 'first card', status: 'failed' }]
  await wait(4_000)
  expect(text('.heading')).toBe('Coinbase says the payment failed')
  // Another card, in the same window: 3 s later it has gone through. The token is still on its way.
  world.purchases = [{ id: 'other card', status: 'success' }, ...world.purchases]
  await wait(60_000)
  expect(text('.heading')).not.toBe('Coinbase says the payment failed')
})

test('a purchase does not fail if the provider changes the status of its payment from failed to successful', async () => {
  await openBuy()
  await press('Continue to Coinbase')
  await wait(10)
  world.purchases = [{ id: 'one', status: 'failed' }]
  await wait(4_000)
  world.purchases = [{ id: 'one', status: 'success' }]
  await wait(60_000)
  expect(text('.heading')).not.toBe('Coinbase says the payment failed')
})

test('a quoted amount is formatted in the page’s locale, such as German', async () => {
  world.quote = (input) => ({ ...genuine(input), purchaseAmount: of('2000', 'USDC') })
  ;(modal.shell as { locale: string }).locale = 'de'
  await openBuy()
  ;(modal.shell as { locale: string }).locale = 'de'
  await type('2050')
  const row = [...find('[role=radiogroup]')!.children][0]!.textContent
  expect(row).toContain('2.000\u00a0USDC')
})
