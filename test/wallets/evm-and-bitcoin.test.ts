// @vitest-environment happy-dom
/** A page that serves both, with wallets that behave and wallets that do not. */
import { mainnet } from 'viem/chains'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bitcoin, bitcoinMainnet } from '../../src/bitcoin.ts'
import { evm } from '../../src/evm.ts'
import type { Billfold } from '../../src/shell/billfold.ts'
import { createBillfold } from '../../src/shell/create-billfold.ts'
import type { Shell } from '../../src/shell/shell.ts'
import { eventually } from '../eventually.ts'
import {
  COLLECTS,
  createFakeBitcoinWallet,
  createFakeInjectedWallet,
  PAYS,
  toBitcoinAccount,
} from '../fake-bitcoin-wallet.ts'
import { type FakeStandardWallet, register } from '../fake-standard-wallet.ts'
import { announceWallet, createFakeWallet } from '../fake-wallet.ts'

const MAINNET = `bip122:${bitcoinMainnet.id}`
const HARBOR = '0x71C4A09E5b2Df8361C7e90D4Af52E8137bd6C02a'

const mounted = vi.hoisted(() => ({ shell: undefined as unknown, loaded: [] as string[] }))
vi.mock('#ui', () => ({
  mountView(shell: unknown) {
    mounted.shell = shell
    return { load: async () => {}, unmount() {} }
  },
}))
vi.mock('../../src/worker-link/start/start-worker.ts', () => ({
  startWorker: () => Promise.reject(new Error('not here')),
}))
vi.mock('../../src/wallets/bitcoin/calls.ts', async (importOriginal) => {
  mounted.loaded.push('calls')
  return importOriginal()
})

let billfold: Billfold<'eip155' | 'bip122'>
let lantern: FakeStandardWallet
let stops: (() => void)[]
beforeEach(() => {
  localStorage.clear()
  lantern = createFakeBitcoinWallet()
  stops = [register(lantern)]
  stops.push(announceWallet(createFakeWallet({ accounts: [HARBOR] })))
  billfold = create()
})
afterEach(() => {
  billfold.destroy()
  for (const stop of stops) stop()
})

test('the code for Bitcoin signatures is loaded only when the page requests a signature', async () => {
  await choose('Harbor')
  expect(account()).toMatchObject({ connector: { name: 'Harbor' } })
  await choose('Lantern')
  expect(account()).toMatchObject({ connector: { name: 'Lantern' } })
  expect(mounted.loaded).toEqual([])
  lantern.features['bitcoin:signMessage'] = {
    signMessage: async () => [{ signature: new Uint8Array([1, 2, 3]) }],
  }
  const request = { address: PAYS, message: 'Hello' }
  await expect(billfold.getProvider('bip122').signMessage(request)).resolves.toBe('AQID')
  expect(mounted.loaded).toEqual(['calls'])
})

test('[A4] [A58] [A60] an EVM and a Bitcoin wallet can be connected at the same time, and are restored and disconnected separately', async () => {
  await choose('Harbor')
  await choose('Lantern')
  expect(account()).toMatchObject({ address: PAYS, network: { name: 'Bitcoin' } })
  billfold.destroy()
  lantern.accounts = []
  billfold = create()
  await eventually(async () => expect(await addresses()).toEqual([PAYS, HARBOR]))
  expect(lantern.asked.at(-1)).toBe('connect quietly')
  await billfold.disconnect('bip122')
  expect(lantern.asked.at(-1)).toBe('disconnect')
  await eventually(async () => expect(await addresses()).toEqual([undefined, HARBOR]))
  await billfold.disconnect()
  expect(account()).toEqual({ status: 'disconnected' })
  expect(localStorage.getItem('billfold/sessions')).toBeNull()
})

test('[F12] a Bitcoin wallet that never answers does not block connecting or restoring other wallets', async () => {
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
  await eventually(async () => expect(await addresses()).toEqual([undefined, HARBOR]))
})

test('[F11] [G32] a Bitcoin session is not restored if the wallet with its name has a different account, or if two wallets have its name', async () => {
  await choose('Lantern')
  billfold.destroy()
  stops[0]!()
  const squatter = createFakeBitcoinWallet({ own: [toBitcoinAccount(COLLECTS)] })
  stops.push(register(squatter))
  billfold = create()
  await eventually(() => expect(squatter.asked).toEqual(['connect quietly']))
  await eventually(() => expect(account()).toEqual({ status: 'disconnected' }))
  billfold.destroy()
  const twin = createFakeBitcoinWallet()
  stops.push(register(twin))
  billfold = create()
  await billfold.open({ view: 'Connect' })
  await eventually(() => expect(account()).toEqual({ status: 'disconnected' }))
  expect(twin.asked).toEqual([])
})

test('[G32] an injected Bitcoin wallet is restored without a prompt, but not if its account has changed', async () => {
  stops[0]!()
  const wallet = createFakeInjectedWallet()
  Object.assign(window, { unisat: wallet.provider })
  stops.push(() => Reflect.deleteProperty(window, 'unisat'))
  await choose('Bitcoin wallet')
  expect(account()).toMatchObject({ caipAddress: `${MAINNET}:${PAYS}` })
  billfold.destroy()
  billfold = create()
  await eventually(() => expect(account()).toMatchObject({ caipAddress: `${MAINNET}:${PAYS}` }))
  expect(wallet.asked).toEqual([['requestAccounts']])
  billfold.destroy()
  wallet.accounts = [COLLECTS]
  billfold = create()
  await eventually(() => expect(account()).toEqual({ status: 'disconnected' }))
  expect(wallet.asked).toEqual([['requestAccounts']])
})

test('[A117] [A118] a headless page gets the payment account at first, and the ordinals account once it prefers that type', async () => {
  const { connect, connectors, chain, updateAccount } = await billfold.headless()
  await connect(connectors.peek().find(({ name }) => name === 'Lantern')!)
  const { account: shown } = chain('bip122')
  expect(shown.peek()).toMatchObject({
    address: PAYS,
    addressExplorerUrl: `https://mempool.space/address/${PAYS}`,
  })
  updateAccount('bip122', { preferredAccountType: 'ordinals' })
  expect(shown.peek()).toMatchObject({ address: COLLECTS, caipAddress: `${MAINNET}:${COLLECTS}` })
})

test('[A98] wallet().sendTransaction rejects Bitcoin transfers', async () => {
  await choose('Lantern')
  const asked = lantern.asked.length
  const wallet = await billfold.wallet()
  const transfer = { namespace: 'bip122', to: COLLECTS, value: 1n } as never
  await expect(wallet.sendTransaction(transfer)).rejects.toMatchObject({ code: 'call_unsupported' })
  expect(lantern.asked).toHaveLength(asked)
})

function create(): Billfold<'eip155' | 'bip122'> {
  return createBillfold({
    projectId: 'project',
    networks: [mainnet, bitcoinMainnet],
    adapters: [evm(), bitcoin()],
    metadata: { name: 'Driftwood' },
  })
}

function account() {
  return billfold.account.peek()
}

/** Of Bitcoin, then of Ethereum. */
async function addresses(): Promise<readonly unknown[]> {
  const { chain } = await billfold.headless()
  const evmAddresses = await billfold.getProvider('eip155').request<string[]>({ method: 'eth_accounts' })
  return [chain('bip122').account.peek().address, ...evmAddresses]
}

/** A person opens the modal and chooses. */
async function choose(name: string): Promise<void> {
  await billfold.open({ view: 'Connect' })
  const shell = mounted.shell as Shell
  await shell.connect(shell.connectors.peek().find((connector) => connector.name === name)!)
}
