// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Adapter } from '../../src/wallets/adapter.ts'
import type { Connector } from '../../src/wallets/connector.ts'
import { evm } from '../../src/evm.ts'
import type { Billfold } from '../../src/shell/billfold.ts'
import { createBillfold } from '../../src/shell/create-billfold.ts'
import type { Shell } from '../../src/shell/shell.ts'
import { eventually } from '../eventually.ts'
import { createFakeWallet, type FakeWallet, toConnector } from '../fake-wallet.ts'

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

let wallet: FakeWallet
let billfold: Billfold
let asked: Promise<unknown>

beforeEach(() => {
  localStorage.clear()
  mounted.shell = undefined
  wallet = createFakeWallet()
  create()
})
afterEach(() => billfold.destroy())

/** One load of the page. */
function create(): void {
  const adapter = evm()
  const withWallet: Adapter = {
    ...adapter,
    loadFinder: async () => ({
      ...(await adapter.loadFinder()),
      find() {},
      watch(listener: (connectors: readonly Connector[]) => void) {
        listener([toConnector(wallet)])
        return () => {}
      },
    }),
  }
  billfold = createBillfold({
    projectId: 'project',
    networks: [1, 137].map((id) => ({
      id,
      name: `Network ${id}`,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [] } },
    })),
    adapters: [withWallet],
    metadata: { name: 'Driftwood' },
  })
}

const ask = () => {
  asked = billfold.getProvider('eip155')!.request({ method: 'eth_requestAccounts' })
  asked.catch(() => {})
  return eventually(() => expect(billfold.isOpen.peek()).toBe(true))
}
const shell = () => mounted.shell as Shell
const choose = () => shell().connect(shell().connectors.peek()[0]!)

describe('[G23] eth_requestAccounts from the page', () => {
  it('opens the modal and returns the accounts after the user connects', async () => {
    await ask()
    expect(shell().router.current.peek().view).toBe('Connect')
    await choose()
    await expect(asked).resolves.toEqual(wallet.accounts)
    expect(billfold.isOpen.peek()).toBe(false)
  })

  it('[D29] returns the accounts without a network switch, whichever of the page’s networks the wallet is on', async () => {
    wallet.caipNetworkId = '0x89'
    await ask()
    // As the view of WalletConnect does: the proposal begins with a network of the namespace.
    const [first, second] = shell().networks
    await shell().connect(shell().connectors.peek()[0]!, first)
    await expect(asked).resolves.toEqual(wallet.accounts)
    await eventually(() => expect(billfold.isOpen.peek()).toBe(false))
    expect(shell().account.peek()).toMatchObject({ network: second })
    expect(shell().router.current.peek().view).not.toBe('SwitchNetwork')
  })

  it('[D29] opens SwitchNetwork after connecting if the wallet is not on the network for which Connect was opened', async () => {
    wallet.caipNetworkId = '0x89'
    await ask()
    const [first] = shell().networks
    shell().router.reset('Connect', { namespace: 'eip155', network: first! })
    await shell().connect(shell().connectors.peek()[0]!, first)
    await eventually(() =>
      expect(shell().router.current.peek()).toMatchObject({
        view: 'SwitchNetwork',
        data: { network: first },
      }),
    )
  })

  it('rejects with 4001 when the user closes the modal without connecting', async () => {
    await ask()
    billfold.close()
    await expect(asked).rejects.toMatchObject({ code: 4001 })
  })

  it('keeps waiting if the user closes the modal while the wallet asks, and returns the accounts once the wallet approves', async () => {
    wallet.person = 'waits'
    await ask()
    void choose()
    billfold.close()
    wallet.approveNow()
    await expect(asked).resolves.toEqual(wallet.accounts)
    expect(billfold.isOpen.peek()).toBe(false)
  })

  it('rejects with 4001 when the user declines in the wallet after closing the modal', async () => {
    wallet.person = 'declines'
    await ask()
    const attempt = choose()
    billfold.close()
    await attempt
    await expect(asked).rejects.toMatchObject({ code: 4001 })
  })

  it('returns the accounts when the user connects in the modal after declining once', async () => {
    wallet.person = 'declines'
    await ask()
    await choose()
    wallet.person = 'approves'
    await choose()
    await expect(asked).resolves.toEqual(wallet.accounts)
  })

  it('returns the accounts at once if an account is already connected', async () => {
    await ask()
    await choose()
    await asked
    await expect(billfold.getProvider('eip155')!.request({ method: 'eth_requestAccounts' })).resolves.toEqual(
      wallet.accounts,
    )
    expect(billfold.isOpen.peek()).toBe(false)
  })

  it('rejects with 4001 when Billfold is destroyed before the user connects', async () => {
    await ask()
    billfold.destroy()
    await expect(asked).rejects.toMatchObject({ code: 4001 })
  })
})

describe('[G23] a connection request while a stored session is being restored', () => {
  const session = {
    id: 'first',
    namespace: 'eip155',
    restoreKey: 'example.harbor',
    name: 'Harbor',
    caipNetworkId: 'eip155:1',
    accounts: ['eip155:1:0x71c4a09e5b2df8361c7e90d4af52e8137bd6c02a'],
  }
  let answer = () => {}
  let opened: boolean[]

  /** The page is loaded again, and its wallet takes its time. */
  function reload(): void {
    billfold.destroy()
    localStorage.setItem('billfold/sessions', JSON.stringify([session]))
    const { request } = wallet
    const open = new Promise<void>((resolve) => (answer = resolve))
    wallet.request = async (args) => {
      await open
      return request(args)
    }
    create()
    expect(billfold.account.peek()).toEqual({ status: 'connecting', restoring: true })
    opened = []
    billfold.isOpen.subscribe((isOpen) => opened.push(isOpen))
  }
  const ways: [string, () => Promise<unknown>, unknown][] = [
    ['connect()', () => billfold.connect(), expect.objectContaining({ status: 'connected' })],
    ["connect('eip155')", () => billfold.connect('eip155'), expect.objectContaining({ status: 'connected' })],
    [
      'eth_requestAccounts',
      () => billfold.getProvider('eip155')!.request({ method: 'eth_requestAccounts' }),
      createFakeWallet().accounts,
    ],
  ]

  it.each(ways)(
    'waits for the session and returns its account without opening the modal: %s',
    async (_, call, expected) => {
      reload()
      const asking = call()
      await settled()
      answer()
      await expect(asking).resolves.toEqual(expected)
      expect(opened).toEqual([false])
      expect(mounted.shell).toBeUndefined()
      expect(wallet.asked).not.toContain('eth_requestAccounts')
    },
  )

  it.each(ways)('opens the modal if the session cannot be restored: %s', async (_, call) => {
    wallet.accounts = []
    reload()
    const asking = call()
    asking.catch(() => {})
    await settled()
    expect(opened).toEqual([false])
    answer()
    await eventually(() => expect(opened).toEqual([false, true]))
    expect(shell().router.current.peek().view).toBe('Connect')
    billfold.close()
    await expect(asking).rejects.toThrow('no wallet was connected')
  })

  it('opens the modal if restoring takes long, and closes the modal once the session is restored', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    reload()
    const asking = billfold.connect()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(opened).toEqual([false, true])
    vi.useRealTimers()
    answer()
    await expect(asking).resolves.toMatchObject({ status: 'connected' })
    expect(opened).toEqual([false, true, false])
  })

  it('is rejected when Billfold is destroyed, without opening the modal', async () => {
    reload()
    const asking = billfold.connect()
    await settled()
    billfold.destroy()
    await expect(asking).rejects.toMatchObject({ code: 'connect_cancelled' })
    expect(opened).toEqual([false])
  })
})

describe('[G23] a connection request while a wallet is waiting for approval', () => {
  beforeEach(async () => {
    wallet.person = 'waits'
    await billfold.open()
    void choose()
    shell().router.push('ConnectingExternal', { connector: shell().connectors.peek()[0]! })
  })
  const names = () =>
    shell()
      .router.history.peek()
      .map(({ view }) => view)

  it('leaves the waiting wallet’s view on screen, and returns the accounts once the wallet approves', async () => {
    const { history } = shell().router
    const [, before] = history.peek()
    await ask()
    await settled()
    // Below it lie the wallets of the namespace that was asked for.
    expect(history.peek()).toEqual([{ view: 'Connect', data: { namespace: 'eip155' } }, before])
    wallet.approveNow()
    await expect(asked).resolves.toEqual(wallet.accounts)
    expect(billfold.isOpen.peek()).toBe(false)
  })

  it('reopens the modal with the waiting wallet’s view if the user has closed the modal', async () => {
    billfold.close()
    await ask()
    expect(names()).toEqual(['Connect', 'ConnectingExternal'])
  })

  it.each([undefined, 'Connect', 'ConnectingExternal', 'Account'] as const)(
    'reopens the waiting wallet’s view, or Connect once the user has cancelled the connection: open() with the view %s',
    async (view) => {
      billfold.close()
      await billfold.open(view ? { view } : {})
      expect(names()).toEqual(['Connect', 'ConnectingExternal'])
      shell().cancelAttempt('eip155')
      expect(billfold.account.peek().status).toBe('disconnected')
      await billfold.open(view ? { view } : {})
      expect(names()).toEqual(['Connect'])
    },
  )
})

describe('the page’s EIP-1193 provider', () => {
  const request = (method: string, params?: unknown) =>
    billfold.getProvider('eip155')!.request(params === undefined ? { method } : { method, params })

  it('[D46] keeps requests waiting right after a reload, and answers the requests once the session is restored', async () => {
    await billfold.open()
    await choose()
    billfold.destroy()
    wallet.asked = []
    create()
    const answers = ['eth_accounts', 'eth_chainId', 'net_version', 'wallet_getPermissions'].map((method) =>
      request(method),
    )
    // The wallet's own word, and not that nobody is connected.
    const signed = expect(request('personal_sign')).rejects.toMatchObject({ code: -32601 })
    expect(await Promise.all(answers)).toEqual([
      wallet.accounts,
      '0x1',
      '1',
      [expect.objectContaining({ parentCapability: 'eth_accounts' })],
    ])
    await signed
    expect(billfold.isOpen.peek()).toBe(false)
  })

  it('[D31] disconnects on wallet_revokePermissions, and the modal shows no error', async () => {
    await billfold.open()
    await choose()
    const heard: unknown[] = []
    billfold.getProvider('eip155')!.on('accountsChanged', (accounts: unknown) => void heard.push(accounts))
    expect(await request('wallet_revokePermissions', [{ eth_accounts: {} }])).toBeNull()
    expect(billfold.account.peek().status).toBe('disconnected')
    expect(wallet.asked).toContain('wallet_revokePermissions')
    expect(localStorage.getItem('billfold/sessions')).toBeNull()
    await eventually(() => expect(heard).toEqual([[]]))
    expect(shell().snacks.current.peek()).toBeUndefined()
  })

  it('[D47] opens the modal for wallet_requestPermissions, and rejects the request with 4001 if the user closes the modal', async () => {
    const asking = request('wallet_requestPermissions', [{ eth_accounts: {} }])
    const closed = expect(asking).rejects.toMatchObject({ code: 4001 })
    await eventually(() => expect(billfold.isOpen.peek()).toBe(true))
    billfold.close()
    await closed
  })

  it('[D49] emits accountsChanged, but no connect or disconnect, when the wallet is locked and unlocked', async () => {
    await billfold.open()
    await choose()
    const heard: string[] = []
    for (const event of ['connect', 'disconnect', 'chainChanged', 'accountsChanged'])
      billfold.getProvider('eip155')!.on(event, () => void heard.push(event))
    const { accounts } = wallet
    for (const shared of [[], accounts]) {
      wallet.accounts = shared
      wallet.emit('accountsChanged', shared)
      const count = (shared as unknown[]).length
      await eventually(async () => expect(await request('eth_accounts')).toHaveLength(count))
    }
    await settled()
    expect(heard).toEqual(['accountsChanged', 'accountsChanged'])
  })
})

function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 50))
}
