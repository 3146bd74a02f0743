// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Adapter } from '../src/adapter.ts'
import { type Billfold, createBillfold } from '../src/billfold.ts'
import { BillfoldError } from '../src/core/errors.ts'
import type { Connector } from '../src/connector.ts'
import { evm } from '../src/evm.ts'
import { createEvmAdapter } from '../src/evm-adapter.ts'
import type { Snapshot } from '../src/core/protocol.ts'
import type { Options } from '../src/options.ts'
import type { Shell } from '../src/shell.ts'
import { eventually } from './eventually.ts'
import { createFakeWallet, toConnector } from './fake-wallet.ts'

const mounted = vi.hoisted(() => ({ shells: [] as unknown[], unmounts: 0 }))
vi.mock('#ui', () => ({
  mountView(shell: unknown) {
    mounted.shells.push(shell)
    return { unmount: () => (mounted.unmounts += 1) }
  },
}))

/** The worker: what it does about an account that is to be forgotten, and how it sends. */
const worker = vi.hoisted(() => ({
  asked: [] as string[],
  forget: () => Promise.resolve(),
  snapshot: undefined as ((snapshot: Snapshot<never>) => void) | undefined,
}))
vi.mock('../src/start-worker.ts', () => ({ startWorker: () => Promise.reject(new Error('not here')) }))
vi.mock('../src/worker-client.ts', () => ({
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
  worker.asked = []
  worker.snapshot = undefined
  worker.forget = () => new Promise(() => {})
})
afterEach(() => billfold?.destroy())

describe('what a page hands in', () => {
  it.each([
    [{ projectId: '' }, 'project_id_missing'],
    [{ networks: [] }, 'options_invalid'],
    [{ adapters: [] }, 'options_invalid'],
    [{ metadata: { name: '' } }, 'options_invalid'],
    [{ networks: [{ ...options.networks[0], nativeCurrency: undefined }] }, 'options_invalid'],
  ])('is refused with a reason when it is %j', (wrong, code) => {
    expect(() => createBillfold({ ...options, ...wrong } as Options)).toThrow(
      expect.objectContaining({ code }),
    )
  })

  it('[A1] gives a dark modal unless it says otherwise', () => {
    billfold = createBillfold(options)
    expect(billfold.theme.value).toBe('dark')
    billfold.setThemeMode('light')
    expect(billfold.theme.value).toBe('light')
  })

  it('[F35] gives the same instance twice, and refuses another one beside it', () => {
    billfold = createBillfold(options)
    const again = createBillfold({ ...options, adapters: [evm()] })
    expect(again).toBe(billfold)
    expect(() => createBillfold({ ...options, projectId: 'other' })).toThrow(
      expect.objectContaining({ code: 'options_conflict' }),
    )
    again.destroy()
    expect(createBillfold(options)).toBe(billfold)
    billfold.destroy()
  })

  it('[F35] leaves no listener behind after a thousand mounts', async () => {
    const added = vi.spyOn(window, 'addEventListener')
    const removed = vi.spyOn(window, 'removeEventListener')
    for (let round = 0; round < 1_000; round++) {
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

describe('opening', () => {
  it('[A13] shows the view that the caller names', async () => {
    const shell = await open({ view: 'AccountSettings' })
    expect(shell.router.current.value.view).toBe('AccountSettings')
  })

  it('[A15] shows Connect while nobody is connected', async () => {
    const shell = await open()
    expect(shell.router.current.value.view).toBe('Connect')
    expect(billfold!.isOpen.value).toBe(true)
  })

  it('[A14] shows Account to somebody who is connected', async () => {
    const shell = await open()
    await shell.connect(shell.connectors.value[0]!)
    expect(billfold!.isOpen.value).toBe(false)
    await billfold!.open()
    expect(shell.router.current.value.view).toBe('Account')
    expect(mounted.shells).toHaveLength(1)
  })

  it('[A19] closes by going back from the only view', async () => {
    const shell = await open()
    const seen: boolean[] = []
    billfold!.subscribe(
      ({ isOpen }) => isOpen,
      (isOpen) => seen.push(isOpen),
    )
    shell.router.goBack()
    expect(seen).toEqual([true, false])
  })

  it('[A7] leaves the address and the history of the page alone', async () => {
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
  it('gives the provider once somebody is connected, and keeps it', async () => {
    const shell = await open()
    expect(billfold!.getProvider('eip155')).toBeUndefined()
    await shell.connect(shell.connectors.value[0]!)
    const provider = billfold!.getProvider('eip155')
    expect(provider).toHaveProperty('request')
    await billfold!.disconnect()
    expect(billfold!.getProvider('eip155')).toBe(provider)
  })

  it('shows Connect again when the wallet ends it while the account is on screen', async () => {
    const shell = await open()
    await shell.connect(shell.connectors.value[0]!)
    await billfold!.open()
    await billfold!.disconnect()
    expect(shell.router.current.value.view).toBe('Connect')
    expect(billfold!.isOpen.value).toBe(false)
  })

  it('[F33] remembers across a reload that an account must still be forgotten', async () => {
    const shell = await open()
    await shell.connect(shell.connectors.value[0]!)
    await billfold!.disconnect()
    expect(localStorage.getItem('billfold/session')).toBeNull()
    expect(localStorage.getItem('billfold/forget')).toContain('eip155:1:0x71c4')
  })

  it('[F33] forgets no account that has been connected again, and those that have not all the same', async () => {
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

describe('an account that could not be forgotten', () => {
  const account = 'eip155:1:0x00000000000000000000000000000000000000bb'

  it('[F33] is asked for again with each load, until the worker says that it is done', async () => {
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

  it('[F33] is no reason to start a worker with every load for ever, but with the next disconnect', async () => {
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

  it('[F33] is not marked again when it was connected while the worker was failing', async () => {
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
    '[F33] survives marks like %s',
    async (text) => {
      localStorage.setItem('billfold/forget', text)
      const shell = await open()
      await shell.connect(shell.connectors.value[0]!)
      expect(billfold!.account.value.status).toBe('connected')
    },
  )
})

describe('a topic whose code cannot be fetched', () => {
  const params = { account: 'eip155:1:0x00000000000000000000000000000000000000bb' } as const
  let online = false
  const adapter = withWallet()
  const unreliable: Adapter = {
    ...adapter,
    load: () => (online ? adapter.load() : Promise.reject(new TypeError('no such chunk'))),
  }
  beforeEach(() => (online = false))

  it('says so, and follows its data once the code is there, whoever asked for it', async () => {
    billfold = createBillfold({ ...options, adapters: [unreliable] })
    const topic = billfold.topic('portfolio', params)
    const seen: string[] = []
    topic.subscribe(({ status }) => seen.push(status))
    await eventually(() => expect(seen).toEqual(['loading', 'failed']))
    expect(topic.peek().error?.message).toBe('no such chunk')
    online = true
    await billfold.open()
    worker.snapshot?.({ data: undefined, fetchedAt: 1, status: 'fresh' })
    await eventually(() => expect(seen.at(-1)).toBe('fresh'))
    await expect(billfold.open()).resolves.toBeUndefined()
    expect(seen.at(-1)).toBe('fresh')
  })

  it('tries again with the next reader', async () => {
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

it('[F35] can be imported and created on a server, closed and disconnected', async () => {
  vi.stubGlobal('window', undefined)
  const onServer = createBillfold(options)
  expect(onServer.account.value).toEqual({ status: 'disconnected' })
  await onServer.open()
  expect(onServer.isOpen.value).toBe(false)
  onServer.destroy()
  vi.unstubAllGlobals()
})

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
  return {
    namespace: 'eip155',
    load: async () => ({
      ...createEvmAdapter(),
      watchConnectors(listener: (connectors: readonly Connector[]) => void) {
        const onEvent = () => {}
        window.addEventListener('eip6963:announceProvider', onEvent)
        listener([toConnector(wallet)])
        return () => window.removeEventListener('eip6963:announceProvider', onEvent)
      },
    }),
  }
}
