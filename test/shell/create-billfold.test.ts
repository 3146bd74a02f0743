// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Signal } from '@preact/signals-core'
import type { AccountState, ConnectedAccount } from '../../src/wallets/account.ts'
import type { Adapter } from '../../src/wallets/adapter.ts'
import type { Billfold } from '../../src/shell/billfold.ts'
import { createBillfold } from '../../src/shell/create-billfold.ts'
import { BillfoldError } from '../../src/core/base/errors.ts'
import type { Connector } from '../../src/wallets/connector.ts'
import { evm } from '../../src/evm.ts'
import type { Snapshot } from '../../src/core/contract/protocol.ts'
import type { Features, Options } from '../../src/shell/options.ts'
import type { Readable } from '../../src/base/readable.ts'
import type { Shell } from '../../src/shell/shell.ts'
import { createStorage } from '../create-storage.ts'
import { eventually } from '../eventually.ts'
import { createFakeWallet, toConnector } from '../fake-wallet.ts'
import { propertyRuns } from '../property-runs.ts'
import { leadToNetwork } from '../../ui/networks/lead-to-network.ts'

const mounted = vi.hoisted(() => ({ shells: [] as unknown[], unmounts: 0 }))
vi.mock('#ui', () => ({
  mountView(shell: unknown) {
    mounted.shells.push(shell)
    return { load: async () => {}, unmount: () => (mounted.unmounts += 1) }
  },
}))

/** The worker: what it does about an account that is to be forgotten, and how it sends. */
const worker = vi.hoisted(() => ({
  asked: [] as string[],
  forget: () => Promise.resolve(),
  snapshot: undefined as ((snapshot: Snapshot<never>) => void) | undefined,
}))
vi.mock('../../src/worker-link/start/start-worker.ts', () => ({
  startWorker: () => Promise.reject(new Error('not here')),
}))
vi.mock('../../src/worker-link/worker-client.ts', () => ({
  createWorkerClient: () => ({
    watch(_topic: string, _params: object, listener: (snapshot: Snapshot<never>) => void) {
      worker.snapshot = listener
      return () => {}
    },
    call(_: string, { account }: { account: string }) {
      worker.asked.push(account)
      return worker.forget()
    },
    stop() {},
  }),
  pageVisibility: {},
}))

const host = vi.hoisted(() => ({ isDevelopment: false }))
vi.mock('../../src/base/is-development.ts', () => ({ isDevelopment: () => host.isDevelopment }))

const wallet = createFakeWallet()
const options: Options = {
  projectId: 'project',
  networks: [
    {
      id: 1,
      name: 'Ethereum',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [] } },
    },
  ],
  adapters: [withWallet()],
  metadata: { name: 'Driftwood' },
}

let billfold: Billfold | undefined
beforeEach(() => {
  localStorage.clear()
  mounted.shells = []
  mounted.unmounts = 0
  worker.asked = []
  worker.snapshot = undefined
  worker.forget = () => new Promise(() => {})
})
afterEach(() => billfold?.destroy())

describe('createBillfold', () => {
  it.each([
    [{ projectId: '' }, 'project_id_missing', 'a projectId: create one in your dashboard'],
    [{ networks: [] }, 'options_invalid', 'networks, such as [mainnet]'],
    [{ adapters: undefined }, 'options_invalid', 'adapters, such as [evm()]'],
    [{ metadata: { name: '' } }, 'options_invalid', 'metadata.name, so that people see who asks'],
    [
      { networks: [{ ...options.networks[0], nativeCurrency: undefined }] },
      'options_invalid',
      'id, name and nativeCurrency.decimals',
    ],
  ])('[A113] refuses %j with the error %s, and the error says what is needed: %s', (wrong, code, needed) => {
    expect(() => createBillfold({ ...options, ...wrong } as Options)).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(`needs ${needed}`) }),
    )
  })

  it('[A112] refuses a SIWE config together with SIWX', () => {
    const both = { ...options, siwx: {}, siweConfig: {} } as Options
    expect(() => createBillfold(both)).toThrow(
      expect.objectContaining({
        code: 'options_invalid',
        message: expect.stringContaining('siwx or siweConfig, not both'),
      }),
    )
  })

  it('[A113] requires a project id at creation, not at import', async () => {
    vi.resetModules()
    const { createBillfold: anew } = await import('../../src/index.ts')
    const { projectId: _, ...rest } = options
    expect(() => anew(rest as Options)).toThrow(expect.objectContaining({ code: 'project_id_missing' }))
  })

  it('[A1] uses the dark theme by default', () => {
    billfold = createBillfold(options)
    expect(billfold.themeMode.value).toBe('dark')
    billfold.setThemeMode('light')
    expect(billfold.themeMode.value).toBe('light')
  })

  it.each([
    ['Swap', { swaps: false }],
    ['Swap', { swaps: [] }],
    ['WalletSend', { send: false }],
    ['WalletReceive', { receive: false }],
    ['OnRampProviders', { onramp: [] }],
    ['AllWallets', { allWallets: false }],
    ['SmartSessionList', {}],
    ['SmartSessionList', { smartSessions: false }],
  ] as const)(
    '[D36] returns an instance that refuses to open the view %s when the view’s feature is off: %j',
    async (view, features) => {
      billfold = createBillfold({ ...options, features })
      await expect(billfold.open({ view })).rejects.toThrow(
        expect.objectContaining({
          code: 'view_unknown',
          message: expect.stringContaining(`"${view}" is turned off`),
        }),
      )
      expect(billfold.isOpen.value).toBe(false)
    },
  )

  it.each([
    ['Swap', { swaps: false }],
    ['OnRampProviders', { onramp: [] }],
  ] as const)(
    '[D36] returns an instance that opens the start view instead of %s when the dashboard sets %j',
    async (view, remoteFeatures) => {
      billfold = createBillfold({ ...options, remoteFeatures })
      await billfold.open({ view })
      expect((mounted.shells.at(-1) as Shell).router.current.value.view).toBe('Connect')
    },
  )

  it.each([
    ['Swap', { swaps: ['nobody'] }],
    ['WalletSend', { send: false }],
    ['WalletReceive', { receive: false }],
    ['OnRampProviders', { onramp: [] }],
  ] as const)(
    '[A114] [S5] returns an instance that replaces %s with the start view as soon as the view’s feature is turned off: %j',
    async (view, off) => {
      billfold = createBillfold(options)
      await billfold.open()
      const { router, features } = mounted.shells.at(-1) as Shell
      router.push(view)
      expect(router.current.value.view).toBe(view)
      ;(features as Signal<Features>).value = off
      expect(router.current.value.view).toBe('Connect')
      router.push(view)
      expect(router.history.value).toEqual([{ view: 'Connect', data: undefined }])
    },
  )

  it('[S3] [A115] returns an instance that shows smart sessions only of EVM accounts, and only if the page enables and the dashboard does not disable them', async () => {
    billfold = createBillfold({ ...options, features: { smartSessions: true } })
    await billfold.open({ view: 'SmartSessionList' })
    const { router, features, account } = mounted.shells.at(-1) as Shell
    const session = { account: 'eip155:1:0x1', id: '1' } as const
    const seen = () =>
      (['SmartSessionList', 'SmartSession'] as const).filter((view) => {
        router.reset('Account')
        if (view === 'SmartSession') router.push(view, session)
        else router.push(view)
        return router.current.value.view === view
      })
    const connect = (caipAddress: string) =>
      ((account as Signal<AccountState>).value = {
        status: 'connected',
        caipAddress,
      } as unknown as ConnectedAccount)
    connect('eip155:1:0x1')
    expect(seen()).toEqual(['SmartSessionList', 'SmartSession'])
    router.reset('SmartSession', session)
    ;(features as Signal<Features>).value = { smartSessions: false }
    expect(router.current.value.view).not.toBe('SmartSession')
    expect(seen()).toEqual([])
    ;(features as Signal<Features>).value = { smartSessions: true }
    connect('bip122:000000000019d6689c085ae165831e93:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq')
    expect(seen()).toEqual([])
  })

  it.each([
    [
      'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv',
      ['OnRampProviders', 'WalletReceive', 'WalletSend'],
    ],
    ['bip122:000000000019d6689c085ae165831e93:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', ['WalletReceive']],
  ] as const)(
    '[A114] [S5] returns an instance that shows for the account %s only the views that its namespace supports: %j',
    async (caipAddress, shown) => {
      billfold = createBillfold(options)
      await billfold.open()
      const { router, account } = mounted.shells.at(-1) as Shell
      ;(account as Signal<AccountState>).value = {
        status: 'connected',
        caipAddress,
      } as unknown as ConnectedAccount
      const views = ['OnRampProviders', 'Swap', 'WalletReceive', 'WalletSend'] as const
      const seen = views.filter((view) => {
        router.reset('Account')
        router.push(view)
        return router.current.value.view === view
      })
      expect(seen).toEqual(shown)
    },
  )

  it('[F35] returns the same instance when called again with the same options', () => {
    billfold = createBillfold(options)
    const again = createBillfold({ ...options, adapters: [evm()] })
    expect(again.account).toBe(billfold.account)
    again.setThemeMode('light')
    expect(billfold.themeMode.value).toBe('light')
    again.destroy()
  })

  it('[F35] leaves no window listeners behind after many calls, each followed by destroy()', async () => {
    const added = vi.spyOn(window, 'addEventListener')
    const removed = vi.spyOn(window, 'removeEventListener')
    for (let round = 0; round < propertyRuns(1_000); round++) {
      billfold = createBillfold(options)
      if (round % 2 === 0) await billfold.open()
      billfold.destroy()
    }
    expect(removed.mock.calls.length).toBe(added.mock.calls.length)
    expect(added.mock.calls.length).toBeGreaterThan(0)
    added.mockRestore()
    removed.mockRestore()
  })
})

describe('destroy()', () => {
  it('[G24] does not end an instance that a second owner has created with the same options, even if the first owner calls it twice', async () => {
    const mine = createBillfold(options)
    billfold = createBillfold(options)
    mine.destroy()
    mine.destroy()
    await billfold.open()
    expect(billfold.isOpen.value).toBe(true)
    billfold.destroy()
    expect(billfold.isOpen.value).toBe(false)
    await expect(billfold.open()).rejects.toMatchObject({ code: 'stopped' })
  })

  it('[G24] makes createBillfold return a new instance once every owner has called destroy()', async () => {
    const first = createBillfold(options)
    first.destroy()
    billfold = createBillfold({ ...options, projectId: 'other' })
    expect(billfold.account).not.toBe(first.account)
    first.destroy()
    await expect(billfold.open()).resolves.toBeUndefined()
  })

  it('[G24] makes every method of the instance throw an error that says what to do', async () => {
    billfold = createBillfold(options)
    const seen: boolean[] = []
    billfold.subscribe(
      ({ isOpen }) => isOpen,
      (isOpen) => seen.push(isOpen),
    )
    const topic = billfold.topic('portfolio', { account: 'eip155:1:0xa' })
    await billfold.open()
    billfold.destroy()
    const stopped = expect.objectContaining({
      code: 'stopped',
      message: expect.stringContaining('Call createBillfold() again'),
    })
    const ended = billfold
    const calls: Record<
      Exclude<keyof Billfold, 'account' | 'isOpen' | 'themeMode' | 'networks' | 'prefetch'>,
      () => unknown
    > = {
      open: () => ended.open(),
      close: () => ended.close(),
      preload: () => ended.preload(),
      connect: () => ended.connect(),
      awaitRestored: () => ended.awaitRestored('eip155'),
      switchNetwork: () => ended.switchNetwork('eip155:1'),
      pay: () => ended.pay({ caipNetworkId: 'eip155:1', asset: 'native', amount: 1n, recipient: '0x' }),
      disconnect: () => ended.disconnect(),
      setThemeMode: () => ended.setThemeMode('light'),
      getProvider: () => ended.getProvider('eip155'),
      subscribe: () => ended.subscribe(String, () => {}),
      headless: () => ended.headless(),
      wallet: () => ended.wallet(),
      topic: () => toThrown(ended.topic('portfolio', { account: 'eip155:1:0xa' })),
      rows: () => toThrown(ended.rows('portfolio', { account: 'eip155:1:0xa' }, 0, 10)),
      refresh: () => ended.refresh('networks', {}),
      loadMore: () => ended.loadMore({ account: 'eip155:1:0xa' }),
      destroy: () => {
        ended.destroy()
        throw Object.assign(new Error('Call createBillfold() again'), { code: 'stopped' })
      },
    }
    for (const call of Object.values(calls)) {
      await expect(new Promise((resolve) => resolve(call()))).rejects.toEqual(stopped)
    }
    expect(() => toThrown(topic)).toThrow(stopped)
    expect(seen).toEqual([false, true])
    expect(ended.account.value).toEqual({ status: 'disconnected' })
  })

  it('[G24] rejects calls that are waiting for the instance’s code', async () => {
    billfold = createBillfold(options)
    const opening = billfold.open()
    billfold.destroy()
    await expect(opening).rejects.toMatchObject({ code: 'stopped' })
    expect(mounted.shells).toEqual([])
  })

  it('[G24] on an older instance does not close the modal of a newer instance', async () => {
    const first = createBillfold(options)
    const opening = first.open().catch(() => {})
    first.destroy()
    billfold = createBillfold(options)
    await billfold.open()
    await opening
    expect(billfold.isOpen.value).toBe(true)
    expect(mounted.shells).toHaveLength(1)
  })
})

describe('createBillfold called again with changed options', () => {
  beforeEach(() => void (host.isDevelopment = true))

  it('[F35] [G24] is refused in production, and changes nothing', () => {
    host.isDevelopment = false
    billfold = createBillfold(options)
    expect(() => createBillfold({ ...options, themeMode: 'light' })).toThrow(
      expect.objectContaining({ code: 'options_conflict' }),
    )
    expect(billfold.themeMode.value).toBe('dark')
    billfold.destroy()
    billfold = createBillfold({ ...options, themeMode: 'light' })
    expect(billfold.themeMode.value).toBe('light')
  })

  it('[F35] [G24] is refused in development too if the project id differs', () => {
    billfold = createBillfold(options)
    expect(() => createBillfold({ ...options, projectId: 'other' })).toThrow(
      expect.objectContaining({ code: 'options_conflict' }),
    )
  })

  it('[G24] replaces the options in development, and keeps the connection', async () => {
    const shell = await open()
    await shell.connect(shell.connectors.value[0]!)
    await billfold!.open()
    const provider = billfold!.getProvider('eip155')
    const states: string[] = []
    billfold!.subscribe(
      ({ account }) => account.status,
      (status) => states.push(status),
    )
    const edited = createBillfold({
      ...options,
      metadata: { name: 'Driftwood 2' },
      networks: [...options.networks, { ...options.networks[0]!, id: 10, name: 'Optimism' }],
      themeMode: 'light',
    })
    await eventually(() => expect(mounted.shells).toHaveLength(2))
    await eventually(() => expect(billfold!.account.value.status).toBe('connected'))
    // The old file's owner is as good as the new one's.
    for (const one of [billfold!, edited]) {
      expect(one.networks.map(({ name }) => name)).toEqual(['Ethereum', 'Optimism'])
      expect(one.themeMode.value).toBe('light')
      expect(one.isOpen.value).toBe(true)
      expect(one.getProvider('eip155')).toBe(provider)
    }
    expect((mounted.shells[1] as Shell).metadata.name).toBe('Driftwood 2')
    expect(mounted.unmounts).toBe(1)
    // Nobody was told in between that the connection had ended.
    expect(states).toEqual(['connected', 'connecting', 'connected'])
    edited.destroy()
  })

  it('[G24] applies, in development, options that change while Billfold’s code is loading', async () => {
    billfold = createBillfold(options)
    const opening = billfold.open()
    createBillfold({ ...options, metadata: { name: 'Driftwood 2' } }).destroy()
    await opening
    expect(mounted.shells.map((shell) => (shell as Shell).metadata.name)).toEqual(['Driftwood 2'])
  })
})

describe('the option prefetch', () => {
  let idle: (() => void)[]
  beforeEach(() => {
    idle = []
    vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run))
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    Reflect.deleteProperty(navigator, 'connection')
  })

  function create(more: Partial<Options> = {}) {
    const adapter = withWallet()
    const download = vi.fn(adapter.loadFinder)
    billfold = createBillfold({ ...options, adapters: [{ ...adapter, loadFinder: download }], ...more })
    return download
  }

  function run(): Promise<void> {
    for (const listener of idle) listener()
    return settled()
  }

  async function comeNear(): Promise<void> {
    await import('../../src/element.ts')
    const button = document.body.appendChild(document.createElement('billfold-button'))
    button.shadowRoot!.querySelector('button')!.dispatchEvent(new Event('pointerenter'))
    await settled()
    button.remove()
  }

  it('[G52] downloads by default the code for opening the modal once the page is idle, and runs the code only when the modal opens', async () => {
    const download = create()
    await settled()
    expect(download).not.toHaveBeenCalled()
    await run()
    expect(download).toHaveBeenCalledOnce()
    expect(mounted.shells).toEqual([])
    await billfold!.open()
    expect(mounted.shells).toHaveLength(1)
  })

  it.each([{ saveData: true }, { effectiveType: '2g' }, { effectiveType: 'slow-2g' }])(
    'downloads nothing on a slow or metered connection, even once the page is idle: %j',
    async (connection) => {
      Object.defineProperty(navigator, 'connection', { value: connection, configurable: true })
      const download = create()
      await run()
      expect(download).not.toHaveBeenCalled()
    },
  )

  it('[G52] set to `intent` downloads the code when the pointer comes near the button', async () => {
    const download = create({ prefetch: 'intent' })
    await run()
    expect(download).not.toHaveBeenCalled()
    await comeNear()
    expect(download).toHaveBeenCalledOnce()
    expect(mounted.shells).toHaveLength(1)
  })

  it('[G52] set to `none` downloads the code only at the click', async () => {
    const download = create({ prefetch: 'none' })
    await run()
    await comeNear()
    expect(download).not.toHaveBeenCalled()
    await billfold!.open()
    expect(download).toHaveBeenCalledOnce()
  })

  it('downloads the code at the click if the download on the idle page has failed', async () => {
    const adapter = withWallet()
    const download = vi.fn(adapter.loadFinder).mockRejectedValueOnce(new TypeError('no such chunk'))
    billfold = createBillfold({ ...options, adapters: [{ ...adapter, loadFinder: download }] })
    await run()
    await billfold.open()
    expect(mounted.shells).toHaveLength(1)
  })

  it('downloads nothing after destroy()', async () => {
    const download = create()
    billfold!.destroy()
    await run()
    expect(download).not.toHaveBeenCalled()
  })

  it('refuses an unknown value, and names it', () => {
    expect(() => create({ prefetch: 'always' as 'idle' })).toThrow(
      expect.objectContaining({
        code: 'options_invalid',
        message: expect.stringContaining('prefetch to be one of idle, intent, none, not "always"'),
      }),
    )
  })
})

describe('open()', () => {
  it('[A13] shows the requested view', async () => {
    const shell = await open()
    await shell.connect(shell.connectors.value[0]!)
    await billfold!.open({ view: 'AccountSettings' })
    expect(shell.router.current.value.view).toBe('AccountSettings')
  })

  it('[A15] shows Connect while no account is connected', async () => {
    const shell = await open()
    expect(shell.router.current.value.view).toBe('Connect')
    expect(billfold!.isOpen.value).toBe(true)
  })

  it('[A12] shows the WalletConnect QR code on a page without adapters, where connecting fails with client_missing', async () => {
    billfold = createBillfold({ ...options, adapters: [] })
    await billfold.open()
    const shell = mounted.shells[0] as Shell
    expect(shell.router.current.value.view).toBe('ConnectingWalletConnectBasic')
    await shell.connect(shell.connectors.value[0]!)
    expect(shell.attempts.value).toMatchObject([{ status: 'failed', error: { code: 'client_missing' } }])
  })

  it('[G25] refuses an unknown view, and lists the known ones', async () => {
    billfold = createBillfold(options)
    await expect(billfold.open({ view: 'Nonsense' as 'Connect' })).rejects.toMatchObject({
      code: 'view_unknown',
      message: expect.stringContaining('Connect, ConnectingExternal, Account, AccountSettings'),
    })
    expect(billfold.isOpen.value).toBe(false)
    await billfold.open()
    await expect(billfold.open({ view: 'toString' as 'Connect' })).rejects.toMatchObject({
      code: 'view_unknown',
    })
    // What was open before goes on.
    expect(billfold.isOpen.value).toBe(true)
  })

  it.each(['Account', 'AccountSettings', 'ConnectingExternal'] as const)(
    '[G25] shows Connect instead of %s while no account is connected or connecting',
    async (view) => {
      const shell = await open({ view })
      expect(shell.router.history.value).toEqual([{ view: 'Connect' }])
    },
  )

  it('[G25] shows ConnectingExternal while a wallet’s approval is pending, and Connect after a cancel, even if the wallet then approves', async () => {
    const shell = await open()
    wallet.person = 'waits'
    const connector = shell.connectors.value[0]!
    const asking = shell.connect(connector)
    await billfold!.open({ view: 'ConnectingExternal' })
    expect(shell.router.history.value).toEqual([
      { view: 'Connect' },
      { view: 'ConnectingExternal', data: { connector } },
    ])
    wallet.person = 'approves'
    shell.cancelAttempt('eip155')
    wallet.approveNow()
    await asking
    await billfold!.open({ view: 'ConnectingExternal' })
    expect(shell.router.current.value.view).toBe('Connect')
  })

  it('[A14] shows Account while an account is connected', async () => {
    const shell = await open()
    await shell.connect(shell.connectors.value[0]!)
    expect(billfold!.isOpen.value).toBe(false)
    await billfold!.open()
    expect(shell.router.current.value.view).toBe('Account')
    expect(mounted.shells).toHaveLength(1)
  })

  it('[A19] opens a single view, in which goBack() closes the modal', async () => {
    const shell = await open()
    const seen: boolean[] = []
    billfold!.subscribe(
      ({ isOpen }) => isOpen,
      (isOpen) => seen.push(isOpen),
    )
    shell.router.goBack()
    expect(seen).toEqual([true, false])
  })

  it('[A7] does not change the URL or the browser history of the page', async () => {
    const { href } = location
    const { length } = history
    const shell = await open()
    for (const view of ['Connect', 'ConnectingExternal', 'Account', 'AccountSettings'] as const)
      shell.router.push(view)
    shell.router.goBack()
    expect(location.href).toBe(href)
    expect(history.length).toBe(length)
  })
})

describe('a connection', () => {
  it('[G23] is returned by connect(), can be switched to a second network of the page, and ends with disconnect()', async () => {
    billfold = createBillfold({
      ...options,
      networks: [...options.networks, { ...options.networks[0]!, id: 10, name: 'Optimism' }],
    })
    const connecting = billfold.connect()
    await eventually(() => expect(mounted.shells).toHaveLength(1))
    const shell = mounted.shells[0] as Shell
    await shell.connect(shell.connectors.value[0]!)
    expect(await connecting).toBe(billfold.account.value)
    expect(await billfold.connect('eip155')).toBe(billfold.account.value)
    wallet.knows = ['0xa']
    await billfold.switchNetwork('eip155:10')
    expect(billfold.account.value).toMatchObject({ network: { name: 'Optimism' } })
    await expect(billfold.switchNetwork('eip155:137')).rejects.toMatchObject({ code: 'options_invalid' })
    await billfold.disconnect('eip155')
    expect(billfold.account.value.status).toBe('disconnected')
    wallet.caipNetworkId = '0x1'
    const cancelled = billfold.connect()
    await eventually(() => expect(billfold!.isOpen.value).toBe(true))
    billfold.close()
    await expect(cancelled).rejects.toMatchObject({ code: 'connect_cancelled' })
  })

  it('[G23] does not change the provider object that getProvider() returns', async () => {
    billfold = createBillfold(options)
    const provider = billfold.getProvider('eip155')
    expect(provider).toHaveProperty('request')
    expect(billfold.getProvider('solana')).toBeUndefined()
    await billfold.open()
    const shell = mounted.shells[0] as Shell
    await shell.connect(shell.connectors.value[0]!)
    expect(billfold.getProvider('eip155')).toBe(provider)
    await billfold!.disconnect()
    expect(billfold!.getProvider('eip155')).toBe(provider)
  })

  it('ends with disconnect(), which closes the modal and sets its view to Connect', async () => {
    const shell = await open()
    await shell.connect(shell.connectors.value[0]!)
    await billfold!.open()
    await billfold!.disconnect()
    expect(shell.router.current.value.view).toBe('Connect')
    expect(billfold!.isOpen.value).toBe(false)
  })

  it('[T18] ends at once with disconnect(), and the modal reopens with an error if the wallet then refuses to disconnect', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const shell = await open()
    await shell.connect(shell.connectors.value[0]!)
    await billfold!.open()
    const { request } = wallet
    let isAsked = false
    let refuse = () => {}
    wallet.request = async (args) => {
      if (args.method !== 'wallet_revokePermissions') return request(args)
      isAsked = true
      await new Promise<void>((resolve) => (refuse = resolve))
      throw Object.assign(new Error('Not now'), { code: 4001 })
    }
    const leaving = shell.disconnect()
    expect([billfold!.isOpen.value, billfold!.account.value.status]).toEqual([false, 'disconnected'])
    await eventually(() => expect(isAsked).toBe(true))
    refuse()
    await leaving
    wallet.request = request
    expect(billfold!.isOpen.value).toBe(true)
    expect(shell.router.current.value.view).toBe('Connect')
    expect(shell.snacks.current.value).toMatchObject({
      variant: 'error',
      message: { code: 'disconnect_failed' },
    })
    expect(log).toHaveBeenCalledOnce()
    log.mockRestore()
  })

  it('[F33] leaves a mark in localStorage after disconnect(), so that its account’s data is removed even if the page reloads', async () => {
    const shell = await open()
    await shell.connect(shell.connectors.value[0]!)
    await billfold!.disconnect()
    expect(localStorage.getItem('billfold/sessions')).toBeNull()
    expect(localStorage.getItem('billfold/forget')).toContain('eip155:1:0x71c4')
  })

  it('[F33] is remembered after the wallet has revoked it, and can then be forgotten with its data while the modal stays open', async () => {
    const shell = await open()
    await shell.connect(shell.connectors.value[0]!)
    const { accounts } = wallet
    wallet.accounts = []
    wallet.emit('accountsChanged', [])
    await eventually(() => expect(shell.remembered.value).toMatchObject([{ name: 'Harbor' }]))
    await billfold!.open()
    await shell.forget('eip155')
    wallet.accounts = accounts
    expect(shell.remembered.value).toEqual([])
    expect(billfold!.isOpen.value).toBe(true)
    expect(localStorage.getItem('billfold/sessions')).toBeNull()
    expect(Object.keys(readMarks())).toHaveLength(1)
  })

  it('[F33] cancels the planned data removal of its account on every network, but not of accounts that stay disconnected', async () => {
    const other = 'eip155:1:0x00000000000000000000000000000000000000bb'
    const shell = await open()
    await shell.connect(shell.connectors.value[0]!)
    await billfold!.disconnect()
    const marked = Object.keys(readMarks())
    const elsewhere = marked[0]!.replace('eip155:1:', 'eip155:10:')
    localStorage.setItem('billfold/forget', JSON.stringify({ ...readMarks(), [elsewhere]: 0, [other]: 0 }))
    await shell.connect(shell.connectors.value[0]!)
    expect(readMarks()).toEqual({ [other]: 0 })
  })
})

describe('[A49] the account status', () => {
  it('goes from disconnected to connecting to connected to disconnected, with no other status between', async () => {
    const shell = await open()
    const seen: string[] = []
    billfold!.subscribe(
      ({ account }) => account.status,
      (status) => seen.push(status),
    )
    const [harbor] = shell.connectors.value
    await shell.connect(harbor!)
    await billfold!.disconnect()
    expect(seen).toEqual(['disconnected', 'connecting', 'connected', 'disconnected'])
    wallet.person = 'declines'
    await shell.connect(harbor!)
    wallet.person = 'approves'
    expect(seen.slice(4)).toEqual(['connecting', 'disconnected'])
  })
})

describe('the modal', () => {
  afterEach(() => {
    wallet.caipNetworkId = '0x1'
    wallet.person = 'approves'
    wallet.knows = []
  })
  const optimism = { ...options.networks[0]!, id: 10, name: 'Optimism' }

  /** Connected there, with the modal as it is then. */
  async function connectOn(chainId: string, more: Partial<Options> = {}): Promise<Shell> {
    wallet.caipNetworkId = chainId
    wallet.knows = ['0x1', '0xa']
    billfold = createBillfold({ ...options, networks: [...options.networks, optimism], ...more })
    await billfold.open()
    const shell = mounted.shells[0] as Shell
    await shell.connect(shell.connectors.value[0]!)
    return shell
  }
  const goTo = (chainId: string) => {
    wallet.caipNetworkId = chainId
    wallet.emit('chainChanged', chainId)
  }
  const names = (shell: Shell) => shell.router.history.value.map(({ view }) => view)

  it('[A68] shows UnsupportedChain when a wallet connects on an unsupported network, and later instead of Account and its settings', async () => {
    const shell = await connectOn('0x89')
    expect(billfold!.isOpen.value).toBe(true)
    expect(names(shell)).toEqual(['UnsupportedChain'])
    billfold!.close()
    for (const view of [undefined, 'Account', 'AccountSettings'] as const) {
      await billfold!.open(view && { view })
      expect(names(shell)).toEqual(['UnsupportedChain'])
    }
  })

  it('[A68] opens with UnsupportedChain when the wallet switches to an unsupported network, and stays closed once the user closes it', async () => {
    const shell = await connectOn('0x1')
    expect(billfold!.isOpen.value).toBe(false)
    goTo('0x89')
    await eventually(() => expect(billfold!.isOpen.value).toBe(true))
    expect(names(shell)).toEqual(['UnsupportedChain'])
    shell.close()
    expect(billfold!.isOpen.value).toBe(false)
    // Another word of the same wallet is no reason to open it again.
    wallet.emit('accountsChanged')
    await settled()
    expect(billfold!.isOpen.value).toBe(false)
  })

  it.each<[string, Partial<Options>]>([
    ['unsupported networks are allowed', { allowUnsupportedChain: true }],
    ['switching networks is off', { enableNetworkSwitch: false }],
  ])('[A69] does not show UnsupportedChain if %s', async (_, more) => {
    const shell = await connectOn('0x1', more)
    goTo('0x89')
    await eventually(() => expect(billfold!.account.value).toMatchObject({ caipNetworkId: 'eip155:137' }))
    expect(billfold!.isOpen.value).toBe(false)
    await billfold!.open({ view: 'UnsupportedChain' })
    expect(names(shell)).toEqual(['Account'])
  })

  it('[A69] stays closed when the wallet switches to a network of the page, or when a session on an unsupported network is restored', async () => {
    const shell = await connectOn('0x1')
    goTo('0xa')
    await eventually(() => expect(billfold!.account.value).toMatchObject({ network: { name: 'Optimism' } }))
    expect(billfold!.isOpen.value).toBe(false)
    goTo('0x89')
    await eventually(() => expect(names(shell)).toEqual(['UnsupportedChain']))
    billfold!.destroy()
    billfold = createBillfold({ ...options, networks: [...options.networks, optimism] })
    await eventually(() => expect(billfold!.account.value).toMatchObject({ unsupported: true }))
    await settled()
    expect(billfold.isOpen.value).toBe(false)
  })

  it('[A71] closes when the wallet switches from an unsupported network to a network of the page', async () => {
    const shell = await connectOn('0x89')
    shell.router.push('SwitchNetwork', { network: shell.networks[0]! })
    await shell.switchNetwork(shell.networks[0]!)
    expect(billfold!.isOpen.value).toBe(false)
    expect(names(shell)).toEqual(['Account'])
  })

  it('[F12] [A71] closes when the wallet switches to a supported network, even if the user had cancelled that switch in the modal', async () => {
    const shell = await connectOn('0x89')
    wallet.person = 'waits'
    shell.router.push('SwitchNetwork', { network: shell.networks[0]! })
    const asked = leadToNetwork(shell, shell.networks[0]!)
    shell.cancelSwitch()
    shell.router.goBack()
    await asked
    expect([billfold!.isOpen.value, names(shell)]).toEqual([true, ['UnsupportedChain']])
    wallet.approveNow()
    goTo('0x1')
    await eventually(() => expect(billfold!.isOpen.value).toBe(false))
    expect(names(shell)).toEqual(['Account'])
    expect(shell.snacks.current.value).toBeUndefined()
  })

  it.each([
    ['declines', { code: 'switch_declined', wallet: 'Harbor' }, undefined],
    ['fails', { code: 'switch_failed' }, 'no such network'],
  ])(
    '[A70] goes back to UnsupportedChain with a message when the wallet %s to switch, and lets the user try again',
    async (how, said, reason) => {
      const shell = await connectOn('0x89')
      if (how === 'declines') wallet.person = 'declines'
      else {
        wallet.knows = []
        wallet.unknown = new Error('no such network')
      }
      const [network] = shell.networks
      shell.router.push('SwitchNetwork', { network: network! })
      await leadToNetwork(shell, network!)
      expect(names(shell)).toEqual(['UnsupportedChain'])
      expect(shell.switching.value).toBeUndefined()
      const snack = shell.snacks.current.value!
      expect(snack).toMatchObject({
        variant: 'error',
        message: said,
        ...(reason && { detail: { context: { said: reason, wallet: 'Harbor' } } }),
      })
      snack.action!.run()
      expect(shell.router.current.value).toEqual({ view: 'SwitchNetwork', data: { network } })
      // What no longer holds is not said any more.
      Object.assign(wallet, { person: 'approves', knows: ['0x1'] })
      await leadToNetwork(shell, network!)
      expect(billfold!.isOpen.value).toBe(false)
      expect(shell.snacks.current.value).toBeUndefined()
    },
  )

  it('[A70] shows no message about a switch of the network if the user cancelled the switch or closed the modal', async () => {
    const shell = await connectOn('0x1')
    await billfold!.open({ view: 'Networks' })
    wallet.person = 'waits'
    const optimismOf = shell.networks[1]!
    shell.router.push('SwitchNetwork', { network: optimismOf })
    const asked = leadToNetwork(shell, optimismOf)
    shell.cancelSwitch()
    shell.router.goBack()
    await asked
    wallet.declineNow()
    shell.router.push('SwitchNetwork', { network: optimismOf })
    const again = leadToNetwork(shell, optimismOf)
    await settled()
    shell.close()
    wallet.declineNow()
    await again
    expect(shell.snacks.current.value).toBeUndefined()
  })

  it('shows SwitchNetwork after connecting if the wallet is not on the network that was requested with the connection', async () => {
    const shell = await connectOn('0x1')
    expect(billfold!.isOpen.value).toBe(false)
    await billfold!.open({ view: 'Connect' })
    await shell.connect(shell.connectors.value[0]!, shell.networks[1])
    expect(names(shell)).toEqual(['Account', 'SwitchNetwork'])
    expect(shell.router.current.value.data).toEqual({ network: shell.networks[1] })
    expect(billfold!.isOpen.value).toBe(true)
  })

  it('[A67] returns to Account once the wallet has switched to the network that the user chose', async () => {
    const shell = await connectOn('0x1')
    await billfold!.open({ view: 'Networks' })
    shell.router.push('SwitchNetwork', { network: shell.networks[1]! })
    await shell.switchNetwork(shell.networks[1]!)
    expect(names(shell)).toEqual(['Account'])
    expect(billfold!.isOpen.value).toBe(true)
  })
})

describe('removing the data of a disconnected account', () => {
  const account = 'eip155:1:0x00000000000000000000000000000000000000bb'

  it('[F33] is retried at each load of the page until the worker confirms the removal', async () => {
    worker.forget = () => Promise.reject(new BillfoldError('unexpected', 'The disk is broken.'))
    localStorage.setItem('billfold/forget', JSON.stringify({ [account]: 0 }))
    for (let load = 1; load <= 3; load++) {
      const page = createBillfold(options)
      await eventually(() => expect(readMarks()).toEqual({ [account]: load }))
      page.destroy()
    }
    worker.forget = () => Promise.resolve()
    billfold = createBillfold(options)
    await eventually(() => expect(localStorage.getItem('billfold/forget')).toBeNull())
    expect(worker.asked).toEqual(Array.from({ length: 4 }, () => account))
  })

  it('[F33] [G32] works even when localStorage is full', async () => {
    const storage = createStorage()
    vi.stubGlobal('localStorage', storage)
    const shell = await open()
    await shell.connect(shell.connectors.value[0]!)
    storage.isFull = true
    await billfold!.disconnect()
    await eventually(() =>
      expect(worker.asked).toEqual([`eip155:1:${String(wallet.accounts).toLowerCase()}`]),
    )
    expect(storage.getItem('billfold/forget')).toBeNull()
    vi.unstubAllGlobals()
  })

  it('[F33] is no longer retried at a page load after 10 failures, but is retried when the account reconnects and disconnects', async () => {
    worker.forget = () => Promise.reject(new BillfoldError('unexpected', 'The disk is broken.'))
    localStorage.setItem('billfold/forget', JSON.stringify({ [account]: 10 }))
    const shell = await open()
    await settled()
    expect(worker.asked).toEqual([])
    await shell.connect(shell.connectors.value[0]!)
    await billfold!.disconnect()
    await eventually(() => expect(worker.asked).toContain(account))
    // Nobody is told: there is nothing that a person could do.
    expect(shell.snacks.current.value).toBeUndefined()
  })

  it('[F33] is not retried if the account has reconnected before the worker reports a failure', async () => {
    let fail = () => {}
    worker.forget = () =>
      new Promise(
        (_, reject) => (fail = () => reject(new BillfoldError('unexpected', 'The disk is broken.'))),
      )
    const shell = await open()
    await shell.connect(shell.connectors.value[0]!)
    await billfold!.disconnect()
    await eventually(() => expect(worker.asked).toHaveLength(1))
    await shell.connect(shell.connectors.value[0]!)
    fail()
    await settled()
    expect(localStorage.getItem('billfold/forget')).toBeNull()
  })

  it.each(['[]', '7', '"text"', 'null', '{"x":null}', '[0]'])(
    '[F33] ignores invalid stored marks such as %s',
    async (text) => {
      localStorage.setItem('billfold/forget', text)
      const shell = await open()
      await shell.connect(shell.connectors.value[0]!)
      expect(billfold!.account.value.status).toBe('connected')
    },
  )
})

describe('[G53] the message about code that could not be loaded', () => {
  const failed: Snapshot<never> = {
    data: undefined,
    fetchedAt: undefined,
    status: 'failed',
    error: { code: 'history_failed', message: 'It failed', category: 'API_ERROR', context: {} },
  }
  const fresh: Snapshot<never> = { data: undefined, fetchedAt: 1, status: 'fresh' }

  /** Connected, with the modal open, and somebody who looks at the activity that fails. */
  async function fail(): Promise<Shell> {
    wallet.caipNetworkId = '0x1'
    billfold = createBillfold(options)
    await billfold.open()
    const shell = mounted.shells[0] as Shell
    await shell.connect(shell.connectors.value[0]!)
    await billfold.open()
    const account = billfold.account.value
    if (account.status !== 'connected') throw new Error('nobody is connected')
    shell.topic('activity', { account: account.caipAddress }).subscribe(() => {})
    await eventually(() => expect(worker.snapshot).toBeDefined())
    worker.snapshot!(failed)
    expect(shell.snacks.current.value).toMatchObject({ message: { code: 'history_failed' } })
    return shell
  }

  it('is not repeated while the failure lasts, and disappears once the code can be loaded', async () => {
    const shell = await fail()
    shell.snacks.dismiss()
    worker.snapshot!(failed)
    expect(shell.snacks.current.value).toBeUndefined()
    worker.snapshot!(fresh)
    await new Promise((resolve) => setTimeout(resolve, 200))
    worker.snapshot!(failed)
    expect(shell.snacks.current.value).toBeDefined()
    worker.snapshot!(fresh)
    expect(shell.snacks.current.value).toBeUndefined()
  })

  it('disappears when the account disconnects', async () => {
    const shell = await fail()
    await billfold!.disconnect()
    expect(shell.snacks.current.value).toBeUndefined()
  })

  it('disappears when the wallet switches to another network', async () => {
    const shell = await fail()
    wallet.emit('chainChanged', (wallet.caipNetworkId = '0xa'))
    await eventually(() => expect(shell.snacks.current.value).toBeUndefined())
  })
})

describe('code that cannot be loaded', () => {
  const params = { account: 'eip155:1:0x00000000000000000000000000000000000000bb' } as const
  let online = false
  const adapter = withWallet()
  const unreliable: Adapter = {
    ...adapter,
    loadFinder: () => (online ? adapter.loadFinder() : Promise.reject(new TypeError('no such chunk'))),
  }
  beforeEach(() => (online = false))

  it('makes a topic fail, and the topic delivers data once the code has loaded', async () => {
    billfold = createBillfold({ ...options, adapters: [unreliable] })
    const topic = billfold.topic('portfolio', params)
    const seen: string[] = []
    topic.subscribe(({ status }) => seen.push(status))
    await eventually(() => expect(seen).toEqual(['loading', 'failed']))
    expect(topic.peek().error?.code).toBe('code_missing')
    online = true
    await billfold.open()
    worker.snapshot?.({ data: undefined, fetchedAt: 1, status: 'fresh' })
    await eventually(() => expect(seen.at(-1)).toBe('fresh'))
    await expect(billfold.open()).resolves.toBeUndefined()
    expect(seen.at(-1)).toBe('fresh')
  })

  it('is retried automatically while a topic has subscribers', async () => {
    billfold = createBillfold({ ...options, adapters: [unreliable] })
    const topic = billfold.topic('portfolio', params)
    const seen: string[] = []
    topic.subscribe(({ status }) => seen.push(status))
    await eventually(() => expect(seen).toEqual(['loading', 'failed']))
    online = true
    await eventually(() => expect(worker.snapshot).toBeDefined())
    worker.snapshot?.({ data: undefined, fetchedAt: 1, status: 'fresh' })
    expect(seen.at(-1)).toBe('fresh')
  })

  it('is not retried while no topic has subscribers', async () => {
    const load = vi.fn(unreliable.loadFinder)
    billfold = createBillfold({
      ...options,
      adapters: [{ ...unreliable, loadFinder: load }],
      prefetch: 'none',
    })
    const topic = billfold.topic('portfolio', params)
    const stop = topic.subscribe(() => {})
    await eventually(() => expect(topic.peek().status).toBe('failed'))
    stop()
    const before = load.mock.calls.length
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect(load).toHaveBeenCalledTimes(before)
  })

  it('does not make a pending open() fail if the page replaces the options during the load', async () => {
    host.isDevelopment = true
    let fail: (error: Error) => void = () => {}
    const slow: Adapter = {
      ...adapter,
      loadFinder: () => (online ? adapter.loadFinder() : new Promise((_, reject) => (fail = reject))),
    }
    billfold = createBillfold({ ...options, adapters: [slow], prefetch: 'none' })
    const opened = billfold.open()
    online = true
    const again = createBillfold({ ...options, adapters: [slow], themeMode: 'light', prefetch: 'none' })
    fail(new TypeError('no such chunk'))
    await expect(opened).resolves.toBeUndefined()
    again.destroy()
    host.isDevelopment = false
  })

  it('is requested again when a topic that failed without the code gets a new subscriber', async () => {
    billfold = createBillfold({ ...options, adapters: [unreliable] })
    const topic = billfold.topic('portfolio', params)
    const stop = topic.subscribe(() => {})
    await eventually(() => expect(topic.peek().status).toBe('failed'))
    stop()
    online = true
    const seen: string[] = []
    topic.subscribe(({ status }) => seen.push(status))
    await eventually(() => expect(worker.snapshot).toBeDefined())
    worker.snapshot?.({ data: undefined, fetchedAt: 1, status: 'fresh' })
    expect(seen.at(-1)).toBe('fresh')
  })
})

it('[F35] Billfold can be created and destroyed on a server, where open() does nothing and connect() fails with wallet_missing', async () => {
  vi.stubGlobal('window', undefined)
  const onServer = createBillfold(options)
  expect(onServer.account.value).toEqual({ status: 'disconnected' })
  await onServer.open()
  expect(onServer.isOpen.value).toBe(false)
  await expect(onServer.connect()).rejects.toMatchObject({ code: 'wallet_missing' })
  onServer.destroy()
  vi.unstubAllGlobals()
})

/** A topic that has failed, as whoever awaited it would see it. */
function toThrown({ value }: Readable<Snapshot<unknown>>): never {
  if (!value.error) throw new Error('It has not failed.')
  throw new BillfoldError(value.error.code, value.error.message)
}

async function open(view?: Parameters<Billfold['open']>[0]): Promise<Shell> {
  billfold = createBillfold(options)
  await billfold.open(view)
  return mounted.shells[0] as Shell
}

function readMarks(): Record<string, number> {
  return JSON.parse(localStorage.getItem('billfold/forget') ?? '{}') as Record<string, number>
}

function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 50))
}

function withWallet(): Adapter {
  const adapter = evm()
  return {
    ...adapter,
    loadFinder: async () => ({
      ...(await adapter.loadFinder()),
      find() {},
      watch(listener: (connectors: readonly Connector[]) => void) {
        const onEvent = () => {}
        window.addEventListener('eip6963:announceProvider', onEvent)
        listener([toConnector(wallet)])
        return () => window.removeEventListener('eip6963:announceProvider', onEvent)
      },
    }),
  }
}
