import { describe, expect, it, vi } from 'vitest'
import type { ConnectedAccount } from '../../src/connections/account.ts'
import type { WalletAdapter } from '../../src/connections/adapter.ts'
import type { Connector } from '../../src/connections/connector.ts'
import type { WalletShare } from '../../src/connections/wallet-share.ts'
import { createLazyAdapter } from '../../src/wallets/lazy-adapter.ts'

const connector = { name: 'Lantern' } as Connector
const account = { address: 'ada' } as ConnectedAccount
const shares: WalletShare[] = []
const settle = () => new Promise((resolve) => setTimeout(resolve))

describe('an adapter that is fetched when it is needed', () => {
  it('is fetched once, for a person who chooses and for a session that is restored', async () => {
    const { adapter, fetch, fetched } = create()
    const listener = () => {}
    adapter.watchShares(connector, listener, 'solana:a')
    await expect(adapter.connect(connector, {} as never)).resolves.toBe(shares)
    await adapter.switchNetwork(connector, {} as never, {} as never)
    await adapter.disconnect(connector)
    expect(fetch).toHaveBeenCalledOnce()
    expect(fetched.watchShares).toHaveBeenCalledExactlyOnceWith(connector, listener, 'solana:a')
    expect(fetched.switchNetwork).toHaveBeenCalledOnce()
    expect(fetched.disconnect).toHaveBeenCalledOnce()
  })

  it('hears at once whom the provider speaks for, as soon as it is there, and before that', async () => {
    const { adapter, fetched } = create()
    // Shared by a wallet of another namespace.
    adapter.setActive(account)
    await settle()
    expect(fetched.setActive).toHaveBeenCalledExactlyOnceWith(account)
    adapter.setActive(undefined)
    expect(fetched.setActive).toHaveBeenLastCalledWith(undefined)
  })

  it('follows no wallet that was left before it was there', async () => {
    const { adapter, fetched, stop } = create()
    adapter.watchShares(connector, () => {})()
    await settle()
    expect(fetched.watchShares).not.toHaveBeenCalled()
    adapter.watchShares(connector, () => {})()
    expect(stop).toHaveBeenCalledOnce()
  })

  it('asks what the fetched one can be asked for, and one that cannot for nothing', async () => {
    const { adapter, fetched } = create()
    await expect(adapter.loadCalls!()).resolves.toEqual({})
    const signMessage = async () => 'signed'
    Object.assign(fetched, { loadCalls: async () => ({ signMessage }) })
    await expect(adapter.loadCalls!()).resolves.toEqual({ signMessage })
  })

  it('says that it could not be fetched, shares nothing meanwhile, and is tried again', async () => {
    const { adapter, fetch } = create()
    fetch.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    const listener = vi.fn()
    adapter.watchShares(connector, listener)
    await expect(adapter.connect(connector, {} as never)).rejects.toMatchObject({ code: 'code_missing' })
    expect(listener).toHaveBeenCalledExactlyOnceWith([])
    await expect(adapter.connect(connector, {} as never)).resolves.toBe(shares)
  })
})

function create() {
  const stop = vi.fn()
  const fetched = {
    namespace: 'solana' as const,
    connect: vi.fn(async () => shares),
    watchShares: vi.fn(() => stop),
    switchNetwork: vi.fn(async () => shares),
    disconnect: vi.fn(async () => {}),
    setActive: vi.fn(),
  }
  const fetch = vi.fn(async (): Promise<WalletAdapter> => fetched)
  return { adapter: createLazyAdapter('solana', fetch), fetch, fetched, stop }
}
