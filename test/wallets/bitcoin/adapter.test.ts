// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { bitcoinMainnet, bitcoinSignet, bitcoinTestnet } from '../../../src/bitcoin.ts'
import type { WalletAdapter } from '../../../src/wallets/adapter.ts'
import type { Connector } from '../../../src/wallets/connector.ts'
import type { WalletRequest } from '../../../src/wallets/wallet-request.ts'
import type { WalletAccounts } from '../../../src/wallets/wallet-accounts.ts'
import { type NetworkInput, toNetwork } from '../../../src/core/chains/networks.ts'
import { createBitcoinAdapter } from '../../../src/wallets/bitcoin/adapter.ts'
import { createBitcoinPageProvider } from '../../../src/wallets/bitcoin/page-provider.ts'
import { callBitcoin } from '../../call-bitcoin.ts'
import { eventually } from '../../eventually.ts'
import {
  COLLECTS,
  createFakeBitcoinWallet,
  createFakeInjectedWallet,
  OLD,
  PAYS,
  TEST_PAYS,
  toBitcoinAccount,
} from '../../fake-bitcoin-wallet.ts'

const MAINNET = `bip122:${bitcoinMainnet.id}` as const
const TESTNET = `bip122:${bitcoinTestnet.id}` as const
const SIGNET = `bip122:${bitcoinSignet.id}` as const
const toTestAccount = () => toBitcoinAccount(TEST_PAYS, ['bitcoin:testnet', 'bitcoin:signet'])

const notAddresses: unknown[] = [
  undefined,
  null,
  7,
  '',
  'constructor',
  '0x71C4A09E5b2Df8361C7e90D4Af52E8137bd6C02a',
  'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  `${PAYS}\n`,
  `${PAYS.slice(0, -1)}5`,
  PAYS.toUpperCase(),
  // Of another network than it says.
  TEST_PAYS,
  [PAYS, COLLECTS],
]

afterEach(() => void vi.useRealTimers())

describe('The Bitcoin adapter with a Wallet Standard wallet', () => {
  it('[A4] returns the payment account before the ordinals account, in whatever order the wallet lists its accounts', async () => {
    const share = {
      caipNetworkId: MAINNET,
      accounts: [
        { caipAddress: `${MAINNET}:${PAYS}`, address: PAYS, purpose: 'payment' },
        { caipAddress: `${MAINNET}:${COLLECTS}`, address: COLLECTS, purpose: 'ordinals' },
      ],
      approved: [MAINNET],
    }
    for (const own of [
      [PAYS, COLLECTS],
      [COLLECTS, PAYS],
    ]) {
      const wallet = createFakeBitcoinWallet({ own: own.map((address) => toBitcoinAccount(address)) })
      await expect(page(wallet).connect()).resolves.toEqual([share])
    }
  })

  it('treats the only account of a wallet as its payment account, even with a taproot or a legacy address', async () => {
    for (const address of [COLLECTS, OLD]) {
      const wallet = createFakeBitcoinWallet({ own: [toBitcoinAccount(address)] })
      await expect(page(wallet).connect()).resolves.toMatchObject([
        { accounts: [{ address, purpose: 'payment' }] },
      ])
    }
  })

  it('connects on the preferred network, or else on the page’s first network that an account supports', async () => {
    const networks = [bitcoinMainnet, bitcoinTestnet, bitcoinSignet]
    const own = [toTestAccount()]
    const connect = (caipNetworkId: WalletAccounts['caipNetworkId']) =>
      page(createFakeBitcoinWallet({ own }), networks).connect({ caipNetworkId })
    await expect(connect(SIGNET)).resolves.toMatchObject([
      { caipNetworkId: SIGNET, accounts: [{ address: TEST_PAYS }] },
    ])
    await expect(connect(MAINNET)).resolves.toMatchObject([{ caipNetworkId: TESTNET }])
  })

  it('connects on mainnet if the page names no Bitcoin network', async () => {
    await expect(page(createFakeBitcoinWallet(), []).connect()).resolves.toMatchObject([
      { caipNetworkId: MAINNET },
    ])
  })

  it('switches the network without asking the wallet, and refuses a network on which the wallet shares no account', async () => {
    const own = [toBitcoinAccount(PAYS), toBitcoinAccount(TEST_PAYS, ['bitcoin:testnet'])]
    const wallet = createFakeBitcoinWallet({ own })
    const { connect, switchNetwork, follow } = page(wallet, [bitcoinMainnet, bitcoinTestnet, bitcoinSignet])
    await connect()
    const { seen, stop } = follow(MAINNET)
    await eventually(() => expect(seen).toEqual([`${MAINNET}:${PAYS}`]))
    await expect(switchNetwork(bitcoinTestnet)).resolves.toMatchObject([{ caipNetworkId: TESTNET }])
    wallet.change()
    await eventually(() => expect(seen.at(-1)).toBe(`${TESTNET}:${TEST_PAYS}`))
    await expect(switchNetwork(bitcoinSignet)).rejects.toMatchObject({
      code: 'wallet_failed',
      message: 'Lantern does not support Bitcoin Signet.',
    })
    expect(wallet.asked).toEqual(['connect'])
    stop()
  })

  it('[F13] [G34] refuses, with a network error, a wallet with accounts only on networks that the page does not have', async () => {
    for (const own of [[toTestAccount()], [toBitcoinAccount(PAYS, ['bitcoin:of this machine'])]])
      await expect(page(createFakeBitcoinWallet({ own })).connect()).rejects.toMatchObject({
        code: 'wallet_bad_network',
      })
  })

  const junk: unknown[] = [
    undefined,
    null,
    7,
    'accounts',
    {},
    [null],
    [PAYS],
    [{ address: PAYS }],
    new Proxy([], {
      get() {
        throw new Error('no')
      },
    }),
    ...notAddresses.map((address) => [toBitcoinAccount(address)]),
    [toBitcoinAccount(PAYS), toBitcoinAccount('junk')],
  ]
  it.each(junk.map((own, index) => [index, own]))(
    '[F13] [G30] refuses to connect with invalid accounts (case %i)',
    async (_, own) => {
      const wallet = createFakeBitcoinWallet({ own })
      await expect(page(wallet).connect()).rejects.toMatchObject({ code: 'wallet_bad_account' })
      const { seen, stop } = page(wallet).follow()
      await eventually(() => expect(seen).toEqual([undefined]))
      stop()
    },
  )

  it('restores a permitted account on the last used network without a prompt', async () => {
    const wallet = createFakeBitcoinWallet({ person: 'waits', own: [toTestAccount()] })
    const { seen, stop } = page(wallet, [bitcoinTestnet, bitcoinSignet]).follow(SIGNET)
    await eventually(() => expect(seen).toEqual([`${SIGNET}:${TEST_PAYS}`]))
    expect(wallet.asked).toEqual(['connect quietly'])
    stop()
    expect(wallet.listenerCount()).toBe(0)
  })

  it('requests no accounts at page load if the wallet lacks standard:connect, but follows the wallet’s events', async () => {
    const wallet = createFakeBitcoinWallet()
    const { 'standard:connect': connect, 'standard:events': events } = wallet.features
    wallet.features = { 'bitcoin:connect': connect, 'bitcoin:events': events }
    const { seen, stop } = page(wallet).follow()
    await eventually(() => expect(seen).toEqual([undefined]))
    expect(wallet.asked).toEqual([])
    wallet.accounts = wallet.own
    wallet.change()
    await eventually(() => expect(seen.at(-1)).toBe(`${MAINNET}:${PAYS}`))
    stop()
  })

  it('disconnects by bitcoin:disconnect, or only on the page if the wallet lacks that feature', async () => {
    const leave = vi.fn(() => Promise.resolve())
    const wallet = createFakeBitcoinWallet({ features: { 'bitcoin:disconnect': { disconnect: leave } } })
    await page(wallet).disconnect()
    expect(leave).toHaveBeenCalledOnce()
    await expect(page(createFakeBitcoinWallet({ features: {} })).disconnect()).resolves.toBeUndefined()
  })
})

describe('The Bitcoin adapter with an injected wallet', () => {
  it('[A4] connects the single account on the wallet’s network, even if the page prefers a different network', async () => {
    const wallet = createFakeInjectedWallet()
    await expect(page(wallet.provider).connect({ caipNetworkId: TESTNET })).resolves.toEqual([
      {
        caipNetworkId: MAINNET,
        accounts: [{ caipAddress: `${MAINNET}:${PAYS}`, address: PAYS, purpose: 'payment' }],
      },
    ])
  })

  it.each<[unknown, string, string]>([
    [{ enum: 'BITCOIN_TESTNET' }, TEST_PAYS, TESTNET],
    [{ enum: 'BITCOIN_SIGNET' }, TEST_PAYS, SIGNET],
    [{ enum: 'BITCOIN_TESTNET4' }, TEST_PAYS, 'bip122:00000000da84f2bafbbc53dee25a72ae'],
  ])('connects on the network that the wallet reports as %o', async (chain, address, caipNetworkId) => {
    const wallet = createFakeInjectedWallet({ chain, own: [address] })
    await expect(page(wallet.provider).connect()).resolves.toMatchObject([{ caipNetworkId }])
  })

  it('uses getNetwork and switchNetwork if an older wallet lacks getChain and switchChain', async () => {
    const wallet = createFakeInjectedWallet()
    const { getChain: _getChain, switchChain: _switchChain, ...provider } = wallet.provider
    const switchNetwork = vi.fn()
    Object.assign(provider, { getNetwork: async () => 'livenet', switchNetwork })
    const { connect, switchNetwork: goTo } = page(provider)
    await expect(connect()).resolves.toMatchObject([{ caipNetworkId: MAINNET }])
    await goTo(bitcoinTestnet)
    expect(switchNetwork).toHaveBeenCalledExactlyOnceWith('testnet')
  })

  it.each<[string, unknown]>([
    ['of a fork of Bitcoin with the same addresses', { enum: 'FRACTAL_BITCOIN_MAINNET', network: 'livenet' }],
    ['that is unknown', { enum: 'BITCOIN_CONSTRUCTOR' }],
    ['that is undefined', undefined],
    ['that the wallet gives only by its older name', { network: 'livenet' }],
  ])('[F13] refuses to connect on a network %s', async (_, chain) => {
    const wallet = createFakeInjectedWallet({ chain })
    await expect(page(wallet.provider).connect()).rejects.toMatchObject({ code: 'wallet_bad_network' })
  })

  const junk: unknown[] = [null, 7, 'accounts', {}, [7], ...notAddresses.slice(1).map((one) => [one])]
  it.each(junk.map((own, index) => [index, own]))(
    '[F13] [G30] refuses to connect with invalid accounts (case %i)',
    async (_, own) => {
      vi.useFakeTimers()
      const wallet = createFakeInjectedWallet({ own })
      await expect(page(wallet.provider).connect()).rejects.toMatchObject({ code: 'wallet_bad_account' })
      const { seen, stop } = page(wallet.provider).follow()
      await vi.advanceTimersByTimeAsync(60_000)
      expect(new Set(seen)).toEqual(new Set([undefined]))
      stop()
    },
  )

  it('reports a decline as wallet_declined, and a locked wallet or any other failure as wallet_failed with the reason', async () => {
    const wallet = createFakeInjectedWallet({ person: 'declines' })
    await expect(page(wallet.provider).connect()).rejects.toMatchObject({
      code: 'wallet_declined',
      message: 'Declined in Lantern. Nothing was shared.',
    })
    wallet.person = 'approves'
    wallet.own = []
    await expect(page(wallet.provider).connect()).rejects.toMatchObject({
      code: 'wallet_failed',
      context: { reason: 'no_account' },
    })
    wallet.quiet = 'throws'
    await expect(page(wallet.provider).connect()).rejects.toMatchObject({
      code: 'wallet_failed',
      message: 'Lantern could not do this: not now',
    })
    await expect(page({}).connect()).rejects.toMatchObject({ code: 'wallet_failed' })
  })

  it('[F12] fails to connect if the wallet approves but never returns accounts', async () => {
    vi.useFakeTimers()
    const wallet = createFakeInjectedWallet({ quiet: 'hangs' })
    const failed = expect(page(wallet.provider).connect()).rejects.toMatchObject({ code: 'wallet_failed' })
    await vi.advanceTimersByTimeAsync(5_000)
    await failed
  })

  it('[G33] uses the wallet’s latest account when the account changes during the connection', async () => {
    const wallet = createFakeInjectedWallet({ person: 'waits' })
    const connecting = page(wallet.provider).connect()
    await Promise.resolve()
    wallet.own = [COLLECTS]
    wallet.approveNow()
    await expect(connecting).resolves.toMatchObject([{ accounts: [{ address: COLLECTS }] }])
  })

  it('switches the network if the user approves, and reports a decline and an unsupported network by different errors', async () => {
    const wallet = createFakeInjectedWallet({ accounts: [TEST_PAYS] })
    const { switchNetwork } = page(wallet.provider)
    await expect(switchNetwork(bitcoinTestnet)).resolves.toMatchObject([{ caipNetworkId: TESTNET }])
    expect(wallet.asked).toEqual([['switchChain', 'BITCOIN_TESTNET']])
    wallet.person = 'declines'
    await expect(switchNetwork(bitcoinMainnet)).rejects.toMatchObject({ code: 'wallet_declined' })
    await expect(switchNetwork({ ...bitcoinMainnet, id: 'mine', name: 'Mine' })).rejects.toMatchObject({
      code: 'wallet_failed',
      message: 'Lantern does not support Mine.',
    })
  })

  it('[A64] disconnects by the wallet’s disconnect method if it has one, and reports when that method fails', async () => {
    const wallet = createFakeInjectedWallet()
    await page(wallet.provider).disconnect()
    expect(wallet.asked).toEqual([['disconnect']])
    wallet.provider['disconnect'] = () => Promise.reject(new Error('Busy'))
    await expect(page(wallet.provider).disconnect()).rejects.toMatchObject({
      message: 'Lantern could not do this: Busy',
    })
    await expect(page({}).disconnect()).resolves.toBeUndefined()
  })
})

describe('The Bitcoin adapter watching an injected wallet', () => {
  it('reads the account without a prompt, and follows a change of account, a change of network and the locking of the wallet', async () => {
    const wallet = createFakeInjectedWallet({ accounts: [PAYS], person: 'waits' })
    const { seen, stop } = page(wallet.provider).follow()
    await eventually(() => expect(seen).toEqual([`${MAINNET}:${PAYS}`]))
    wallet.accounts = [COLLECTS]
    wallet.emit('accountsChanged', wallet.accounts)
    await eventually(() => expect(seen.at(-1)).toBe(`${MAINNET}:${COLLECTS}`))
    ;[wallet.accounts, wallet.chain] = [[TEST_PAYS], { enum: 'BITCOIN_TESTNET' }]
    wallet.emit('chainChanged', wallet.chain)
    await eventually(() => expect(seen.at(-1)).toBe(`${TESTNET}:${TEST_PAYS}`))
    wallet.accounts = []
    wallet.emit('accountsChanged', [])
    await eventually(() => expect(seen.at(-1)).toBeUndefined())
    expect(wallet.asked).toEqual([])
    stop()
    expect(wallet.listenerCount()).toBe(0)
  })

  it('[F12] reports nothing until the wallet answers, and then reports the account', async () => {
    vi.useFakeTimers()
    const wallet = createFakeInjectedWallet({ accounts: [PAYS], quiet: 'hangs' })
    const { seen, stop } = page(wallet.provider).follow()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(seen).toEqual([])
    wallet.quiet = 'answers'
    await vi.advanceTimersByTimeAsync(40_000)
    expect(seen.at(-1)).toBe(`${MAINNET}:${PAYS}`)
    stop()
  })

  it('[F13] keeps the account while the wallet’s data are briefly inconsistent, and disconnects if the data stay invalid', async () => {
    vi.useFakeTimers()
    const wallet = createFakeInjectedWallet({ accounts: [PAYS] })
    const { seen, stop } = page(wallet.provider).follow()
    await vi.advanceTimersByTimeAsync(100)
    // On its way elsewhere: the account of one network, the name of another.
    wallet.accounts = [TEST_PAYS]
    wallet.emit('accountsChanged', wallet.accounts)
    await vi.advanceTimersByTimeAsync(100)
    wallet.chain = { enum: 'BITCOIN_TESTNET' }
    await vi.advanceTimersByTimeAsync(2_000)
    expect(seen).toEqual([`${MAINNET}:${PAYS}`, `${TESTNET}:${TEST_PAYS}`])
    wallet.accounts = ['junk']
    wallet.emit('accountsChanged', wallet.accounts)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(seen.slice(2)).toContain(undefined)
    expect(seen.at(-1)).toBeUndefined()
    wallet.accounts = [TEST_PAYS]
    await vi.advanceTimersByTimeAsync(60_000)
    expect(seen.at(-1)).toBe(`${TESTNET}:${TEST_PAYS}`)
    stop()
  })

  it('[F13] handles 10,000 events in one frame as one change', async () => {
    const wallet = createFakeInjectedWallet({ accounts: [PAYS] })
    const { seen, stop } = page(wallet.provider).follow()
    await eventually(() => expect(seen).toHaveLength(1))
    for (let index = 0; index < 10_000; index += 1) {
      wallet.accounts = [index % 2 ? COLLECTS : PAYS]
      wallet.emit('accountsChanged', wallet.accounts)
    }
    await eventually(() => expect(seen).toEqual([PAYS, COLLECTS].map((address) => `${MAINNET}:${address}`)))
    stop()
  })

  it('ignores an answer that arrives after the answer to a later request', async () => {
    vi.useFakeTimers()
    const wallet = createFakeInjectedWallet({ accounts: [PAYS] })
    const answers: ((accounts: string[]) => void)[] = []
    wallet.provider['getAccounts'] = () => new Promise((resolve) => answers.push(resolve))
    const { seen, stop } = page(wallet.provider).follow()
    wallet.emit('accountsChanged')
    await vi.advanceTimersByTimeAsync(100)
    answers[1]!([COLLECTS])
    await vi.advanceTimersByTimeAsync(10)
    answers[0]!([PAYS])
    await vi.advanceTimersByTimeAsync(10)
    expect(seen).toEqual([`${MAINNET}:${COLLECTS}`])
    stop()
  })

  it('reads the account each time the page becomes visible, since some wallets send no events', async () => {
    const wallet = createFakeInjectedWallet({ accounts: [PAYS] })
    const { seen, stop } = page(wallet.provider).follow()
    await eventually(() => expect(seen).toHaveLength(1))
    wallet.accounts = []
    document.dispatchEvent(new Event('visibilitychange'))
    await eventually(() => expect(seen.at(-1)).toBeUndefined())
    stop()
  })

  it.each<[string, unknown]>([
    ['has no events', undefined],
    [
      'throws when a listener is added',
      () => {
        throw new Error('no')
      },
    ],
  ])('[G31] follows a wallet that %s', async (_, on) => {
    const { provider } = createFakeInjectedWallet({ accounts: [PAYS] })
    const { seen, stop } = page({ ...provider, on, removeListener: on }).follow()
    await eventually(() => expect(seen).toEqual([`${MAINNET}:${PAYS}`]))
    stop()
  })
})

/** An injected one is what has no features. */
function page(provider: object, networks: NetworkInput[] = [bitcoinMainnet]) {
  const adapter: WalletAdapter = createBitcoinAdapter(createBitcoinPageProvider(), {
    networks: networks.map(toNetwork),
    call: callBitcoin,
  })
  const isInjected = !('features' in provider)
  const connector: Connector = {
    id: 'bip122/Lantern',
    name: 'Lantern',
    type: isInjected ? 'INJECTED' : 'ANNOUNCED',
    chain: 'bip122',
    namespaces: ['bip122'],
    restoreKey: 'Lantern',
    provider,
  }
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
