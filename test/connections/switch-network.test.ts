// @vitest-environment happy-dom
import { signal } from '@preact/signals-core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AccountState } from '../../src/wallets/account.ts'
import { type Connections, createConnections } from '../../src/connections/connections.ts'
import { createSessions } from '../../src/connections/session.ts'
import { createPreferredTypes } from '../../src/wallets/account-types.ts'
import { toNetwork } from '../../src/core/chains/networks.ts'
import { createEvmAdapter } from '../../src/wallets/evm/adapter.ts'
import { createEvmPageProvider } from '../../src/wallets/evm/page-provider.ts'
import { eventually } from '../eventually.ts'
import { createFakeWallet, type FakeWallet, toConnector } from '../fake-wallet.ts'

const BASE = '0x2105'
const base = toNetwork({
  id: 8453,
  name: 'Base',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://rpc.example', 'https://rpc.example', 'http://127.0.0.1:8545'] } },
  blockExplorers: { default: { name: 'Scan', url: 'https://scan.example/' } },
})

let connections: Connections
beforeEach(() => localStorage.clear())
afterEach(() => {
  vi.useRealTimers()
  connections.stop()
})

/** Connected on Ethereum, which the page does not serve. */
async function connect(overrides: Parameters<typeof createFakeWallet>[0] = {}) {
  const wallet = createFakeWallet({ knows: [BASE] })
  const account = signal<AccountState>({ status: 'disconnected' })
  const relay = createEvmPageProvider()
  relay.page = {
    networks: [base],
    account,
    load: () => Promise.reject(new Error('not here')),
  }
  connections = createConnections({
    account,
    adapters: [createEvmAdapter(relay)],
    adapterContext: {} as never,
    snacks: { show() {} },
    connectors: signal([toConnector(wallet)]),
    networks: [base],
    types: createPreferredTypes({}, undefined),
    sessions: createSessions(localStorage),
    onConnected: () => {},
    onForget: () => {},
  })
  await connections.connect(toConnector(wallet))
  Object.assign(wallet, overrides)
  wallet.asked.splice(0)
  const requests = () => wallet.asked.filter((method) => method.startsWith('wallet_'))
  return { wallet, account, relay, requests }
}

const where = (account: { peek(): AccountState }) =>
  account.peek() as { caipNetworkId?: string; network?: unknown }

const settled = () => new Promise((resolve) => setTimeout(resolve, 30))

describe('Switching the network', () => {
  it('[A65] asks the wallet, reports the pending request, and ends when the wallet is on the requested network', async () => {
    const { wallet, account, relay } = await connect({ person: 'waits' })
    const changed = vi.fn()
    relay.provider.on('chainChanged', changed)
    const done = connections.switchNetwork(base)
    expect(connections.switching.peek()).toMatchObject({
      network: base,
      status: 'waiting',
      progress: { kind: 'asking' },
    })
    expect(where(account)).toMatchObject({ caipNetworkId: 'eip155:1', network: undefined })
    await settled()
    wallet.approveNow()
    await done
    expect(connections.switching.peek()).toBeUndefined()
    expect(where(account)).toMatchObject({ caipNetworkId: 'eip155:8453', network: base })
    await settled()
    expect(changed.mock.calls).toEqual([[BASE]])
    expect(JSON.parse(localStorage.getItem('billfold/sessions')!)).toMatchObject([
      { caipNetworkId: 'eip155:8453' },
    ])
  })

  it.each<[string, unknown]>([
    ['the code 4902', Object.assign(new Error('?'), { code: 4902 })],
    ['the code 4902 in a nested error', { code: -32603, data: { originalError: { code: 4902 } } }],
    ['a message with an unspecific code', { code: -32603, message: 'Unrecognized chain ID "0x2105".' }],
    ['[D32] a string without a code', 'Unsupported network'],
    ['[D32] an error message without a code', new Error('Chain not supported')],
    ['[D32] the code 5100', { code: 5100, message: 'Unsupported chains.' }],
  ])(
    'adds the network to the wallet if the wallet’s error says that the network is unknown: %s',
    async (_, unknown) => {
      const { wallet, account, requests } = await connect({ knows: [], unknown })
      await connections.switchNetwork(base)
      expect(requests()).toEqual([
        'wallet_switchEthereumChain',
        'wallet_addEthereumChain',
        'wallet_switchEthereumChain',
      ])
      // Its own data, and no address that is not encrypted on the way.
      expect(wallet.added).toEqual([
        {
          chainId: BASE,
          chainName: 'Base',
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          rpcUrls: ['https://rpc.example', 'http://127.0.0.1:8545'],
          blockExplorerUrls: ['https://scan.example'],
        },
      ])
      expect(where(account)).toMatchObject({ caipNetworkId: 'eip155:8453' })
    },
  )

  it('sends no second switch request if adding the network already switches the wallet', async () => {
    const { wallet, requests } = await connect({ knows: [] })
    const { request } = wallet
    wallet.request = async (args) => {
      const answer = await request(args)
      if (args.method === 'wallet_addEthereumChain') wallet.caipNetworkId = BASE
      return answer
    }
    await connections.switchNetwork(base)
    expect(requests()).toEqual(['wallet_switchEthereumChain', 'wallet_addEthereumChain'])
  })

  it.each(['approves', 'declines'] as const)(
    '[G32] sends one request to the wallet if it is called twice for one network, and both calls end when the person %s',
    async (person) => {
      const { wallet, account, requests } = await connect({ person: 'waits' })
      const ended: unknown[] = []
      const asked = [base, base].map((network) =>
        connections
          .switchNetwork(network)
          .catch((error: { code: string }) => error.code)
          .then((outcome) => ended.push(outcome)),
      )
      await settled()
      expect(requests()).toEqual(['wallet_switchEthereumChain'])
      expect(ended).toEqual([])
      if (person === 'approves') wallet.approveNow()
      else wallet.declineNow()
      await Promise.all(asked)
      const [outcome, id] =
        person === 'approves' ? [undefined, 'eip155:8453'] : ['wallet_declined', 'eip155:1']
      expect(ended).toEqual([outcome, outcome])
      expect(requests()).toEqual(['wallet_switchEthereumChain'])
      expect(where(account).caipNetworkId).toBe(id)
    },
  )

  it('reports a decline, and leaves the account unchanged', async () => {
    const { account } = await connect({ person: 'declines' })
    const before = account.peek()
    await expect(connections.switchNetwork(base)).rejects.toMatchObject({
      code: 'wallet_declined',
      message: 'Declined in Harbor.',
    })
    expect(connections.switching.peek()).toMatchObject({ status: 'declined' })
    expect(account.peek()).toBe(before)
    connections.cancelSwitch()
    expect(connections.switching.peek()).toBeUndefined()
  })

  it('fails if the wallet approves but stays on its previous network', async () => {
    const { wallet, account } = await connect()
    const { request } = wallet
    wallet.request = async (args) => (args.method.startsWith('wallet_') ? null : request(args))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const done = expect(connections.switchNetwork(base)).rejects.toMatchObject({ code: 'wallet_failed' })
    await vi.advanceTimersByTimeAsync(11_000)
    await done
    vi.useRealTimers()
    expect(connections.switching.peek()).toMatchObject({ status: 'failed' })
    expect(where(account)).toMatchObject({ caipNetworkId: 'eip155:1' })
  })

  it('succeeds if the wallet reports the new network a moment after its answer', async () => {
    const { account } = await connect({ late: true })
    await connections.switchNetwork(base)
    expect(where(account)).toMatchObject({ caipNetworkId: 'eip155:8453' })
  })

  it('[A65] succeeds if the wallet switches seconds after its answer, without emitting an event', async () => {
    const { wallet, account } = await connect()
    const { request } = wallet
    wallet.request = async (args) => (args.method.startsWith('wallet_') ? null : request(args))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const done = connections.switchNetwork(base)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(connections.switching.peek()).toMatchObject({ status: 'waiting' })
    wallet.caipNetworkId = BASE
    await vi.advanceTimersByTimeAsync(1_000)
    await done
    vi.useRealTimers()
    expect(where(account)).toMatchObject({ caipNetworkId: 'eip155:8453' })
  })

  it('[F12] times out if the wallet approves but never reports its network', async () => {
    const { wallet, account } = await connect()
    const { request } = wallet
    let accepted = false
    wallet.request = async (args) => {
      if (accepted && args.method === 'eth_chainId') return new Promise(() => {})
      if (!args.method.startsWith('wallet_')) return request(args)
      accepted = true
      return null
    }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const done = expect(connections.switchNetwork(base)).rejects.toMatchObject({ code: 'wallet_failed' })
    await vi.advanceTimersByTimeAsync(20_000)
    await done
    expect(connections.switching.peek()).toMatchObject({ status: 'failed' })
    expect(where(account)).toMatchObject({ caipNetworkId: 'eip155:1' })
  })

  it('[A65] succeeds even if the wallet’s first answer to eth_chainId after the switch is an error', async () => {
    const { wallet, account } = await connect()
    const { request } = wallet
    let asked = 0
    wallet.request = async (args) => {
      if (args.method === 'eth_chainId' && (asked += 1) === 1) throw new Error('Busy')
      return request(args)
    }
    await connections.switchNetwork(base)
    expect(where(account)).toMatchObject({ caipNetworkId: 'eip155:8453' })
  })

  it('ends when the person switches the network inside the wallet instead of answering the request', async () => {
    const { wallet, account } = await connect({ person: 'waits' })
    const done = connections.switchNetwork(base)
    wallet.caipNetworkId = BASE
    wallet.emit('chainChanged', BASE)
    await done
    expect(connections.switching.peek()).toBeUndefined()
    expect(where(account)).toMatchObject({ caipNetworkId: 'eip155:8453' })
  })

  it('[F12] can be cancelled if the wallet never answers, and a second wallet can then be connected', async () => {
    const { wallet, account } = await connect()
    wallet.request = () => new Promise(() => {})
    const done = connections.switchNetwork(base).catch((error: unknown) => error)
    connections.cancelSwitch()
    expect(connections.switching.peek()).toBeUndefined()
    await expect(done).resolves.toMatchObject({ code: 'aborted' })
    expect(account.peek().status).toBe('connected')
    // Another wallet can be asked meanwhile.
    const other = createFakeWallet()
    await connections.connect(toConnector(other, { id: 'tide', restoreKey: 'example.tide' }))
    expect(account.peek()).toMatchObject({ connector: { id: 'tide' } })
  })

  it('sends no further request to the wallet after the switch was cancelled', async () => {
    const { wallet, requests } = await connect({ knows: [] })
    const { request } = wallet
    let refuse = () => {}
    wallet.request = async (args) => {
      if (args.method === 'wallet_switchEthereumChain')
        await new Promise<void>((resolve) => (refuse = resolve))
      return request(args)
    }
    const done = connections.switchNetwork(base).catch(() => {})
    connections.cancelSwitch()
    refuse()
    await done
    await settled()
    expect(requests()).toEqual(['wallet_switchEthereumChain'])
  })

  it('does not add a network to the wallet if the network has no RPC URL that wallets accept', async () => {
    const { requests } = await connect({ knows: [] })
    const done = connections.switchNetwork({
      ...base,
      rpcUrls: ['http://rpc.example', 'wss://x', 'nonsense'],
    })
    await expect(done).rejects.toMatchObject({ code: 'wallet_failed' })
    expect(requests()).toEqual(['wallet_switchEthereumChain'])
  })

  it('asks the wallet even if the wallet has reported the requested network already, and fails without a connected wallet', async () => {
    const { wallet, account, requests } = await connect()
    wallet.caipNetworkId = BASE
    wallet.emit('chainChanged', BASE)
    await eventually(() => expect(where(account)).toMatchObject({ network: base }))
    await connections.switchNetwork(base)
    expect(requests()).toEqual(['wallet_switchEthereumChain'])
    await connections.disconnect()
    await expect(connections.switchNetwork(base)).rejects.toMatchObject({ code: 'wallet_missing' })
  })

  it.each<[string, FakeWallet['request']]>([
    [
      'throws synchronously',
      (): never => {
        throw new Error('broken')
      },
    ],
    ['returns an unexpected object', async () => ({ junk: true })],
    ['rejects with undefined', () => Promise.reject(undefined)],
  ])('[G31] fails, and keeps the previous network, if the wallet %s', async (_, request) => {
    const { wallet, account } = await connect()
    wallet.request = request
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const done = expect(connections.switchNetwork(base)).rejects.toMatchObject({ name: 'BillfoldError' })
    await vi.advanceTimersByTimeAsync(11_000)
    await done
    vi.useRealTimers()
    expect(connections.switching.peek()?.status).not.toBe('waiting')
    expect(account.peek()).not.toMatchObject({ network: base })
  })
})
