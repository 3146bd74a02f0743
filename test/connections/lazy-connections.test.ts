// @vitest-environment happy-dom
import { signal } from '@preact/signals-core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AccountState } from '../../src/connections/account.ts'
import type { WalletAdapter, WalletFinder } from '../../src/connections/adapter.ts'
import type { Connector } from '../../src/connections/connector.ts'
import { createLazyConnections, type LazyConnections } from '../../src/connections/lazy-connections.ts'
import { createSessions } from '../../src/connections/session.ts'
import { createPreferredTypes } from '../../src/shell/account-types.ts'
import { toNetwork } from '../../src/core/networks.ts'
import { evm } from '../../src/evm.ts'
import { createEvmAdapter } from '../../src/wallets/evm-adapter.ts'
import { createProviderRelay } from '../../src/wallets/provider-relay.ts'
import { eventually } from '../eventually.ts'
import { createFakeWallet, toConnector } from '../fake-wallet.ts'

const ID = 'eip155:1:0x71c4a09e5b2df8361c7e90d4af52e8137bd6c02a'
const mainnet = toNetwork({
  id: 1,
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://rpc.example'] } },
})

let connections: LazyConnections | undefined
beforeEach(() => localStorage.clear())
afterEach(() => connections?.stop())

/** One page load; the code that speaks to wallets comes when the test lets it come. */
function page(wallet = createFakeWallet()) {
  const connector = toConnector(wallet)
  const account = signal<AccountState>({ status: 'disconnected' })
  const relay = createProviderRelay()
  const answers: ((isThere: boolean) => void)[] = []
  let announce: (list: readonly Connector[]) => void = () => {}
  const finder: WalletFinder = {
    loadAdapter: () => load(),
    find() {},
    watch(listener) {
      announce = listener
      listener([connector])
      return () => {}
    },
  }
  const load = vi.fn(
    () =>
      new Promise<WalletAdapter>((resolve, reject) =>
        answers.push((isThere) =>
          isThere ? resolve(createEvmAdapter(relay)) : reject(new TypeError('no such chunk')),
        ),
      ),
  )
  const lazy = createLazyConnections({
    account,
    finders: [finder],
    adapters: [evm()],
    own: [],
    adapterContext: {} as never,
    networks: [mainnet],
    loadTypes: async () => createPreferredTypes({}, undefined),
    sessions: createSessions(localStorage),
    onConnected() {},
    onForget() {},
    snacks: { show() {} },
  })
  connections = lazy
  return {
    wallet,
    connector,
    lazy,
    account,
    load,
    provider: relay.provider,
    status: () => account.peek().status,
    attempts: () => lazy.attempts.peek(),
    announce: (...list: Connector[]) => announce(list),
    /** The code comes, or it does not. */
    answer: (isThere: boolean) => answers.shift()!(isThere),
  }
}

/** Connected once, and then the page is loaded again. */
async function pageWithSession(wallet = createFakeWallet()) {
  const before = page(wallet)
  const connecting = before.lazy.connect(before.connector)
  before.answer(true)
  await connecting
  before.lazy.stop()
  return page(wallet)
}

describe('a page that nobody was connected to', () => {
  it('lists the wallets and fetches no code to speak to them', async () => {
    const { lazy, load, connector, status } = page()
    await settled()
    expect(lazy.connectors.peek()).toEqual([connector])
    expect(status()).toBe('disconnected')
    expect(load).not.toHaveBeenCalled()
  })

  it('knows a wallet that was announced while the code was on its way', async () => {
    const late = toConnector(createFakeWallet(), { id: 'late', name: 'Late' })
    const { lazy, announce, answer, account, connector } = page()
    lazy.preload()
    announce(connector, late)
    answer(true)
    expect(lazy.connectors.peek()).toEqual([connector, late])
    await lazy.connect(late)
    expect(account.peek()).toMatchObject({ status: 'connected', connector: { name: 'Late' } })
  })
})

it('says which adapter is missing, before the code is there as well', () => {
  const { lazy } = page()
  expect(() => lazy.getAccount('solana')).toThrow(expect.objectContaining({ code: 'adapter_missing' }))
})

describe('a wallet that is pressed before the code is there', () => {
  it('waits for it and is asked once, however often it is pressed', async () => {
    const { lazy, connector, wallet, answer, account, attempts, status, load } = page()
    const presses = [lazy.connect(connector), lazy.connect(connector)]
    expect(status()).toBe('connecting')
    expect(attempts()).toMatchObject([{ connector, status: 'waiting' }])
    expect(wallet.asked).toEqual([])
    answer(true)
    await Promise.all(presses)
    expect(account.peek()).toMatchObject({ status: 'connected', caipAddress: ID })
    expect(attempts()).toEqual([])
    expect(wallet.asked.filter((method) => method === 'eth_requestAccounts')).toHaveLength(1)
    expect(load).toHaveBeenCalledOnce()
  })

  it('is at no moment given up between the two', async () => {
    const { lazy, connector, answer, account } = page()
    const seen: string[] = []
    account.subscribe(({ status }) => seen.push(status))
    const connecting = lazy.connect(connector)
    answer(true)
    await connecting
    expect(seen).toEqual(['disconnected', 'connecting', 'connected'])
  })

  it('is not asked when the person has given up meanwhile', async () => {
    const { lazy, connector, wallet, answer, attempts, status } = page()
    const connecting = lazy.connect(connector)
    lazy.cancelAttempt('eip155')
    expect(status()).toBe('disconnected')
    answer(true)
    await connecting
    expect(attempts()).toEqual([])
    expect(wallet.asked).toEqual([])
  })

  it('gives way to the one that is pressed after it', async () => {
    const { lazy, connector, wallet, answer, account } = page()
    const other = createFakeWallet()
    const presses = [lazy.connect(connector), lazy.connect(toConnector(other, { id: 'other' }))]
    answer(true)
    await Promise.all(presses)
    expect(account.peek()).toMatchObject({ connector: { id: 'other' } })
    expect(wallet.asked).toEqual([])
  })

  it('says that the code is missing, and is asked when it is tried again and the code comes', async () => {
    const { lazy, connector, answer, attempts, status } = page()
    const first = lazy.connect(connector)
    answer(false)
    await first
    expect(attempts()).toMatchObject([{ status: 'failed', error: { code: 'code_missing' } }])
    expect(status()).toBe('disconnected')
    const second = lazy.connect(connector)
    expect(attempts()).toMatchObject([{ status: 'waiting' }])
    answer(true)
    await second
    expect(status()).toBe('connected')
    expect(attempts()).toEqual([])
  })

  it('shows no old failure once the code has come by another way', async () => {
    const { lazy, connector, answer, attempts, wallet } = page()
    const first = lazy.connect(connector)
    answer(false)
    await first
    lazy.preload()
    answer(true)
    await settled()
    wallet.person = 'waits'
    void lazy.connect(connector)
    expect(attempts()).toMatchObject([{ status: 'waiting' }])
    lazy.cancelAttempt('eip155')
    expect(attempts()).toEqual([])
  })

  it('is not asked any more by a page that has ended', async () => {
    const { lazy, connector, wallet, answer, status } = page()
    const connecting = lazy.connect(connector)
    lazy.stop()
    expect(status()).toBe('disconnected')
    answer(true)
    await connecting
    expect(wallet.asked).toEqual([])
  })
})

describe('a stored session', () => {
  it('[A6] fetches the code at once and is restored, without anybody being asked', async () => {
    const { wallet, status, answer, account, provider } = await pageWithSession()
    const connected = vi.fn()
    provider.on('connect', connected)
    wallet.asked.splice(0)
    expect(account.peek()).toEqual({ status: 'connecting', restoring: true })
    answer(true)
    await eventually(() => expect(status()).toBe('connected'))
    await eventually(() => expect(connected).toHaveBeenCalledOnce())
    expect(wallet.asked).not.toContain('eth_requestAccounts')
  })

  it('is restored later where the code could not be fetched, and nobody is shown to wait meanwhile', async () => {
    const { lazy, status, answer } = await pageWithSession()
    answer(false)
    await eventually(() => expect(status()).toBe('disconnected'))
    lazy.preload()
    answer(true)
    await eventually(() => expect(status()).toBe('connected'))
  })

  it('is ended by a disconnect that comes before the code does', async () => {
    const { lazy, status, answer } = await pageWithSession()
    const leaving = lazy.disconnect()
    answer(true)
    await leaving
    await settled()
    expect(status()).toBe('disconnected')
    expect(createSessions(localStorage).list()).toEqual([])
  })

  it('that another tab stores is restored here', async () => {
    const stored = await pageWithSession().then(({ lazy }) => {
      lazy.stop()
      return localStorage.getItem('billfold/sessions')!
    })
    localStorage.removeItem('billfold/sessions')
    const { status, answer, load } = page()
    expect(load).not.toHaveBeenCalled()
    localStorage.setItem('billfold/sessions', stored)
    window.dispatchEvent(
      Object.assign(new Event('storage'), { key: 'billfold/sessions', storageArea: localStorage }),
    )
    expect(status()).toBe('connecting')
    answer(true)
    await eventually(() => expect(status()).toBe('connected'))
  })
})

function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 30))
}
