// @vitest-environment happy-dom
/**
 * Two namespaces side by side. The second adapter stands in for those to come: wallets of Solana, and one wallet that
 * serves both namespaces at once.
 */
import { effect, signal } from '@preact/signals-core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AccountState } from '../../src/wallets/account.ts'
import type { WalletAdapter } from '../../src/wallets/adapter.ts'
import type { WalletRequest } from '../../src/wallets/wallet-request.ts'
import type { WalletAccounts } from '../../src/wallets/wallet-accounts.ts'
import { type Connections, createConnections } from '../../src/connections/connections.ts'
import type { Connector } from '../../src/wallets/connector.ts'
import { createPreferredTypes } from '../../src/wallets/account-types.ts'
import { createSessions } from '../../src/connections/session.ts'
import type { CaipAddress, Namespace } from '../../src/core/chains/caip.ts'
import { BillfoldError } from '../../src/core/base/errors.ts'
import { toNetwork } from '../../src/core/chains/networks.ts'
import { eventually } from '../eventually.ts'

const caipNetworkIds = { eip155: 'eip155:1', solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' } as const
type Served = keyof typeof caipNetworkIds

const networks = (['eip155', 'solana'] as const).map((chainNamespace) =>
  toNetwork({
    id: chainNamespace,
    chainNamespace,
    caipNetworkId: caipNetworkIds[chainNamespace],
    name: chainNamespace,
    nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 9 },
    rpcUrls: { default: { http: [] } },
  }),
)

let running: Connections[] = []
beforeEach(() => localStorage.clear())
afterEach(() => {
  for (const connections of running) connections.stop()
  running = []
})

describe('[G60] Two connected namespaces', () => {
  it('[A58] are connected side by side, and the namespace that was connected last is active', async () => {
    const { connections, account, wallets } = page()
    await connections.connect(wallets.eip155)
    await connections.connect(wallets.solana)
    expect(connections.getAccount('eip155')).toMatchObject({ address: 'mara of eip155' })
    expect(connections.getAccount('solana')).toMatchObject({ address: 'mara of solana' })
    expect(account.peek()).toBe(connections.getAccount('solana'))
    connections.setActive('eip155')
    expect(account.peek()).toBe(connections.getAccount('eip155'))
  })

  it('[A65] [A72] report a network switch only for the namespace of the network, even if its wallet is already on that network', async () => {
    const { connections, account, wallets } = page()
    await connections.connect(wallets.eip155)
    await connections.connect(wallets.solana)
    const seen: unknown[] = []
    const stop = effect(() => {
      const now = (['eip155', 'solana'] as const).map((one) => connections.getProgress(one))
      if (JSON.stringify(now) !== JSON.stringify(seen.at(-1))) seen.push(now)
    })
    await connections.switchNetwork(networks[0]!)
    expect(account.peek()).toMatchObject({ address: 'mara of eip155' })
    const rest = { loading: false, switching: false }
    const all = [
      [rest, rest],
      [{ loading: false, switching: true }, rest],
      [rest, rest],
    ]
    expect(seen).toEqual(all)
    // It is there, and on top: nothing changes.
    connections.setActive('eip155')
    expect(seen).toEqual(all)
    stop()
  })

  it('are restored together, and the namespace that was active before the reload is active again', async () => {
    const before = page()
    await before.connections.connect(before.wallets.eip155)
    await before.connections.connect(before.wallets.solana)
    before.connections.setActive('eip155')
    reload()
    const { connections, account } = page()
    expect(account.peek()).toEqual({ status: 'connecting', restoring: true })
    await eventually(() => expect(connections.getAccount('solana').status).toBe('connected'))
    await eventually(() => expect(account.peek()).toMatchObject({ address: 'mara of eip155' }))
    expect(connections.active.peek()).toBe('eip155')
  })

  it('leave the first account active while the wallet of the second namespace is asked and after a decline', async () => {
    const { connections, account, wallets, people } = page()
    await connections.connect(wallets.eip155)
    const before = account.peek()
    people.solana.answer = 'wait'
    const asked = connections.connect(wallets.solana)
    expect(account.peek()).toBe(before)
    expect(connections.getAccount('solana')).toEqual({ status: 'connecting', restoring: false })
    people.solana.decline()
    await asked
    expect(account.peek()).toBe(before)
    expect(connections.attempts.peek()).toMatchObject([{ connector: wallets.solana, status: 'declined' }])
  })

  it('[A72] can be connected at the same time with one request to each wallet, and each attempt can be cancelled separately', async () => {
    const { connections, wallets, people } = page()
    people.eip155.answer = people.solana.answer = 'wait'
    void connections.connect(wallets.eip155)
    void connections.connect(wallets.solana)
    // The request is already with the wallet.
    await connections.connect(wallets.solana)
    expect(people.solana.asked).toBe(1)
    expect(connections.attempts.peek().map(({ status }) => status)).toEqual(['waiting', 'waiting'])
    const loading = () =>
      (['eip155', 'solana'] as const).map((namespace) => connections.getProgress(namespace).loading)
    expect(loading()).toEqual([true, true])
    connections.cancelAttempt('eip155')
    expect(loading()).toEqual([false, true])
    expect(people.eip155.signal?.aborted).toBe(true)
    expect(people.solana.signal?.aborted).toBe(false)
    expect(connections.attempts.peek()).toMatchObject([{ connector: wallets.solana }])
  })

  it('[G61] report the progress of a connection attempt until the attempt is cancelled', async () => {
    const { connections, wallets, people } = page()
    people.solana.answer = 'wait'
    void connections.connect(wallets.solana)
    const progress = { kind: 'uri', uri: 'wc:topic', expiresAt: 240_000 } as const
    people.solana.onProgress?.(progress)
    expect(connections.attempts.peek()).toMatchObject([{ progress }])
    // Who has given up hears nothing of it.
    connections.cancelAttempt('solana')
    people.solana.onProgress?.({ kind: 'code' })
    expect(connections.attempts.peek()).toEqual([])
  })

  it('[A60] can be disconnected separately', async () => {
    const { connections, account, wallets, forgotten } = page()
    await connections.connect(wallets.eip155)
    await connections.connect(wallets.solana)
    await connections.disconnect('solana')
    expect(connections.getAccount('solana').status).toBe('disconnected')
    expect(account.peek()).toMatchObject({ address: 'mara of eip155' })
    expect(forgotten).toEqual([`${caipNetworkIds.solana}:mara`])
    expect(stored()).toEqual(['eip155'])
    await connections.disconnect('eip155')
    expect(account.peek()).toEqual({ status: 'disconnected' })
    expect(stored()).toEqual([])
  })

  it('[A58] [A63] are disconnected together by a disconnect() without a namespace', async () => {
    const { connections, account, wallets } = page()
    await connections.connect(wallets.eip155)
    await connections.connect(wallets.solana)
    await connections.disconnect()
    expect(account.peek()).toEqual({ status: 'disconnected' })
    expect(connections.getAccount('eip155').status).toBe('disconnected')
    // Only the marks of what has ended, which name nobody.
    expect(JSON.stringify({ ...localStorage })).not.toMatch(/eip155|solana/)
  })

  it('[T18] [A64] are disconnected on the page before any wallet is asked to disconnect, and one error names each wallet that refused', async () => {
    const { connections, wallets, people } = page()
    await connections.connect(wallets.eip155)
    await connections.connect(wallets.solana)
    const seen: string[] = []
    for (const namespace of ['eip155', 'solana'] as const) {
      people[namespace].leave = () => {
        seen.push(
          ...(['eip155', 'solana'] as const).map((each) => connections.getAccount(each).status),
          `${stored()}`,
        )
        throw new BillfoldError('wallet_declined', `No from ${namespace}.`)
      }
    }
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const failure = await connections.disconnect().catch((error: unknown) => error)
    expect(log.mock.calls).toEqual([[failure]])
    log.mockRestore()
    expect(seen).toEqual(['disconnected', 'disconnected', '', 'disconnected', 'disconnected', ''])
    expect(failure).toMatchObject({
      code: 'disconnect_failed',
      message: 'Failed to disconnect. wallet of eip155: No from eip155. wallet of solana: No from solana.',
    })
  })

  it('[A56] [A64] report the outcome of each disconnect, also when several disconnects run at once', async () => {
    const { connections, wallets, people } = page()
    await connections.connect(wallets.eip155)
    await connections.connect(wallets.solana)
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const seen: unknown[] = []
    connections.pendingDisconnect.subscribe((pending) => {
      const { namespaces, refusals } = pending ?? {}
      const loading = (['eip155', 'solana'] as const).map((one) => connections.getProgress(one).loading)
      seen.push([namespaces, refusals && [...refusals], loading])
    })
    let refuse = () => {}
    people.eip155.leave = () =>
      new Promise((_, reject) => {
        refuse = () => reject(new BillfoldError('wallet_declined', 'No from eip155.'))
      })
    const first = connections.disconnect('eip155').catch(() => {})
    await connections.disconnect('solana')
    refuse()
    await first
    expect(seen).toEqual([
      [undefined, undefined, [false, false]],
      [['eip155'], undefined, [true, false]],
      [['solana'], undefined, [true, true]],
      [['solana'], [], [true, false]],
      [['eip155'], [['eip155', 'wallet of eip155: No from eip155.']], [false, false]],
    ])
    log.mockRestore()
  })

  it('[F32] lose only the namespace that another tab disconnects', async () => {
    const here = page()
    await here.connections.connect(here.wallets.eip155)
    await here.connections.connect(here.wallets.solana)
    const there = page()
    await eventually(() => expect(there.connections.getAccount('solana').status).toBe('connected'))
    await eventually(() => expect(there.connections.getAccount('eip155').status).toBe('connected'))
    await here.connections.disconnect('solana')
    tellTabs()
    expect(there.connections.getAccount('solana').status).toBe('disconnected')
    expect(there.account.peek()).toMatchObject({ address: 'mara of eip155' })
  })

  it('[F32] include a namespace that another tab connects', async () => {
    const [here, there] = [page(), page()]
    await here.connections.connect(here.wallets.solana)
    tellTabs()
    await eventually(() => expect(there.connections.getAccount('solana').status).toBe('connected'))
  })

  it('are restored separately: an invalid stored session of one namespace does not affect the other namespace', async () => {
    const before = page()
    await before.connections.connect(before.wallets.eip155)
    await before.connections.connect(before.wallets.solana)
    reload()
    const sessions = JSON.parse(localStorage.getItem('billfold/sessions')!) as object[]
    const broken = sessions.map((session) =>
      (session as { namespace: string }).namespace === 'eip155' ? { ...session, accounts: 'x' } : session,
    )
    localStorage.setItem('billfold/sessions', JSON.stringify(broken))
    const { connections } = page()
    await eventually(() => expect(connections.getAccount('solana').status).toBe('connected'))
    expect(connections.getAccount('eip155').status).toBe('disconnected')
  })
})

describe('The active account', () => {
  it('[A118] has the account type that the person has chosen, also after a reload, and is the first of the listed accounts', async () => {
    const { connections, account, wallets, types } = page()
    await connections.connect(wallets.eip155)
    expect(account.peek()).toMatchObject({ address: 'mara of eip155' })
    types.choose('eip155', 'smartAccount')
    expect(account.peek()).toMatchObject({
      address: 'safe of eip155',
      caipAddress: `${caipNetworkIds.eip155}:safe`,
      allAccounts: [{ purpose: 'smartAccount' }, { purpose: 'eoa' }],
    })
    reload()
    const again = page()
    await eventually(() => expect(again.account.peek()).toMatchObject({ address: 'safe of eip155' }))
    again.types.choose('eip155', 'eoa')
    expect(again.account.peek()).toMatchObject({ address: 'mara of eip155' })
  })

  it('[F33] is forgotten on disconnect, together with all accounts that were active before', async () => {
    const { connections, wallets, types, forgotten } = page()
    await connections.connect(wallets.eip155)
    types.choose('eip155', 'smartAccount')
    await connections.disconnect()
    expect(forgotten.toSorted()).toEqual([`${caipNetworkIds.eip155}:mara`, `${caipNetworkIds.eip155}:safe`])
  })

  it('is the wallet’s first account if the wallet has no account of the type that the person has chosen', async () => {
    const { connections, account, wallets, types } = page()
    await connections.connect(wallets.eip155)
    types.choose('eip155', 'ordinals')
    expect(account.peek()).toMatchObject({ address: 'mara of eip155' })
  })
})

describe('[A67] Switching to a network outside the active namespace', () => {
  const solana = networks[1]!

  it('makes the account of the network’s namespace active once its wallet is on the network', async () => {
    const { connections, account, wallets } = page()
    await connections.connect(wallets.solana)
    await connections.connect(wallets.eip155)
    await connections.switchNetwork(solana)
    expect(account.peek()).toMatchObject({ address: 'mara of solana' })
    expect(connections.accounts.peek().map(({ address }) => address)).toEqual([
      'mara of eip155',
      'mara of solana',
    ])
  })

  const devnet = { ...solana, caipNetworkId: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' } as const

  it('[A70] changes nothing if the wallet of the network’s namespace refuses, or if no wallet of that namespace is connected', async () => {
    const { connections, account, wallets, people } = page()
    await connections.connect(wallets.solana)
    await connections.connect(wallets.eip155)
    people.solana.goes = () => {
      throw new BillfoldError('wallet_declined', 'No.')
    }
    await expect(connections.switchNetwork(devnet)).rejects.toMatchObject({ code: 'wallet_declined' })
    expect(account.peek()).toMatchObject({ address: 'mara of eip155' })
    await connections.disconnect('solana')
    await expect(connections.switchNetwork(solana)).rejects.toMatchObject({ code: 'wallet_missing' })
    expect(account.peek()).toMatchObject({ address: 'mara of eip155' })
  })

  it('[A65] is reported as pending until the wallet of the network’s namespace answers, and can be cancelled', async () => {
    const { connections, account, wallets, people } = page()
    await connections.connect(wallets.solana)
    await connections.connect(wallets.eip155)
    people.solana.goes = () => new Promise(() => {})
    const asked = connections.switchNetwork(devnet).catch((error: unknown) => error)
    expect(connections.switching.peek()).toMatchObject({ network: devnet, status: 'waiting' })
    expect(connections.getProgress('solana').switching).toBe(true)
    connections.cancelSwitch()
    expect(await asked).toMatchObject({ code: 'aborted' })
    expect(connections.switching.peek()).toBeUndefined()
    expect(account.peek()).toMatchObject({ address: 'mara of eip155' })
  })
})

describe('[G61] A wallet that serves two namespaces', () => {
  it('is connected in both namespaces with one request, and is also restored and disconnected in both', async () => {
    const { connections, account, wallets, people } = page()
    await connections.connect(wallets.both)
    expect(people.both.asked).toBe(1)
    expect(connections.getAccount('eip155')).toMatchObject({ address: 'mara of eip155' })
    expect(connections.getAccount('solana')).toMatchObject({
      address: 'mara of solana',
      allAccounts: [{ purpose: 'eoa' }, { purpose: 'smartAccount' }],
    })
    expect(account.peek()).toBe(connections.getAccount('eip155'))
    reload()
    const again = page()
    await eventually(() => expect(again.connections.getAccount('eip155').status).toBe('connected'))
    await eventually(() => expect(again.connections.getAccount('solana').status).toBe('connected'))
    await again.connections.disconnect('solana')
    expect(again.account.peek()).toEqual({ status: 'disconnected' })
    expect(again.people.both.left).toBe(1)
    // Only the marks of what has ended, which name nobody.
    expect(JSON.stringify({ ...localStorage })).not.toMatch(/eip155|solana/)
  })

  it('keeps its permission until other wallets have replaced it in both namespaces', async () => {
    const { connections, wallets, people } = page()
    await connections.connect(wallets.both)
    await connections.connect({ ...wallets.solana, provider: { owner: 'theo' } })
    expect(people.both.left).toBe(0)
    expect(connections.getAccount('eip155')).toMatchObject({ connector: wallets.both })
    await connections.connect({ ...wallets.eip155, provider: { owner: 'theo' } })
    expect(people.both.left).toBe(1)
  })

  it('[A59] is disconnected without affecting a second wallet that has replaced it in one namespace', async () => {
    const { connections, wallets } = page()
    await connections.connect(wallets.both)
    await connections.connect(wallets.solana)
    await connections.disconnect('eip155')
    expect(connections.getAccount('solana')).toMatchObject({ connector: wallets.solana })
  })
})

/** One page load with a wallet for each namespace and one for both. */
function page() {
  const people = { eip155: createPerson(), solana: createPerson(), both: createPerson() }
  const wallets = {
    eip155: createConnector('eip155', ['eip155']),
    solana: createConnector('solana', ['solana']),
    both: {
      ...createConnector('eip155', ['eip155', 'solana']),
      id: 'both',
      restoreKey: 'both',
      provider: { both: true },
    },
  }
  const personOf = ({ id }: Connector) => people[id as keyof typeof people]
  const createAdapter = (namespace: Served): WalletAdapter => ({
    namespace,
    async connect(connector, request) {
      await personOf(connector).ask(request)
      return share(connector)
    },
    watchAccounts(connector, listener) {
      void Promise.resolve().then(() =>
        listener(personOf(connector).granted || isStored(connector) ? share(connector) : []),
      )
      return () => {}
    },
    async switchNetwork(connector) {
      await personOf(connector).goes()
      return share(connector)
    },
    async disconnect(connector) {
      const person = personOf(connector)
      person.left += 1
      await person.leave()
    },
    setActive: () => {},
  })
  const account = signal<AccountState>({ status: 'disconnected' })
  const forgotten: CaipAddress[] = []
  const types = createPreferredTypes({ eip155: 'eoa' }, localStorage)
  const connections = createConnections({
    account,
    adapters: [createAdapter('eip155'), createAdapter('solana')],
    adapterContext: {} as never,
    snacks: { show() {} },
    connectors: signal(Object.values(wallets)),
    networks,
    types,
    sessions: createSessions(localStorage),
    onConnected: vi.fn(),
    onForget: (caipAddress) => forgotten.push(caipAddress),
  })
  running.push(connections)
  return { connections, account, wallets, people, forgotten, types }
}

/** What a person does with the questions of one wallet. */
function createPerson() {
  let end: ((error?: Error) => void) | undefined
  const person = {
    answer: 'approve' as 'approve' | 'wait',
    asked: 0,
    left: 0,
    granted: false,
    signal: undefined as AbortSignal | undefined,
    onProgress: undefined as WalletRequest['onProgress'] | undefined,
    leave: (): unknown => undefined,
    goes: async () => {},
    decline: () => end?.(new BillfoldError('wallet_declined', 'No.')),
    async ask(request: WalletRequest) {
      person.asked += 1
      person.signal = request.signal
      person.onProgress = request.onProgress
      if (person.answer === 'wait')
        await new Promise<void>((resolve, reject) => (end = (error) => (error ? reject(error) : resolve())))
      person.granted = true
    },
  }
  return person
}

/** The wallets of these tests keep their permission where the session is. */
function isStored({ restoreKey }: Connector): boolean {
  return (localStorage.getItem('billfold/sessions') ?? '').includes(`"restoreKey":"${restoreKey}"`)
}

function share({ namespaces, provider }: Connector): WalletAccounts[] {
  const { owner = 'mara' } = provider as { owner?: string }
  return (namespaces as readonly Served[]).map((namespace) => {
    const toAccount = (name: string, purpose: 'eoa' | 'smartAccount') => ({
      caipAddress: `${caipNetworkIds[namespace]}:${name}` as CaipAddress,
      address: `${name} of ${namespace}`,
      purpose,
    })
    return {
      caipNetworkId: caipNetworkIds[namespace],
      accounts: [toAccount(owner, 'eoa'), toAccount('safe', 'smartAccount')],
    }
  })
}

function createConnector(chain: Served, namespaces: readonly [Namespace, ...Namespace[]]): Connector {
  const id = namespaces.join('+')
  return {
    id,
    name: `wallet of ${id}`,
    type: namespaces.length > 1 ? 'MULTI_CHAIN' : 'INJECTED',
    chain,
    namespaces,
    restoreKey: id,
    provider: { id },
  }
}

function stored(): string[] {
  const sessions = JSON.parse(localStorage.getItem('billfold/sessions') ?? '[]') as { namespace: string }[]
  return sessions.map(({ namespace }) => namespace)
}

function reload(): void {
  for (const connections of running) connections.stop()
  running = []
}

function tellTabs(): void {
  window.dispatchEvent(new StorageEvent('storage', { key: 'billfold/sessions', storageArea: localStorage }))
}
