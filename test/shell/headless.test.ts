// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { authFrame } from '../../src/auth.ts'
import type { Adapter } from '../../src/wallets/adapter.ts'
import type { Connector } from '../../src/wallets/connector.ts'
import type { Namespace } from '../../src/core/chains/caip.ts'
import { BillfoldError } from '../../src/core/base/errors.ts'
import type { Snapshot, WorkerConfig } from '../../src/core/contract/protocol.ts'
import { evm } from '../../src/evm.ts'
import type { Billfold } from '../../src/shell/billfold.ts'
import { createBillfold } from '../../src/shell/create-billfold.ts'
import type { Options } from '../../src/shell/options.ts'
import type { Shell } from '../../src/shell/shell.ts'
import { solana, solanaMainnet } from '../../src/solana.ts'
import { localSiwx } from '../../src/siwx/local-siwx.ts'
import type { SIWX } from '../../src/siwx/siwx.ts'
import { eventually } from '../eventually.ts'
import { createFakeWallet, type FakeWallet, toConnector } from '../fake-wallet.ts'

const modal = vi.hoisted(() => ({ mounted: 0, shell: undefined as Shell | undefined }))
vi.mock('#ui', () => ({
  mountView(shell: Shell) {
    modal.mounted += 1
    modal.shell = shell
    return { unmount() {}, load: async () => {} }
  },
}))

/** The worker: what it says of each topic, and what it was told of the page. */
const worker = vi.hoisted(() => ({
  watched: [] as string[],
  data: {} as Record<string, unknown>,
  called: [] as unknown[],
  answers: {} as Record<string, unknown>,
  config: undefined as unknown,
}))
vi.mock('../../src/worker-link/start/start-worker.ts', () => ({
  startWorker: ({ config }: { config: unknown }) => {
    worker.config = config
    return Promise.reject(new Error('not here'))
  },
}))
vi.mock('../../src/worker-link/worker-client.ts', () => ({
  createWorkerClient: ({ start }: { start(options: object): Promise<unknown> }) => {
    start({}).catch(() => {})
    return {
      watch(topic: string, _: object, listener: (snapshot: Snapshot<never>) => void) {
        worker.watched.push(topic)
        const data = worker.data[topic] as never
        listener({ data, fetchedAt: 1, status: 'fresh' })
        return () => void worker.watched.splice(worker.watched.indexOf(topic), 1)
      },
      call: (command: string, input: object, options?: object) => {
        worker.called.push([command, input, options])
        return command in worker.answers ? Promise.resolve(worker.answers[command]) : new Promise(() => {})
      },
      stop() {},
    }
  },
  pageVisibility: {},
}))

/** As §3 of the specification lists them. */
type OptionName =
  | 'projectId'
  | 'sdkType'
  | 'sdkVersion'
  | 'features'
  | 'remoteFeatures'
  | 'defaultAccountTypes'
  | 'enableNetworkSwitch'
  | 'allowUnsupportedChain'
  | 'enableEmbedded'
  | 'manualWCControl'
  | 'siwx'
  | 'metadata'
  | 'customWallets'
  | 'featuredWalletIds'
  | 'includeWalletIds'
  | 'excludeWalletIds'
  | 'tokens'
  | 'termsConditionsUrl'
  | 'privacyPolicyUrl'
  | 'customRpcUrls'

const ADDRESS = '0x71C4A09E5b2Df8361C7e90D4Af52E8137bd6C02a'
const network = (id: number) => ({
  id,
  name: `Network ${id}`,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [`https://node${id}.example`] } },
  blockExplorers: { default: { name: 'Explorer', url: 'https://explorer.example/' } },
})

let wallet: FakeWallet
let others: Connector[]
let billfold: Billfold
beforeEach(() => {
  localStorage.clear()
  modal.mounted = 0
  worker.watched = []
  worker.data = {}
  worker.answers = {}
  wallet = createFakeWallet()
  others = []
})
afterEach(() => billfold.destroy())

function create(more: Partial<Options> = {}) {
  const real = evm()
  const adapter: Adapter = {
    ...real,
    loadFinder: async () => ({
      ...(await real.loadFinder()),
      watch: (listener) => (listener([toConnector(wallet), ...others]), () => {}),
      find() {},
    }),
  }
  billfold = createBillfold({
    projectId: 'project',
    networks: [network(1), network(10)],
    adapters: [adapter],
    metadata: { name: 'Driftwood' },
    ...more,
  })
  return billfold.headless()
}

describe('a page with its own wallet list (headless)', () => {
  it('lists wallets, connects a wallet and reads its account without loading the modal', async () => {
    vi.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run))
    const { connectors, connect, attempts } = await create()
    expect(connectors.value.map(({ name }) => name)).toEqual(['Harbor', 'WalletConnect'])
    await expect(connect(connectors.value[0]!)).resolves.toMatchObject({ address: ADDRESS })
    expect(attempts.value).toEqual([])
    await billfold.disconnect()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(modal.mounted).toBe(0)
    vi.unstubAllGlobals()
  })

  it('does not load the modal for a wallet on an unsupported network until the page opens the modal', async () => {
    wallet.caipNetworkId = '0x5'
    const { connectors, connect } = await create()
    await expect(connect(connectors.value[0]!)).resolves.toMatchObject({ unsupported: true })
    expect([billfold.isOpen.value, modal.mounted]).toEqual([false, 0])
    await billfold.open()
    expect([billfold.isOpen.value, modal.mounted]).toEqual([true, 1])
  })

  it('[A48] [S13] reads the message that the modal shows', async () => {
    const { snack } = await create()
    await billfold.open()
    expect(snack.value).toMatchObject({ open: false, message: '' })
    modal.shell!.snacks.show({ variant: 'error', message: { code: 'history_failed' } })
    expect(snack.value).toEqual({
      message: { code: 'history_failed' },
      variant: 'error',
      svg: 'warn',
      open: true,
      autoClose: false,
    })
  })

  describe('connect() with a wallet of the directory', () => {
    const lantern = {
      id: 'lantern',
      name: 'Lantern',
      mobile_link: 'lantern:',
      webapp_link: 'https://web.lantern.example',
    }
    const isPhone = (is: boolean) =>
      vi.stubGlobal('matchMedia', (query: string) => ({ matches: is && query === '(pointer: coarse)' }))
    afterEach(() => void vi.unstubAllGlobals())

    it('uses WalletConnect if the wallet is not installed, and lists the attempt under the wallet’s name', async () => {
      isPhone(true)
      const { connect, attempts } = await create()
      const controller = new AbortController()
      const asked = connect(lantern, { signal: controller.signal })
      await eventually(() =>
        expect(worker.called).toContainEqual(['walletConnectPair', expect.anything(), expect.anything()]),
      )
      expect(attempts.value).toMatchObject([
        {
          status: 'waiting',
          connector: { name: 'Lantern', type: 'WALLET_CONNECT', wallet: lantern, link: 'lantern://' },
        },
      ])
      controller.abort()
      await expect(asked).rejects.toMatchObject({ code: 'aborted' })
    })

    it('[A4] returns the Solana account of a wallet that shares no EVM account', async () => {
      const chain = `solana:${solanaMainnet.id}` as const
      const address = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
      const shared = { accounts: [`${chain}:${address}`], chains: [chain], methods: [], events: [] }
      const session = {
        id: '1',
        peer: { name: 'Lantern', url: '' },
        namespaces: { solana: shared },
        expiresAt: Date.now() + 240_000,
      }
      worker.data['walletConnect'] = { session, relay: 'connected' }
      worker.answers = {
        walletConnectPair: { id: '1', uri: 'wc:1@2', expiresAt: Date.now() + 240_000 },
        walletConnectApproval: { session, signed: [] },
      }
      const { connect } = await create({ networks: [network(1), solanaMainnet], adapters: [evm(), solana()] })
      await expect(connect(lantern)).resolves.toMatchObject({ address, caipNetworkId: chain })
    })

    it('uses the browser extension if it is installed', async () => {
      const { connect, connectors } = await create()
      const rdns = connectors.value[0]!.info!.rdns
      await expect(connect({ ...lantern, rdns })).resolves.toMatchObject({ address: ADDRESS })
    })

    it('rejects with wallet_missing if the wallet is not installed and WalletConnect is off', async () => {
      const { connect } = await create({ enableWalletConnect: false })
      await expect(connect(lantern)).rejects.toMatchObject({ code: 'wallet_missing' })
    })

    it('can use the link of getLink(), which opens the wallet on this device and is never unsafe', async () => {
      const { getLink } = await create()
      const uri = 'wc:1@2?symKey=2'
      const encoded = encodeURIComponent(uri)
      isPhone(true)
      expect(getLink(lantern, uri)).toBe(`lantern://wc?uri=${encoded}`)
      isPhone(false)
      expect(getLink(lantern, uri)).toBe(`https://web.lantern.example/wc?uri=${encoded}`)
      const evil = { ...lantern, mobile_link: 'javascript:alert(1)', webapp_link: 'data:text/html,1' }
      expect(getLink(evil, uri)).toBeUndefined()
    })
  })

  it('reads a page of the wallet directory, and searches the directory', async () => {
    const list = { count: 1, wallets: [{ id: 'a', name: 'Tern' }] }
    worker.data = { wallets: list }
    const { wallets, searchWallets } = await create()
    const params = { list: 'all', page: 1 } as const
    expect(wallets(params)).toBe(wallets({ ...params }))
    const seen: unknown[] = []
    const stop = wallets(params).subscribe(({ data }) => seen.push(data))
    const marked = { count: 1, wallets: [{ ...list.wallets[0], installed: false }] }
    await eventually(() => expect(seen.at(-1)).toEqual(marked))
    stop()
    expect(worker.watched).toEqual([])
    const { signal } = new AbortController()
    void searchWallets({ words: 'tern' }, { signal })
    await eventually(() =>
      expect(worker.called).toContainEqual(['searchWallets', { words: 'tern' }, { signal }]),
    )
  })

  it('[A181] [A182] signIn() rejects without SIWX, and without a connected account', async () => {
    const without = await create()
    expect(without.session.peek()).toEqual({ status: 'nobody' })
    await expect(without.signIn()).rejects.toMatchObject({
      code: 'siwx_missing',
      message: expect.stringMatching(/^SIWX is not enabled/) as unknown,
    })
    billfold.destroy()
    const { signIn, session } = await create({ siwx: localSiwx() })
    expect(session.peek()).toEqual({ status: 'nobody' })
    await expect(signIn()).rejects.toMatchObject({ code: 'account_missing' })
  })

  it('reads in `session` that a newly connected account is signed out, and the modal stays closed', async () => {
    const { connectors, connect, session } = await create({ siwx: localSiwx() })
    await connect(connectors.value[0]!)
    await eventually(() => expect(session.peek()).toEqual({ status: 'signed-out' }))
    expect([billfold.isOpen.value, modal.mounted]).toEqual([false, 0])
  })

  it('does not list email and social sign-in, which need the modal’s views', async () => {
    const { connectors } = await create({ auth: authFrame({ url: 'https://login.example/sdk' }) })
    expect(connectors.value.map(({ type }) => type)).toEqual(['ANNOUNCED', 'WALLET_CONNECT'])
    // The same list for as long as the wallets are the same.
    expect(connectors.value).toBe(connectors.value)
  })

  it('chooses any account that the wallet shares, and gets an error for a namespace without an adapter', async () => {
    const other = '0x'.padEnd(42, '9')
    wallet.accounts = [ADDRESS, other]
    const { connectors, connect, chooseAccount, setActive, chain } = await create()
    const { allAccounts } = await connect(connectors.value[0]!)
    chooseAccount(allAccounts[1]!.caipAddress)
    expect(chain('eip155').connection.value).toMatchObject({ address: other })
    expect(wallet.asked).not.toContain('wallet_requestPermissions')
    chooseAccount(`eip155:1:${'0x'.padEnd(42, '1')}`)
    expect(billfold.account.value).toMatchObject({ address: other })
    for (const choose of [() => setActive('solana'), () => chooseAccount('solana:1:a')])
      expect(choose).toThrow(expect.objectContaining({ code: 'adapter_missing' }))
    expect(billfold.account.value).toMatchObject({ address: other })
  })

  it('can pass a network of the page to connect(), which rejects a network that the page does not have', async () => {
    const { connectors, connect } = await create()
    await expect(connect(connectors.value[0]!, { network: 'eip155:5' })).rejects.toMatchObject({
      code: 'options_invalid',
    })
    expect(wallet.asked).toEqual([])
    // A wallet that is on a network of its own stays there.
    await expect(connect(connectors.value[0]!, { network: 'eip155:10' })).resolves.toMatchObject({
      caipNetworkId: 'eip155:1',
    })
  })

  it('[A57] [F33] signs out an account when the user connects a second wallet instead, and all accounts after the last disconnect', async () => {
    const ended: unknown[] = []
    const siwx: SIWX = {
      ...localSiwx(),
      getRequired: () => false,
      getSessions: async () => [],
      revokeSession: async (...args) => void ended.push(args),
      setSessions: async (sessions) => void ended.push(sessions),
    }
    const [first, second] = [ADDRESS, '0xD18a60f27c3B954E0a61Fb2893ce47d05592aB3E'].map((address) =>
      createFakeWallet({ accounts: [address] }),
    )
    others = [toConnector(second!, { id: 'tern', name: 'Tern', restoreKey: 'example.tern' })]
    wallet = first!
    const { connectors, connect } = await create({ siwx })
    const [harbor, tern] = connectors.value
    await connect(harbor!)
    // Another network is no other wallet.
    wallet.caipNetworkId = '0xa'
    wallet.emit('chainChanged', '0xa')
    await eventually(() => expect(billfold.account.peek()).toMatchObject({ caipNetworkId: 'eip155:10' }))
    expect(ended).toEqual([])
    await connect(tern!)
    await eventually(() => expect(ended).toHaveLength(2))
    expect(ended).toEqual([
      ['eip155:1', ADDRESS],
      ['eip155:10', ADDRESS],
    ])
    await billfold.disconnect()
    await eventually(() => expect(ended.slice(2)).toEqual([[]]))
  })

  it('[T18] disconnects before it asks the page’s SIWX to sign out', async () => {
    const seen: string[] = []
    const siwx: SIWX = {
      ...localSiwx(),
      getSessions: async () => [],
      async setSessions() {
        seen.push(billfold.account.peek().status)
        throw new Error('down')
      },
    }
    const { connectors, connect } = await create({ siwx })
    await connect(connectors.value[0]!)
    await billfold.disconnect()
    await eventually(() => expect(seen).toEqual(['disconnected']))
  })

  it('rejects connect() with wallet_declined when the user declines', async () => {
    wallet.person = 'declines'
    const { connectors, connect } = await create()
    await expect(connect(connectors.value[0]!)).rejects.toMatchObject({ code: 'wallet_declined' })
  })

  it('cancels connect() with an AbortSignal, before and while the wallet asks', async () => {
    wallet.person = 'waits'
    const { connectors, connect, attempts } = await create()
    const controller = new AbortController()
    const asked = connect(connectors.value[0]!, { signal: controller.signal })
    await eventually(() => expect(wallet.asked).toContain('eth_requestAccounts'))
    controller.abort()
    await expect(asked).rejects.toMatchObject({ code: 'aborted' })
    expect(attempts.value).toEqual([])
    await expect(connect(connectors.value[0]!, { signal: controller.signal })).rejects.toThrow()
    expect(wallet.asked.filter((method) => method === 'eth_requestAccounts')).toHaveLength(1)
  })
})

describe('the state of a namespace (headless)', () => {
  it('[A35] has 18 fields of the account, filled from the worker’s data', async () => {
    worker.data = {
      identity: { address: ADDRESS, name: 'mara.eth', avatarUrl: 'https://pictures.example/a.png' },
      portfolio: { total: 0, native: { symbol: 'ETH', full: '2.4' } },
    }
    const { connectors, connect, chain } = await create()
    const seen: object[] = []
    chain('eip155').account.subscribe((state) => seen.push(state))
    expect(Object.keys(seen[0]!).sort()).toEqual([
      'address',
      'addressExplorerUrl',
      'allAccounts',
      'balance',
      'balanceSymbol',
      'caipAddress',
      'connectedWalletInfo',
      'currentTab',
      'farcasterUrl',
      'preferredAccountTypes',
      'profileImage',
      'profileName',
      'smartAccountDeployed',
      'socialProvider',
      'socialWindow',
      'status',
      'tokenBalance',
      'user',
    ])
    expect(seen[0]).toMatchObject({ status: 'disconnected', address: undefined })
    await connect(connectors.value[0]!)
    await eventually(() =>
      expect(seen.at(-1)).toMatchObject({
        status: 'connected',
        address: ADDRESS,
        caipAddress: `eip155:1:${ADDRESS.toLowerCase()}`,
        allAccounts: [{ address: ADDRESS, purpose: 'eoa' }],
        balance: '2.4',
        balanceSymbol: 'ETH',
        profileName: 'mara.eth',
        profileImage: 'https://pictures.example/a.png',
        addressExplorerUrl: `https://explorer.example/address/${ADDRESS}`,
        connectedWalletInfo: { name: 'Harbor', rdns: 'example.harbor' },
      }),
    )
    await billfold.disconnect()
    expect(seen.at(-1)).toEqual(seen[0])
  })

  it.each([
    [{ by: 'google', email: 'mara@driftmail.example' }, 'google', { email: 'mara@driftmail.example' }],
    [{ by: 'farcaster', userName: 'mara' }, 'farcaster', { userName: 'mara' }],
    [{ by: 'email', email: 'mara@driftmail.example' }, undefined, { email: 'mara@driftmail.example' }],
  ])(
    '[A35] names the user who signed in with %j, until the account disconnects',
    async (login, socialProvider, user) => {
      const provider = { ...wallet, getLogin: () => ({ ...login, address: ADDRESS, chainId: 1 }) }
      const connector = {
        ...toConnector(wallet),
        id: 'auth',
        type: 'AUTH',
        restoreKey: 'auth',
        provider,
      } as const
      const { connect, chain } = await create({ auth: { toConnector: () => connector, stop() {} } })
      await connect(connector)
      const state = chain('eip155').account
      expect(state.value).toMatchObject({ status: 'connected', socialProvider, user })
      await billfold.disconnect()
      expect(state.value).toMatchObject({ socialProvider: undefined, user: undefined })
    },
  )

  it('[A35] has no social provider and no user for a browser wallet', async () => {
    const { connectors, connect, chain } = await create()
    await connect(connectors.value[0]!)
    expect(chain('eip155').account.value).toMatchObject({ socialProvider: undefined, user: undefined })
  })

  it('[A36] has 5 fields of the network', async () => {
    const { connectors, connect, chain } = await create()
    const state = chain('eip155').network
    const requested = [{ caipNetworkId: 'eip155:1' }, { caipNetworkId: 'eip155:10' }]
    expect(state.value).toMatchObject({ caipNetwork: undefined, requestedCaipNetworks: requested })
    expect(Object.keys(state.value)).toHaveLength(5)
    await connect(connectors.value[0]!)
    expect(state.value).toMatchObject({
      caipNetwork: { id: 1, chainNamespace: 'eip155' },
      // A wallet in the browser may be asked to go to any.
      supportsAllNetworks: true,
      approvedCaipNetworkIds: undefined,
    })
  })

  it('[A36] has 4 fields of each network, and the URL of its icon if the page names the icon by id', async () => {
    const own = { imageUrl: 'https://pictures.example/own.png', imageId: 'unused' }
    const { chain } = await create({
      networks: [
        { ...network(1), assets: { imageId: '692ed6ba-e569-459a-556a-776476829e00' } },
        { ...network(10), assets: own },
        network(137),
      ],
      explorerUrl: 'https://directory.example/',
      sdkVersion: 'html-evm-9',
    })
    const [first, second, third] = chain('eip155').network.value.requestedCaipNetworks
    expect(first).toMatchObject({
      id: 1,
      caipNetworkId: 'eip155:1',
      chainNamespace: 'eip155',
      assets: { imageId: '692ed6ba-e569-459a-556a-776476829e00' },
      imageUrl:
        'https://directory.example/public/getAssetImage/692ed6ba-e569-459a-556a-776476829e00?projectId=project&st=billfold&sv=html-evm-9',
    })
    expect(second).toMatchObject({ assets: own, imageUrl: own.imageUrl })
    expect(third).toMatchObject({ assets: undefined, imageUrl: undefined })
  })

  it('watches no topics while the state has no subscribers', async () => {
    const { connectors, connect, chain } = await create()
    await connect(connectors.value[0]!)
    void chain('eip155').account.value
    expect(worker.watched).toEqual([])
    const stop = chain('eip155').account.subscribe(() => {})
    await eventually(() => expect([...new Set(worker.watched)].sort()).toEqual(['identity', 'portfolio']))
    stop()
    expect(worker.watched).toEqual([])
  })

  it('[A56] [A177] has progress.loading true while a wallet connects or disconnects', async () => {
    const { connectors, connect, chain } = await create()
    const seen: boolean[] = []
    chain('eip155').progress.subscribe(({ loading }) => seen.at(-1) === loading || seen.push(loading))
    await connect(connectors.value[0]!)
    expect(seen).toEqual([false, true, false])
    wallet.request = () => Promise.reject(Object.assign(new Error('no'), { code: 4001 }))
    await expect(billfold.disconnect()).rejects.toMatchObject({
      code: 'disconnect_failed',
      category: 'INTERNAL_SDK_ERROR',
      message: expect.stringContaining('Failed to disconnect'),
    })
    expect(seen).toEqual([false, true, false, true, false])
  })

  it('[A117] has the account types that the user chose, or else those of the page’s option, or else the specification’s defaults', async () => {
    const { chain, updateAccount } = await create({ defaultAccountTypes: { bip122: 'ordinals' } })
    const read = () => chain('eip155').account.value.preferredAccountTypes
    expect(read()).toEqual({
      eip155: 'smartAccount',
      bip122: 'ordinals',
      polkadot: 'eoa',
      solana: 'eoa',
    })
    updateAccount('eip155', { preferredAccountType: 'eoa' })
    expect(read()).toMatchObject({ eip155: 'eoa' })
    billfold.destroy()
    const again = await create()
    expect(again.chain('eip155').account.value.preferredAccountTypes).toMatchObject({
      eip155: 'eoa',
      bip122: 'payment',
    })
  })
})

describe('headless calls', () => {
  it('[A173] updateAccount() requires a namespace', async () => {
    const { updateAccount } = await create()
    expect(() => updateAccount(undefined as never, { preferredAccountType: 'eoa' })).toThrow(
      expect.objectContaining({
        message: expect.stringContaining('Chain is required to update chain account data'),
      }),
    )
  })

  it.each(['solana', 'moon'])('[A174] chain() refuses %s, which has no adapter', async (namespace) => {
    const { chain } = await create()
    expect(() => chain(namespace as Namespace)).toThrow(
      expect.objectContaining({
        code: 'adapter_missing',
        message: expect.stringContaining('Chain adapter not found'),
      }),
    )
  })

  it('[A175] [A176] [S14] fail without adapters if they switch the network, connect or disconnect, and the error names the missing client', async () => {
    const { connect, connectors, attempts } = await create({ adapters: [] })
    const missing = (client: string) => ({
      code: 'client_missing',
      message: `${client} client not set: pass adapters to createBillfold.`,
    })
    await expect(billfold.switchNetwork('eip155:10')).rejects.toMatchObject(missing('NetworkController'))
    await expect(billfold.disconnect()).rejects.toMatchObject(missing('ConnectionController'))
    await expect(billfold.disconnect('eip155')).rejects.toMatchObject(missing('ConnectionController'))
    await expect(billfold.wallet()).rejects.toMatchObject(missing('ConnectionController'))
    await expect(connect(connectors.value[0]!)).rejects.toMatchObject(missing('ConnectionController'))
    expect(attempts.value).toMatchObject([{ error: missing('ConnectionController') }])
  })

  it('[A176] [S14] chooseAccount() fails without adapters, and the error names the missing client', async () => {
    const { chooseAccount } = await create({ adapters: [] })
    expect(() => chooseAccount('eip155:1:0x71C4A09E5b2Df8361C7e90D4Af52E8137BD6c02A')).toThrow(
      /^ConnectionController client not set: /,
    )
  })

  it('[A186] fail with an error that has a category, by default INTERNAL_SDK_ERROR', () => {
    expect(new BillfoldError('unexpected', 'Tide').category).toBe('INTERNAL_SDK_ERROR')
    expect(new BillfoldError('unexpected', 'Tide', { category: 'API_ERROR' }).category).toBe('API_ERROR')
  })
})

describe('[A47] Billfold with options', () => {
  it('accepts all 20 options of the specification', async () => {
    const all: Required<Pick<Options, OptionName>> = {
      projectId: 'project',
      sdkType: 'driftwood',
      sdkVersion: 'html-evm-9',
      features: { activity: false, swaps: false },
      remoteFeatures: { swaps: ['1inch'], email: false },
      defaultAccountTypes: { eip155: 'eoa' },
      enableNetworkSwitch: false,
      allowUnsupportedChain: true,
      enableEmbedded: false,
      manualWCControl: false,
      siwx: localSiwx(),
      metadata: { name: 'Driftwood' },
      customWallets: [],
      featuredWalletIds: [],
      includeWalletIds: [],
      excludeWalletIds: [],
      tokens: {},
      termsConditionsUrl: 'https://driftwood.example/terms',
      privacyPolicyUrl: 'https://driftwood.example/privacy',
      customRpcUrls: {},
    }
    expect(Object.keys(all)).toHaveLength(20)
    await create(all)
    await billfold.open()
    // Until the dashboard answers, what the page knows of it holds before the page's own.
    expect(modal.shell!.features.value).toEqual({ activity: false, swaps: ['1inch'], email: false })
  })

  it('[A120] [A121] [A122] tells the worker which wallets the page includes, excludes and features', async () => {
    await create({ includeWalletIds: ['a', 'b'], excludeWalletIds: ['c'], featuredWalletIds: ['b'] })
    await billfold.open()
    const wallets = { included: ['a', 'b'], excluded: ['c'], featured: ['b'] }
    await eventually(() => expect((worker.config as WorkerConfig).wallets).toEqual(wallets))
  })

  it('[S6] tells the worker that the page is online again, but only if the worker is in use', async () => {
    const said = () => worker.called.filter((call) => (call as unknown[])[0] === 'online')
    const before = said().length
    const setOnline = (isOnline: boolean) => {
      vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
      window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
    }
    await create()
    setOnline(false)
    setOnline(true)
    await billfold.open()
    expect(said()).toHaveLength(before)
    const portfolio = billfold.topic('portfolio', { account: `eip155:1:${ADDRESS.toLowerCase()}` as never })
    const stop = portfolio.subscribe(() => {})
    await eventually(() => expect(worker.watched).toContain('portfolio'))
    setOnline(false)
    expect(said()).toHaveLength(before)
    setOnline(true)
    await eventually(() => expect(said()).toHaveLength(before + 1))
    stop()
    vi.restoreAllMocks()
  })

  it('[A125] shows the balance of the token that the option tokens names', async () => {
    const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
    const coin = { symbol: 'ETH', full: '2.4' }
    worker.data = { portfolio: { total: 0, native: coin } }
    const { connectors, connect, chain } = await create({ tokens: { 'eip155:10': { address: usdc } } })
    const state = chain('eip155').account
    state.subscribe(() => {})
    await connect(connectors.value[0]!)
    await eventually(() => expect(state.value.balance).toBe('2.4'))
    expect((worker.config as WorkerConfig).networks.map(({ balanceToken }) => balanceToken)).toEqual([
      undefined,
      usdc,
    ])
    worker.data = { portfolio: { total: 0, native: coin, named: { symbol: 'USDC', full: '4250.000001' } } }
    wallet.knows = ['0xa']
    await billfold.switchNetwork('eip155:10')
    await eventually(() =>
      expect(state.value).toMatchObject({ balance: '4250.000001', balanceSymbol: 'USDC' }),
    )
  })

  it('[A126] replaces a network’s nodes with customRpcUrls, and sends sdkType and sdkVersion to the worker', async () => {
    let toldToSite: unknown
    await create({
      customRpcUrls: { 'eip155:10': [{ url: 'https://own.example' }] },
      auth: {
        toConnector: ({ networks }) => {
          toldToSite = networks.map(({ rpcUrls }) => rpcUrls)
          return { ...toConnector(wallet), type: 'AUTH' }
        },
        stop() {},
      },
      sdkType: 'driftwood',
      sdkVersion: 'html-evm-9',
    })
    // Its address may hold a key that is the page's own.
    expect(toldToSite).toEqual([['https://node1.example'], ['https://node10.example']])
    billfold.topic('networks', {}).subscribe(() => {})
    await eventually(() =>
      expect(worker.config).toMatchObject({ sdkType: 'driftwood', sdkVersion: 'html-evm-9' }),
    )
    expect((worker.config as WorkerConfig).networks.map(({ rpcUrls }) => rpcUrls)).toEqual([
      ['https://node1.example'],
      ['https://own.example'],
    ])
  })
})

const lantern = { id: 'lantern', name: 'Lantern', mobile_link: 'lantern:' }
const tern = { id: 'tern', name: 'Tern', mobile_link: 'tern:' }

const outcome = (asked: Promise<unknown>) => {
  const seen: { state: string; value?: unknown } = { state: 'pending' }
  asked.then(
    (value) => Object.assign(seen, { state: 'resolved', value }),
    (error: unknown) => Object.assign(seen, { state: 'rejected', value: (error as { code?: string }).code }),
  )
  return seen
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 50))

describe('headless connect()', () => {
  it('answers two calls for the same wallet after one approval', async () => {
    wallet.person = 'waits'
    const { connectors, connect } = await create()
    const first = outcome(connect(connectors.value[0]!))
    await eventually(() => expect(wallet.asked).toContain('eth_requestAccounts'))
    const second = outcome(connect(connectors.value[0]!))
    await settled()
    expect([first.state, second.state]).toEqual(['pending', 'pending'])
    wallet.approveNow()
    await settled()
    expect([first, second]).toMatchObject([{ state: 'resolved' }, { state: 'resolved' }])
  })

  it('answers two calls for the same wallet, even if the wallet’s code was still loading at the second call', async () => {
    const { connectors, connect } = await create()
    const first = outcome(connect(connectors.value[0]!))
    const second = outcome(connect(connectors.value[0]!))
    await eventually(() => expect(first.state).toBe('resolved'))
    expect(second).toMatchObject({ state: 'resolved' })
  })

  it('rejects with aborted if the page requests a second wallet while the link of the first wallet is shown', async () => {
    worker.answers = { walletConnectPair: { id: '1', uri: 'wc:1@2', expiresAt: Date.now() + 240_000 } }
    const { connect, attempts } = await create()
    const first = outcome(connect(lantern))
    await eventually(() =>
      expect(attempts.value).toMatchObject([{ connector: { name: 'Lantern' }, progress: { kind: 'uri' } }]),
    )
    const second = outcome(connect(tern))
    await settled()
    expect({ first, second, shown: attempts.value[0]?.connector.name }).toMatchObject({
      first: { state: 'rejected', value: 'aborted' },
      second: { state: 'pending' },
      shown: 'Tern',
    })
  })

  it('rejects with aborted when the page aborts the call, even if the wallet is already connected', async () => {
    const { connectors, connect } = await create()
    await connect(connectors.value[0]!)
    wallet.person = 'waits'
    const controller = new AbortController()
    const asked = outcome(connect(connectors.value[0]!, { signal: controller.signal }))
    await settled()
    controller.abort()
    await settled()
    expect(asked).toMatchObject({ state: 'rejected', value: 'aborted' })
  })

  it('is not cancelled by the abort signal of an earlier call for a different wallet', async () => {
    wallet.person = 'waits'
    const other = createFakeWallet({ person: 'waits' })
    others = [toConnector(other, { id: 'tern', name: 'Tern', restoreKey: 'example.tern' })]
    const { connectors, connect } = await create()
    const controller = new AbortController()
    const first = outcome(connect(connectors.value[0]!, { signal: controller.signal }))
    const second = outcome(connect(connectors.value[1]!))
    controller.abort()
    await settled()
    expect([first, second]).toMatchObject([{ state: 'rejected', value: 'aborted' }, { state: 'pending' }])
  })

  it('finds its connectors in the list, even if the page excludes some wallets and nothing has subscribed to the list', async () => {
    worker.data = { wallets: { count: 0, wallets: [] } }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    const { connectors } = await create({ excludeWalletIds: ['abc'] })
    await vi.advanceTimersByTimeAsync(4_000)
    vi.useRealTimers()
    expect(connectors.value.map(({ name }) => name)).toEqual(['Harbor', 'WalletConnect'])
  })

  it('connects a wallet of the directory, even if the page excludes some wallets and nothing has subscribed to the wallet list', async () => {
    worker.data = { wallets: { count: 0, wallets: [] } }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    const { connect } = await create({ excludeWalletIds: ['abc'] })
    await vi.advanceTimersByTimeAsync(4_000)
    vi.useRealTimers()
    const asked = outcome(connect(lantern))
    await settled()
    expect(asked).toMatchObject({ state: 'pending' })
  })

  it('resolves with the account if the wallet is already connected', async () => {
    const { connectors, connect } = await create()
    const account = await connect(connectors.value[0]!)
    await expect(connect(connectors.value[0]!)).resolves.toMatchObject({ address: account.address })
  })
})

it('disconnecting while a sign-out is pending shows Connect, not Account', async () => {
  let answer = () => {}
  const siwx: SIWX = {
    ...localSiwx(),
    getSessions: async (chainId, accountAddress) => [
      {
        data: {
          chainId,
          accountAddress,
          domain: location.host,
          uri: location.origin,
          version: '1',
          nonce: '12345678',
        },
        message: '',
        signature: '',
      },
    ],
    revokeSession: () => new Promise<void>((resolve) => (answer = resolve)),
    setSessions: async () => {},
  }
  const { connectors, connect, session, signOut } = await create({ siwx })
  await connect(connectors.value[0]!)
  await eventually(() => expect(session.peek().status).toBe('signed-in'))
  const leaving = signOut()
  await billfold.disconnect()
  // The server answers half a second later.
  answer()
  await leaving
  await billfold.open()
  expect(billfold.account.peek().status).toBe('disconnected')
  expect(modal.shell!.router.current.peek().view).toBe('Connect')
})
