// @vitest-environment happy-dom
import { act } from 'react'
import type { Signal } from '@preact/signals-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { shortAddress } from '../../../src/core/chains/address.ts'
import { toChecksumAddress } from '../../../src/core/chains/checksum-address.ts'
import { BillfoldError } from '../../../src/core/base/errors.ts'
import type { Network } from '../../../src/core/chains/networks.ts'
import { swapNetworks } from '../../../src/core/chains/swap-networks.ts'
import type { PreparedSwap, SwapToken } from '../../../src/core/payments/swap.ts'
import type { Features } from '../../../src/shell/options.ts'
import { createSwap } from '../../../src/payments/create-swap.ts'
import { chooseToken, enterAmount, flip, getForm, resetForm } from '../../../src/payments/swap-form.ts'
import { texts } from '../../../ui/swap/texts.ts'
import { loadViews } from '../../../ui/modal/views.ts'
import type { SwapFault } from '../../../worker/market/swap/check-swap.ts'
import { connected, network, onSolana, portfolioHead, tokenAt } from '../fake-shell.ts'
import { useModal } from '../open-modal.ts'

const modal = useModal()
const { find, text } = modal
const { caipAddress: account } = connected
const token = (at: number, symbol: string, decimals = 6): SwapToken => ({
  token: `eip155:31337:0x${String(at).padStart(40, '0')}`,
  name: `${symbol} token`,
  symbol,
  decimals,
})
const coin: SwapToken = {
  token: 'eip155:31337:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  name: 'Ether',
  symbol: 'ETH',
  decimals: 18,
}
const [dollars, kelp] = [token(1, 'HUSD'), token(9, 'KELP')]

beforeAll(() => loadViews(['Account', 'Swap', 'SwapSelectToken', 'SwapPreview']))

/** The account holds one ether and 1,000 dollars. */
async function openForm(answers: Record<string, (input: never) => unknown> = {}): Promise<void> {
  const known: typeof answers = {
    prices: ({ tokens }: { tokens: readonly string[] }) => tokens.map((one) => ({ token: one, price: 1 })),
    swapQuote: () => ({ expected: 990_000n, networkFee: 10n ** 15n, provider: '1inch' }),
    transferFee: () => ({ expected: 10n ** 14n, max: 2n * 10n ** 14n }),
    ...answers,
  }
  const { answer } = modal.shell
  modal.shell.answer = async (command, input) =>
    known[command] ? known[command](input as never) : answer(command, input)
  modal.shell.rows.portfolio = (index) =>
    index === 0
      ? { ...tokenAt(0), amount: 10n ** 18n }
      : { ...tokenAt(1), id: dollars.token, decimals: 6, amount: 1_000_000_000n }
  modal.shell.set('portfolio', { data: portfolioHead(2) })
  await modal.openAccount()
  await modal.press('Swap')
  await modal.wait(10)
}

const says = () => find('.swap > .button.primary')!.textContent
const change = (what: () => void) => act(async () => what())

test('[A66] the swap form has the native token preselected, and is reset when the network or account changes', async () => {
  await openForm()
  const form = getForm(modal.shell)
  expect(form.value).toMatchObject({ account, from: coin, to: undefined, amountText: '' })
  await change(() => {
    chooseToken(modal.shell, 'to', dollars)
    enterAmount(modal.shell, '0.5')
  })
  expect(form.value).toMatchObject({ to: dollars, amountText: '0.5' })
  await change(() => (modal.shell.account.value = onSolana))
  expect(form.value).toMatchObject({ from: undefined, to: undefined, amountText: '' })
  await change(() => (modal.shell.account.value = connected))
  expect(form.value).toMatchObject({ from: coin, to: undefined, amountText: '' })
})

test('the swap form exchanges its two tokens when the user selects the token to receive as the token to pay', async () => {
  await openForm()
  const form = getForm(modal.shell)
  await change(() => chooseToken(modal.shell, 'to', dollars))
  await change(() => chooseToken(modal.shell, 'from', dollars))
  expect(form.value).toMatchObject({ from: dollars, to: coin })
  await change(() => flip(modal.shell, '1.5'))
  expect(form.value).toMatchObject({ from: coin, to: dollars, amountText: '1.5' })
})

test('the reverse button of the swap form exchanges the tokens, and enters the expected amount as the new amount to pay', async () => {
  await openForm()
  await change(() => {
    chooseToken(modal.shell, 'to', dollars)
    enterAmount(modal.shell, '0.5')
  })
  await modal.wait(300)
  await modal.press('Reverse swap')
  expect(getForm(modal.shell).value).toMatchObject({ from: dollars, to: coin, amountText: '0.99' })
})

test('the swap form is cleared when its swap has been sent, unless the form has a different amount by then', async () => {
  await openForm()
  await change(() => {
    chooseToken(modal.shell, 'to', dollars)
    enterAmount(modal.shell, '0.5')
  })
  const draft = { account, from: coin, to: dollars, amount: 5n * 10n ** 17n }
  await change(() => resetForm(modal.shell, { ...draft, amount: 1n }))
  expect(getForm(modal.shell).value.amountText).toBe('0.5')
  await change(() => resetForm(modal.shell, draft))
  expect(getForm(modal.shell).value.amountText).toBe('')
})

test('[D5] the swap form accepts the whole balance as the amount if the network fee may be sponsored', async () => {
  await openForm({ transferFee: () => ({ expected: 10n ** 14n, max: 2n * 10n ** 14n, isOptional: true }) })
  await change(() => {
    chooseToken(modal.shell, 'to', dollars)
    enterAmount(modal.shell, '1')
  })
  expect(says()).toBe('Getting a price')
})

test('[D9] the swap form shows the amount that it reads from foreign digits, and why it refuses an ambiguous amount', async () => {
  await openForm()
  await change(() => {
    chooseToken(modal.shell, 'to', dollars)
    enterAmount(modal.shell, '۰٫۵')
  })
  expect(text('.swap-fault')).toBe('= 0.5\u00a0ETH ')
  expect(says()).toBe('Getting a price')
  await change(() => enterAmount(modal.shell, '1,234'))
  expect(text('.swap-fault')).toContain('could mean two amounts')
})

test('[A97] [A195] [A199] the swap form shows a quote’s fee and slippage, and its button says which input is missing', async () => {
  await openForm()
  expect(says()).toBe('Select token')
  await change(() => chooseToken(modal.shell, 'to', dollars))
  expect(says()).toBe('Enter amount')
  await change(() => enterAmount(modal.shell, '1'))
  expect(says()).toBe('Insufficient ETH for network fee')
  await change(() => enterAmount(modal.shell, '1.1'))
  expect(says()).toBe('Insufficient balance')
  await change(() => enterAmount(modal.shell, '0.5'))
  expect(says()).toBe('Getting a price')
  expect(find('.swap > .button.primary')!.getAttribute('aria-disabled')).toBe('true')
  await modal.wait(300)
  expect(says()).toBe('Review swap')
  expect(text('.swap-facts')).toContain('0.9801\u00a0HUSD1% slippage')
  expect(text('.swap-facts')).toContain('0.85%, included in 1inch’s price')
  await act(async () => find('.swap-line .link')!.click())
  // Nine times what a plain payment may take stays.
  expect(getForm(modal.shell).value.amountText).toBe('0.9982')
})

test('the swap form says why there is no quote, and requests a quote again when the user presses “Try again”', async () => {
  let code: 'swap_no_quote' | 'http_timeout' = 'swap_no_quote'
  await openForm({
    swapQuote: () => {
      throw new BillfoldError(code, code)
    },
  })
  await change(() => {
    chooseToken(modal.shell, 'to', dollars)
    enterAmount(modal.shell, '0.5')
  })
  await modal.wait(300)
  expect(says()).toBe('Insufficient liquidity')
  expect(find('.swap > .button.primary')!.hasAttribute('disabled')).toBe(true)
  code = 'http_timeout'
  await modal.wait(10_000)
  expect([says(), text('.swap .alert')]).toEqual([
    'Try again',
    'Couldn’t get a priceThe request took too long.',
  ])
})

test('[A135] the token list of a swap shows suggestions, and groups of the user’s, popular and other tokens', async () => {
  const asked: unknown[] = []
  await openForm({
    swapTokens: (input) => {
      asked.push(input)
      return { suggested: [coin, dollars], held: [coin], popular: [dollars], others: [kelp], more: 3 }
    },
  })
  await modal.press('Select token you receive')
  await modal.wait(300)
  const titles = [...modal.root.querySelectorAll('.swap-tokens .group-title')].map((one) => one.textContent)
  expect(titles).toEqual(['Your tokens', 'Popular', 'Other tokens'])
  expect(text('.swap-tokens')).toContain('Search to find 3 more.')
  expect(asked.at(-1)).toEqual({
    caipNetworkId: 'eip155:31337',
    words: '',
    held: [coin.token, dollars.token],
  })
  await act(async () => find('.swap-chip:nth-child(2)')!.click())
  await modal.wait(10)
  expect(getForm(modal.shell).value.to).toEqual(dollars)
  expect(modal.shell.router.current.peek().view).toBe('Swap')
})

test('[A161] [A200] the swap form lists the networks that support swaps if the current network does not support swaps', async () => {
  await openForm()
  const of = (id: number, name: string): Network => ({
    ...network,
    id,
    caipNetworkId: `eip155:${id}`,
    name,
    forkOf: undefined,
  })
  const away = of(11155111, 'Sepolia')
  modal.shell.networks.push(of(8453, 'Base'), away, of(250, 'Fantom'))
  const caipNetworkId = away.caipNetworkId
  await change(
    () => (modal.shell.account.value = { ...connected, network: away, caipNetworkId } as typeof connected),
  )
  expect(text()).toContain('Network not supported for Swaps')
  const names = [...modal.root.querySelectorAll('.network-row')].map((row) => row.textContent)
  expect(names).toEqual(['Ethereum', 'Base', 'Fantom'])
  expect(swapNetworks).not.toContain(caipNetworkId)
})

test('[S17] the swap form works on a fork of Ethereum that the page configures, and lists the fork if the current network has no swaps', async () => {
  await openForm()
  const fork: Network = {
    ...network,
    id: 31337,
    caipNetworkId: 'eip155:31337',
    name: 'Fork',
    forkOf: 'eip155:1',
  }
  const plain: Network = {
    ...network,
    id: 31338,
    caipNetworkId: 'eip155:31338',
    name: 'Plain',
    forkOf: undefined,
  }
  modal.shell.networks.push(fork, plain)
  const move = ({ caipNetworkId }: Network, to: Network) =>
    change(() => {
      const caipAddress = `${caipNetworkId}:${connected.address}`
      modal.shell.account.value = {
        ...connected,
        network: to,
        caipNetworkId,
        caipAddress,
      } as typeof connected
    })
  await move(plain, plain)
  expect(text()).toContain('Network not supported for Swaps')
  const names = [...modal.root.querySelectorAll('.network-row')].map((row) => row.textContent)
  expect(names).toEqual(['Ethereum', 'Fork'])
  await move(fork, fork)
  expect(text()).not.toContain('Network not supported for Swaps')
  expect(getForm(modal.shell).value.from?.symbol).toBe(network.nativeCurrency.symbol)
})

test('[A114] the account view has no Swap button if the page turns off swaps', async () => {
  await openForm()
  await change(() => ((modal.shell.features as Signal<Features>).value = { swaps: false }))
  await change(() => modal.shell.router.goHome())
  expect(modal.button('Swap')).toBeUndefined()
})

const draft = { account, from: coin, to: dollars, amount: 5n * 10n ** 17n }
const prepared = (): PreparedSwap => ({
  draft,
  expected: 490_000n,
  networkFee: 10n ** 15n,
  provider: '1inch',
  router: '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D',
  minimum: 485_100n,
  approvals: [],
  transaction: { to: '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D', value: draft.amount, data: '0x' },
  simulation: { status: 'passed' },
  preparedAt: Date.now(),
})

async function openPreview(answers: Record<string, (input: never) => unknown> = {}): Promise<void> {
  await openForm({ prepareSwap: prepared, ...answers })
  await change(() => {
    chooseToken(modal.shell, 'to', dollars)
    enterAmount(modal.shell, '0.5')
  })
  const swap = createSwap(draft, { shell: modal.shell, onSent: () => {} })
  await change(() => modal.shell.router.push('SwapPreview', { swap }))
  await modal.wait(50)
}

test('[F30] the swap review requires consent when the price impact is unknown', async () => {
  await openPreview({ prices: () => [] })
  expect(text('.alert')).toContain('Impact unknown')
  expect(modal.button('Sign swap')!.disabled).toBe(true)
  await act(async () => find('.consent input')!.click())
  expect(modal.button('Sign swap')!.disabled).toBe(false)
})

test('[F30] the swap review shows the loss and requires consent when the price impact is high', async () => {
  await openPreview({
    prices: ({ tokens }: { tokens: readonly string[] }) =>
      tokens.map((one) => ({ token: one, price: one.includes('eeee') ? 1 : 0.5 })),
  })
  expect(text('.alert')).toContain('You lose 51% of the value')
  expect(modal.button('Sign swap')!.disabled).toBe(true)
  await act(async () => find('.consent input')!.click())
  expect(modal.button('Sign swap')!.disabled).toBe(false)
})

test('[A66] [F27] the swap review does not let the user sign once the network has changed', async () => {
  await openPreview()
  expect(modal.button('Sign swap')).toBeDefined()
  const caipAddress = connected.caipAddress.replace('31337', '8453') as typeof connected.caipAddress
  await change(
    () => (modal.shell.account.value = { ...connected, caipNetworkId: 'eip155:8453', caipAddress }),
  )
  expect(text('.notice')).toContain('This review is out of date')
  expect(modal.button('Sign swap')).toBeUndefined()
  await modal.press('Back to form')
  expect(says()).toBe('Select token')
})

test('[F30] the swap review requires no consent when the price impact is low', async () => {
  await openPreview({
    prices: ({ tokens }: { tokens: readonly string[] }) =>
      tokens.map((one) => ({ token: one, price: one.includes('eeee') ? 1 : 1.01 })),
  })
  expect(text()).toContain('Price impact1.02%')
  expect(modal.button('Sign swap')!.disabled).toBe(false)
})

test('[F30] the swap review requests a new quote after 30 s', async () => {
  await openPreview()
  const count = () => modal.shell.calls.filter(({ command }) => command === 'prepareSwap').length
  expect(count()).toBe(1)
  await modal.wait(30_000)
  expect(count()).toBe(2)
})

test('[F29] the swap review says why the quote was refused, whatever the reason, and does not let the user sign', async () => {
  const reasons: readonly SwapFault[] = [
    'account',
    'router',
    'call',
    'value',
    'token',
    'amount',
    'receiver',
    'minimum',
    'deadline',
    'spender',
    'decimals',
  ]
  expect(Object.keys(texts.refusals).sort()).toEqual([...reasons, 'other'].sort())
  let reason = 'account'
  await openPreview({
    prepareSwap: () => {
      throw new BillfoldError('swap_refused', 'Refused.', { context: { reason } })
    },
  })
  for (reason of [...reasons, 'constructor']) {
    await modal.press('Try again')
    await modal.wait(10)
    const words = texts.refusals[Object.hasOwn(texts.refusals, reason) ? (reason as SwapFault) : 'other']
    expect(text('.notice')).toContain(words)
    expect(modal.button('Sign swap')).toBeUndefined()
  }
})

describe('[D11] The tokens of a swap', () => {
  const fake: SwapToken = {
    ...dollars,
    token: 'eip155:31337:0x00000000000000000000000000000000000000fa',
    unverified: { reason: 'imitation', imitates: 'HUSD' },
  }
  const doubt = 'Not a known HUSD'

  test('have, if unverified, a warning and the contract address in the token list, and a warning sign on their chip', async () => {
    await openForm({
      swapTokens: () => ({
        suggested: [dollars, fake],
        held: [],
        popular: [dollars],
        others: [fake],
        more: 0,
      }),
    })
    await modal.press('Select token you receive')
    await modal.wait(300)
    const rows = [...modal.root.querySelectorAll('.swap-tokens .row')].map((row) => row.textContent)
    expect(rows.map((row) => row.includes(doubt))).toEqual([false, true])
    expect(rows[1]).toContain('0x0000…00fa')
    const signs = [...modal.root.querySelectorAll('.swap-chip')].map((chip) =>
      chip.querySelector('[role=img]')?.getAttribute('aria-label'),
    )
    expect(signs).toEqual([undefined, doubt])
  })

  test('have, if unverified, a warning with the contract address in the swap form', async () => {
    await openForm()
    await change(() => chooseToken(modal.shell, 'to', dollars))
    expect(text('.swap-contract')).toBe(shortAddress(dollars.token.split(':')[2]!))
    expect(text()).not.toContain(doubt)
    await change(() => chooseToken(modal.shell, 'to', fake))
    expect(text('.swap-contract')).toBe('0x0000…00fa')
    expect(text('.alert.warn')).toContain(doubt)
    expect(text('.alert.warn')).toContain('0x0000…00fa')
  })

  test.each([
    ['an unverified token', fake],
    ['a verified token', dollars],
  ])(
    'have their full contract address in the review, and a warning there only if unverified: %s',
    async (_, to) => {
      const of = { ...draft, to }
      await openForm({ prepareSwap: () => ({ ...prepared(), draft: of }) })
      await change(() => {
        chooseToken(modal.shell, 'to', to)
        enterAmount(modal.shell, '0.5')
      })
      const swap = createSwap(of, { shell: modal.shell, onSent: () => {} })
      await change(() => modal.shell.router.push('SwapPreview', { swap }))
      await modal.wait(50)
      // The coin has none.
      const contracts = [...modal.root.querySelectorAll('.swap-contract-of .mono')]
      expect(contracts.map((one) => one.textContent)).toEqual([toChecksumAddress(to.token.split(':')[2]!)])
      expect(text().includes(doubt)).toBe(to === fake)
    },
  )
})
