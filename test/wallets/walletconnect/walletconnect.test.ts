// @vitest-environment happy-dom
/** A page that connects over WalletConnect: the real adapters of three namespaces, and a wallet behind a fake worker. */
import { base58, base64 } from '@scure/base'
import { keepOpened } from '../../../src/wallets/walletconnect/opened-wallet.ts'
import { signal } from '@preact/signals-core'
import { Psbt } from 'bitcoinjs-lib'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AccountState } from '../../../src/wallets/account.ts'
import { type Connections, createConnections } from '../../../src/connections/connections.ts'
import { readRecentWallets } from '../../../src/wallets/recent-wallets.ts'
import { createSessions } from '../../../src/connections/session.ts'
import { BillfoldError } from '../../../src/core/base/errors.ts'
import { toNetwork } from '../../../src/core/chains/networks.ts'
import type { WalletConnectSession } from '../../../src/core/contract/walletconnect.ts'
import { createPreferredTypes } from '../../../src/wallets/account-types.ts'
import { createBitcoinAdapter } from '../../../src/wallets/bitcoin/adapter.ts'
import { bitcoinMainnet } from '../../../src/wallets/bitcoin/networks.ts'
import { createBitcoinPageProvider } from '../../../src/wallets/bitcoin/page-provider.ts'
import { createEvmAdapter } from '../../../src/wallets/evm/adapter.ts'
import { createEvmPageProvider } from '../../../src/wallets/evm/page-provider.ts'
import { createSolanaAdapter } from '../../../src/wallets/solana/adapter.ts'
import { solanaDevnet, solanaMainnet } from '../../../src/wallets/solana/networks.ts'
import { createSolanaPageProvider } from '../../../src/wallets/solana/page-provider.ts'
import { createWalletConnect } from '../../../src/wallets/walletconnect/connector.ts'
import { findWalletConnectOnly } from '../../../src/wallets/walletconnect/walletconnect-only.ts'
import { eventually } from '../../eventually.ts'
import { createFakeWallet, toConnector } from '../../fake-wallet.ts'
import { callBitcoin } from '../../call-bitcoin.ts'
import { createFakeWalletConnect } from '../../fake-walletconnect.ts'

const ether = {
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
}
const networks = [
  { id: 1, name: 'Ethereum', ...ether },
  { id: 137, name: 'Polygon', ...ether },
  { id: 10, name: 'Optimism', ...ether },
  solanaMainnet,
  bitcoinMainnet,
].map(toNetwork)
const solanaId = `solana:${solanaMainnet.id}` as const
const bitcoinId = `bip122:${bitcoinMainnet.id}` as const

const MARA = '0x71C4A09E5b2Df8361C7e90D4Af52E8137BD6c02A'
const THEO = '0xD18a60f27c3B954E0a61Fb2893ce47d05592aB3E'
const ADA = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const PAYS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'

const evmMethods = ['personal_sign', 'eth_sendTransaction', 'eth_signTypedData_v4']
const session: WalletConnectSession = {
  id: 'session-1',
  peer: { name: 'Lantern', url: 'https://lantern.example', iconUrl: 'https://lantern.example/icon.png' },
  namespaces: {
    eip155: {
      accounts: [`eip155:1:${MARA}`, `eip155:1:${THEO}`, `eip155:137:${MARA}`],
      chains: ['eip155:1', 'eip155:137'],
      methods: evmMethods,
      events: ['chainChanged', 'accountsChanged'],
    },
    solana: {
      accounts: [`${solanaId}:${ADA}`],
      chains: [solanaId],
      methods: ['solana_signMessage', 'solana_signTransaction', 'solana_signAndSendTransaction'],
      events: [],
    },
    bip122: {
      accounts: [`${bitcoinId}:${PAYS}`],
      chains: [bitcoinId],
      methods: ['signMessage', 'signPsbt'],
      events: [],
    },
  },
  expiresAt: Date.now() + 604_800_000,
}

let running: Connections[] = []
beforeEach(() => localStorage.clear())
afterEach(() => {
  for (const connections of running) connections.stop()
  running = []
  vi.useRealTimers()
})

function page(approved = session, onPage = networks) {
  const evmRelay = createEvmPageProvider()
  const solanaRelay = createSolanaPageProvider()
  const bitcoinRelay = createBitcoinPageProvider()
  const fake = createFakeWalletConnect(onPage, approved)
  const adapters = [
    createEvmAdapter(evmRelay),
    createSolanaAdapter(solanaRelay, onPage),
    createBitcoinAdapter(bitcoinRelay, { networks: onPage, call: callBitcoin }),
  ]
  const connector = createWalletConnect(['eip155', 'solana', 'bip122'])
  const account = signal<AccountState>({ status: 'disconnected' })
  const forgotten: string[] = []
  const told: unknown[] = []
  const connections = createConnections({
    account,
    adapters,
    adapterContext: fake.context,
    connectors: signal([connector]),
    networks: onPage,
    types: createPreferredTypes({ eip155: 'eoa' }, localStorage),
    sessions: createSessions(localStorage),
    onConnected() {},
    onForget: (caipAddress) => forgotten.push(caipAddress),
    snacks: { show: ({ message }) => told.push(message) },
  })
  running.push(connections)
  return {
    fake,
    connector,
    account,
    connections,
    forgotten,
    told,
    evm: evmRelay.provider,
    solana: solanaRelay.provider,
    bitcoin: bitcoinRelay.provider,
    state: (namespace: 'eip155' | 'solana' | 'bip122') => connections.getAccount(namespace),
    attempt: () => connections.attempts.peek()[0],
  }
}

/** A person has scanned the code and approved. */
async function connected(approved = session, onPage = networks) {
  const all = page(approved, onPage)
  const connecting = all.connections.connect(all.connector)
  await eventually(() => expect(all.attempt()?.progress?.kind).toBe('uri'))
  all.fake.pairings[0]!.approve()
  await connecting
  return all
}

describe('A connection attempt over WalletConnect', () => {
  it('shows a link, and then connects an account of each chain that the wallet approves', async () => {
    const { connections, connector, fake, attempt, state, account } = page()
    const connecting = connections.connect(connector)
    await eventually(() =>
      expect(attempt()?.progress).toMatchObject({ kind: 'uri', uri: 'wc:pairing-1@2?symKey=ab' }),
    )
    expect(fake.pairings[0]!.namespaces).toMatchObject({
      eip155: { chains: ['eip155:1', 'eip155:137', 'eip155:10'] },
      solana: { chains: [solanaId] },
      bip122: { chains: [bitcoinId] },
    })
    fake.pairings[0]!.approve()
    await connecting
    expect(state('eip155')).toMatchObject({
      address: MARA,
      caipNetworkId: 'eip155:1',
      connector: { name: 'Lantern', imageUrl: 'https://lantern.example/icon.png' },
      allAccounts: [{ address: MARA }, { address: THEO }],
    })
    expect(state('solana')).toMatchObject({ address: ADA, caipNetworkId: solanaId })
    expect(state('bip122')).toMatchObject({ address: PAYS, caipNetworkId: bitcoinId })
    expect(account.peek()).toMatchObject({ address: MARA })
    expect(fake.requests).toEqual([])
  })

  it('[A50] starts one pairing even if it is requested twice, and ends with the status connected', async () => {
    const { connections, connector, fake, state, attempt } = page()
    const seen: string[] = []
    const asked = [connections.connect(connector), connections.connect(connector)]
    seen.push(state('eip155').status)
    await eventually(() => expect(fake.pairings).toHaveLength(1))
    await eventually(() => expect(attempt()?.progress?.kind).toBe('uri'))
    fake.pairings[0]!.approve()
    await Promise.all(asked)
    seen.push(state('eip155').status)
    expect(seen).toEqual(['connecting', 'connected'])
    expect(fake.pairings).toHaveLength(1)
    expect(attempt()).toBeUndefined()
  })

  it('[T7] fails if the session has no valid account', async () => {
    for (const accounts of [[], ['eip155:1:0xnobody']]) {
      const { connections, connector, fake, state, attempt } = page({
        ...session,
        namespaces: { eip155: { ...session.namespaces.eip155!, accounts } },
      })
      const connecting = connections.connect(connector)
      await eventually(() => expect(attempt()?.progress?.kind).toBe('uri'))
      fake.pairings[0]!.approve()
      await connecting
      expect(state('eip155').status).toBe('disconnected')
      expect(attempt()?.status).toBe('failed')
      await eventually(() => expect(fake.ended).toEqual(['session-1']))
    }
  })

  it('[A4] connects the valid accounts of a session, and connects no account on a chain if its account there is invalid', async () => {
    const { solana, ...others } = session.namespaces
    const approved = {
      ...session,
      namespaces: { ...others, solana: { ...solana!, accounts: [`${solanaId}:0OIl`] } },
    }
    const { connections, fake, state, attempt, told } = await connected(approved)
    expect(state('eip155')).toMatchObject({ status: 'connected', address: MARA })
    expect(state('bip122')).toMatchObject({ status: 'connected', address: PAYS })
    expect(state('solana').status).toBe('disconnected')
    expect(attempt()).toBeUndefined()
    expect(told).toEqual([{ code: 'left_out', namespace: 'solana' }])
    expect(fake.ended).toEqual([])
    // What is left out stays so.
    connections.stop()
    const again = page(approved)
    again.fake.set(approved)
    await eventually(() => expect(again.state('eip155').status).toBe('connected'))
    expect(again.state('solana').status).toBe('disconnected')
  })

  it.each(['none', 'a wallet of the browser'])(
    '[A4] makes the Solana account active if the session has only Solana (EVM wallet connected earlier: %s)',
    async (before) => {
      const { solana } = session.namespaces
      const { connections, connector, fake, attempt, account } = page()
      if (before !== 'none') await connections.connect(toConnector(createFakeWallet()))
      const connecting = connections.connect(connector)
      await eventually(() => expect(attempt()?.progress?.kind).toBe('uri'))
      fake.pairings[0]!.approve({ ...session, namespaces: { solana: solana! } })
      await connecting
      expect(account.peek()).toMatchObject({ address: ADA })
      expect(attempt()).toBeUndefined()
    },
  )

  it('[A67] makes the account on the chain of the requested network active', async () => {
    const { connections, connector, fake, attempt, account } = page()
    const connecting = connections.connect(connector, networks[3])
    await eventually(() => expect(attempt()?.progress?.kind).toBe('uri'))
    fake.pairings[0]!.approve()
    await connecting
    expect(account.peek()).toMatchObject({ address: ADA })
    expect(connections.accounts.peek()).toHaveLength(3)
  })

  it('reports a decline or an unreachable relay, and succeeds when it is repeated', async () => {
    const { connections, connector, fake, attempt, state } = page()
    fake.canReach = false
    await connections.connect(connector)
    expect(attempt()).toMatchObject({ status: 'failed', error: { code: 'relay_unreachable' } })
    fake.canReach = true
    let connecting = connections.connect(connector)
    await eventually(() => expect(attempt()?.progress?.kind).toBe('uri'))
    fake.pairings[0]!.fail(new BillfoldError('wallet_declined', 'Declined in Lantern.'))
    await connecting
    expect(attempt()?.status).toBe('declined')
    connecting = connections.connect(connector)
    await eventually(() => expect(attempt()?.progress?.kind).toBe('uri'))
    fake.pairings[1]!.approve()
    await connecting
    expect(state('eip155').status).toBe('connected')
  })

  it('ends its pairing when the user cancels it', async () => {
    const { connections, connector, fake, attempt } = page()
    void connections.connect(connector)
    await eventually(() => expect(attempt()?.progress?.kind).toBe('uri'))
    connections.cancelAttempt('eip155')
    expect(fake.pairings[0]!.signal?.aborted).toBe(true)
    expect(attempt()).toBeUndefined()
  })

  it('[A51] replaces the shown code 10 s before it expires, at most twice, and then fails as expired', async () => {
    const { connections, connector, fake, attempt } = page()
    void connections.connect(connector)
    await eventually(() => expect(attempt()?.progress?.kind).toBe('uri'))
    connections.cancelAttempt('eip155')
    vi.useFakeTimers()
    const connecting = connections.connect(connector)
    await vi.advanceTimersByTimeAsync(229_000)
    expect(fake.pairings).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(fake.pairings).toHaveLength(3)
    expect(attempt()?.progress).toMatchObject({ uri: expect.stringContaining('pairing-3') as string })
    // Who has scanned the first one can still approve it.
    expect(fake.pairings[1]!.signal?.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(230_000)
    expect(fake.pairings).toHaveLength(4)
    await vi.advanceTimersByTimeAsync(235_000)
    expect(attempt()?.status).toBe('waiting')
    await vi.advanceTimersByTimeAsync(6_000)
    await connecting
    expect(attempt()).toMatchObject({ status: 'failed', error: { code: 'pairing_expired' } })
    expect(fake.pairings.every(({ signal: end }) => end?.aborted)).toBe(true)
  })

  it('succeeds if the wallet approves a code that has already been replaced on the screen', async () => {
    vi.useFakeTimers()
    const { connections, connector, fake, state } = page()
    const connecting = connections.connect(connector)
    await vi.advanceTimersByTimeAsync(231_000)
    expect(fake.pairings).toHaveLength(2)
    fake.pairings[0]!.approve()
    await vi.advanceTimersByTimeAsync(100)
    await connecting
    expect(state('eip155').status).toBe('connected')
    expect(fake.pairings[1]!.signal?.aborted).toBe(true)
  })
})

describe('Chains without an adapter', () => {
  const dot = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'
  const hub = 'cosmos:cosmoshub-4'
  const DOT = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'
  const ATOM = 'cosmos1vqpjljwsynsn58dugz0w8ut7kun7t8ls2qkmsq'
  const own = (['polkadot', 'cosmos'] as const).map((chainNamespace) =>
    toNetwork({
      ...ether,
      id: chainNamespace === 'polkadot' ? dot.split(':')[1]! : hub.split(':')[1]!,
      name: chainNamespace,
      chainNamespace,
    }),
  )

  async function open(accounts: { polkadot: string; cosmos: string }) {
    const fake = createFakeWalletConnect(own, {
      ...session,
      namespaces: {
        polkadot: { accounts: [accounts.polkadot], chains: [dot], methods: [], events: [] },
        cosmos: { accounts: [accounts.cosmos], chains: [hub], methods: [], events: [] },
      },
    })
    const elsewhere = findWalletConnectOnly(own, [])
    const connector = createWalletConnect(elsewhere.map(({ namespace }) => namespace))
    const told: unknown[] = []
    const connections = createConnections({
      account: signal<AccountState>({ status: 'disconnected' }),
      adapters: elsewhere.map(({ finder }) => finder.createAdapter(fake.context)),
      adapterContext: fake.context,
      connectors: signal([connector]),
      networks: own,
      types: createPreferredTypes({}, localStorage),
      sessions: createSessions(localStorage),
      onConnected() {},
      onForget() {},
      snacks: { show: ({ message }) => told.push(message) },
    })
    running.push(connections)
    return { fake, connections, told, connect: () => connections.connect(connector) }
  }

  it('[A4] are connected over WalletConnect if the page has networks of these chains, and are restored after a reload', async () => {
    const { fake, connections, connect } = await open({ polkadot: `${dot}:${DOT}`, cosmos: `${hub}:${ATOM}` })
    const connecting = connect()
    await eventually(() => expect(fake.pairings).toHaveLength(1))
    expect(fake.pairings[0]!.namespaces).toMatchObject({
      polkadot: { chains: [dot], methods: ['polkadot_signMessage', 'polkadot_signTransaction'] },
      cosmos: { chains: [hub] },
    })
    await eventually(() => expect(fake.pairings[0]!.signal).toBeDefined())
    fake.pairings[0]!.approve()
    await connecting
    const read = (one: Connections) =>
      (['polkadot', 'cosmos'] as const).map((namespace) => one.getAccount(namespace))
    const shown = [
      { status: 'connected', address: DOT, caipNetworkId: dot, network: { name: 'polkadot' } },
      { status: 'connected', address: ATOM, caipNetworkId: hub, network: { name: 'cosmos' } },
    ]
    expect(read(connections)).toMatchObject(shown)
    connections.stop()
    const again = await open({ polkadot: '', cosmos: '' })
    again.fake.set(fake.state.peek().data?.session)
    await eventually(() => expect(read(again.connections)).toMatchObject(shown))
    await again.connections.disconnect()
    expect(again.fake.ended).toEqual(['session-1'])
  })

  it('[F13] are not connected if the address of their account is invalid', async () => {
    const { fake, connections, told, connect } = await open({
      polkadot: `${dot}:0x71C4A09E5b2Df8361C7e90D4Af52E8137BD6c02A`,
      cosmos: `${hub}:${ATOM}`,
    })
    const connecting = connect()
    await eventually(() => expect(fake.pairings[0]?.signal).toBeDefined())
    fake.pairings[0]!.approve()
    await connecting
    expect(connections.getAccount('polkadot').status).toBe('disconnected')
    expect(connections.getAccount('cosmos').status).toBe('connected')
    expect(told).toEqual([{ code: 'left_out', namespace: 'polkadot' }])
  })

  it('are not requested if the page has no network of these chains, or has an adapter for them', () => {
    expect(findWalletConnectOnly(networks, [])).toEqual([])
    expect(findWalletConnectOnly(own, [{ namespace: 'polkadot' }]).map(({ namespace }) => namespace)).toEqual(
      ['cosmos'],
    )
  })
})

describe('A WalletConnect session', () => {
  it('is restored on the last used network, without a prompt', async () => {
    const before = await connected()
    await before.connections.switchNetwork(networks[1]!)
    expect(before.state('eip155')).toMatchObject({ caipNetworkId: 'eip155:137' })
    before.connections.stop()
    const { fake, state } = page()
    expect(state('eip155')).toEqual({ status: 'connecting', restoring: true })
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(state('eip155').status).toBe('connecting')
    fake.set(session)
    await eventually(() =>
      expect(state('eip155')).toMatchObject({ status: 'connected', caipNetworkId: 'eip155:137' }),
    )
    await eventually(() => expect(state('solana')).toMatchObject({ address: ADA }))
    await eventually(() => expect(state('bip122')).toMatchObject({ address: PAYS }))
    expect(fake.requests).toEqual([])
  })

  it('[F15] is disconnected when the wallet ends it, and its account data are removed', async () => {
    const { fake, state, forgotten, told, connections } = await connected()
    // All three listen.
    await new Promise((resolve) => setTimeout(resolve, 100))
    fake.set(undefined)
    for (const namespace of ['eip155', 'solana', 'bip122'] as const)
      await eventually(() => expect(state(namespace).status).toBe('disconnected'))
    expect(forgotten.toSorted()).toEqual(
      [`eip155:1:${MARA.toLowerCase()}`, `${solanaId}:${ADA}`, `${bitcoinId}:${PAYS}`].toSorted(),
    )
    expect(connections.remembered.peek()).toEqual([])
    expect(told).toEqual([{ code: 'session_ended', wallet: 'Lantern' }])
    expect(localStorage.getItem('billfold/sessions')).toBeNull()
  })

  it('is watched once, until Billfold stops, even if other tabs write to storage', async () => {
    const { eip155 } = session.namespaces
    const { fake, state, connections } = await connected({ ...session, namespaces: { eip155: eip155! } })
    await eventually(() => expect(fake.watched).toEqual([true]))
    for (let change = 0; change < 3; change += 1) {
      window.dispatchEvent(new StorageEvent('storage', { key: 'billfold/sent', storageArea: localStorage }))
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    expect(fake.watched).toEqual([true])
    expect(state('eip155')).toMatchObject({ status: 'connected', address: MARA })
    connections.stop()
    await eventually(() => expect(fake.watched).toEqual([true, false]))
  })

  it('[T17] [F31] does not count as ended if the browser’s storage is unavailable', async () => {
    const { fake, state, told, connections } = await connected()
    await new Promise((resolve) => setTimeout(resolve, 100))
    const known = fake.state.peek()
    fake.state.value = { ...known, data: { session: undefined, isUnknown: true, relay: 'connecting' } }
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(state('eip155')).toMatchObject({ status: 'connected', address: MARA })
    connections.stop()
    const restored = page()
    restored.fake.state.value = fake.state.peek()
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(restored.state('eip155')).toEqual({ status: 'connecting', restoring: true })
    restored.fake.set(session)
    await eventually(() => expect(restored.state('eip155')).toMatchObject({ address: MARA }))
    expect(told).toEqual([])
  })

  it('[F15] is not restored if it ended before the page was loaded', async () => {
    ;(await connected()).connections.stop()
    const { fake, state } = page()
    fake.set(undefined)
    await eventually(() => expect(state('eip155').status).toBe('disconnected'))
    expect(state('solana').status).toBe('disconnected')
  })

  it('[A59] [T18] is disconnected on all its chains together, first on the page and then in the wallet', async () => {
    const { connections, fake, state, account, told } = await connected()
    const endedBefore: number[] = []
    const stop = account.subscribe(
      ({ status }) => status === 'disconnected' && endedBefore.push(fake.ended.length),
    )
    const leaving = connections.disconnect('solana')
    expect(endedBefore).toEqual([0])
    stop()
    await leaving
    expect(fake.ended).toEqual(['session-1'])
    expect(told).toEqual([])
    for (const namespace of ['eip155', 'solana', 'bip122'] as const)
      expect(state(namespace).status).toBe('disconnected')
  })

  it('is replaced when the user connects a second wallet, but kept if the second wallet declines', async () => {
    const { connections, connector, fake, state, attempt, told, forgotten } = await connected()
    await new Promise((resolve) => setTimeout(resolve, 100))
    let connecting = connections.connect(connector)
    await eventually(() => expect(attempt()?.progress?.kind).toBe('uri'))
    fake.pairings[1]!.fail(new BillfoldError('wallet_declined', 'Declined.'))
    await connecting
    expect(state('eip155')).toMatchObject({ address: MARA, connector: { name: 'Lantern' } })

    connecting = connections.connect(connector)
    await eventually(() => expect(attempt()?.progress?.kind).toBe('uri'))
    const { eip155 } = session.namespaces
    // The old one ends first.
    fake.set(undefined)
    fake.pairings[2]!.approve({
      ...session,
      id: 'session-2',
      peer: { name: 'Tern', url: '' },
      namespaces: { eip155: { ...eip155!, accounts: [`eip155:1:${THEO}`] } },
    })
    await connecting
    expect(state('eip155')).toMatchObject({ address: THEO, connector: { name: 'Tern' } })
    expect(told).toEqual([])
    await eventually(() => expect(state('solana').status).toBe('disconnected'))
    // All that this page knew of the two is forgotten with the second.
    await connections.disconnect()
    expect(forgotten).toContain(`eip155:1:${MARA.toLowerCase()}`)
    expect(forgotten).toContain(`eip155:1:${THEO.toLowerCase()}`)
    expect(forgotten).toContain(`${solanaId}:${ADA}`)
  })

  it('[T18] is ended in the wallet when the user disconnects, even while the session is being restored', async () => {
    ;(await connected()).connections.stop()
    const { connections, fake, account } = page()
    const leaving = connections.disconnect()
    expect(account.peek()).toEqual({ status: 'disconnected' })
    fake.set(session)
    await leaving
    expect(fake.ended).toEqual(['session-1'])
  })

  it('[A53] [A54] [A61] keeps the wallet’s link until the user disconnects, and the wallet is listed as recent even after that', async () => {
    const { connections, connector, fake, attempt } = page()
    const stored = () => localStorage.getItem('WALLETCONNECT_DEEPLINK_CHOICE')
    const connecting = connections.connect({
      ...connector,
      name: 'Lantern',
      link: 'lantern://',
      wallet: { id: 'lantern', name: 'Lantern' },
    })
    await eventually(() => expect(attempt()?.progress?.kind).toBe('uri'))
    // Nothing is kept of a link that leads to no connection.
    expect(stored()).toBeNull()
    expect(readRecentWallets(localStorage)).toEqual([])
    fake.pairings[0]!.approve()
    await connecting
    expect(JSON.parse(stored()!)).toEqual({ href: 'lantern://', name: 'Lantern' })
    await connections.disconnect()
    expect(stored()).toBeNull()
    expect(readRecentWallets(localStorage)).toEqual([{ id: 'lantern', name: 'Lantern' }])
  })

  it('[A61] [F33] loses the wallet’s link when the wallet ends the session, or when the user connects a new wallet by QR code', async () => {
    const { connections, connector, fake, attempt, state } = page()
    const stored = () => localStorage.getItem('WALLETCONNECT_DEEPLINK_CHOICE')
    async function open(link: string | undefined, id: string): Promise<void> {
      const connecting = connections.connect({ ...connector, ...(link && { link }) })
      await eventually(() => expect(attempt()?.progress?.kind).toBe('uri'))
      fake.pairings.at(-1)!.approve({ ...session, id })
      await connecting
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    await open('lantern://', 'session-1')
    expect(stored()).not.toBeNull()
    await open(undefined, 'session-2')
    expect(stored()).toBeNull()
    await open('lantern://', 'session-3')
    expect(stored()).not.toBeNull()
    fake.set(undefined)
    await eventually(() => expect(state('eip155').status).toBe('disconnected'))
    expect(stored()).toBeNull()
  })

  it('switches its account when the wallet switches to another account of the session', async () => {
    const { fake, state } = await connected()
    fake.emit('eip155:1', 'accountsChanged', [`eip155:1:${THEO}`])
    await eventually(() => expect(state('eip155')).toMatchObject({ address: THEO }))
    // One that it does not share is nobody.
    fake.emit('eip155:1', 'accountsChanged', [`eip155:1:0x${'ab'.repeat(20)}`])
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(state('eip155').status).toBe('connected')
  })

  it('switches its network with the wallet, but only to a network that the wallet has approved', async () => {
    const { fake, state } = await connected()
    fake.emit('eip155:137', 'chainChanged', 137)
    await eventually(() => expect(state('eip155')).toMatchObject({ caipNetworkId: 'eip155:137' }))
    fake.emit('eip155:10', 'chainChanged', '0xa')
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(state('eip155')).toMatchObject({ status: 'connected' })
    expect((state('eip155') as { caipNetworkId: string }).caipNetworkId).not.toBe('eip155:10')
  })
})

describe('A page’s requests to an EVM wallet over WalletConnect', () => {
  it('are sent to the wallet for the network that the page is on', async () => {
    const { fake, evm, connections } = await connected()
    fake.answer = async () => '0x11'
    expect(await evm.request({ method: 'personal_sign', params: ['0x68', MARA] })).toBe('0x11')
    await connections.switchNetwork(networks[1]!)
    await evm.request({ method: 'eth_sendTransaction', params: [{ from: MARA, to: THEO }] })
    expect(fake.requests).toEqual([
      { id: 'session-1', caipNetworkId: 'eip155:1', method: 'personal_sign', params: ['0x68', MARA] },
      {
        id: 'session-1',
        caipNetworkId: 'eip155:137',
        method: 'eth_sendTransaction',
        params: [{ from: MARA, to: THEO }],
      },
    ])
  })

  it('are answered without asking the wallet if they ask for accounts, for the network or for a switch to an approved network', async () => {
    const { fake, evm } = await connected()
    expect(await evm.request({ method: 'eth_accounts' })).toEqual([MARA, THEO])
    expect(await evm.request({ method: 'eth_chainId' })).toBe('0x1')
    expect(
      await evm.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x89' }] }),
    ).toBeNull()
    expect(await evm.request({ method: 'eth_chainId' })).toBe('0x89')
    expect(fake.requests).toEqual([])
  })

  it('[F14] are rejected if they name an account or a network other than the page’s', async () => {
    const { fake, evm } = await connected()
    const send = (transaction: object) =>
      evm.request({ method: 'eth_sendTransaction', params: [transaction] })
    await expect(send({ from: PAYS, to: THEO })).rejects.toMatchObject({ code: 4100 })
    await expect(send({ from: MARA, to: THEO, chainId: '0x89' })).rejects.toMatchObject({ code: 4901 })
    expect(fake.requests).toEqual([])
  })

  it('are sent to the page’s node instead of the wallet if they only read', async () => {
    const { fake, evm } = await connected()
    fake.tell = async () => '0x10'
    const params = [{ to: THEO, data: '0x' }, 'latest']
    expect(await evm.request({ method: 'eth_call', params })).toBe('0x10')
    expect(await evm.request({ method: 'eth_blockNumber' })).toBe('0x10')
    expect(fake.asked).toEqual([
      { caipNetworkId: 'eip155:1', method: 'eth_call', params },
      { caipNetworkId: 'eip155:1', method: 'eth_blockNumber', params: [] },
    ])
    expect(fake.requests).toEqual([])
  })

  it('are rejected with the node’s error and error code if the node rejects them', async () => {
    const { fake, evm } = await connected()
    const context = { rpcCode: 3, description: 'execution reverted', rpcData: '0x08c379a0' }
    fake.tell = () => Promise.reject(new BillfoldError('bad_envelope', 'Refused.', { context }))
    const call = () => evm.request({ method: 'eth_call', params: [] })
    await expect(call()).rejects.toMatchObject({ code: 3, message: 'execution reverted', data: '0x08c379a0' })
    fake.tell = () => Promise.reject(new BillfoldError('http_network', 'Nobody answers.'))
    await expect(call()).rejects.toMatchObject({ code: -32603, message: 'Nobody answers.' })
  })

  it.each(['wallet_getCapabilities', 'eth_signTransaction', 'eth_sendRawTransaction', 'eth_sign'])(
    'are rejected if they call %s and the wallet has not approved that method',
    async (method) => {
      const { fake, evm } = await connected()
      await expect(evm.request({ method, params: [] })).rejects.toMatchObject({
        code: 4200,
        message: expect.stringMatching(/has not approved/) as string,
      })
      expect([fake.requests, fake.asked]).toEqual([[], []])
    },
  )

  it('are rejected with the wallet’s error and its EIP-1193 code if the wallet rejects them', async () => {
    const { fake, evm } = await connected()
    const sign = () => evm.request({ method: 'personal_sign', params: ['0x68', MARA] })
    await expect(sign()).rejects.toMatchObject({ code: 4001 })
    fake.answer = async () => {
      throw new BillfoldError('wallet_failed', 'No.', { context: { code: 4902 } })
    }
    await expect(sign()).rejects.toMatchObject({ code: 4902 })
    fake.answer = async () => {
      throw new BillfoldError('outcome_unknown', 'Look there.')
    }
    await expect(sign()).rejects.toMatchObject({ code: -32603, data: { reason: 'outcome_unknown' } })
  })

  it('[D31] include wallet_revokePermissions, which disconnects without the message that the wallet has ended the session', async () => {
    const { evm, fake, state, told } = await connected()
    await evm.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] })
    await eventually(() => expect(state('eip155').status).toBe('disconnected'))
    expect(fake.ended).toEqual(['session-1'])
    expect(told).toEqual([])
  })

  it('are rejected with an explanation if they switch to a network that the wallet has not approved', async () => {
    const { connections, state } = await connected()
    await expect(connections.switchNetwork(networks[2]!)).rejects.toMatchObject({
      code: 'wallet_failed',
      message: expect.stringContaining('has not approved the network 10') as string,
    })
    expect(state('eip155')).toMatchObject({ caipNetworkId: 'eip155:1' })
  })

  it('[A36] can switch to each network of the page that the wallet has approved, at or after the connection', async () => {
    const { connections, fake, state } = await connected()
    const read = () => (['eip155', 'solana', 'bip122'] as const).map((one) => getApproved(state(one)))
    expect(read()).toEqual([['eip155:1', 'eip155:137'], [solanaId], [bitcoinId]])
    await connections.switchNetwork(networks[1]!)
    expect(read()[0]).toEqual(['eip155:1', 'eip155:137'])
    const { eip155 } = session.namespaces
    // A network that the page does not have says nothing to it.
    const accounts = [...eip155!.accounts, `eip155:10:${MARA}`, `eip155:5:${MARA}`] as const
    fake.set({ ...session, namespaces: { ...session.namespaces, eip155: { ...eip155!, accounts } } })
    await eventually(() => expect(read()[0]).toEqual(['eip155:1', 'eip155:137', 'eip155:10']))
    await connections.switchNetwork(networks[2]!)
    expect(state('eip155')).toMatchObject({ caipNetworkId: 'eip155:10' })
  })

  it('end as soon as the wallet shares its account on the new network, if they switch the network', async () => {
    const asks = { ...session.namespaces.eip155!, methods: [...evmMethods, 'wallet_switchEthereumChain'] }
    const able = { ...session, namespaces: { eip155: asks } }
    const { connections, fake, state } = await connected(able)
    // It can be asked to go to any.
    expect(getApproved(state('eip155'))).toBeUndefined()
    fake.answer = async () => {
      setTimeout(
        () =>
          fake.set({
            ...able,
            namespaces: { eip155: { ...asks, accounts: [...asks.accounts, `eip155:10:${MARA}`] } },
          }),
        50,
      )
      return null
    }
    await connections.switchNetwork(networks[2]!)
    expect(fake.requests).toMatchObject([
      { method: 'wallet_switchEthereumChain', caipNetworkId: 'eip155:1', params: [{ chainId: '0xa' }] },
    ])
    expect(state('eip155')).toMatchObject({ caipNetworkId: 'eip155:10', address: MARA })
  })
})

describe('A page’s requests to a Solana wallet over WalletConnect', () => {
  /** One signature, by ADA; `tail` is what it does. */
  const toTransaction = (signature: number, tail: number) => {
    const message = [1, 0, 0, 1, ...publicKey(), ...Array<number>(32).fill(9), 1, 0, 0, 1, tail]
    return Uint8Array.from([1, ...Array<number>(64).fill(signature), ...message])
  }
  const sign = async (
    { solana }: Awaited<ReturnType<typeof connected>>,
    transaction = toTransaction(0, 5),
  ) => {
    const [account] = solana.accounts
    const [signed] = await solana.features['solana:signTransaction'].signTransaction({
      account: account!,
      transaction,
    })
    return signed!.signedTransaction
  }

  it('return the signature of a message', async () => {
    const all = await connected()
    const signature = new Uint8Array(64).fill(3)
    all.fake.answer = async () => ({ signature: base58.encode(signature) })
    const message = new TextEncoder().encode('hello')
    const [signed] = await all.solana.features['solana:signMessage'].signMessage({
      account: all.solana.accounts[0]!,
      message,
    })
    expect(signed).toEqual({ signedMessage: message, signature })
    expect(all.fake.requests).toMatchObject([
      {
        caipNetworkId: solanaId,
        method: 'solana_signMessage',
        params: { message: base58.encode(message), pubkey: ADA },
      },
    ])
  })

  it('return the signed transaction, whether the wallet returns the whole transaction or only the signature', async () => {
    const all = await connected()
    all.fake.answer = async () => ({ transaction: base64.encode(toTransaction(7, 5)) })
    expect(await sign(all)).toEqual(toTransaction(7, 5))
    all.fake.answer = async () => ({ signature: base58.encode(new Uint8Array(64).fill(7)) })
    expect(await sign(all)).toEqual(toTransaction(7, 5))
  })

  it.each([
    [
      'a signature without the transaction’s message',
      { transaction: base64.encode(Uint8Array.from([1, ...Array<number>(64).fill(7)])) },
    ],
    ['invalid base64', { transaction: '!!' }],
    ['undefined', undefined],
    ['a signature of 63 bytes', { signature: base58.encode(new Uint8Array(63).fill(1)) }],
  ])('are rejected if the wallet answers a request to sign a transaction with %s', async (_, answer) => {
    const all = await connected()
    all.fake.answer = async () => answer
    await expect(sign(all)).rejects.toMatchObject({ code: 'wallet_bad_answer' })
  })

  it('are rejected if the returned transaction differs from the requested transaction or lacks the signature', async () => {
    const all = await connected()
    for (const other of [toTransaction(7, 6), toTransaction(0, 5)]) {
      all.fake.answer = async () => ({ transaction: base64.encode(other) })
      await expect(sign(all)).rejects.toMatchObject({ code: 'wallet_bad_answer' })
    }
  })

  it('end as outcome_unknown instead of failing if the wallet may have sent the transaction', async () => {
    const all = await connected()
    const send = () =>
      all.solana.features['solana:signAndSendTransaction'].signAndSendTransaction({
        account: all.solana.accounts[0]!,
        transaction: toTransaction(0, 5),
        chain: 'solana:mainnet',
      })
    all.fake.answer = async () => ({ signature: base58.encode(new Uint8Array(64).fill(7)) })
    expect(await send()).toEqual([{ signature: new Uint8Array(64).fill(7) }])
    all.fake.answer = async () => ({ done: true })
    await expect(send()).rejects.toMatchObject({ code: 'outcome_unknown' })
  })

  it('are limited to the features that the wallet has approved', async () => {
    const { solana } = await connected({
      ...session,
      namespaces: {
        ...session.namespaces,
        solana: { ...session.namespaces.solana!, methods: ['solana_signMessage'] },
      },
    })
    expect(solana.accounts[0]!.features).toEqual(['solana:signMessage'])
  })
})

describe('A page’s requests to a Bitcoin wallet over WalletConnect', () => {
  it('return the signature of a message in base64, whether the wallet returns it in hex or in base64', async () => {
    const { fake, bitcoin } = await connected()
    for (const signature of ['abcdef01', 'q83vAQ==']) {
      fake.answer = async () => ({ address: PAYS, signature })
      expect(await bitcoin.signMessage({ address: PAYS, message: 'hello' })).toBe('q83vAQ==')
    }
    expect(fake.requests[0]).toMatchObject({
      caipNetworkId: bitcoinId,
      method: 'signMessage',
      params: { account: PAYS, address: PAYS, message: 'hello', protocol: 'bip322' },
    })
    fake.answer = async () => ({ address: 'bc1qsomebodyelse', signature: 'abcdef01' })
    await expect(bitcoin.signMessage({ address: PAYS, message: 'hello' })).rejects.toMatchObject({
      code: 'wallet_bad_answer',
    })
  })
})

describe('A PSBT sent to a Bitcoin wallet over WalletConnect', () => {
  const script = Buffer.from('0014751e76e8199196d454941c45d1b3a323f1433bd6', 'hex')
  const toPsbt = (value: number) =>
    new Psbt()
      .addInput({ hash: 'ab'.repeat(32), index: 0, witnessUtxo: { script, value: 40_000n } })
      .addOutput({ script, value: BigInt(value) })
      .toBase64()
  const psbt = toPsbt(30_000)
  const txid = 'cd'.repeat(32)

  it('[A156] is passed on with the account’s inputs, and is returned signed', async () => {
    const { fake, bitcoin } = await connected()
    fake.answer = async () => ({ psbt })
    const inputs = [{ index: 0, address: PAYS, sighashTypes: [0x81] }]
    expect(await bitcoin.signPsbt({ psbt, inputs })).toEqual({ psbt })
    expect(fake.requests).toEqual([
      {
        id: session.id,
        caipNetworkId: bitcoinId,
        method: 'signPsbt',
        params: { account: PAYS, psbt, signInputs: inputs, broadcast: false },
      },
    ])
  })

  it.each([{ psbt: toPsbt(29_000) }, { psbt: '!!' }, {}, undefined, 'signed'])(
    '[F13] is rejected if the wallet answers with %j',
    async (answer) => {
      const { fake, bitcoin } = await connected()
      fake.answer = async () => answer
      await expect(bitcoin.signPsbt({ psbt })).rejects.toMatchObject({ code: 'wallet_bad_answer' })
    },
  )

  it('is broadcast by the wallet, and ends as outcome_unknown if the wallet returns no valid transaction id', async () => {
    const { fake, bitcoin } = await connected()
    const send = () => bitcoin.signPsbt({ psbt, broadcast: true })
    fake.answer = async () => ({ psbt, txid })
    expect(await send()).toEqual({ txid })
    expect(fake.requests[0]).toMatchObject({ params: { broadcast: true } })
    for (const answer of [{ psbt }, { psbt, txid: 'sent' }]) {
      fake.answer = async () => answer
      await expect(send()).rejects.toMatchObject({ code: 'outcome_unknown' })
    }
    fake.answer = async () => {
      throw new BillfoldError('wallet_failed', 'No node.')
    }
    await expect(send()).rejects.toMatchObject({ code: 'outcome_unknown' })
    fake.answer = async () => {
      throw new BillfoldError('wallet_failed', 'request timed out', {
        context: { code: -32002, said: 'request timed out' },
      })
    }
    await expect(send()).rejects.toMatchObject({ code: 'outcome_unknown' })
  })
})

function getApproved(state: AccountState) {
  return state.status === 'connected' ? state.approved : undefined
}

function publicKey(): number[] {
  return [...base58.decode(ADA)]
}

describe('A WalletConnect session in use', () => {
  const asks = {
    ...session.namespaces.eip155!,
    methods: [...evmMethods, 'wallet_switchEthereumChain', 'wallet_getCapabilities'],
  }
  const able = { ...session, namespaces: { eip155: asks } }
  it('is ended in the wallet if the user disconnects while a network switch is pending', async () => {
    const { connections, fake, state } = await connected(able)
    fake.answer = async () => null
    const going = connections.switchNetwork(networks[2]!).catch(() => {})
    await eventually(() => expect(fake.requests).toHaveLength(1))
    await new Promise((resolve) => setTimeout(resolve, 50))
    const leaving = connections.disconnect().then(
      () => 'left',
      (error: Error) => error.message,
    )
    await going
    expect(state('eip155').status).toBe('disconnected')
    expect(await leaving).toBe('left')
    expect(fake.ended).toEqual(['session-1'])
  })
  it('is disconnected only once if the wallet ends it while a network switch is pending', async () => {
    const { connections, fake, state, told } = await connected(able)
    fake.answer = async () => null
    const going = connections.switchNetwork(networks[2]!).catch(() => {})
    await eventually(() => expect(fake.requests).toHaveLength(1))
    await new Promise((resolve) => setTimeout(resolve, 50))
    let thrown: unknown
    try {
      fake.set(undefined)
    } catch (error) {
      thrown = error
    }
    await going
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(thrown).toBeUndefined()
    expect(state('eip155').status).toBe('disconnected')
    expect(told).toEqual([{ code: 'session_ended', wallet: 'Lantern' }])
  })
  it('stays on its network if the wallet switches to a network on which it shares no account', async () => {
    const { fake, state, evm } = await connected()
    fake.emit('eip155:137', 'chainChanged', 137)
    await eventually(() => expect(state('eip155')).toMatchObject({ caipNetworkId: 'eip155:137' }))
    fake.emit('eip155:137', 'chainChanged', '0xa')
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(state('eip155')).toMatchObject({ caipNetworkId: 'eip155:137' })
    fake.answer = async () => '0x11'
    await evm.request({ method: 'personal_sign', params: ['0x68', MARA] })
    expect(fake.requests[0]!.caipNetworkId).toBe('eip155:137')
  })
  it('does not open the wallet app for a request that needs no approval', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(pointer: coarse)' }))
    const open = vi.spyOn(window, 'open').mockReturnValue(null)
    const { fake, evm } = await connected(able)
    keepOpened('lantern://', 'Lantern')
    fake.answer = async () => ({})
    await evm.request({ method: 'wallet_getCapabilities', params: [MARA, ['0x1']] })
    expect(open).not.toHaveBeenCalled()
    await evm.request({ method: 'personal_sign', params: ['0x68', MARA] })
    expect(open).toHaveBeenCalledOnce()
    vi.unstubAllGlobals()
  })
})

describe('Account and network changes reported over WalletConnect', () => {
  const BEN = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'
  const other = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
  const devnet = toNetwork(solanaDevnet)
  const { eip155, solana, bip122 } = session.namespaces
  const wide = {
    ...session,
    namespaces: {
      eip155: { ...eip155!, accounts: [...eip155!.accounts, `eip155:137:${THEO}`] },
      solana: {
        ...solana!,
        accounts: [`${solanaId}:${ADA}`, `${solanaId}:${BEN}`],
      },
      bip122: { ...bip122!, accounts: [`${bitcoinId}:${PAYS}`, `${bitcoinId}:${other}`] },
    },
  }
  const settled = () => new Promise((resolve) => setTimeout(resolve, 100))

  it.each([
    ['eip155', 'accountsChanged', [`eip155:1:${THEO}`], THEO],
    ['eip155', 'accountsChanged', [THEO.toLowerCase(), MARA], THEO],
    ['solana', 'accountsChanged', [BEN], BEN],
    ['solana', 'accountsChanged', [`${solanaId}:${BEN}`], BEN],
    ['bip122', 'bip122_addressesChanged', [{ address: other, intention: 'payment' }], other],
    ['bip122', 'bip122_addressesChanged', { addresses: [other] }, other],
    ['bip122', 'accountsChanged', [`${bitcoinId}:${other}`], other],
  ] as const)(
    '[D21] take effect at once, and are still in effect after a reload: on %s, %s with %j',
    async (namespace, name, data, address) => {
      const before = await connected(wide)
      const chain = { eip155: 'eip155:1', solana: solanaId, bip122: bitcoinId }[namespace] as 'eip155:1'
      before.fake.emit(chain, name, data)
      await eventually(() => expect(before.state(namespace)).toMatchObject({ address }))
      before.connections.stop()
      const { fake, state } = page()
      fake.set(wide)
      await eventually(() => expect(state(namespace)).toMatchObject({ status: 'connected', address }))
      // The wallet goes on from there.
      fake.emit(chain, name, [])
      await settled()
      expect(state(namespace)).toMatchObject({ address })
    },
  )

  it('[D21] an account change takes effect only once the session includes that account', async () => {
    const { fake, state } = await connected(wide)
    fake.emit('eip155:1', 'accountsChanged', [THEO])
    await eventually(() => expect(state('eip155')).toMatchObject({ address: THEO }))
    const late = `0x${'ab'.repeat(20)}`
    fake.emit('eip155:1', 'accountsChanged', [late, MARA])
    await settled()
    expect(state('eip155')).toMatchObject({ address: THEO })
    const accounts = [...wide.namespaces.eip155.accounts, `eip155:1:${late}`]
    fake.set({ ...wide, namespaces: { ...wide.namespaces, eip155: { ...eip155!, accounts } } })
    await eventually(() => expect(state('eip155')).toMatchObject({ address: late }))
  })

  it('[D21] are kept when the wallet updates the session', async () => {
    const { fake, state } = await connected(wide)
    fake.emit('eip155:1', 'accountsChanged', [THEO])
    await eventually(() => expect(state('eip155')).toMatchObject({ address: THEO }))
    fake.set({ ...wide, expiresAt: wide.expiresAt + 1 })
    await settled()
    expect(state('eip155')).toMatchObject({ address: THEO })
  })

  it.each([10, '0xa', 'eip155:10', { chainId: '0xa' }])(
    '[D21] a network change takes effect only once the session includes that network: chainChanged with %j',
    async (data) => {
      const { fake, state } = await connected()
      fake.emit('eip155:1', 'chainChanged', data)
      await settled()
      expect(state('eip155')).toMatchObject({ caipNetworkId: 'eip155:1' })
      const accounts = [...eip155!.accounts, `eip155:10:${MARA}`]
      const chains = [...eip155!.chains, 'eip155:10'] as const
      fake.set({
        ...session,
        namespaces: { ...session.namespaces, eip155: { ...eip155!, chains, accounts } },
      })
      await eventually(() => expect(state('eip155')).toMatchObject({ caipNetworkId: 'eip155:10' }))
    },
  )

  it('[D21] a network change that is not yet in effect is dropped if the wallet or the page switches to a different network', async () => {
    const { fake, state, connections } = await connected()
    const accounts = [...eip155!.accounts, `eip155:10:${MARA}`]
    const more = { ...session, namespaces: { ...session.namespaces, eip155: { ...eip155!, accounts } } }
    fake.emit('eip155:10', 'chainChanged', 10)
    fake.emit('eip155:137', 'chainChanged', 137)
    fake.set(more)
    await settled()
    expect(state('eip155')).toMatchObject({ caipNetworkId: 'eip155:137' })
    fake.set(session)
    fake.emit('eip155:10', 'chainChanged', 10)
    await connections.switchNetwork(networks[0]!)
    fake.set(more)
    await settled()
    expect(state('eip155')).toMatchObject({ caipNetworkId: 'eip155:1' })
  })

  it('[D21] a network change on Solana takes effect after chainChanged, and is still in effect after a reload', async () => {
    const devnetId = devnet.caipNetworkId
    const both = {
      ...session,
      namespaces: {
        solana: {
          ...solana!,
          accounts: [`${solanaId}:${ADA}`, `${devnetId}:${ADA}`],
          chains: [solanaId, devnetId],
        },
      },
    }
    const onPage = [...networks, devnet]
    const before = await connected(both, onPage)
    before.fake.emit(devnetId, 'chainChanged', devnetId)
    await eventually(() => expect(before.state('solana')).toMatchObject({ caipNetworkId: devnetId }))
    before.connections.stop()
    const { fake, state } = page(both, onPage)
    fake.set(both)
    await eventually(() => expect(state('solana')).toMatchObject({ caipNetworkId: devnetId, address: ADA }))
  })

  it('[D21] do not affect a new session, which starts with its first account', async () => {
    const { fake, state, connections, connector, attempt } = await connected(wide)
    fake.emit('eip155:1', 'accountsChanged', [THEO])
    await eventually(() => expect(state('eip155')).toMatchObject({ address: THEO }))
    const connecting = connections.connect(connector)
    await eventually(() => expect(attempt()?.progress?.kind).toBe('uri'))
    fake.pairings.at(-1)!.approve({ ...wide, id: 'session-2' })
    await connecting
    expect(state('eip155')).toMatchObject({ address: MARA })
  })
})

describe('A second connection over WalletConnect', () => {
  const bad = {
    ...session,
    id: 'session-2',
    peer: { name: 'Tern', url: '' },
    namespaces: { eip155: { ...session.namespaces.eip155!, accounts: ['eip155:1:0x123'] } },
  }
  async function again(all: Awaited<ReturnType<typeof connected>>) {
    const connecting = all.connections.connect(all.connector)
    await eventually(() => expect(all.attempt()?.progress?.kind).toBe('uri'))
    return { connecting, pairing: all.fake.pairings.at(-1)! }
  }
  async function expectFirst({ state, fake, told, evm }: Awaited<ReturnType<typeof connected>>) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(state('eip155')).toMatchObject({ address: MARA, connector: { name: 'Lantern' } })
    expect(state('solana')).toMatchObject({ address: ADA })
    expect(told).toEqual([])
    expect(fake.ended).not.toContain('session-1')
    fake.answer = async () => '0x11'
    expect(await evm.request({ method: 'personal_sign', params: ['0x68', MARA] })).toBe('0x11')
    expect(fake.requests.at(-1)).toMatchObject({ id: 'session-1' })
  }

  it('[D23] leaves the first connection in place when the second session has no valid account', async () => {
    const all = await connected()
    const seen: string[] = []
    const stop = all.account.subscribe((one) => seen.push(one.status === 'connected' ? one.address : ''))
    const { connecting, pairing } = await again(all)
    pairing.approve(bad)
    await connecting
    expect(all.attempt()?.status).toBe('failed')
    await eventually(() => expect(all.fake.ended).toEqual(['session-2']))
    await expectFirst(all)
    expect([...new Set(seen)]).toEqual([MARA])
    stop()
  })

  it.each(['wallet_declined', 'pairing_expired', 'relay_unreachable'] as const)(
    '[D23] leaves the first connection in place when the second connection fails with %s',
    async (code) => {
      const all = await connected()
      const { connecting, pairing } = await again(all)
      pairing.fail(new BillfoldError(code, 'No.'))
      if (code === 'pairing_expired') all.connections.cancelAttempt('eip155')
      await connecting
      await expectFirst(all)
    },
  )

  it('[D23] leaves the first connection in place if the user cancels the second connection and the wallet nevertheless approves it', async () => {
    const all = await connected()
    const { connecting, pairing } = await again(all)
    pairing.approve({ ...session, id: 'session-2' })
    all.connections.cancelAttempt('eip155')
    await connecting
    await eventually(() => expect(all.fake.ended).toEqual(['session-2']))
    await expectFirst(all)
  })

  it('[D23] keeps the first wallet’s link on a phone when the second connection fails', async () => {
    const all = await connected()
    keepOpened('lantern://', 'Lantern')
    const { connecting, pairing } = await again(all)
    pairing.approve(bad)
    await connecting
    expect(localStorage.getItem('WALLETCONNECT_DEEPLINK_CHOICE')).toContain('lantern://')
  })

  it('[D23] replaces and ends the first connection as soon as the second connection is usable', async () => {
    const all = await connected()
    const { connecting, pairing } = await again(all)
    pairing.approve({ ...session, id: 'session-2', peer: { name: 'Tern', url: '' } })
    expect(all.fake.ended).toEqual([])
    await connecting
    expect(all.fake.ended).toEqual(['session-1'])
    expect(all.state('eip155')).toMatchObject({ connector: { name: 'Tern' } })
  })
})

describe('The end of a WalletConnect session', () => {
  it('[D22] is reported even after a reload, and the data of the session’s accounts are removed', async () => {
    ;(await connected()).connections.stop()
    const { fake, state, told, forgotten, connections } = page()
    fake.set(undefined)
    await eventually(() => expect(told).toEqual([{ code: 'session_ended', wallet: 'Lantern' }]))
    expect(state('eip155').status).toBe('disconnected')
    expect(connections.remembered.peek()).toEqual([])
    expect(forgotten).toHaveLength(3)
    expect(localStorage.getItem('billfold/sessions')).toBeNull()
  })

  /** As a browser tells one tab what another has written. */
  const tellTabs = () =>
    window.dispatchEvent(new StorageEvent('storage', { key: null, storageArea: localStorage }))

  it.each(['before', 'after'] as const)(
    '[D22] is also reported in a second tab that learns of the end %s the storage event',
    async (when) => {
      const first = await connected()
      const second = page()
      second.fake.set(session)
      await eventually(() => expect(second.state('bip122').status).toBe('connected'))
      await new Promise((resolve) => setTimeout(resolve, 100))
      first.fake.set(undefined)
      await eventually(() => expect(first.told).toHaveLength(1))
      if (when === 'after') tellTabs()
      second.fake.set(undefined)
      await eventually(() => expect(second.state('eip155').status).toBe('disconnected'))
      tellTabs()
      await new Promise((resolve) => setTimeout(resolve, 50))
      expect(first.told).toEqual([{ code: 'session_ended', wallet: 'Lantern' }])
      expect(second.told).toEqual([{ code: 'session_ended', wallet: 'Lantern' }])
      expect(second.connections.remembered.peek()).toEqual([])
    },
  )

  it('[D22] is not reported if the user disconnected in a different tab', async () => {
    const first = await connected()
    const second = page()
    second.fake.set(session)
    await eventually(() => expect(second.state('bip122').status).toBe('connected'))
    await first.connections.disconnect()
    tellTabs()
    second.fake.set(undefined)
    await eventually(() => expect(second.state('eip155').status).toBe('disconnected'))
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect([first.told, second.told]).toEqual([[], []])
  })

  it('[D22] is reported while the user connects a different wallet, and the connection attempt continues', async () => {
    const { fake, state, told, connections, attempt } = await connected()
    await new Promise((resolve) => setTimeout(resolve, 100))
    const wallet = createFakeWallet()
    let share: (accounts: string[]) => void = () => {}
    const request = wallet.request.bind(wallet)
    wallet.request = (args) =>
      args.method === 'eth_requestAccounts'
        ? new Promise((resolve) => (share = resolve as never))
        : request(args)
    const connecting = connections.connect(toConnector(wallet))
    await eventually(() => expect(attempt()?.status).toBe('waiting'))
    fake.set(undefined)
    await eventually(() => expect(told).toEqual([{ code: 'session_ended', wallet: 'Lantern' }]))
    expect(connections.remembered.peek()).toEqual([])
    expect(attempt()?.status).toBe('waiting')
    share([THEO])
    await connecting
    expect(state('eip155').status).toBe('connected')
  })

  it('[D22] is reported if the user’s attempt to reconnect the same wallet fails', async () => {
    const { fake, state, told, connections, connector, attempt } = await connected()
    await new Promise((resolve) => setTimeout(resolve, 100))
    const connecting = connections.connect(connector)
    await eventually(() => expect(attempt()?.progress?.kind).toBe('uri'))
    fake.set(undefined)
    await new Promise((resolve) => setTimeout(resolve, 100))
    fake.pairings.at(-1)!.fail(new BillfoldError('wallet_declined', 'No.'))
    await connecting
    expect(told).toEqual([{ code: 'session_ended', wallet: 'Lantern' }])
    expect(state('eip155').status).toBe('disconnected')
    expect(connections.remembered.peek()).toEqual([])
    expect(attempt()?.status).toBe('declined')
  })
})
