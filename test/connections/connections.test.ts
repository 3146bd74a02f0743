// @vitest-environment happy-dom
import { signal } from '@preact/signals-core'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Connector } from '../../src/wallets/connector.ts'
import { type Connections, createConnections } from '../../src/connections/connections.ts'
import { toNetwork } from '../../src/core/chains/networks.ts'
import { createEvmAdapter } from '../../src/wallets/evm/adapter.ts'
import { createEvmPageProvider } from '../../src/wallets/evm/page-provider.ts'
import { createPreferredTypes } from '../../src/wallets/account-types.ts'
import { createSessions } from '../../src/connections/session.ts'
import type { AccountState } from '../../src/wallets/account.ts'
import { createStorage } from '../create-storage.ts'
import { eventually } from '../eventually.ts'
import { createFakeWallet, type FakeWallet, toConnector } from '../fake-wallet.ts'
import { propertyRuns } from '../property-runs.ts'

const ADDRESS = '0x71C4A09E5b2Df8361C7e90D4Af52E8137bd6C02a'
const ID = `eip155:1:${ADDRESS.toLowerCase()}`
const mainnet = toNetwork({
  id: 1,
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://rpc.example'] } },
})

let running: Connections[] = []
beforeEach(() => localStorage.clear())
afterEach(() => {
  for (const connections of running) connections.stop()
  running = []
})

describe('Connecting a wallet', () => {
  it('[A4] changes the status from disconnected to connecting, and then to connected with an address', async () => {
    const wallet = createFakeWallet()
    const { connections, connected } = page(wallet)
    const seen: string[] = []
    connections.account.subscribe(({ status }) => seen.push(status))
    await connections.connect(toConnector(wallet))
    expect(seen).toEqual(['disconnected', 'connecting', 'connected'])
    expect(connections.account.peek()).toMatchObject({
      caipAddress: ID,
      address: ADDRESS,
      network: { name: 'Ethereum' },
    })
    expect(connected).toHaveBeenCalledOnce()
  })

  it('reports the wallet’s network even if the page does not list that network', async () => {
    const wallet = createFakeWallet({ caipNetworkId: '0x539' })
    const { connections } = page(wallet)
    await connections.connect(toConnector(wallet))
    expect(connections.account.peek()).toMatchObject({ caipNetworkId: 'eip155:1337', network: undefined })
  })

  it('marks the attempt as declined if the user declines, and connects no account', async () => {
    const wallet = createFakeWallet({ person: 'declines' })
    const { connections } = page(wallet)
    await connections.connect(toConnector(wallet))
    expect(connections.account.peek().status).toBe('disconnected')
    expect(connections.attempts.peek()).toMatchObject([{ status: 'declined' }])
    expect(localStorage.length).toBe(0)
  })

  it('ignores the wallet’s answer after the attempt was cancelled', async () => {
    const wallet = createFakeWallet({ person: 'waits' })
    const { connections } = page(wallet)
    const attempt = connections.connect(toConnector(wallet))
    connections.cancelAttempt('eip155')
    wallet.approveNow()
    await attempt
    expect(connections.account.peek().status).toBe('disconnected')
    expect(localStorage.length).toBe(0)
  })
})

describe('Several accounts that a wallet shares', () => {
  const OTHER = '0x9fA341b7c08E5d26e7f130ab84c9d25e6f07B1E4'
  const THIRD = '0xD18a60f27c3B954E0a61Fb2893ce47d05592aB3E'
  const otherId = `eip155:1:${OTHER.toLowerCase()}` as const
  const used = ({ account }: ReturnType<typeof page>['connections']) => {
    const state = account.peek()
    return state.status === 'connected' ? [state.address, state.allAccounts.length] : state.status
  }

  async function choose(wallet = createFakeWallet({ accounts: [ADDRESS, OTHER, THIRD] })) {
    const { connections, forgotten } = page(wallet)
    await connections.connect(toConnector(wallet))
    expect(used(connections)).toEqual([ADDRESS, 3])
    connections.chooseAccount(otherId)
    expect(used(connections)).toEqual([OTHER, 3])
    return { wallet, connections, forgotten }
  }

  it('[A118] let a person change the active account without asking the wallet, and keep the choice after a reload', async () => {
    const { wallet } = await choose()
    expect(wallet.asked.filter((method) => method === 'eth_requestAccounts')).toHaveLength(1)
    reload()
    const { connections } = page(createFakeWallet({ accounts: [ADDRESS, OTHER, THIRD] }))
    await eventually(() => expect(used(connections)).toEqual([OTHER, 3]))
  })

  it('follow the wallet when it selects its second account, and when it returns to its first account', async () => {
    const { wallet, connections } = await choose()
    const go = (...accounts: string[]) => {
      wallet.accounts = accounts
      wallet.emit('accountsChanged', accounts)
    }
    // What it says again is no news.
    go(ADDRESS, OTHER, THIRD)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(used(connections)).toEqual([OTHER, 3])
    go(THIRD, ADDRESS, OTHER)
    await eventually(() => expect(used(connections)).toEqual([THIRD, 3]))
    go(ADDRESS, OTHER, THIRD)
    await eventually(() => expect(used(connections)).toEqual([ADDRESS, 3]))
  })

  it('fall back to the first account if the chosen account is no longer shared', async () => {
    const { wallet, connections } = await choose()
    wallet.accounts = [ADDRESS, THIRD]
    wallet.emit('accountsChanged', wallet.accounts)
    await eventually(() => expect(used(connections)).toEqual([ADDRESS, 2]))
    connections.chooseAccount(otherId)
    expect(used(connections)).toEqual([ADDRESS, 2])
  })

  it('[G7] are not restored from a stored session whose chosen account is invalid, and no error is thrown', async () => {
    const { connections } = await choose()
    connections.stop()
    for (const over of [7, {}, 'nobody', null]) {
      const [session] = JSON.parse(localStorage.getItem('billfold/sessions')!) as [object]
      localStorage.setItem('billfold/sessions', JSON.stringify([{ ...session, over }]))
      expect(createSessions(localStorage).list()).toEqual([])
      localStorage.setItem('billfold/sessions', JSON.stringify([session]))
    }
  })

  it('[F33] leave nothing in storage after the disconnect', async () => {
    const { connections } = await choose()
    expect(JSON.stringify({ ...localStorage })).toContain('over')
    await connections.disconnect()
    expect(JSON.stringify({ ...localStorage }).toLowerCase()).not.toContain(ADDRESS.toLowerCase())
    expect(JSON.stringify({ ...localStorage }).toLowerCase()).not.toContain(OTHER.toLowerCase())
  })
})

describe('A connection after a reload', () => {
  it('[A6] restores wallet, network and connector without asking the wallet to connect', async () => {
    const wallet = createFakeWallet()
    await page(wallet).connections.connect(toConnector(wallet))
    reload()
    const again = createFakeWallet()
    const { connections } = page(again)
    await eventually(() =>
      expect(connections.account.peek()).toMatchObject({ status: 'connected', caipAddress: ID }),
    )
    expect(again.asked).not.toContain('eth_requestAccounts')
  })

  it('is shown as restoring, and waits for a wallet that announces itself late', async () => {
    const wallet = createFakeWallet()
    await page(wallet).connections.connect(toConnector(wallet))
    reload()
    const { connections, announce } = page()
    expect(connections.account.peek()).toEqual({ status: 'connecting', restoring: true })
    announce([toConnector(createFakeWallet())])
    await eventually(() => expect(connections.account.peek().status).toBe('connected'))
  })

  it('keeps the session of a locked wallet, and connects when the wallet is unlocked', async () => {
    const wallet = createFakeWallet()
    await page(wallet).connections.connect(toConnector(wallet))
    reload()
    const locked = createFakeWallet({ accounts: [] })
    const { connections } = page(locked)
    await eventually(() => expect(connections.account.peek().status).toBe('disconnected'))
    locked.accounts = [ADDRESS]
    locked.emit('accountsChanged')
    await eventually(() => expect(connections.account.peek().status).toBe('connected'))
  })

  it('[F11] is not restored if two wallets claim the same identity', async () => {
    const wallet = createFakeWallet()
    await page(wallet).connections.connect(toConnector(wallet))
    reload()
    const { connections, announce } = page()
    const [real, fake] = [createFakeWallet(), createFakeWallet()]
    announce([toConnector(real), toConnector(fake, { id: 'other' })])
    await eventually(() => expect(connections.account.peek().status).toBe('disconnected'))
    expect([...real.asked, ...fake.asked]).toEqual([])
  })

  it('[F11] asks no wallet if two of up to 50 announced wallets claim the identity of the stored session', async () => {
    const wallet = createFakeWallet()
    await page(wallet).connections.connect(toConnector(wallet))
    const stored = localStorage.getItem('billfold/sessions')!
    const crowd = fc.array(fc.constantFrom('example.harbor', 'example.tide', 'injected'), { maxLength: 48 })
    await fc.assert(
      fc.asyncProperty(crowd, fc.infiniteStream(fc.nat()), async (keys, order) => {
        reload()
        localStorage.setItem('billfold/sessions', stored)
        const fakes: FakeWallet[] = []
        const all = ['example.harbor', 'example.harbor', ...keys].map((restoreKey, index) => {
          const fake = createFakeWallet()
          fakes.push(fake)
          return { ...toConnector(fake, { id: `${index}` }), restoreKey }
        })
        const shuffled = all
          .map((connector) => ({ connector, at: order.next().value! }))
          .toSorted((one, other) => one.at - other.at)
          .map(({ connector }) => connector)
        const { connections, announce } = page()
        announce(shuffled)
        await new Promise((resolve) => setTimeout(resolve))
        expect(connections.account.peek().status).toBe('disconnected')
        expect(fakes.flatMap(({ asked }) => asked)).toEqual([])
      }),
      { numRuns: propertyRuns(50) },
    )
  })

  it('ignores a stored session that was tampered with', () => {
    const session = {
      id: 'first',
      namespace: 'eip155',
      restoreKey: 'example.harbor',
      name: 'Harbor',
      caipNetworkId: 'eip155:1',
      accounts: [ID],
    }
    const wrong = [
      { id: 7 },
      { restoreKey: 7 },
      { name: undefined },
      { namespace: 'constructor', caipNetworkId: 'constructor:1', accounts: ['constructor:1:0x1'] },
      { caipNetworkId: 'solana:1' },
      { caipNetworkId: 'eip155' },
      { accounts: [] },
      { accounts: ID },
      { accounts: [ID, 7] },
      { accounts: ['solana:1:0x1'] },
      { accounts: ['eip155:1'] },
    ].map((one) => JSON.stringify([{ ...session, ...one }]))
    for (const text of ['{', '[]', '7', 'null', '[null]', '[[]]', JSON.stringify(session), ...wrong]) {
      localStorage.setItem('billfold/sessions', text)
      expect(page().connections.account.peek()).toEqual({ status: 'disconnected' })
    }
  })
})

describe('A connection when the wallet changes its accounts', () => {
  it('[F8] moves to the wallet’s new account and the CAIP-10 id of that account', async () => {
    const wallet = createFakeWallet()
    const { connections } = page(wallet)
    await connections.connect(toConnector(wallet))
    wallet.accounts = ['0x00000000000000000000000000000000000000bB']
    wallet.emit('accountsChanged')
    await eventually(() =>
      expect(connections.account.peek()).toMatchObject({
        caipAddress: 'eip155:1:0x00000000000000000000000000000000000000bb',
      }),
    )
  })

  it('ends if the wallet shares no account any more, and returns when the wallet shares an account again', async () => {
    const wallet = createFakeWallet()
    const { connections, forgotten } = page(wallet)
    await connections.connect(toConnector(wallet))
    wallet.accounts = []
    wallet.emit('accountsChanged')
    await eventually(() => expect(connections.account.peek().status).toBe('disconnected'))
    wallet.accounts = [ADDRESS]
    wallet.emit('accountsChanged')
    await eventually(() => expect(connections.account.peek().status).toBe('connected'))
    expect(forgotten).not.toHaveBeenCalled()
  })
})

describe('Disconnecting', () => {
  it('[F33] forgets every account that was used since the wallet was connected, also across reloads', async () => {
    const wren = '0x00000000000000000000000000000000000000bB'
    const wallet = createFakeWallet()
    const first = page(wallet)
    await first.connections.connect(toConnector(wallet))
    wallet.accounts = [wren]
    wallet.emit('accountsChanged')
    await eventually(() => expect(first.connections.account.peek()).toMatchObject({ address: wren }))
    reload()
    const again = page(wallet)
    await eventually(() => expect(again.connections.account.peek().status).toBe('connected'))
    await again.connections.disconnect()
    expect(again.forgotten.mock.calls.flat()).toEqual([`eip155:1:${wren.toLowerCase()}`, ID])
  })

  it('[T18] [F32] ignores answers of the wallet that arrive after the disconnect', async () => {
    const wallet = createFakeWallet()
    const { connections } = page(wallet)
    await connections.connect(toConnector(wallet))
    wallet.emit('accountsChanged')
    await connections.disconnect()
    wallet.emit('accountsChanged')
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(connections.account.peek().status).toBe('disconnected')
    expect(localStorage.getItem('billfold/sessions')).toBeNull()
  })

  it('[T18] ends the connection on the page before the wallet answers, even if the wallet then refuses to disconnect', async () => {
    const wallet = createFakeWallet()
    const { connections, forgotten } = page(wallet)
    await connections.connect(toConnector(wallet))
    const request = wallet.request
    wallet.request = async (args) => {
      if (args.method !== 'wallet_revokePermissions') return request(args)
      expect(connections.account.peek().status).toBe('disconnected')
      throw Object.assign(new Error('no'), { code: 4001 })
    }
    await expect(connections.disconnect()).rejects.toThrow('Declined')
    expect(localStorage.getItem('billfold/sessions')).toBeNull()
    expect(forgotten).toHaveBeenCalledWith(ID)
    expect(wallet.listenerCount()).toBe(0)
  })

  it.each([
    'eth_requestAccounts',
    'eth_accounts',
    'eth_chainId',
    'net_version',
    'wallet_switchEthereumChain',
    'wallet_addEthereumChain',
    'wallet_requestPermissions',
    'wallet_revokePermissions',
    'wallet_getCapabilities',
    'personal_sign',
    'eth_signTypedData_v4',
    'eth_sendTransaction',
  ])(
    '[F12] gives up a wallet that never answers %s, and a second wallet then connects within 1 s',
    async (method) => {
      const [silent, other] = [createFakeWallet({ knows: ['0x1'] }), createFakeWallet()]
      const { connections } = page(silent)
      const { request } = silent
      silent.request = async (args) => (args.method === method ? new Promise(() => {}) : request(args))
      const isBefore = ['eth_requestAccounts', 'eth_chainId'].includes(method)
      const connecting = connections.connect(toConnector(silent))
      if (!isBefore) {
        await connecting
        const provider = connections.provider
        void provider.request({ method, params: [{ chainId: '0x1' }, ADDRESS] }).catch(() => {})
        void connections.switchNetwork(mainnet).catch(() => {})
      }
      connections.cancelAttempt('eip155')
      connections.cancelSwitch()
      expect([connections.attempts.peek(), connections.switching.peek()]).toEqual([[], undefined])
      await connecting
      await connections.connect(toConnector(other, { id: 'other' }))
      expect(connections.account.peek()).toMatchObject({ connector: { provider: other } })
    },
  )

  it('[F12] ends even if the wallet never answers the request to disconnect', async () => {
    const wallet = createFakeWallet()
    const { connections } = page(wallet)
    await connections.connect(toConnector(wallet))
    wallet.request = () => new Promise(() => {})
    vi.useFakeTimers()
    const done = connections.disconnect()
    await vi.advanceTimersByTimeAsync(5_000)
    await expect(done).resolves.toBeUndefined()
    vi.useRealTimers()
  })

  it.each(['is still being restored', 'is locked'])(
    '[G32] also revokes the permission of a wallet that %s',
    async (state) => {
      const wallet = createFakeWallet()
      await page(wallet).connections.connect(toConnector(wallet))
      reload()
      if (state === 'is locked') wallet.accounts = []
      const { connections, forgotten } = page(wallet)
      if (state === 'is locked')
        await eventually(() => expect(connections.account.peek().status).toBe('disconnected'))
      else expect(connections.account.peek()).toEqual({ status: 'connecting', restoring: true })
      await connections.disconnect()
      expect(wallet.asked).toContain('wallet_revokePermissions')
      expect(wallet.listenerCount()).toBe(0)
      expect(forgotten).toHaveBeenCalledWith(ID)
      expect(localStorage.getItem('billfold/sessions')).toBeNull()
    },
  )

  it('[F32] also disconnects the page in a second tab', async () => {
    const wallet = createFakeWallet()
    const here = page(wallet)
    await here.connections.connect(toConnector(wallet))
    const there = page(createFakeWallet())
    await eventually(() => expect(there.connections.account.peek().status).toBe('connected'))
    await here.connections.disconnect()
    window.dispatchEvent(new StorageEvent('storage', { key: 'billfold/sessions', storageArea: localStorage }))
    expect(there.connections.account.peek().status).toBe('disconnected')
  })
})

describe('A session changed by another tab', () => {
  const leaveElsewhere = () => {
    localStorage.removeItem('billfold/sessions')
    window.dispatchEvent(new StorageEvent('storage', { key: 'billfold/sessions', storageArea: localStorage }))
  }

  it('[F32] is no longer restored in this tab if the other tab has ended the session', async () => {
    await page(createFakeWallet()).connections.connect(toConnector(createFakeWallet()))
    reload()
    const slow = createFakeWallet()
    const { request } = slow
    let answer = () => {}
    slow.request = async (args) => {
      await new Promise<void>((resolve) => (answer = resolve))
      return request(args)
    }
    const { connections } = page(slow)
    expect(connections.account.peek()).toEqual({ status: 'connecting', restoring: true })
    leaveElsewhere()
    expect(connections.account.peek().status).toBe('disconnected')
    for (let tries = 0; tries < 5; tries += 1) {
      answer()
      await new Promise((resolve) => setTimeout(resolve))
    }
    expect(connections.account.peek().status).toBe('disconnected')
    expect(localStorage.getItem('billfold/sessions')).toBeNull()
  })

  it('[F32] does not return when a locked wallet is unlocked, if the other tab has ended the session', async () => {
    const wallet = createFakeWallet()
    const { connections } = page(wallet)
    await connections.connect(toConnector(wallet))
    wallet.accounts = []
    wallet.emit('accountsChanged')
    await eventually(() => expect(connections.account.peek().status).toBe('disconnected'))
    leaveElsewhere()
    wallet.accounts = [ADDRESS]
    wallet.emit('accountsChanged')
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(connections.account.peek().status).toBe('disconnected')
    expect(localStorage.getItem('billfold/sessions')).toBeNull()
  })

  it('[F33] loses the data of both accounts on a disconnect in this tab if the other tab has switched the account', async () => {
    const wallet = createFakeWallet()
    const { connections, forgotten } = page(wallet)
    await connections.connect(toConnector(wallet))
    const other = '0x00000000000000000000000000000000000000bB'
    const [session] = JSON.parse(localStorage.getItem('billfold/sessions') ?? '') as [object]
    const accounts = [`eip155:1:${other.toLowerCase()}`]
    localStorage.setItem('billfold/sessions', JSON.stringify([{ ...session, accounts }]))
    await connections.disconnect()
    expect(forgotten.mock.calls.flat().sort()).toEqual([`eip155:1:${other.toLowerCase()}`, ID])
  })
})

describe('A page restored from the back/forward cache', () => {
  /** Nobody tells a frozen page what other tabs do. */
  const comeBack = (persisted = true) =>
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
  const WREN = '0x00000000000000000000000000000000000000bB'
  const WREN_ID = `eip155:1:${WREN.toLowerCase()}`

  async function freeze() {
    const [here, there] = [createFakeWallet(), createFakeWallet()]
    const elsewhere = page(there)
    await elsewhere.connections.connect(toConnector(there))
    const frozen = page(here)
    await eventually(() => expect(frozen.connections.account.peek().status).toBe('connected'))
    return { ...frozen, wallet: here, elsewhere: elsewhere.connections, there }
  }

  it('[F32] disconnects if the session was ended in another tab', async () => {
    const { connections, elsewhere, wallet } = await freeze()
    await elsewhere.disconnect()
    expect(connections.account.peek().status).toBe('connected')
    comeBack()
    expect(connections.account.peek()).toEqual({ status: 'disconnected' })
    expect(wallet.listenerCount()).toBe(0)
    expect(localStorage.getItem('billfold/sessions')).toBeNull()
  })

  it('[F32] does not store an ended session again, even if the wallet reports an account change before the page notices the end', async () => {
    const { connections, elsewhere, wallet } = await freeze()
    await elsewhere.disconnect()
    wallet.accounts = [WREN]
    wallet.emit('accountsChanged')
    await eventually(() => expect(connections.account.peek()).toEqual({ status: 'disconnected' }))
    expect(localStorage.getItem('billfold/sessions')).toBeNull()
  })

  it('[F32] does not overwrite the session of a wallet that was connected in another tab', async () => {
    const { connections, elsewhere, wallet } = await freeze()
    const tide = createFakeWallet({ accounts: [WREN] })
    await elsewhere.connect(toConnector(tide, { id: 'tide', restoreKey: 'example.tide' }))
    const stored = localStorage.getItem('billfold/sessions')
    wallet.caipNetworkId = '0xa'
    wallet.emit('chainChanged')
    await eventually(() =>
      expect(connections.account.peek()).toEqual({ status: 'connecting', restoring: true }),
    )
    expect(localStorage.getItem('billfold/sessions')).toBe(stored)
  })

  it('[F8] [F32] moves to the account that another tab has chosen', async () => {
    const { connections, elsewhere, wallet, there } = await freeze()
    for (const one of [wallet, there]) one.accounts = [WREN]
    there.emit('accountsChanged')
    await eventually(() => expect(elsewhere.getAccount('eip155')).toMatchObject({ address: WREN }))
    const stored = localStorage.getItem('billfold/sessions')
    comeBack()
    await eventually(() => expect(connections.account.peek()).toMatchObject({ caipAddress: WREN_ID }))
    expect(localStorage.getItem('billfold/sessions')).toBe(stored)
  })

  it('[F32] stays connected if nothing has changed', async () => {
    const { connections } = await freeze()
    const before = connections.account.peek()
    comeBack()
    comeBack(false)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(connections.account.peek()).toBe(before)
  })

  it.each(['full', 'absent'])('[F32] stays connected if localStorage is %s', async (state) => {
    const wallet = createFakeWallet()
    const storage = state === 'full' ? Object.assign(createStorage(), { isFull: true }) : null
    const { connections, forgotten } = page(wallet, storage)
    await connections.connect(toConnector(wallet))
    const before = connections.account.peek()
    expect(before.status).toBe('connected')
    comeBack()
    wallet.emit('accountsChanged')
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(connections.account.peek()).toBe(before)
    // What is ended there stays ended, and all accounts are known that must be forgotten.
    wallet.accounts = [WREN]
    wallet.emit('accountsChanged')
    await eventually(() => expect(connections.account.peek()).toMatchObject({ address: WREN }))
    await connections.disconnect()
    comeBack()
    expect(connections.account.peek().status).toBe('disconnected')
    expect(forgotten.mock.calls.flat()).toEqual([WREN_ID, ID])
  })

  it('[F32] disconnects if another tab has ended the session, even if this tab’s last change could not be stored', async () => {
    const wallet = createFakeWallet()
    const storage = createStorage()
    const { connections } = page(wallet, storage)
    await connections.connect(toConnector(wallet))
    storage.isFull = true
    wallet.accounts = [WREN]
    wallet.emit('accountsChanged')
    await eventually(() => expect(connections.account.peek()).toMatchObject({ address: WREN }))
    storage.removeItem('billfold/sessions')
    comeBack()
    expect(connections.account.peek().status).toBe('disconnected')
  })
})

describe('A second wallet', () => {
  const OTHER = '0x00000000000000000000000000000000000000bB'
  const OTHER_ID = `eip155:1:${OTHER.toLowerCase()}`
  const tide = { id: 'tide-uuid', name: 'Tide', restoreKey: 'example.tide' }

  async function connectFirst(second: FakeWallet) {
    const first = createFakeWallet()
    const opened = page(first)
    const { connections } = opened
    await connections.connect(toConnector(first))
    const events: unknown[] = []
    const { provider } = connections
    provider.on('chainChanged', (chainId) => events.push(chainId))
    const connectSecond = () => connections.connect(toConnector(second, tide))
    return { ...opened, first, second, events, provider, connectSecond }
  }

  it.each<[string, FakeWallet['person']]>([
    ['declines', 'declines'],
    ['cancels the attempt', 'waits'],
  ])('leaves the first wallet connected if the user %s', async (_, person) => {
    const { connections, first, second, provider, connectSecond, forgotten } = await connectFirst(
      createFakeWallet({ accounts: [OTHER], person }),
    )
    const before = connections.account.peek()
    const stored = localStorage.getItem('billfold/sessions')
    const attempt = connectSecond()
    expect(connections.account.peek()).toBe(before)
    expect(connections.attempts.peek()).toMatchObject([{ status: 'waiting' }])
    if (person === 'waits') {
      connections.cancelAttempt('eip155')
      second.approveNow()
    }
    await attempt
    expect(connections.account.peek()).toBe(before)
    expect(localStorage.getItem('billfold/sessions')).toBe(stored)
    expect(forgotten).not.toHaveBeenCalled()
    expect(second.listenerCount()).toBe(0)
    // It is still followed, and it is still the one that the page speaks to.
    first.caipNetworkId = '0xa'
    first.emit('chainChanged')
    await eventually(() => expect(connections.account.peek()).toMatchObject({ caipNetworkId: 'eip155:10' }))
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([ADDRESS])
  })

  it('[F33] disconnects and replaces the first wallet as soon as the second wallet shares an account', async () => {
    const { connections, first, second, events, provider, connectSecond, forgotten } = await connectFirst(
      createFakeWallet({ accounts: [OTHER] }),
    )
    const seen: string[] = []
    connections.account.subscribe(({ status }) => seen.push(status))
    await connectSecond()
    expect(seen).toEqual(['connected', 'connected'])
    expect(connections.account.peek()).toMatchObject({ caipAddress: OTHER_ID, connector: { name: 'Tide' } })
    expect(connections.attempts.peek()).toEqual([])
    expect(JSON.parse(localStorage.getItem('billfold/sessions')!)).toMatchObject([
      { restoreKey: 'example.tide' },
    ])
    expect(forgotten.mock.calls).toEqual([[ID]])
    expect(first.asked.at(-1)).toBe('wallet_revokePermissions')
    expect(first.listenerCount()).toBe(0)
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([OTHER])
    first.accounts = []
    first.emit('accountsChanged')
    second.emit('chainChanged')
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(connections.account.peek()).toMatchObject({ caipAddress: OTHER_ID })
    expect(events).toEqual([])
  })

  it('[F33] removes no account data if both wallets share the same account', async () => {
    const { connections, first, connectSecond, forgotten } = await connectFirst(createFakeWallet())
    await connectSecond()
    expect(connections.account.peek()).toMatchObject({ caipAddress: ID, connector: { name: 'Tide' } })
    expect(forgotten).not.toHaveBeenCalled()
    expect(first.asked).not.toContain('wallet_revokePermissions')
  })

  it('[F33] replaces a locked wallet and removes the locked wallet’s account data', async () => {
    const { connections, first, connectSecond, forgotten } = await connectFirst(
      createFakeWallet({ accounts: [OTHER] }),
    )
    first.accounts = []
    first.emit('accountsChanged')
    await eventually(() => expect(connections.account.peek().status).toBe('disconnected'))
    await connectSecond()
    expect(forgotten.mock.calls).toEqual([[ID]])
    expect(first.listenerCount()).toBe(0)
  })

  it('leaves a locked first wallet able to reconnect if the user declines in the second wallet', async () => {
    const { connections, first, connectSecond } = await connectFirst(createFakeWallet({ person: 'declines' }))
    first.accounts = []
    first.emit('accountsChanged')
    await eventually(() => expect(connections.account.peek().status).toBe('disconnected'))
    await connectSecond()
    expect(connections.account.peek().status).toBe('disconnected')
    first.accounts = [ADDRESS]
    first.emit('accountsChanged')
    await eventually(() => expect(connections.account.peek()).toMatchObject({ caipAddress: ID }))
  })

  it('does not stop the restoring of the first wallet if the user declines in the second wallet', async () => {
    await page().connections.connect(toConnector(createFakeWallet()))
    reload()
    const { connections, announce } = page()
    await connections.connect(toConnector(createFakeWallet({ person: 'declines' }), tide))
    expect(connections.account.peek()).toEqual({ status: 'connecting', restoring: true })
    announce([toConnector(createFakeWallet())])
    await eventually(() => expect(connections.account.peek()).toMatchObject({ caipAddress: ID }))
  })

  it('[F32] goes on connecting if another tab disconnects the first wallet', async () => {
    const { connections, second, connectSecond } = await connectFirst(
      createFakeWallet({ accounts: [OTHER], person: 'waits' }),
    )
    const attempt = connectSecond()
    localStorage.removeItem('billfold/sessions')
    window.dispatchEvent(new StorageEvent('storage', { key: 'billfold/sessions', storageArea: localStorage }))
    expect(connections.account.peek()).toEqual({ status: 'connecting', restoring: false })
    second.approveNow()
    await attempt
    expect(connections.account.peek()).toMatchObject({ caipAddress: OTHER_ID })
  })

  it('[F32] is connected in every tab', async () => {
    const { connectSecond } = await connectFirst(createFakeWallet({ accounts: [OTHER] }))
    const there = page()
    const tabs = [createFakeWallet(), createFakeWallet({ accounts: [OTHER] })] as const
    there.announce([toConnector(tabs[0]), toConnector(tabs[1], tide)])
    await eventually(() => expect(there.connections.account.peek()).toMatchObject({ caipAddress: ID }))
    await connectSecond()
    window.dispatchEvent(new StorageEvent('storage', { key: 'billfold/sessions', storageArea: localStorage }))
    await eventually(() => expect(there.connections.account.peek()).toMatchObject({ caipAddress: OTHER_ID }))
    expect(tabs[0].listenerCount()).toBe(0)
  })
})

it('[F8] Billfold still follows account changes of the wallet if cancelAttempt() is called after the wallet has connected', async () => {
  const wallet = createFakeWallet()
  const { connections } = page(wallet)
  await connections.connect(toConnector(wallet))
  connections.cancelAttempt('eip155')
  wallet.accounts = ['0x00000000000000000000000000000000000000bB']
  wallet.emit('accountsChanged')
  await eventually(() =>
    expect(connections.account.peek()).toMatchObject({
      caipAddress: 'eip155:1:0x00000000000000000000000000000000000000bb',
    }),
  )
})

/** One page load: with this wallet present, or with wallets that are announced later. */
function page(wallet?: FakeWallet, storage: Storage | null = localStorage) {
  const connectors = signal<readonly Connector[]>(wallet ? [toConnector(wallet)] : [])
  const relay = createEvmPageProvider()
  const connected = vi.fn()
  const forgotten = vi.fn()
  const account = signal<AccountState>({ status: 'disconnected' })
  const connections = createConnections({
    account,
    adapters: [createEvmAdapter(relay)],
    adapterContext: {} as never,
    snacks: { show() {} },
    connectors,
    networks: [mainnet],
    types: createPreferredTypes({}, undefined),
    sessions: createSessions(storage ?? undefined),
    onConnected: connected,
    onForget: forgotten,
  })
  running.push(connections)
  return {
    connections: { ...connections, account, provider: relay.provider },
    connected,
    forgotten,
    announce: (list: readonly Connector[]) => void (connectors.value = list),
  }
}

/** Leaves the page: what lives in memory is gone, what is stored stays. */
function reload(): void {
  for (const connections of running) connections.stop()
  running = []
}
