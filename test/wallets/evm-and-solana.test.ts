// @vitest-environment happy-dom
/** A page that serves both, with wallets that behave and wallets that do not. */
import { mainnet } from 'viem/chains'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { evm } from '../../src/evm.ts'
import type { Billfold } from '../../src/shell/billfold.ts'
import { createBillfold } from '../../src/shell/create-billfold.ts'
import type { Shell } from '../../src/shell/shell.ts'
import { solana, solanaMainnet } from '../../src/solana.ts'
import { billfoldConnector } from '../../src/wagmi.ts'
import { eventually } from '../eventually.ts'
import {
  ADA,
  BEN,
  createFakeStandardWallet,
  type FakeStandardWallet,
  register,
  toAccount,
} from '../fake-standard-wallet.ts'
import { createFakeWallet, type FakeWallet } from '../fake-wallet.ts'

const HARBOR = '0x71C4A09E5b2Df8361C7e90D4Af52E8137bd6C02a'

const mounted = vi.hoisted(() => ({ shell: undefined as unknown }))
vi.mock('#ui', () => ({
  mountView(shell: unknown) {
    mounted.shell = shell
    return { load: async () => {}, unmount() {} }
  },
}))
vi.mock('../../src/worker-link/start/start-worker.ts', () => ({
  startWorker: () => Promise.reject(new Error('not here')),
}))

let billfold: Billfold<'eip155' | 'solana'>
let lantern: FakeStandardWallet
let harbor: FakeWallet
let stops: (() => void)[]
beforeEach(() => {
  localStorage.clear()
  lantern = createFakeStandardWallet()
  harbor = createFakeWallet({ accounts: [HARBOR] })
  stops = [register(lantern), announceHarbor()]
  billfold = create()
})
afterEach(() => {
  billfold.destroy()
  for (const stop of stops) stop()
})

test('[A4] [A58] [A60] an EVM and a Solana wallet can be connected at the same time, and are restored and disconnected separately', async () => {
  await choose('Harbor')
  await choose('Lantern')
  expect(account()).toMatchObject({ address: ADA })
  billfold.destroy()
  lantern.accounts = []
  billfold = create()
  await eventually(async () => expect(await addresses()).toEqual([ADA, HARBOR]))
  expect(account()).toMatchObject({ address: ADA })
  await billfold.disconnect('solana')
  expect(lantern.asked.at(-1)).toBe('disconnect')
  await eventually(async () => expect(await addresses()).toEqual([HARBOR]))
  expect(account()).toMatchObject({ connector: { name: 'Harbor' } })
  await billfold.disconnect()
  expect(account()).toEqual({ status: 'disconnected' })
})

test('[F12] a Solana wallet that never answers does not block connecting or restoring other wallets', async () => {
  lantern.person = 'waits'
  const waiting = choose('Lantern')
  await eventually(() => expect(lantern.asked).toContain('connect'))
  await choose('Harbor')
  expect(account()).toMatchObject({ connector: { name: 'Harbor' } })
  lantern.approveNow()
  await waiting
  expect(account()).toMatchObject({ connector: { name: 'Lantern' } })
  billfold.destroy()
  lantern.accounts = []
  lantern.quiet = 'hangs'
  billfold = create()
  await eventually(async () => expect(await addresses()).toEqual([HARBOR]))
})

test('[F11] [G32] a Solana session is not restored if the wallet with its name has a different account, or if two wallets have its name', async () => {
  await choose('Lantern')
  billfold.destroy()
  stops[0]!()
  const [squatter, twin] = [createFakeStandardWallet({ own: [toAccount(BEN)] }), createFakeStandardWallet()]
  stops.push(register(squatter))
  billfold = create()
  await eventually(() => expect(squatter.asked).toEqual(['connect quietly']))
  await eventually(() => expect(account()).toEqual({ status: 'disconnected' }))
  billfold.destroy()
  stops.push(register(twin))
  billfold = create()
  await billfold.open({ view: 'Connect' })
  await eventually(() => expect(account()).toEqual({ status: 'disconnected' }))
  expect(twin.asked).toEqual([])
})

test('[G23] wagmi waits for its EVM wallet after a reload, even if the Solana wallet is restored first', async () => {
  await choose('Harbor')
  await choose('Lantern')
  billfold.destroy()
  const { request } = harbor
  let answer!: () => void
  const held = new Promise<void>((resolve) => (answer = resolve))
  harbor.request = (args) => held.then(() => request(args))
  billfold = create()
  const emitter = { emit() {}, listenerCount: () => 0 }
  const connector = billfoldConnector(billfold)({ chains: [mainnet], emitter })
  const isAuthorized = connector.isAuthorized()
  await eventually(() => expect(account()).toMatchObject({ address: ADA }))
  answer()
  expect(await isAuthorized).toBe(true)
  expect(await billfold.awaitRestored('eip155')).toMatchObject({ address: HARBOR })
})

test('[A4] connecting a wallet on two chains requests one chain after the other, and then closes the modal', async () => {
  await billfold.open({ view: 'Connect' })
  const { connectors, router, connect } = mounted.shell as Shell
  const all = ['Harbor', 'Lantern'].map((name) => connectors.peek().find((one) => one.name === name)!)
  router.push('ConnectingExternal', { connector: all[0]!, all })
  await connect(all[0]!)
  expect(billfold.isOpen.peek()).toBe(true)
  expect(router.current.peek()).toMatchObject({ view: 'ConnectingExternal', data: { connector: all[1] } })
  await connect(all[1]!)
  expect(billfold.isOpen.peek()).toBe(false)
  await eventually(async () => expect(await addresses()).toEqual([ADA, HARBOR]))
})

function create(): Billfold<'eip155' | 'solana'> {
  return createBillfold({
    projectId: 'project',
    networks: [mainnet, solanaMainnet],
    adapters: [evm(), solana()],
    metadata: { name: 'Driftwood' },
  })
}

function account() {
  return billfold.account.peek()
}

/** Of Solana, then of Ethereum, as each library of a page sees them. */
async function addresses(): Promise<readonly unknown[]> {
  const solanaAddresses = billfold.getProvider('solana').accounts.map(({ address }) => address)
  const evmAddresses = await billfold.getProvider('eip155').request<string[]>({ method: 'eth_accounts' })
  return [...solanaAddresses, ...evmAddresses]
}

/** A person opens the modal and chooses. */
async function choose(name: string): Promise<void> {
  await billfold.open({ view: 'Connect' })
  const shell = mounted.shell as Shell
  await shell.connect(shell.connectors.peek().find((connector) => connector.name === name)!)
}

/** EIP-6963. */
function announceHarbor(): () => void {
  const info = { uuid: 'harbor-uuid', name: 'Harbor', rdns: 'example.harbor', icon: 'data:image/png;base64,' }
  const detail = { info, provider: harbor }
  const tell = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', tell)
  return () => window.removeEventListener('eip6963:requestProvider', tell)
}
