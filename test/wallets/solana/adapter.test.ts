// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { WalletAdapter } from '../../../src/wallets/adapter.ts'
import type { Connector } from '../../../src/wallets/connector.ts'
import type { WalletRequest } from '../../../src/wallets/wallet-request.ts'
import type { WalletAccounts } from '../../../src/wallets/wallet-accounts.ts'
import { type NetworkInput, toNetwork } from '../../../src/core/chains/networks.ts'
import { solanaDevnet, solanaMainnet } from '../../../src/solana.ts'
import { createSolanaAdapter } from '../../../src/wallets/solana/adapter.ts'
import { createSolanaPageProvider } from '../../../src/wallets/solana/page-provider.ts'
import { eventually } from '../../eventually.ts'
import {
  ADA,
  BEN,
  createFakeStandardWallet,
  type FakeStandardWallet,
  toAccount,
  toSolanaConnector,
} from '../../fake-standard-wallet.ts'

const MAINNET = `solana:${solanaMainnet.id}` as const
const DEVNET = `solana:${solanaDevnet.id}` as const
const local: NetworkInput = { ...solanaMainnet, id: 'of this machine', name: 'Local' }

afterEach(() => void vi.useRealTimers())

describe('Connecting a Solana wallet', () => {
  it('[A4] returns the accounts on the requested network', async () => {
    const { connect } = page(createFakeStandardWallet({ own: [toAccount(ADA), toAccount(BEN)] }))
    await expect(connect({ caipNetworkId: DEVNET })).resolves.toEqual([
      {
        caipNetworkId: DEVNET,
        accounts: [ADA, BEN].map((address) => ({
          caipAddress: `${DEVNET}:${address}`,
          address,
          purpose: 'eoa',
        })),
        approved: [MAINNET, DEVNET],
      },
    ])
  })

  it('connects on the requested network if any account supports it, or else on a network of the page that an account supports', async () => {
    const own = [toAccount(ADA, { chains: ['solana:devnet'] }), toAccount(BEN)]
    const { connect } = page(createFakeStandardWallet({ own }))
    const [share] = await connect({ caipNetworkId: MAINNET })
    // The first account is not for this one.
    expect(share).toMatchObject({ caipNetworkId: MAINNET, accounts: [{ address: BEN }] })
    // Another account of the same wallet serves it.
    expect(share!.approved).toEqual([MAINNET, DEVNET])
    const only = page(createFakeStandardWallet({ own: own.slice(0, 1) }))
    await expect(only.connect({ caipNetworkId: MAINNET })).resolves.toMatchObject([
      { caipNetworkId: DEVNET, accounts: [{ address: ADA }], approved: [DEVNET] },
    ])
  })

  it('uses the wallet’s localnet for a network of the page with an unknown genesis hash', async () => {
    const own = [toAccount(ADA, { chains: ['solana:localnet'] })]
    const { connect } = page(createFakeStandardWallet({ own }), [solanaMainnet, local])
    await expect(connect()).resolves.toMatchObject([{ caipNetworkId: 'solana:of this machine' }])
  })

  it('uses mainnet if the page names no Solana network', async () => {
    const { connect } = page(createFakeStandardWallet(), [])
    await expect(connect()).resolves.toMatchObject([{ caipNetworkId: MAINNET }])
  })

  it('reports a decline as wallet_declined, and any other failure as wallet_failed', async () => {
    const wallet = createFakeStandardWallet({ person: 'declines' })
    await expect(page(wallet).connect()).rejects.toMatchObject({
      code: 'wallet_declined',
      message: 'Declined in Lantern. Nothing was shared.',
    })
    wallet.features['standard:connect'] = {
      connect() {
        throw new Error('The popup was closed')
      },
    }
    await expect(page(wallet).connect()).rejects.toMatchObject({
      code: 'wallet_failed',
      message: 'Lantern could not do this: The popup was closed',
    })
    wallet.features = {}
    await expect(page(wallet).connect()).rejects.toMatchObject({ code: 'wallet_failed' })
  })

  it('[G33] uses the wallet’s latest account if the account changes during the connection', async () => {
    const wallet = createFakeStandardWallet({ person: 'waits' })
    const connecting = page(wallet).connect()
    await Promise.resolve()
    wallet.own = [toAccount(BEN)]
    wallet.approveNow()
    await expect(connecting).resolves.toMatchObject([{ accounts: [{ address: BEN }] }])
  })

  it('[T7] fails if the wallet shares no Solana account', async () => {
    for (const own of [[], [toAccount(ADA, { chains: ['bitcoin:mainnet'] })]])
      await expect(page(createFakeStandardWallet({ own })).connect()).rejects.toMatchObject({
        code: 'wallet_failed',
      })
  })

  it('[F13] ignores accounts of chains other than Solana', async () => {
    const own = [toAccount('0x71C4', { chains: ['eip155:1'] }), toAccount(ADA)]
    const { connect } = page(createFakeStandardWallet({ own }))
    await expect(connect()).resolves.toMatchObject([{ accounts: [{ address: ADA }] }])
  })

  const addresses = [
    '',
    '0x71C4A09E5b2Df8361C7e90D4Af52E8137bd6C02a',
    '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
    `${ADA}1`,
    ADA.replace('E', '0'),
    `${ADA}\n`,
    'constructor',
  ]
  const junk: unknown[] = [
    undefined,
    null,
    7,
    'accounts',
    {},
    [null],
    [7],
    [ADA],
    [{ address: ADA }],
    [{ ...toAccount(ADA), address: [ADA, BEN] }],
    new Proxy([], {
      get() {
        throw new Error('no')
      },
    }),
    ...addresses.map((address) => [toAccount(address)]),
    [toAccount(ADA), toAccount('junk')],
  ]
  it.each(junk.map((own, index) => [index, own]))(
    '[F13] [G30] refuses to connect with invalid accounts (case %i)',
    async (_, own) => {
      const wallet = createFakeStandardWallet({ own })
      await expect(page(wallet).connect()).rejects.toMatchObject({ code: 'wallet_bad_account' })
      const { seen, stop } = page(wallet).follow()
      await eventually(() => expect(seen).toEqual([undefined]))
      stop()
    },
  )

  it('[F13] [G34] refuses, with a network error, a wallet with accounts only on networks that the page does not have', async () => {
    const own = [toAccount(ADA, { chains: ['solana:testnet'] })]
    await expect(page(createFakeStandardWallet({ own })).connect()).rejects.toMatchObject({
      code: 'wallet_bad_network',
    })
  })
})

describe('The Solana adapter watching a wallet', () => {
  it('restores permitted accounts on the last used network without a prompt', async () => {
    const wallet = createFakeStandardWallet({ person: 'waits' })
    const { seen, stop } = page(wallet).follow(DEVNET)
    await eventually(() => expect(seen).toEqual([`${DEVNET}:${ADA}`]))
    expect(wallet.asked).toEqual(['connect quietly'])
    stop()
    expect(wallet.listenerCount()).toBe(0)
  })

  it('restores the accounts on a network of the page if the page has removed the last used network', async () => {
    const { seen, stop } = page(createFakeStandardWallet(), [solanaMainnet]).follow(DEVNET)
    await eventually(() => expect(seen).toEqual([`${MAINNET}:${ADA}`]))
    stop()
  })

  it('reports no account while the wallet is locked, and reports the account again once the wallet is unlocked', async () => {
    const wallet = createFakeStandardWallet({ quiet: 'has forgotten' })
    const { seen, stop } = page(wallet).follow()
    await eventually(() => expect(seen).toEqual([undefined]))
    wallet.accounts = wallet.own
    wallet.change()
    await eventually(() => expect(seen).toEqual([undefined, `${MAINNET}:${ADA}`]))
    stop()
  })

  it('[F12] reports nothing until the wallet answers, and then reports the account', async () => {
    vi.useFakeTimers()
    const wallet = createFakeStandardWallet({ quiet: 'hangs' })
    const { seen, stop } = page(wallet).follow()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(seen).toEqual([])
    wallet.accounts = wallet.own
    wallet.change()
    await vi.advanceTimersByTimeAsync(100)
    expect(seen).toEqual([`${MAINNET}:${ADA}`])
    stop()
  })

  it('[F13] handles 10,000 events in one frame as one change', async () => {
    const wallet = createFakeStandardWallet()
    const { seen, stop } = page(wallet).follow()
    await eventually(() => expect(seen).toHaveLength(1))
    for (let index = 0; index < 10_000; index += 1) {
      wallet.accounts = [toAccount(index % 2 ? BEN : ADA)]
      wallet.change()
    }
    await eventually(() => expect(seen).toEqual([ADA, BEN].map((address) => `${MAINNET}:${address}`)))
    stop()
  })

  it('reads the accounts each time the page becomes visible, since some wallets send no events', async () => {
    const wallet = createFakeStandardWallet()
    const { seen, stop } = page(wallet).follow()
    await eventually(() => expect(seen).toHaveLength(1))
    wallet.accounts = []
    document.dispatchEvent(new Event('visibilitychange'))
    await eventually(() => expect(seen.at(-1)).toBeUndefined())
    stop()
  })

  it('ignores the wallet’s events after the watch has been stopped, even if the wallet keeps the listener', async () => {
    vi.useFakeTimers()
    const wallet = createFakeStandardWallet()
    let hear = () => {}
    wallet.features['standard:events'] = { on: (_: string, listener: () => void) => void (hear = listener) }
    const { seen, stop } = page(wallet).follow()
    await vi.advanceTimersByTimeAsync(100)
    stop()
    hear()
    await vi.advanceTimersByTimeAsync(100)
    expect(seen).toHaveLength(1)
  })

  it.each<[string, object]>([
    ['has no events', {}],
    [
      'throws when a listener is added',
      {
        on() {
          throw new Error('no')
        },
      },
    ],
  ])('[G31] follows a wallet that %s', async (_, events) => {
    const wallet = createFakeStandardWallet()
    wallet.features['standard:events'] = events
    const { seen, stop } = page(wallet).follow()
    await eventually(() => expect(seen).toEqual([`${MAINNET}:${ADA}`]))
    stop()
  })
})

describe('The network of a Solana wallet', () => {
  it('is switched at once, without asking the wallet, and stays the same when the account changes', async () => {
    const wallet = createFakeStandardWallet()
    const { connect, follow, switchNetwork } = page(wallet)
    await connect({ caipNetworkId: MAINNET })
    const { seen, stop } = follow(MAINNET)
    await eventually(() => expect(seen).toHaveLength(1))
    await expect(switchNetwork(solanaDevnet)).resolves.toMatchObject([{ caipNetworkId: DEVNET }])
    wallet.accounts = [toAccount(BEN)]
    wallet.change()
    await eventually(() => expect(seen.at(-1)).toBe(`${DEVNET}:${BEN}`))
    expect(wallet.asked).toEqual(['connect'])
    stop()
  })

  it('is not switched to a network that no account supports', async () => {
    const { connect, switchNetwork } = page(createFakeStandardWallet(), [solanaMainnet, local])
    await connect()
    await expect(switchNetwork(local)).rejects.toMatchObject({
      code: 'wallet_failed',
      message: 'Lantern does not support Local.',
    })
  })
})

describe('Disconnecting a Solana wallet', () => {
  it('tells the wallet to disconnect', async () => {
    const wallet = createFakeStandardWallet()
    await page(wallet).disconnect()
    expect(wallet.asked).toEqual(['disconnect'])
  })

  it('succeeds if the wallet has no disconnect feature', async () => {
    await expect(page(createFakeStandardWallet({ features: {} })).disconnect()).resolves.toBeUndefined()
  })

  it('[A64] fails with the wallet’s reason if the wallet refuses to disconnect', async () => {
    const wallet = createFakeStandardWallet()
    wallet.features['standard:disconnect'] = { disconnect: () => Promise.reject(new Error('Busy')) }
    await expect(page(wallet).disconnect()).rejects.toMatchObject({
      code: 'wallet_failed',
      message: 'Lantern could not do this: Busy',
    })
  })
})

function page(wallet: FakeStandardWallet, networks: NetworkInput[] = [solanaMainnet, solanaDevnet]) {
  const adapter: WalletAdapter = createSolanaAdapter(createSolanaPageProvider(), networks.map(toNetwork))
  const connector: Connector = toSolanaConnector(wallet)
  const request: WalletRequest = { signal: new AbortController().signal, onProgress() {} }
  return {
    connect: (preferred: Partial<Parameters<WalletAdapter['connect']>[1]> = {}) =>
      adapter.connect(connector, { ...request, ...preferred }),
    switchNetwork: (network: NetworkInput) => adapter.switchNetwork(connector, toNetwork(network), request),
    disconnect: () => adapter.disconnect(connector),
    /** What is seen of it: each time the active account, or nothing. */
    follow(caipNetworkId?: WalletAccounts['caipNetworkId']) {
      const seen: (string | undefined)[] = []
      const tell = ([share]: readonly WalletAccounts[]) => seen.push(share?.accounts[0].caipAddress)
      return { seen, stop: adapter.watchAccounts(connector, tell, caipNetworkId) }
    },
  }
}
