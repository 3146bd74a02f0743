// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Adapter } from '../src/adapter.ts'
import { type Billfold, createBillfold } from '../src/billfold.ts'
import type { Connector } from '../src/connector.ts'
import { evm } from '../src/evm.ts'
import { createEvmAdapter } from '../src/evm-adapter.ts'
import type { Options } from '../src/options.ts'
import type { Shell } from '../src/shell.ts'
import { createFakeWallet, toConnector } from './fake-wallet.ts'

const mounted = vi.hoisted(() => ({ shells: [] as unknown[], unmounts: 0 }))
vi.mock('#ui', () => ({
  mountView(shell: unknown) {
    mounted.shells.push(shell)
    return { unmount: () => (mounted.unmounts += 1) }
  },
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
    const marked = JSON.parse(localStorage.getItem('billfold/forget') ?? '') as string[]
    const elsewhere = marked[0]!.replace('eip155:1:', 'eip155:10:')
    localStorage.setItem('billfold/forget', JSON.stringify([...marked, elsewhere, other]))
    await shell.connect(shell.connectors.value[0]!)
    expect(JSON.parse(localStorage.getItem('billfold/forget') ?? '')).toEqual([other])
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
