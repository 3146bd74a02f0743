// @vitest-environment happy-dom
import type { Signal } from '@preact/signals-core'
import { act } from 'react'
import { beforeAll, describe, expect, test } from 'vitest'
import { BillfoldError, toErrorRecord } from '../../../src/core/base/errors.ts'
import { swapNetworks } from '../../../src/core/chains/swap-networks.ts'
import type { Routes, ViewName } from '../../../src/shell/routes.ts'
import type { Features } from '../../../src/shell/options.ts'
import { loadViews } from '../../../ui/modal/views.ts'
import {
  activityHead,
  connected,
  network,
  nftsHead,
  onBitcoin,
  onSolana,
  portfolioHead,
  solana,
} from '../fake-shell.ts'
import { useModal } from '../open-modal.ts'

const modal = useModal()
const { find, press, text, wait } = modal

beforeAll(() =>
  loadViews([
    'Account',
    'AllWallets',
    'Downloads',
    'Networks',
    'OnRampProviders',
    'Swap',
    'SwapSelectToken',
    'WalletSendSelectToken',
  ]),
)

const tiles = () => [...modal.root.querySelectorAll<HTMLElement>('.tile')]
const actions = () => tiles().map((tile) => tile.querySelector('.row-title')!.textContent)
const view = () => modal.shell.router.current.peek().view
const features = (change: Features) => ((modal.shell.features as Signal<Features>).value = change)
const noWallets = { data: { count: 0, wallets: [] }, fetchedAt: 1, status: 'fresh' }

/** As many networks, the account's own among them. */
function addNetworks(count: number): void {
  for (let id = 1; id < count; id += 1)
    modal.shell.networks.push({ ...network, id, caipNetworkId: `eip155:${id}`, name: `Network ${id}` })
}

async function open<Name extends ViewName>(
  name: Name,
  data?: Routes[Name],
  account = connected,
): Promise<void> {
  await modal.openAccount()
  await act(async () => void (modal.shell.account.value = account))
  await act(async () => modal.shell.router.push(name, data))
  await wait(600)
}

async function search(words: string): Promise<void> {
  const input = find('input') as HTMLInputElement
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, words)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await wait(600)
}

async function openEmptyTab(tab: 'Tokens' | 'NFTs' | 'Activity'): Promise<void> {
  modal.shell.set('portfolio', { data: portfolioHead(0) })
  modal.shell.set('nfts', { data: nftsHead(0) })
  modal.shell.set('activity', { data: activityHead([]) })
  await modal.openAccount()
  if (tab !== 'Tokens') await press(tab)
  await wait(10)
}

describe('[G50] An empty tab of the account', () => {
  const empty = ['Tokens', 'NFTs', 'Activity'] as const

  test.each(empty)('offers "Other networks" if the page has several networks: %s', async (tab) => {
    addNetworks(2)
    await openEmptyTab(tab)
    expect(actions()).toEqual(['Copy address', 'Other networks'])
    expect(text('.notice p')).toContain('It may have some on other networks')
    await act(async () => tiles()[1]!.click())
    expect(view()).toBe('Networks')
  })

  test.each(empty)('does not offer "Other networks" if the page has only one network: %s', async (tab) => {
    await openEmptyTab(tab)
    expect(actions()).toEqual(['Copy address', 'Buy'])
    expect(text('.notice')).not.toContain('Other networks')
    await act(async () => tiles()[1]!.click())
    expect(view()).toBe('OnRampProviders')
  })

  test('[A127] does not offer "Other networks" if switching networks is off', async () => {
    addNetworks(2)
    modal.shell.enableNetworkSwitch = false
    await openEmptyTab('Tokens')
    expect(text('.notice')).not.toContain('Other networks')
    expect(actions()).toEqual(['Copy address', 'Buy'])
  })

  test('offers two actions that are enabled on the page', async () => {
    features({ onramp: false })
    await openEmptyTab('Tokens')
    expect(actions()).toEqual(['Copy address', 'Receive'])
    await act(async () => void features({ onramp: false, receive: false }))
    expect(actions()).toEqual(['Copy address', 'Wallets'])
    await act(async () => tiles()[1]!.click())
    expect(view()).toBe('Wallets')
  })

  test('offers only actions that the account’s chain supports', async () => {
    await openEmptyTab('Tokens')
    await act(async () => void (modal.shell.account.value = onBitcoin))
    await wait(10)
    expect(actions()).toEqual(['Copy address', 'Receive'])
  })
})

describe('A view with nothing to show', () => {
  test('offers two next actions on an unsupported network', async () => {
    const error = toErrorRecord(new BillfoldError('network_unsupported', 'No.'))
    modal.shell.set('portfolio', { status: 'failed', error })
    await modal.openAccount()
    expect(text('.notice h3')).toBe('This network isn’t supported')
    expect(actions()).toEqual(['Receive', 'Copy address'])
  })

  test('offers two next actions if the account has no token to send', async () => {
    modal.shell.set('portfolio', { data: portfolioHead(0) })
    await open('WalletSendSelectToken')
    expect(actions()).toEqual(['Buy', 'Receive'])
    await act(async () => void features({ onramp: false, receive: false }))
    expect(actions()).toEqual(['Copy address', 'Wallets'])
  })

  test('offers two next actions if the search for a token to send finds nothing', async () => {
    modal.shell.set('portfolio', { data: portfolioHead(3) })
    await open('WalletSendSelectToken')
    await search('zzq')
    expect(text('.notice h3')).toBe('No token found')
    expect(actions()).toEqual(['Show all tokens', 'Receive'])
    await press('Show all tokens')
    expect(find('.notice')).toBeUndefined()
    expect(modal.root.activeElement).toBe(find('input'))
  })

  test('offers two next actions if there is no token to swap, or if the search for a token to swap finds nothing', async () => {
    addNetworks(2)
    const { answer } = modal.shell
    const nothing = { held: [], suggested: [], popular: [], others: [], more: 0 }
    modal.shell.answer = async (command, input) =>
      command === 'swapTokens' ? nothing : answer(command, input)
    await open('SwapSelectToken', { side: 'to' })
    expect(text('.notice h3')).toBe('No tokens')
    expect(actions()).toEqual(['Other networks', 'Buy'])
    const kelp = { token: `${connected.caipNetworkId}:0x${'9'.repeat(40)}`, name: 'Kelp', symbol: 'KELP' }
    modal.shell.answer = async (command, input) => {
      if (command !== 'swapTokens') return answer(command, input)
      return (input as { words: string }).words ? nothing : { ...nothing, others: [{ ...kelp, decimals: 6 }] }
    }
    await act(async () => modal.shell.router.goBack())
    await act(async () => modal.shell.router.push('SwapSelectToken', { side: 'to' }))
    await wait(600)
    await search('zzq')
    expect(text('.notice h3')).toBe('No token found')
    expect(actions()).toEqual(['Show all tokens', 'Other networks'])
    await press('Show all tokens')
    await wait(600)
    expect(text('.swap-tokens')).toContain('Kelp')
  })

  test('offers two next actions if swaps are unavailable on every network of the page', async () => {
    const unknown = { ...network, id: 5, caipNetworkId: 'eip155:5' as const, forkOf: undefined }
    expect(swapNetworks).not.toContain(unknown.caipNetworkId)
    modal.shell.networks.splice(0, 1, unknown)
    const caipAddress = `eip155:5:${connected.address}` as const
    await open('Swap', undefined, { ...connected, network: unknown, caipNetworkId: 'eip155:5', caipAddress })
    expect(text('.alert.warn')).toContain('Swaps aren’t available on')
    expect(actions()).toEqual(['Buy', 'Receive'])
  })

  test.each([
    [1, ['Receive', 'Copy address']],
    [2, ['Other networks', 'Receive']],
  ])(
    'offers two next actions if no provider sells tokens, on a page with %i network(s)',
    async (count, expected) => {
      modal.shell.networks.splice(0, 1, solana)
      addNetworks(count)
      const { answer } = modal.shell
      const limits = [{ id: 'card', min: '10.00', max: '7500.00' }]
      const usd = { id: 'USD', payment_method_limits: limits }
      const options = { source: 'api', paymentCurrencies: [usd], purchaseCurrencies: [] }
      modal.shell.answer = async (command, input) =>
        command === 'onRampOptions' ? options : answer(command, input)
      await open('OnRampProviders', undefined, onSolana)
      expect(text('.notice h3')).toBe('Nothing to buy on Solana')
      expect(text('.notice p').includes('Try another network')).toBe(count > 1)
      expect(actions()).toEqual(expected)
    },
  )

  test('offers two next actions if the search for a network finds nothing', async () => {
    addNetworks(9)
    await open('Networks')
    await search('zzq')
    expect(actions()).toEqual(['Show all networks', 'Stay on Ethereum'])
    await press('Stay on Ethereum')
    expect(view()).toBe('Account')
  })

  test('offers two next actions if a wallet has no download link', async () => {
    modal.shell.show('Downloads', { wallet: { id: 'tern', name: 'Tern' } })
    await modal.mount()
    expect(text('.notice h3')).toBe('No download found')
    expect(actions()).toEqual(['Choose another wallet', 'Get a wallet'])
    await press('Get a wallet')
    expect(view()).toBe('GetWallet')
  })

  test('offers two next actions if the wallet directory is empty and no wallet is installed', async () => {
    modal.shell.connectors.value = []
    ;(modal.shell.topic('wallets', { list: 'all', page: 1 }) as unknown as Signal<object>).value = noWallets
    modal.shell.show('AllWallets')
    await modal.mount()
    await wait(10)
    expect(text('.notice h3')).toBe('No wallets listed')
    expect(actions()).toEqual(['Get a wallet', 'What is a wallet?'])
  })
})
