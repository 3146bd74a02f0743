// @vitest-environment happy-dom
/** Connectors that a page brings itself, through a whole page: listed, connected, found again, ended, and around the page. */
import { createCoinbaseWalletSDK } from '@coinbase/wallet-sdk'
import { SafeAppProvider } from '@safe-global/safe-apps-provider'
import SafeAppsSDK from '@safe-global/safe-apps-sdk'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Snapshot } from '../../src/core/contract/protocol.ts'
import { type EvmOptions, evm, type PageConnector } from '../../src/evm.ts'
import type { Billfold } from '../../src/shell/billfold.ts'
import { createBillfold } from '../../src/shell/create-billfold.ts'
import type { Options } from '../../src/shell/options.ts'
import { createEvmFinder } from '../../src/wallets/evm/eip6963.ts'
import { toExternal } from '../../src/wallets/evm/external.ts'
import { createEvmPageProvider } from '../../src/wallets/evm/page-provider.ts'
import { eventually } from '../eventually.ts'
import { announceWallet, createFakeWallet, type FakeWallet } from '../fake-wallet.ts'

vi.mock('#ui', () => ({ mountView: () => ({ unmount() {}, load: async () => {} }) }))
vi.mock('../../src/worker-link/start/start-worker.ts', () => ({
  startWorker: () => Promise.reject(new Error('not here')),
}))
const worker = vi.hoisted(() => ({ called: [] as unknown[] }))
vi.mock('../../src/worker-link/worker-client.ts', () => ({
  createWorkerClient: () => ({
    watch(_: string, __: object, listener: (snapshot: Snapshot<never>) => void) {
      listener({ data: undefined, fetchedAt: undefined, status: 'loading' })
      return () => {}
    },
    call: (...given: unknown[]) => {
      worker.called.push(given)
      return new Promise(() => {})
    },
    stop() {},
  }),
  pageVisibility: {},
}))

const ADDRESS = '0x71C4A09E5b2Df8361C7e90D4Af52E8137bd6C02a'
const mainnet = {
  id: 1,
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://node.example'] } },
}

let wallet: FakeWallet
let billfold: Billfold | undefined
let stopAnnouncing = () => {}
beforeEach(() => {
  localStorage.clear()
  worker.called = []
  wallet = createFakeWallet()
})
afterEach(() => {
  billfold?.destroy()
  stopAnnouncing()
  stopAnnouncing = () => {}
})

/** A new load of the page. */
function load(connectors: EvmOptions['connectors'], more: Partial<Options> = {}): Billfold {
  billfold?.destroy()
  billfold = createBillfold({
    projectId: 'project',
    networks: [mainnet],
    adapters: [evm({ connectors })],
    metadata: { name: 'Driftwood' },
    ...more,
  })
  return billfold
}

const lantern = (more: Partial<PageConnector> = {}): PageConnector => ({
  id: 'lantern',
  name: 'Lantern',
  icon: 'https://lantern.example/icon.svg',
  getProvider: () => wallet,
  ...more,
})

async function connect(page: Billfold, id = 'lantern') {
  const headless = await page.headless()
  return headless.connect(headless.connectors.value.find((one) => one.id === id)!)
}

describe('[S8] [A37] a connector from the page', () => {
  it('is listed as EXTERNAL after the installed wallets, and asked for its provider only when it connects', async () => {
    stopAnnouncing = announceWallet(createFakeWallet())
    const getProvider = vi.fn(async () => wallet)
    const { connectors, connect: ask } = await load([
      lantern({ getProvider, rdns: 'example.lantern' }),
    ]).headless()
    await eventually(() =>
      expect(connectors.value.map(({ name, type }) => [name, type])).toEqual([
        ['Harbor', 'ANNOUNCED'],
        ['Lantern', 'EXTERNAL'],
        ['WalletConnect', 'WALLET_CONNECT'],
      ]),
    )
    const own = connectors.value[1]!
    expect(own).toMatchObject({
      id: 'lantern',
      chain: 'eip155',
      namespaces: ['eip155'],
      imageUrl: 'https://lantern.example/icon.svg',
      info: { rdns: 'example.lantern' },
      restoreKey: 'external/lantern',
    })
    expect(getProvider).not.toHaveBeenCalled()
    await expect(ask(own)).resolves.toMatchObject({
      address: ADDRESS,
      connector: { id: 'lantern', type: 'EXTERNAL' },
    })
    expect(getProvider).toHaveBeenCalledTimes(1)
  })

  it('follows the wallet’s events, and reconnects after a reload without asking the user', async () => {
    await connect(load([lantern()]))
    const other = `0x${'9'.repeat(40)}`
    wallet.accounts = [other]
    wallet.emit('accountsChanged', [other])
    await eventually(() => expect(billfold!.account.value).toMatchObject({ address: other }))

    wallet.asked = []
    const { account } = load([lantern()])
    await eventually(() => expect(account.value).toMatchObject({ status: 'connected', address: other }))
    expect(wallet.asked).not.toContain('eth_requestAccounts')
  })

  it('is disconnected, and its account’s data removed, when the page no longer includes the connector', async () => {
    await connect(load([lantern()]))
    const page = load([lantern({ id: 'tern', name: 'Tern' })])
    await eventually(() => expect(page.account.value).toEqual({ status: 'disconnected' }))
    const isForget = (one: unknown) => (one as string[])[0] === 'forget'
    await eventually(() => expect(worker.called.filter(isForget)).toHaveLength(1))
    expect(localStorage.getItem('billfold/sessions')).toBeNull()
    // It does not come back with the connector.
    const { account } = load([lantern()])
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(account.value).toEqual({ status: 'disconnected' })
  })

  it('[G32] counts as removed if the page no longer has a connector with its id; a missing installed wallet does not count as removed', () => {
    const { isGone } = createEvmFinder(createEvmPageProvider(), [toExternal(lantern())])
    expect(isGone!('example.harbor')).toBe(false)
    expect(isGone!('external/lantern')).toBe(false)
    expect(isGone!('external/tern')).toBe(true)
  })

  it('disconnects by its own disconnect(), or else by wallet_revokePermissions', async () => {
    const disconnect = vi.fn()
    const page = load([lantern({ getProvider: () => Object.assign(wallet, { disconnect }) })])
    await connect(page)
    await page.disconnect()
    expect(disconnect).toHaveBeenCalledTimes(1)
    expect(wallet.asked).not.toContain('wallet_revokePermissions')

    wallet = createFakeWallet()
    const next = load([lantern()])
    await connect(next)
    await next.disconnect()
    expect(wallet.asked).toContain('wallet_revokePermissions')
  })

  const failures: [string, () => unknown, object][] = [
    [
      'throws synchronously',
      () => {
        throw new Error('No popup')
      },
      { code: 'wallet_failed', context: { said: 'No popup' } },
    ],
    [
      'rejects',
      () => Promise.reject(new Error('No network')),
      { code: 'wallet_failed', context: { said: 'No network' } },
    ],
    [
      'rejects with the code 4001',
      () => Promise.reject(Object.assign(new Error('no'), { code: 4001 })),
      { code: 'wallet_declined' },
    ],
    ['returns undefined', () => undefined, { code: 'wallet_failed', context: { reason: 'unusable' } }],
    [
      'returns an object without request()',
      () => ({ send() {} }),
      { code: 'wallet_failed', context: { reason: 'unusable' } },
    ],
    [
      'returns Billfold’s own provider',
      () => billfold!.getProvider('eip155'),
      { code: 'wallet_failed', message: expect.stringContaining('wait for itself') },
    ],
  ]
  it.each(failures)(
    'reports why it failed if getProvider %s, and works at the next attempt',
    async (_, fail, error) => {
      let isReady = false
      const page = load([lantern({ getProvider: () => (isReady ? wallet : fail()) as FakeWallet })])
      await expect(connect(page)).rejects.toMatchObject(error)
      isReady = true
      await expect(connect(page)).resolves.toMatchObject({ address: ADDRESS })
    },
  )

  it('is not marked as a copy of the extension whose rdns it names', async () => {
    stopAnnouncing = announceWallet(createFakeWallet())
    const same = lantern({ name: 'Harbor', rdns: 'example.harbor' })
    const { connectors } = await load([same]).headless()
    await eventually(() => expect(connectors.value).toHaveLength(3))
    expect(connectors.value.map(({ looksLike }) => looksLike)).toEqual([undefined, undefined, undefined])
  })

  it('[F11] makes an installed wallet that has the connector’s name count as a copy of the connector', async () => {
    stopAnnouncing = announceWallet(createFakeWallet())
    const { connectors } = await load([lantern({ name: 'Harbor' })]).headless()
    await eventually(() => expect(connectors.value).toHaveLength(3))
    expect(connectors.value.map(({ looksLike }) => looksLike)).toEqual([
      { name: 'Harbor', by: 'name' },
      undefined,
      undefined,
    ])
  })

  it('keeps its id even if an extension announces the same id', async () => {
    const info = { name: 'Tern', rdns: 'example.tern', icon: '' }
    const { connectors } = await load([
      lantern(),
      lantern({ id: 'later', autoConnect: () => false }),
    ]).headless()
    for (const uuid of ['lantern', 'later'])
      window.dispatchEvent(
        new CustomEvent('eip6963:announceProvider', {
          detail: { info: { ...info, uuid }, provider: createFakeWallet() },
        }),
      )
    await eventually(() => expect(connectors.value).toHaveLength(4))
    expect(connectors.value.filter(({ id }) => id === 'lantern' || id === 'later')).toMatchObject([
      { id: 'lantern', type: 'EXTERNAL' },
    ])
  })

  it('is used instead of WalletConnect for the directory’s wallet that has the connector’s rdns', async () => {
    const { connect: ask } = await load([lantern({ rdns: 'example.lantern' })]).headless()
    await expect(ask({ id: 'a', name: 'Lantern', rdns: 'example.lantern' })).resolves.toMatchObject({
      connector: { type: 'EXTERNAL' },
    })
  })
})

describe('[S8] a wallet that embeds the page (autoConnect)', () => {
  const around = (autoConnect: PageConnector['autoConnect'], more: Partial<PageConnector> = {}) =>
    lantern({ id: 'around', name: 'Around', autoConnect, ...more })

  it('connects without asking the user, also after a reload', async () => {
    const page = load([lantern(), around(async () => true)])
    await eventually(() =>
      expect(page.account.value).toMatchObject({ address: ADDRESS, connector: { id: 'around' } }),
    )
    expect(wallet.asked).not.toContain('eth_requestAccounts')
    expect(page.isOpen.value).toBe(false)
    const next = load([lantern(), around(() => true)])
    await eventually(() => expect(next.account.value).toMatchObject({ address: ADDRESS }))
  })

  it('replaces the wallet of a stored session after a reload', async () => {
    const harbor = createFakeWallet({ accounts: [`0x${'9'.repeat(40)}`] })
    stopAnnouncing = announceWallet(harbor)
    await connect(load([]), 'harbor-uuid')
    const page = load([around(() => true)])
    await eventually(() => expect(page.account.value).toMatchObject({ connector: { id: 'around' } }))
  })

  it.each([
    ['autoConnect returns false', () => false],
    ['autoConnect rejects', () => Promise.reject(new Error('no'))],
    ['autoConnect never resolves', () => new Promise<boolean>(() => {})],
    ['autoConnect returns a string', () => 'yes' as unknown as boolean],
  ])('is neither listed nor connected if %s', async (_, autoConnect) => {
    const getProvider = vi.fn(() => wallet)
    const { connectors } = await load([around(autoConnect, { getProvider })]).headless()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(connectors.value.map(({ id }) => id)).toEqual(['walletConnect'])
    expect(billfold!.account.value).toEqual({ status: 'disconnected' })
    expect(getProvider).not.toHaveBeenCalled()
  })

  it('causes a console warning, but no failed attempt in the modal, if it cannot connect', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const page = load([around(() => true, { getProvider: () => Promise.reject(new Error('gone')) })])
    await eventually(() => expect(warn).toHaveBeenCalled())
    const { attempts } = await page.headless()
    expect(attempts.value).toEqual([])
    expect(page.account.value).toEqual({ status: 'disconnected' })
    warn.mockRestore()
  })
})

describe('[S8] evm()', () => {
  const good = lantern()
  const bad: [string, unknown][] = [
    ['connectors to be a list', {}],
    ['connectors[0].id', [undefined]],
    ['connectors[0].id', [{ ...good, id: '' }]],
    ['connectors[0].id', [{ ...good, id: 7 }]],
    ['connectors[1].id to differ from "lantern"', [good, { ...good }]],
    ['connectors[0].id to differ from "walletConnect"', [{ ...good, id: 'walletConnect' }]],
    ['connectors[0].name', [{ ...good, name: ' ' }]],
    ['connectors[0].icon', [{ ...good, icon: 'javascript:alert(1)' }]],
    ['connectors[0].icon', [{ ...good, icon: 'data:text/html,<script>' }]],
    ['connectors[0].icon', [{ ...good, icon: '//lantern.example/icon.svg' }]],
    ['connectors[0].rdns', [{ ...good, rdns: 1 }]],
    ['connectors[0].getProvider', [{ ...good, getProvider: undefined }]],
    ['connectors[0].getProvider', [{ ...good, getProvider: wallet }]],
    ['connectors[0].autoConnect', [{ ...good, autoConnect: true }]],
  ]
  it.each(bad)(
    'refuses an invalid list of connectors, and the error says that evm() needs %s (case %#)',
    (what, connectors) => {
      expect(() => evm({ connectors: connectors as PageConnector[] })).toThrow(
        expect.objectContaining({
          code: 'options_invalid',
          message: expect.stringContaining(`evm() needs ${what}`),
        }),
      )
    },
  )

  it('reads its options once: later changes by the page have no effect', async () => {
    const given = lantern()
    const page = load([given])
    given.name = 'Harbor'
    given.getProvider = () => Promise.reject(new Error('changed'))
    await expect(connect(page)).resolves.toMatchObject({ connector: { name: 'Lantern' } })
  })
})

describe('[S8] a page inside Safe, with Safe’s own packages', () => {
  const SAFE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  const HASH = `0x${'4'.repeat(64)}`
  const top = window.parent
  let asked: { method: string; params: unknown }[] = []
  afterEach(() => void Object.defineProperty(window, 'parent', { value: top, configurable: true }))

  /** What is around the page: it answers as Safe's own page does. @see https://github.com/safe-global/safe-apps-sdk */
  function putInside(origin: string): void {
    asked = []
    const answers: Record<string, unknown> = {
      getSafeInfo: { safeAddress: SAFE, chainId: 1, threshold: 2, owners: [ADDRESS], isReadOnly: false },
      rpcCall: '0x10',
      sendTransactions: { safeTxHash: HASH },
    }
    const parent = {
      postMessage(request: { id: string; method: string; params: unknown }) {
        asked.push({ method: request.method, params: request.params })
        const data = { id: request.id, success: true, version: '9.1.0', data: answers[request.method] }
        const message = new MessageEvent('message', { origin, data, source: parent as never })
        queueMicrotask(() => window.dispatchEvent(message))
      },
    }
    Object.defineProperty(window, 'parent', { value: parent, configurable: true })
  }

  /** As the documents say. */
  function safe(): PageConnector {
    const sdk = new SafeAppsSDK({ allowedDomains: [/^https:\/\/app\.safe\.global$/] })
    return {
      id: 'safe',
      name: 'Safe',
      icon: 'https://app.safe.global/favicons/logo.svg',
      autoConnect: async () => window !== window.parent && !!(await sdk.safe.getInfo()),
      getProvider: async () => new SafeAppProvider(await sdk.safe.getInfo(), sdk),
    }
  }

  it('connects to that Safe automatically, reads and sends transactions through it', async () => {
    putInside('https://app.safe.global')
    const page = load([safe()])
    await eventually(() =>
      expect(page.account.value).toMatchObject({
        address: SAFE,
        caipNetworkId: 'eip155:1',
        connector: { name: 'Safe' },
      }),
    )
    const provider = page.getProvider('eip155')!
    const transaction = { from: SAFE, to: ADDRESS, value: '0x1', data: '0x' }
    expect(await provider.request({ method: 'eth_sendTransaction', params: [transaction] })).toBe(HASH)
    expect(asked.at(-1)).toMatchObject({
      method: 'sendTransactions',
      params: { txs: [{ to: ADDRESS, value: '0x1', data: '0x' }] },
    })
    expect(await provider.request({ method: 'eth_gasPrice' })).toBe('0x10')
    expect(asked.at(-1)).toMatchObject({ method: 'rpcCall' })
    await page.disconnect()
    expect(page.account.value).toEqual({ status: 'disconnected' })
  })

  it.each([
    ['an outer page of another origin answers as a Safe', 'https://safe.example'],
    ['the outer page’s URL only begins with that of Safe', 'https://app.safe.global.example'],
    ['there is no outer page', undefined],
  ])('does not connect if %s', async (_, origin) => {
    if (origin) putInside(origin)
    const { connectors } = await load([safe()]).headless()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(billfold!.account.value).toEqual({ status: 'disconnected' })
    expect(connectors.value.map(({ name }) => name)).toEqual(['WalletConnect'])
    expect(asked.filter(({ method }) => method !== 'getSafeInfo')).toEqual([])
    asked = []
  })
})

describe('[S8] Coinbase Wallet, with its own package', () => {
  const KEYS = 'https://keys.coinbase.com'
  beforeEach(() => {
    vi.stubGlobal(
      'WebSocket',
      class {
        close() {}
        send() {}
      },
    )
    vi.stubGlobal('fetch', () => Promise.reject(new Error('no network here')))
    vi.spyOn(console, 'error').mockImplementation(() => {})
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })

  const coinbase = (): PageConnector => ({
    id: 'coinbase',
    name: 'Coinbase Wallet',
    rdns: 'com.coinbase.wallet',
    getProvider: () => createCoinbaseWalletSDK({ appName: 'Driftwood', appChainIds: [1] }).getProvider(),
  })

  /** Its window, in which a person chooses the app on the phone, or closes it. */
  function openWindow(person: 'chooses the app' | 'closes it'): void {
    const say = (data: unknown) =>
      queueMicrotask(() => window.dispatchEvent(new MessageEvent('message', { origin: KEYS, data })))
    vi.spyOn(window, 'open').mockImplementation(() => {
      setTimeout(() => say({ event: 'PopupLoaded', id: 'loaded' }))
      return {
        closed: false,
        focus() {},
        close() {},
        postMessage({ id, event }: { id: string; event?: string }) {
          if (event !== 'selectSignerType') return
          if (person === 'closes it') return say({ event: 'PopupUnload' })
          localStorage.setItem('-walletlink:https://www.walletlink.org:Addresses', ADDRESS)
          say({ requestId: id, data: 'walletlink' })
        },
      } as never
    })
  }

  it('connects, reconnects after a reload without a window, and disconnects', async () => {
    openWindow('chooses the app')
    await expect(connect(load([coinbase()]), 'coinbase')).resolves.toMatchObject({
      caipAddress: `eip155:1:${ADDRESS.toLowerCase()}`,
      connector: { type: 'EXTERNAL' },
    })
    const open = vi.mocked(window.open).mockClear()
    const page = load([coinbase()])
    await eventually(() => expect(page.account.value).toMatchObject({ status: 'connected' }))
    expect(open).not.toHaveBeenCalled()
    await page.disconnect()
    expect(Object.keys(localStorage).filter((key) => /Addresses|SignerType/.test(key))).toEqual([])
  })

  it('reports wallet_declined when the user closes its window, and can be asked again', async () => {
    openWindow('closes it')
    const page = load([coinbase()])
    await expect(connect(page, 'coinbase')).rejects.toMatchObject({ code: 'wallet_declined' })
    openWindow('chooses the app')
    await expect(connect(page, 'coinbase')).resolves.toMatchObject({ connector: { id: 'coinbase' } })
  })
})
