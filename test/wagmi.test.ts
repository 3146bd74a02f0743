// @vitest-environment happy-dom
/** The connector of wagmi: whoever starts something, wagmi, Billfold and the wallet say the same in the end. */
import {
  connect,
  type Config,
  createConfig,
  createConnector,
  createStorage,
  disconnect,
  getConnection,
  reconnect,
  switchChain,
} from '@wagmi/core'
import { type Chain, http, type Transport } from 'viem'
import { mainnet, optimism } from 'viem/chains'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { people } from '../sandbox/people/accounts.ts'
import { evm } from '../src/evm.ts'
import type { Billfold } from '../src/shell/billfold.ts'
import { createBillfold } from '../src/shell/create-billfold.ts'
import type { Shell } from '../src/shell/shell.ts'
import { billfoldConnector } from '../src/wagmi.ts'
import { eventually } from './eventually.ts'
import { announceWallet, createFakeWallet, type FakeWallet } from './fake-wallet.ts'

const mounted = vi.hoisted(() => ({ shell: undefined as unknown }))
vi.mock('#ui', () => ({
  mountView(shell: unknown) {
    mounted.shell = shell
    return { load: async () => {}, unmount() {} }
  },
}))
vi.mock('../src/worker-link/start/start-worker.ts', () => ({
  startWorker: () => Promise.reject(new Error('not here')),
}))

const FIRST = people.mara.account.address
const SECOND = people.wren.account.address
const chains = [mainnet, optimism] as const

let wallet: FakeWallet
let billfold: Billfold<'eip155'>
let config: Config
let stopAnnouncing: () => void

beforeEach(() => {
  localStorage.clear()
  wallet = createFakeWallet({
    accounts: [FIRST.toLowerCase(), SECOND],
    caipNetworkId: '0x1',
    knows: ['0x1', '0xa'],
  })
  stopAnnouncing = announceWallet(wallet)
  load()
})
afterEach(() => {
  billfold.destroy()
  stopAnnouncing()
})

/** A page is loaded: its Billfold, and its wagmi with what that one has stored. */
function load(...others: Parameters<typeof createConfig>[0]['connectors'] & object): void {
  billfold = createBillfold({
    projectId: 'project',
    networks: [mainnet, optimism],
    adapters: [evm()],
    metadata: { name: 'Driftwood' },
  })
  config = createConfig({
    chains: chains as readonly [Chain, ...Chain[]],
    transports: { [mainnet.id]: http(), [optimism.id]: http() } as Record<number, Transport>,
    connectors: [billfoldConnector(billfold), ...others],
    multiInjectedProviderDiscovery: false,
    storage: createStorage({ storage: localStorage }),
  })
}

const start = (chainId?: number) => connect(config, { connector: config.connectors[0]!, chainId })

/** A person chooses the wallet in the modal. */
async function choose(): Promise<void> {
  await billfold.open({ view: 'Connect' })
  const shell = mounted.shell as Shell
  // WalletConnect stands behind it.
  await eventually(() => expect(shell.connectors.peek()).toHaveLength(2))
  await shell.connect(shell.connectors.peek()[0]!)
}

async function connectAs(person: Promise<unknown>): Promise<void> {
  await eventually(() => expect(billfold.isOpen.peek()).toBe(true))
  await choose()
  await person
}

/** What wagmi and Billfold hold for true. */
function read(): object {
  const account = billfold.account.peek()
  const { status, addresses, chainId } = getConnection(config)
  return {
    wagmi: status === 'connected' ? [addresses, chainId] : status,
    billfold:
      account.status === 'connected'
        ? [account.allAccounts.map(({ address }) => address), Number(account.caipNetworkId.split(':')[1])]
        : account.status,
  }
}

function expectBoth(accounts: readonly string[], chainId: number): Promise<void> {
  return eventually(() =>
    expect(JSON.stringify(read()).toLowerCase()).toBe(
      JSON.stringify({ wagmi: [accounts, chainId], billfold: [accounts, chainId] }).toLowerCase(),
    ),
  )
}

const expectNobody = () =>
  eventually(() => expect(read()).toEqual({ wagmi: 'disconnected', billfold: 'disconnected' }))

test('[G23] wagmi’s connect opens the modal and resolves with checksummed accounts', async () => {
  const connecting = start()
  await connectAs(connecting)
  expect(await connecting).toEqual({ accounts: [FIRST, SECOND], chainId: 1 })
  await expectBoth([FIRST, SECOND], 1)
  expect(getConnection(config).addresses).toEqual([FIRST, SECOND])
})

test('[G23] wagmi’s connect rejects with UserRejectedRequestError when the modal is closed', async () => {
  const connecting = expect(start()).rejects.toMatchObject({ name: 'UserRejectedRequestError', code: 4001 })
  await eventually(() => expect(billfold.isOpen.peek()).toBe(true))
  billfold.close()
  await connecting
  await expectNobody()
})

test('[G23] wagmi’s connect switches to the requested network, or keeps the wallet’s network if the user declines the switch', async () => {
  await connectAs(start(optimism.id))
  await expectBoth([FIRST, SECOND], 10)
  await disconnect(config)
  wallet.knows = []
  wallet.unknown = Object.assign(new Error('User rejected'), { code: 4001 })
  await connectAs(start(mainnet.id))
  await expectBoth([FIRST, SECOND], 10)
})

test('[G23] wagmi is connected when the user connects in the modal', async () => {
  await choose()
  await expectBoth([FIRST, SECOND], 1)
})

test('[G23] wagmi’s reconnect restores the connection after a reload without a wallet prompt', async () => {
  await connectAs(start())
  billfold.destroy()
  wallet.asked = []
  load()
  expect(await reconnect(config)).toHaveLength(1)
  await expectBoth([FIRST, SECOND], 1)
  expect(billfold.isOpen.peek()).toBe(false)
  expect(wallet.asked).not.toContain('eth_requestAccounts')
})

test('[G23] wagmi is reconnected by Billfold after a reload even if the page does not call reconnect', async () => {
  await choose()
  billfold.destroy()
  load()
  await expectBoth([FIRST, SECOND], 1)
})

test('[G23] wagmi stays disconnected after a reload if Billfold’s session has ended', async () => {
  await connectAs(start())
  await billfold.disconnect()
  billfold.destroy()
  load()
  await reconnect(config)
  await expectNobody()
})

test('[G23] wagmi reconnects when the user unlocks a wallet that was locked during the reload', async () => {
  await connectAs(start())
  billfold.destroy()
  wallet.accounts = []
  load()
  await reconnect(config)
  await expectNobody()
  wallet.accounts = [FIRST, SECOND]
  wallet.emit('accountsChanged')
  await expectBoth([FIRST, SECOND], 1)
})

test('[G23] wagmi follows a change of account and of network in the wallet', async () => {
  await connectAs(start())
  wallet.accounts = [SECOND, FIRST]
  wallet.emit('accountsChanged')
  await expectBoth([SECOND, FIRST], 1)
  wallet.caipNetworkId = '0xa'
  wallet.emit('chainChanged')
  await expectBoth([SECOND, FIRST], 10)
  // One that the page did not name.
  wallet.caipNetworkId = '0x5'
  wallet.emit('chainChanged')
  await expectBoth([SECOND, FIRST], 5)
})

test('[G23] wagmi’s switchChain switches the wallet’s network, and resolves once wagmi has the new network', async () => {
  await connectAs(start())
  expect(await switchChain(config, { chainId: optimism.id })).toMatchObject({ id: optimism.id })
  expect(getConnection(config).chainId).toBe(optimism.id)
  await expectBoth([FIRST, SECOND], 10)
  await billfold.switchNetwork('eip155:1')
  await expectBoth([FIRST, SECOND], 1)
})

test('[G23] wagmi’s switchChain rejects with wagmi’s errors if the switch fails, and the network stays the same', async () => {
  await connectAs(start())
  wallet.person = 'declines'
  await expect(switchChain(config, { chainId: optimism.id })).rejects.toMatchObject({
    name: 'UserRejectedRequestError',
  })
  await expect(switchChain(config, { chainId: 5 })).rejects.toMatchObject({ name: 'SwitchChainError' })
  await expectBoth([FIRST, SECOND], 1)
})

test('[G23] wagmi is disconnected by a disconnect in wagmi, in the modal or in the wallet', async () => {
  await connectAs(start())
  await disconnect(config)
  await expectNobody()
  expect(wallet.asked).toContain('wallet_revokePermissions')
  await connectAs(start())
  await billfold.disconnect('eip155')
  await expectNobody()
  await connectAs(start())
  wallet.accounts = []
  wallet.emit('accountsChanged')
  await expectNobody()
})

test('[G23] wagmi’s disconnect disconnects the page, but rejects with disconnect_failed, if the wallet keeps its permission', async () => {
  await connectAs(start())
  const { request } = wallet
  wallet.request = async (args) => {
    if (args.method !== 'wallet_revokePermissions') return request(args)
    throw Object.assign(new Error('User rejected'), { code: 4001 })
  }
  await expect(disconnect(config)).rejects.toMatchObject({ code: 'disconnect_failed' })
  await expectNobody()
})

test('[G23] wagmi has the latest accounts if the wallet changes its accounts while wagmi is connecting', async () => {
  vi.spyOn(config.storage!, 'setItem').mockImplementation(async (key) => {
    if (key !== 'recentConnectorId') return
    wallet.accounts = [SECOND]
    wallet.emit('accountsChanged')
    await eventually(() => expect(billfold.account.peek()).toMatchObject({ address: SECOND }))
  })
  await connectAs(start())
  await expectBoth([SECOND], 1)
})

test('[G23] a connection made in the modal becomes wagmi’s connection once wagmi’s pending connect() to a different wallet has ended', async () => {
  billfold.destroy()
  let decline!: () => void
  const other = createConnector(() => ({
    id: 'other',
    name: 'Other',
    type: 'other',
    connect: () => new Promise<never>((_, reject) => (decline = () => reject(new Error('declined')))),
    disconnect: async () => {},
    getAccounts: async () => [],
    getChainId: async () => 1,
    getProvider: async () => ({}),
    isAuthorized: async () => false,
    onAccountsChanged() {},
    onChainChanged() {},
    onDisconnect() {},
  }))
  load(other)
  const declined = expect(connect(config, { connector: config.connectors[1]! })).rejects.toThrow('declined')
  await choose()
  // It has been told, and was busy.
  await new Promise((resolve) => setTimeout(resolve))
  expect(read()).toMatchObject({ wagmi: 'connecting', billfold: [[FIRST.toLowerCase(), SECOND], 1] })
  decline()
  await declined
  await expectBoth([FIRST, SECOND], 1)
})
