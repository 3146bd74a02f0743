// @vitest-environment happy-dom
/** A session whose wallet is gone, is locked, or took its permission back: a person can still have it forgotten. */
import { signal } from '@preact/signals-core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AccountState } from '../../src/wallets/account.ts'
import type { Connector } from '../../src/wallets/connector.ts'
import { type Connections, createConnections } from '../../src/connections/connections.ts'
import { createSessions } from '../../src/connections/session.ts'
import { createPreferredTypes } from '../../src/wallets/account-types.ts'
import { toNetwork } from '../../src/core/chains/networks.ts'
import { createEvmAdapter } from '../../src/wallets/evm/adapter.ts'
import { createEvmPageProvider } from '../../src/wallets/evm/page-provider.ts'
import { eventually } from '../eventually.ts'
import { createFakeWallet, type FakeWallet, toConnector } from '../fake-wallet.ts'

const ID = 'eip155:1:0x71c4a09e5b2df8361c7e90d4af52e8137bd6c02a'
const mainnet = toNetwork({
  id: 1,
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
})
const harbor = { namespace: 'eip155', name: 'Harbor', caipAddress: ID }

let running: Connections[] = []
const stop = () => {
  for (const connections of running) connections.stop()
  running = []
}
beforeEach(() => localStorage.clear())
afterEach(() => {
  stop()
  vi.useRealTimers()
})

/** A page load. */
function load(...connectors: Connector[]) {
  const forgotten: string[] = []
  const account = signal<AccountState>({ status: 'disconnected' })
  const connections = createConnections({
    account,
    adapters: [createEvmAdapter(createEvmPageProvider())],
    adapterContext: {} as never,
    snacks: { show() {} },
    connectors: signal(connectors),
    networks: [mainnet],
    types: createPreferredTypes({}, undefined),
    sessions: createSessions(localStorage),
    onConnected() {},
    onForget: (one) => void forgotten.push(one),
  })
  running.push(connections)
  return { connections, account, forgotten, remembered: () => connections.remembered.peek() }
}

async function connect(wallet: FakeWallet) {
  const page = load(toConnector(wallet))
  await page.connections.connect(toConnector(wallet))
  expect(page.account.peek().status).toBe('connected')
  return page
}

describe('[F33] A session without a connected wallet', () => {
  it('is remembered when its wallet revokes the permission, and forgotten when the person disconnects', async () => {
    const wallet = createFakeWallet()
    const page = await connect(wallet)
    expect(page.remembered()).toEqual([])
    wallet.accounts = []
    wallet.emit('accountsChanged', [])
    await eventually(() => expect(page.remembered()).toEqual([harbor]))
    await page.connections.disconnect('eip155')
    expect(page.remembered()).toEqual([])
    expect(page.forgotten).toEqual([ID])
    expect(localStorage.getItem('billfold/sessions')).toBeNull()
    stop()
    expect(load().remembered()).toEqual([])
  })

  it('is remembered after a reload if its wallet does not appear in time', async () => {
    await connect(createFakeWallet())
    stop()
    vi.useFakeTimers()
    const page = load()
    expect(page.account.peek()).toEqual({ status: 'connecting', restoring: true })
    expect(page.remembered()).toEqual([])
    vi.advanceTimersByTime(5_000)
    expect(page.remembered()).toEqual([harbor])
    await page.connections.disconnect('eip155')
    expect([page.remembered(), page.forgotten]).toEqual([[], [ID]])
    expect(localStorage.getItem('billfold/sessions')).toBeNull()
  })

  it('[F11] is remembered if two wallets claim the identity of its wallet, and can still be forgotten', async () => {
    await connect(createFakeWallet())
    stop()
    const page = load(toConnector(createFakeWallet()), toConnector(createFakeWallet(), { id: 'other' }))
    const seen: number[] = []
    page.connections.remembered.subscribe((list) => seen.push(list.length))
    expect(page.remembered()).toEqual([harbor])
    await page.connections.disconnect('eip155')
    expect(page.forgotten).toEqual([ID])
    expect([seen[0], seen.at(-1)]).toEqual([1, 0])
  })

  it('[F32] is no longer remembered after another tab has ended the session', async () => {
    await connect(createFakeWallet())
    stop()
    const page = load(toConnector(createFakeWallet()), toConnector(createFakeWallet(), { id: 'other' }))
    expect(page.remembered()).toEqual([harbor])
    const [session] = createSessions(localStorage).list()
    createSessions(localStorage).end([session!.id])
    window.dispatchEvent(new StorageEvent('storage', { key: 'billfold/sessions', storageArea: localStorage }))
    expect(page.remembered()).toEqual([])
  })

  it('is connected again when its wallet shares an account again', async () => {
    const wallet = createFakeWallet()
    const page = await connect(wallet)
    wallet.accounts = []
    wallet.emit('accountsChanged', [])
    await eventually(() => expect(page.remembered()).toEqual([harbor]))
    wallet.accounts = createFakeWallet().accounts
    wallet.emit('accountsChanged', wallet.accounts)
    await eventually(() => expect(page.account.peek().status).toBe('connected'))
    expect(page.remembered()).toEqual([])
  })
})
