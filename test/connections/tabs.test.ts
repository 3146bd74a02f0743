// @vitest-environment happy-dom
/**
 * Tabs that share one localStorage the way browsers do it: each reads its own copy, and hears of what the others have
 * written some time later, in the order in which the browser came to know of it.
 */
import { signal } from '@preact/signals-core'
import * as fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import type { AccountState } from '../../src/wallets/account.ts'
import type { WalletAdapter } from '../../src/wallets/adapter.ts'
import type { Connector } from '../../src/wallets/connector.ts'
import { type Connections, createConnections } from '../../src/connections/connections.ts'
import { createSessions } from '../../src/connections/session.ts'
import { createPreferredTypes } from '../../src/wallets/account-types.ts'
import type { WalletAccounts } from '../../src/wallets/wallet-accounts.ts'
import { toNetwork } from '../../src/core/chains/networks.ts'
import { propertyRuns } from '../property-runs.ts'
import '../seed.ts'

const MARA = '0x71c4a09e5b2df8361c7e90d4af52e8137bd6c02a'
const THEO = '0x00000000000000000000000000000000000000bb'
const mainnet = toNetwork({
  id: 1,
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
})
const harbor: Connector = {
  id: 'harbor',
  name: 'Harbor',
  type: 'ANNOUNCED',
  chain: 'eip155',
  namespaces: ['eip155'],
  restoreKey: 'example.harbor',
  provider: {},
}

let running: Connections[] = []
afterEach(() => {
  for (const connections of running) connections.stop()
  running = []
})

describe('[F32] A disconnect in one of several tabs', () => {
  it('is not undone by a late write of a tab that has not heard of the disconnect', async () => {
    const { tabs, deliver } = openTabs(2)
    const [here, there] = tabs as [Tab, Tab]
    await here.connect()
    deliver()
    expect(there.status()).toBe('connected')
    here.end()
    there.moveTo(THEO)
    expect(there.status()).toBe('connected')
    deliver()
    expect([here.status(), there.status()]).toEqual(['disconnected', 'disconnected'])
    expect(there.forgotten).toEqual([`eip155:1:${THEO}`])
    for (const { storage } of tabs) expect(storage.text()).not.toMatch(/eip155/)
  })

  it('takes effect at the next load if the other tabs were closed before they heard of the disconnect', async () => {
    const { tabs, deliver, reload } = openTabs(2)
    const [here, there] = tabs as [Tab, Tab]
    await here.connect()
    deliver()
    here.end()
    there.moveTo(THEO)
    there.close()
    here.close()
    deliver()
    expect(here.storage.text()).toMatch(/eip155/)
    const again = reload(here)
    expect(again.status()).toBe('disconnected')
    expect(again.storage.text()).not.toMatch(/eip155/)
  })

  it('does not end a connection that was made after the disconnect', async () => {
    const { tabs, deliver } = openTabs(3)
    const [here, there, third] = tabs as [Tab, Tab, Tab]
    await here.connect()
    deliver()
    here.end()
    deliver()
    await here.connect()
    await there.connect()
    deliver()
    third.moveTo(THEO)
    deliver()
    for (const tab of tabs) expect(tab.status()).toBe('connected')
    // Of the one that was ended; nothing since.
    for (const tab of tabs) expect(tab.forgotten).toEqual([`eip155:1:${MARA}`])
  })

  it('leaves at most 16 entries in storage, even after 50 disconnects', async () => {
    localStorage.clear()
    const tab = openTab(localStorage)
    for (let time = 0; time < 50; time++) {
      await tab.connect()
      tab.end()
    }
    expect(localStorage.length).toBe(16)
    localStorage.clear()
  })

  it.each([2, 8])('is not undone in any order of actions and events in %i tabs', async (count) => {
    const act = fc.constantFrom('connect', 'end', 'moveTo', 'moveBack', 'pageshow')
    const step = fc.record({
      tab: fc.nat(count - 1),
      act: fc.option(act, { nil: undefined }),
      sent: fc.nat(3),
      told: fc.nat(3),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.nat(count - 1), async (steps, last) => {
        const world = openTabs(count)
        const { tabs } = world
        for (const { tab: at, act: name, sent, told } of steps) {
          const tab = tabs[at]!
          if (name === 'connect') await tab.connect()
          if (name === 'end') tab.end()
          if (name === 'moveTo') tab.moveTo(THEO)
          if (name === 'moveBack') tab.moveTo(MARA)
          if (name === 'pageshow') tab.comeBack()
          world.send(tab, sent)
          world.tell(tab, told)
        }
        // A person ends it where they see it; before that every tab has heard of the connection.
        world.deliver()
        const wasConnected = tabs[last]!.status() === 'connected'
        for (const tab of tabs) if (tab !== tabs[last]) tab.moveTo(THEO)
        tabs[last]!.end()
        for (const tab of tabs) tab.moveTo(MARA)
        world.deliver()
        if (wasConnected) for (const tab of tabs) expect(tab.status()).toBe('disconnected')
        for (const tab of tabs)
          if (tab.status() === 'disconnected') expect(tab.storage.text()).not.toMatch(/eip155/)
        expect(new Set(tabs.map(({ status }) => status())).size).toBe(1)
        expect(new Set(tabs.map(({ storage }) => storage.text())).size).toBe(1)
        for (const connections of running) connections.stop()
        running = []
      }),
      { numRuns: propertyRuns(200) },
    )
  })
})

type Tab = ReturnType<typeof openTab<TabStorage>>
interface Change {
  /** Of the tab that made it. */
  by: object
  key: string
  value: string | undefined
}

function openTabs(count: number) {
  /** What the browser itself holds: new tabs read that. */
  const disk = new Map<string, string>()
  const storages = Array.from({ length: count }, () => createTabStorage(disk))
  const tabs = storages.map((storage) => openTab(storage))

  /** The browser comes to know of so many changes that a tab has made. */
  function send({ storage }: Pick<Tab, 'storage'>, most: number): void {
    for (const change of storage.outbox.splice(0, most)) {
      if (change.value === undefined) disk.delete(change.key)
      else disk.set(change.key, change.value)
      for (const other of storages) other.inbox.push(change)
    }
  }
  const tell = ({ storage }: Pick<Tab, 'storage'>, most: number) => {
    for (const change of storage.inbox.splice(0, most)) storage.hear(change)
  }
  return {
    tabs,
    send,
    tell,
    deliver() {
      while (storages.some(({ inbox, outbox }) => inbox.length + outbox.length > 0))
        for (const storage of storages) {
          send({ storage }, Infinity)
          tell({ storage }, Infinity)
        }
    },
    reload: ({ storage }: Tab) => openTab(storage),
  }
}

type TabStorage = ReturnType<typeof createTabStorage>

/** As Chromium does it: one's own change counts at once, and others' of that key do not until the browser has it. */
function createTabStorage(disk: ReadonlyMap<string, string>) {
  const values = new Map(disk)
  const waiting = new Map<string, number>()
  const outbox: Change[] = []
  const inbox: Change[] = []

  function apply(key: string, value: string | undefined): void {
    if (value === undefined) values.delete(key)
    else values.set(key, value)
  }
  function write(key: string, value: string | undefined): void {
    if (values.get(key) === value) return
    apply(key, value)
    waiting.set(key, (waiting.get(key) ?? 0) + 1)
    outbox.push({ by: storage, key, value })
  }

  const storage = {
    outbox,
    inbox,
    get length() {
      return values.size
    },
    key: (index: number) => [...values.keys()][index] ?? null,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: write,
    removeItem: (key: string) => write(key, undefined),
    clear() {
      for (const key of values.keys()) write(key, undefined)
    },
    hear({ by, key, value }: Change): void {
      const left = waiting.get(key) ?? 0
      if (by === storage) waiting.set(key, left - 1)
      else {
        if (left === 0) apply(key, value)
        window.dispatchEvent(Object.assign(new Event('storage'), { key, storageArea: storage }))
      }
    },
    text: () => JSON.stringify([...values].sort()),
  }
  return storage
}

/** A tab with one wallet, which answers at once. */
function openTab<S extends Storage>(storage: S) {
  const listeners = new Set<(shares: readonly WalletAccounts[]) => void>()
  let active = MARA
  const getShares = (): [WalletAccounts] => {
    const addresses = active === MARA ? [MARA, THEO] : [THEO, MARA]
    const accounts = addresses.map(
      (address) => ({ address, caipAddress: `eip155:1:${address}`, purpose: 'eoa' }) as const,
    )
    return [{ caipNetworkId: 'eip155:1', accounts: [accounts[0]!, ...accounts.slice(1)] }]
  }
  const adapter: WalletAdapter = {
    namespace: 'eip155',
    connect: async () => getShares(),
    watchAccounts(_, listener) {
      listeners.add(listener)
      listener(getShares())
      return () => listeners.delete(listener)
    },
    switchNetwork: () => Promise.reject(new Error('not here')),
    disconnect: async () => {},
    setActive() {},
  }
  const account = signal<AccountState>({ status: 'disconnected' })
  const forgotten: string[] = []
  const connections = createConnections({
    account,
    adapters: [adapter],
    adapterContext: {} as never,
    snacks: { show() {} },
    connectors: signal([harbor]),
    networks: [mainnet],
    types: createPreferredTypes({}, undefined),
    sessions: createSessions(storage),
    onConnected() {},
    onForget: (caipAddress) => void forgotten.push(caipAddress),
  })
  running.push(connections)
  return {
    storage,
    forgotten,
    status: () => account.peek().status,
    connect: () => connections.connect(harbor),
    end: () => void connections.disconnect(),
    close: () => connections.stop(),
    comeBack: () => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })),
    moveTo(address: string): void {
      active = address
      for (const listener of listeners) listener(getShares())
    },
  }
}
