// @vitest-environment happy-dom
/** A page in React that draws wallets, accounts and networks itself. */
import { type ReactElement, StrictMode, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { mainnet, optimism } from 'viem/chains'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AccountState } from '../src/wallets/account.ts'
import type { Namespace } from '../src/core/chains/caip.ts'
import type { NetworkInput } from '../src/core/chains/networks.ts'
import { evm } from '../src/evm.ts'
import {
  BillfoldButton,
  type BillfoldConnect,
  useBillfold,
  useBillfoldAccount,
  useBillfoldChain,
  useBillfoldConnect,
  useBillfoldNames,
  useBillfoldNetworks,
  useBillfoldOnRamp,
  useBillfoldSend,
  useBillfoldSwap,
  useBillfoldWallet,
  useBillfoldWallets,
  useReadable,
} from '../src/react.tsx'
import type { Billfold } from '../src/shell/billfold.ts'
import { createBillfold } from '../src/shell/create-billfold.ts'
import type { Headless } from '../src/shell/headless.ts'
import { solana, solanaDevnet, solanaMainnet } from '../src/solana.ts'
import { createWalletCalls, type WalletCalls } from '../src/wallets/wallet-calls.ts'
import { eventually } from './eventually.ts'
import { ADA, createFakeStandardWallet, type FakeStandardWallet, register } from './fake-standard-wallet.ts'
import { announceWallet, createFakeWallet, type FakeWallet } from './fake-wallet.ts'

const modal = vi.hoisted(() => ({ loaded: 0 }))
vi.mock('#ui', () => {
  modal.loaded += 1
  return { mountView: () => ({ load: async () => {}, unmount() {} }) }
})
vi.mock('../src/worker-link/start/start-worker.ts', () => ({
  startWorker: () => Promise.reject(new Error('not here')),
}))

const HARBOR = '0x71C4A09E5b2Df8361C7e90D4Af52E8137bd6C02a'

let billfold: Billfold
let root: Root
let container: HTMLElement
let harbor: FakeWallet
let lantern: FakeStandardWallet
let stops: (() => void)[]

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run))
  harbor = createFakeWallet({ accounts: [HARBOR], knows: ['0x1', '0xa'] })
  lantern = createFakeStandardWallet()
  stops = [announceWallet(harbor), register(lantern)]
  container = document.createElement('div')
  document.body.append(container)
  root = createRoot(container)
})
afterEach(() => {
  root.unmount()
  billfold.destroy()
  for (const stop of stops) stop()
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

function create(more: readonly NetworkInput[] = []): void {
  billfold = createBillfold({
    projectId: 'project',
    networks: [mainnet, optimism, solanaMainnet, ...more],
    adapters: [evm(), solana()],
    metadata: { name: 'Driftwood' },
  })
}

/** What the hooks of a page say. */
interface Said extends BillfoldConnect {
  wallet: WalletCalls | undefined
  ethereum: AccountState
  solana: AccountState
  last: AccountState
}

const all: Said[] = []
/** The last of it. */
const said = () => all.at(-1)!

function Page() {
  const [, redraw] = useState(0)
  const ethereum = useBillfoldAccount('eip155')
  const networks = useBillfoldNetworks('eip155')
  const loading = useReadable(useBillfoldChain('eip155')?.progress)?.loading
  const wallets = useBillfoldConnect()
  all.push({
    ...wallets,
    wallet: useBillfoldWallet(),
    ethereum,
    solana: useBillfoldAccount('solana'),
    last: useBillfoldAccount(),
  })
  return (
    <main>
      <button type="button" onClick={() => redraw((times) => times + 1)}>
        {loading ? 'asking' : 'at rest'}
      </button>
      <ul>
        {wallets.connectors.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
      <p>{ethereum.status === 'connected' ? ethereum.address : ethereum.status}</p>
      <p>{networks?.caipNetwork?.name ?? 'nowhere'}</p>
      <ol>
        {networks?.requestedCaipNetworks.map(({ name }) => (
          <li key={name}>{name}</li>
        ))}
      </ol>
    </main>
  )
}

const render = (page: ReactElement = <Page />) =>
  flushSync(() => root.render(<StrictMode>{page}</StrictMode>))
const shows = (...texts: string[]) =>
  eventually(() => texts.forEach((text) => expect(container.textContent).toContain(text)))
const connect = (name: string) =>
  said().connect(said().connectors.find((connector) => connector.name === name)!)

test('[A4] React hooks list wallets, connect, switch networks and sign, without loading the modal', async () => {
  create()
  render()
  await shows('Harbor', 'Lantern', 'disconnected', 'nowhere', mainnet.name, optimism.name)
  expect(container.querySelector('ol')?.textContent).not.toContain(solanaMainnet.name)
  await connect('Harbor')
  await shows(HARBOR, 'at rest')
  await billfold.switchNetwork('eip155:10')
  await eventually(() => expect(container.querySelectorAll('p')[1]?.textContent).toBe(optimism.name))
  const { request } = harbor
  harbor.request = async (args) => (args.method === 'personal_sign' ? '0x5161' : request(args))
  await expect(said().wallet!.signMessage({ message: 'Tide' })).resolves.toBe('0x5161')
  await billfold.disconnect('eip155')
  await shows('disconnected')
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(modal.loaded).toBe(0)
})

test('[S12] React hooks for sending, swapping, buying and names have the state of the active account', async () => {
  create()
  type Hooks = [
    ReturnType<typeof useBillfoldSend>,
    ReturnType<typeof useBillfoldSwap>,
    ReturnType<typeof useBillfoldOnRamp>,
    ReturnType<typeof useBillfoldNames>,
  ]
  const given: Hooks[] = []
  const last = () => given.at(-1)!
  function Money() {
    const hooks: Hooks = [useBillfoldSend(), useBillfoldSwap(), useBillfoldOnRamp(), useBillfoldNames()]
    given.push(hooks)
    return <p>{hooks.every(Boolean) ? `ready ${hooks[0]!.state.sendTokenAmount}` : 'on its way'}</p>
  }
  render(
    <>
      <Page />
      <Money />
    </>,
  )
  await shows('Harbor', 'ready')
  expect(last().map((hook) => hook!.state.account)).toEqual([undefined, undefined, undefined, undefined])
  expect(last()[0]!.review).toEqual({ status: 'none' })
  await connect('Harbor')
  await eventually(() => {
    const account = `eip155:1:${HARBOR.toLowerCase()}`
    expect(last().map((hook) => hook!.state.account)).toEqual([account, account, account, account])
  })
  last()[0]!.update({ amount: '0.5' })
  await shows('ready 0.5')
  const [before] = last()
  render(
    <>
      <Page />
      <Money />
    </>,
  )
  expect(last()[0]).toBe(before)
  expect(modal.loaded).toBe(0)
})

test('A declined connection rejects the call of the React hook, and its attempt is marked as declined', async () => {
  create()
  render()
  await shows('Harbor')
  harbor.person = 'declines'
  await expect(connect('Harbor')).rejects.toMatchObject({ code: 'wallet_declined' })
  await eventually(() =>
    expect(said().attempts).toMatchObject([{ status: 'declined', connector: { name: 'Harbor' } }]),
  )
  expect(said().ethereum).toEqual({ status: 'disconnected' })
})

test('React hooks return the same object at each rendering until the state changes', async () => {
  create()
  render()
  await shows('Harbor', 'Lantern')
  const before = said()
  container.querySelector('button')!.click()
  await eventually(() => expect(said()).not.toBe(before))
  for (const name of ['connectors', 'attempts', 'connect', 'wallet', 'ethereum', 'last'] as const)
    expect(said()[name]).toBe(before[name])
})

test('[A4] React hooks report the accounts of two namespaces separately, also after a reload', async () => {
  create()
  render()
  await shows('Harbor', 'Lantern')
  await connect('Lantern')
  await connect('Harbor')
  await eventually(() =>
    expect(said()).toMatchObject({ solana: { address: ADA }, ethereum: { address: HARBOR } }),
  )
  expect(said().last).toBe(said().ethereum)
  billfold.destroy()
  await eventually(() =>
    expect(said()).toMatchObject({
      solana: { status: 'disconnected' },
      ethereum: { status: 'disconnected' },
    }),
  )
  create()
  const seen: [Namespace, AccountState][] = []
  function Watch() {
    seen.push(['solana', useBillfoldAccount('solana')], ['eip155', useBillfoldAccount('eip155')])
    return null
  }
  render(
    <>
      <Page />
      <Watch />
    </>,
  )
  await eventually(() =>
    expect(said()).toMatchObject({ solana: { address: ADA }, last: { address: HARBOR } }),
  )
  for (const [namespace, account] of seen) {
    expect(account.status).not.toBe('disconnected')
    if (account.status === 'connected') expect(account.caipAddress).toContain(`${namespace}:`)
  }
})

test('React hooks let a page connect a wallet on a network that the page chooses, and choose the active namespace', async () => {
  create([solanaDevnet])
  render()
  await shows('Harbor', 'Lantern')
  const { connectors, connect: ask, setActive, chain } = await billfold.headless()
  const lanternOf = connectors.value.find(({ name }) => name === 'Lantern')!
  const { caipNetworkId } = await ask(lanternOf, { network: `solana:${solanaDevnet.id}` })
  expect(caipNetworkId).toBe(`solana:${solanaDevnet.id}`)
  // [A36] Its account serves these.
  expect(chain('solana').network.value).toMatchObject({
    supportsAllNetworks: false,
    approvedCaipNetworkIds: [solanaMainnet, solanaDevnet].map(({ id }) => `solana:${id}`),
  })
  await connect('Harbor')
  expect(billfold.account.peek()).toMatchObject({ address: HARBOR })
  setActive('solana')
  await eventually(() => expect(said().last).toMatchObject({ address: ADA }))
  expect(said().ethereum).toMatchObject({ address: HARBOR })
})

test('`useBillfoldAccount(namespace)` loads no code while no wallet is connected', async () => {
  create()
  const headless = vi.spyOn(billfold, 'headless')
  function Status() {
    return <p>{useBillfoldAccount('eip155').status}</p>
  }
  render(<Status />)
  await shows('disconnected')
  expect(headless).not.toHaveBeenCalled()
  const { connectors, connect } = await billfold.headless()
  await eventually(() => expect(connectors.value).toHaveLength(3))
  await connect(connectors.value.find(({ name }) => name === 'Lantern')!)
  expect(container.textContent).not.toBe('connected')
  await connect(connectors.value.find(({ name }) => name === 'Harbor')!)
  await eventually(() => expect(container.textContent).toBe('connected'))
})

test('React hooks have no account and no data on a server, and before Billfold is created', async () => {
  const text = '<p>disconnected</p><p>nowhere</p><ol></ol>'
  expect(renderToString(<Page />)).toContain(text)
  render()
  expect(container.innerHTML).toContain(text)
  expect(said()).toMatchObject({ connectors: [], attempts: [], wallet: undefined, error: undefined })
  await expect(said().connect({} as never)).rejects.toMatchObject({ code: 'wallet_missing' })
  create()
  await shows('Harbor')
})

test('React hooks report that code failed to load, and load the code again for the next component', async () => {
  const missing = new Error('gone')
  const headless = vi.fn<() => Promise<Headless>>(() => Promise.reject(missing))
  create()
  Object.assign(billfold, {
    headless: (
      (real) => () =>
        headless() ?? real()
    )(billfold.headless),
  })
  render()
  await eventually(() => expect(said().error).toBe(missing))
  expect(said().connectors).toEqual([])
  headless.mockImplementation(() => undefined as never)
  render(<p />)
  render()
  await shows('Harbor')
  expect(said().error).toBeUndefined()
})

test('`useBillfoldAccount("solana")` changes from connecting to disconnected if the Solana code fails to load', async () => {
  create()
  const { connectors, connect: ask } = await billfold.headless()
  await eventually(() => expect(connectors.value.some(({ name }) => name === 'Harbor')).toBe(true))
  await ask(connectors.value.find(({ name }) => name === 'Harbor')!)
  let fail = () => {}
  Object.assign(billfold, {
    headless: () => new Promise((_, reject) => (fail = () => reject(new Error('gone')))),
  })
  const seen: AccountState['status'][] = []
  function Status() {
    seen.push(useBillfoldAccount('solana').status)
    return null
  }
  render(<Status />)
  await eventually(() => expect(seen.at(-1)).toBe('connecting'))
  fail()
  await eventually(() => expect(seen.at(-1)).toBe('disconnected'))
  expect(seen).not.toContain('connected')
})

test.each([
  ['opens by itself if the page has a BillfoldButton', <BillfoldButton key="button" />, true],
  ['stays closed if the page only draws the wallets itself', null, false],
] as const)('On an unsupported network, the modal %s', async (_, button, opens) => {
  create()
  render(
    <>
      <Page />
      {button}
    </>,
  )
  await shows('Harbor')
  await connect('Harbor')
  harbor.caipNetworkId = '0x5'
  harbor.emit('chainChanged', '0x5')
  await eventually(() => expect(said().ethereum).toMatchObject({ unsupported: true }))
  if (!opens) await new Promise((resolve) => setTimeout(resolve, 50))
  await eventually(() => expect(billfold.isOpen.peek()).toBe(opens))
})

test('`useBillfoldWallets` loads the wallet directory while a component shows it, and reports why loading failed', async () => {
  const seen: unknown[] = []
  function Directory() {
    // New params with each render mean the same list.
    const list = useBillfoldWallets({ list: 'all', page: 1 })
    seen.push(list)
    return <p>{list?.error?.code ?? list?.status ?? 'unknown'}</p>
  }
  create()
  expect(renderToString(<Directory />)).toContain('unknown')
  render(<Directory />)
  await shows('unexpected')
  expect(seen.at(-1)).toBe(seen.at(-2))
})

test('[A156] The wallet of the React hooks has every wallet call', async () => {
  create()
  render()
  const { discoverAssets: _, signRevocation: __, ...calls } = createWalletCalls({} as never)
  expect(Object.keys(said().wallet!).sort()).toEqual(Object.keys(calls).sort())
})

test('[G21] No React hook has the name of a wagmi hook', async () => {
  const own = Object.keys(await import('../src/react.tsx')).filter((name) => name.startsWith('use'))
  expect(own.filter((name) => !name.startsWith('useBillfold'))).toEqual(['useReadable'])
  expect(useBillfold).toBeTypeOf('function')
})
