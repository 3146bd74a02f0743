// @vitest-environment happy-dom
import { runInNewContext } from 'node:vm'
import type { AccountState } from '../../../src/wallets/account.ts'
import { describe, expect, it, vi } from 'vitest'
import { askedWallets } from '../../../src/wallets/asked-wallets.ts'
import { BillfoldError } from '../../../src/core/base/errors.ts'
import { eventually } from '../../eventually.ts'
import type { ConnectedAccount } from '../../../src/wallets/account.ts'
import type { ProviderPage, ProviderShell } from '../../../src/wallets/adapter.ts'
import { type Network, type NetworkInput, toNetwork } from '../../../src/core/chains/networks.ts'
import { createPageSignal } from '../../../src/base/page-signal.ts'
import { solanaDevnet, solanaMainnet } from '../../../src/solana.ts'
import { createSolanaPageProvider } from '../../../src/wallets/solana/page-provider.ts'
import { createSolanaTarget } from '../../../src/wallets/solana/target.ts'
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

describe('[G23] The Solana page provider without a wallet', () => {
  it('lists no account, but knows the networks of the page', () => {
    const ethereum: NetworkInput = { ...solanaMainnet, id: 1, chainNamespace: 'eip155' }
    const local: NetworkInput = { ...solanaMainnet, id: 'of this machine' }
    const { provider } = createPage({ networks: [ethereum, solanaDevnet, local].map(toNetwork) })
    expect(provider.accounts).toEqual([])
    expect(provider.chains).toEqual(['solana:devnet', 'solana:localnet'])
    expect(createSolanaPageProvider().provider.chains).toEqual([])
  })

  it('rejects a signing request, and says to call standard:connect first', async () => {
    const { provider } = createPage()
    const input = { account: { address: ADA } as never, message: new Uint8Array() }
    await expect(provider.features['solana:signMessage'].signMessage(input)).rejects.toMatchObject({
      code: 'wallet_missing',
      message: 'Call standard:connect first.',
    })
  })

  it('opens the modal when the page requests accounts, and returns the accounts', async () => {
    const { provider, setActive } = createPage({ connect: async () => setActive(connected()) })
    const { accounts } = await provider.features['standard:connect'].connect()
    expect(accounts.map(({ address }) => address)).toEqual([ADA])
  })

  it('on a silent connect, waits until the session is restored, and does not open the modal', async () => {
    const connect = vi.fn()
    const { provider, setActive } = createPage({
      status: 'connecting',
      connect,
      awaitRestored: async () => setActive(connected()),
    })
    const { accounts } = await provider.features['standard:connect'].connect({ silent: true })
    expect(accounts).toEqual(provider.accounts)
    expect(accounts).toHaveLength(1)
    expect(connect).not.toHaveBeenCalled()
  })

  it('disconnects the page on standard:disconnect, also when the wallet is locked', async () => {
    const disconnect = vi.fn()
    const { provider, setActive } = createPage({ disconnect })
    await provider.features['standard:disconnect'].disconnect()
    expect(disconnect).toHaveBeenCalledExactlyOnceWith('solana')
    setActive(connected())
    await provider.features['standard:disconnect'].disconnect()
    expect(disconnect).toHaveBeenCalledTimes(2)
    await createSolanaPageProvider().provider.features['standard:disconnect'].disconnect()
  })

  it('[D47] loads no code on standard:disconnect if there is no session', async () => {
    const disconnect = vi.fn()
    const { provider, setActive } = createPage({ disconnect, hasSession: () => false })
    await provider.features['standard:disconnect'].disconnect()
    expect(disconnect).not.toHaveBeenCalled()
    setActive(connected())
    await provider.features['standard:disconnect'].disconnect()
    expect(disconnect).toHaveBeenCalledOnce()
  })

  it('[D47] resolves standard:disconnect even if the wallet keeps its permission, but rejects if the disconnect fails otherwise', async () => {
    const disconnect = vi.fn().mockRejectedValueOnce(new BillfoldError('disconnect_failed', 'no'))
    const { provider } = createPage({ disconnect })
    await provider.features['standard:disconnect'].disconnect()
    disconnect.mockRejectedValueOnce(new BillfoldError('stopped', 'no'))
    await expect(provider.features['standard:disconnect'].disconnect()).rejects.toMatchObject({
      code: 'stopped',
    })
  })
})

describe('[G23] The Solana page provider with a wallet', () => {
  it('has Billfold’s accounts with their public keys, networks and features', () => {
    const { provider, setActive } = createPage()
    const wallet = createFakeStandardWallet({ accounts: [toAccount(BEN), toAccount(ADA)] })
    setActive(connected(wallet, DEVNET, [ADA, BEN]))
    expect(provider.accounts.map(({ address }) => address)).toEqual([ADA, BEN])
    // The network that Billfold shows comes first; what the wallet can do beside is not passed on.
    expect(provider.accounts[0]).toMatchObject({
      chains: ['solana:devnet', 'solana:mainnet'],
      features: ['solana:signMessage', 'solana:signTransaction'],
    })
    expect(provider.accounts[0]!.publicKey).toHaveLength(32)
    expect(provider.accounts[0]!.publicKey).not.toEqual(new Uint8Array(32))
  })

  it('emits one change event each for a new account, a new network and a disconnect', async () => {
    const { provider, setActive, heard } = createPage()
    const wallet = createFakeStandardWallet({ accounts: [toAccount(ADA), toAccount(BEN)] })
    setActive(connected(wallet))
    expect(heard).toEqual([])
    await Promise.resolve()
    expect(heard).toEqual([[ADA]])
    const [before] = provider.accounts
    setActive(connected(wallet))
    await Promise.resolve()
    expect(provider.accounts[0]).toBe(before)
    expect(heard).toHaveLength(1)
    setActive(connected(wallet, MAINNET, [ADA, BEN]))
    await Promise.resolve()
    expect(provider.accounts[0]).toBe(before)
    setActive(connected(wallet, DEVNET, [ADA, BEN]))
    await Promise.resolve()
    expect(provider.accounts[0]).not.toBe(before)
    setActive(undefined)
    await Promise.resolve()
    expect(heard).toEqual([[ADA], [ADA, BEN], [ADA, BEN], []])
  })

  it('still calls a listener if a listener before it throws, and never calls a removed listener', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { provider, setActive } = createPage()
    const [left, last] = [vi.fn(), vi.fn()]
    const { on } = provider.features['standard:events']
    on('change', () => {
      throw new Error('no')
    })
    on('change', left)()
    on('change', last)
    setActive(connected())
    await Promise.resolve()
    expect(left).not.toHaveBeenCalled()
    expect(last).toHaveBeenCalledExactlyOnceWith({ accounts: provider.accounts })
  })

  it('passes the wallet’s own account object and each transaction unchanged to the wallet', async () => {
    const { provider, setActive } = createPage()
    const wallet = createFakeStandardWallet({ accounts: [toAccount(ADA)] })
    setActive(connected(wallet))
    const [account] = provider.accounts
    const transaction = new Uint8Array([1, 2, 3])
    const inputs = [
      { account: account!, transaction, chain: 'solana:devnet', options: { maxRetries: 1 } },
      {
        account: account!,
        transaction,
      },
    ] as const
    const signed = provider.features['solana:signTransaction'].signTransaction(...inputs)
    // [D42] What it shows in the page is reached above the modal.
    await eventually(() => expect(askedWallets.value).toBe(1))
    await expect(signed).resolves.toEqual([{ by: 'signTransaction' }, { by: 'signTransaction' }])
    const [own] = wallet.accounts as object[]
    expect(askedWallets.value).toBe(0)
    expect(wallet.inputs).toEqual([
      { account: own, transaction, chain: 'solana:devnet', options: { maxRetries: 1 } },
      { account: own, transaction },
    ])
    expect((wallet.inputs[0] as { account: object }).account).toBe(own)
    expect((wallet.inputs[0] as { transaction: object }).transaction).toBe(transaction)
  })

  it('[F14] accepts a Uint8Array that comes from a frame, but rejects objects that only imitate a Uint8Array', async () => {
    const { provider, setActive } = createPage()
    const wallet = createFakeStandardWallet({ accounts: [toAccount(ADA)] })
    setActive(connected(wallet))
    const account = provider.accounts[0]!
    const { signTransaction } = provider.features['solana:signTransaction']
    const transaction = runInNewContext('new Uint8Array([1, 2, 3])') as Uint8Array
    expect(transaction).not.toBeInstanceOf(Uint8Array)
    await expect(signTransaction({ account, transaction })).resolves.toHaveLength(1)
    expect((wallet.inputs[0] as { transaction: object }).transaction).toBe(transaction)
    for (const bad of [{ length: 3, [Symbol.toStringTag]: 'Uint8Array' }, new Uint16Array(1), [1], null])
      await expect(signTransaction({ account, transaction: bad as never })).rejects.toMatchObject({
        code: 'transaction_bad',
        message: 'signTransaction takes { account, transaction }: a shared account and a Uint8Array.',
      })
    const { signAndSendTransaction } = provider.features['solana:signAndSendTransaction']
    await expect(signAndSendTransaction({ account, transaction } as never)).rejects.toThrow('chain')
  })

  it('rejects with the wallet’s error', async () => {
    const { provider, setActive } = createPage()
    setActive(connected(createFakeStandardWallet({ accounts: [toAccount(ADA)], person: 'declines' })))
    const [account] = provider.accounts
    const input = { account: account!, message: new Uint8Array() }
    await expect(provider.features['solana:signMessage'].signMessage(input)).rejects.toMatchObject({
      code: 4001,
    })
  })

  it('[F14] never asks the wallet to use an account or network that is not connected, or a feature that it lacks', async () => {
    const { provider, setActive } = createPage()
    const wallet = createFakeStandardWallet({ accounts: [toAccount(ADA), toAccount(BEN)] })
    setActive(connected(wallet))
    const [account] = provider.accounts
    const { signTransaction } = provider.features['solana:signTransaction']
    const { signAndSendTransaction } = provider.features['solana:signAndSendTransaction']
    const input = { account: account!, transaction: new Uint8Array() }
    // Shared by the wallet, and not with this page.
    await expect(signTransaction({ ...input, account: { ...account!, address: BEN } })).rejects.toMatchObject(
      { code: 'bad_account' },
    )
    await expect(signTransaction(input, { ...input, chain: 'solana:testnet' })).rejects.toMatchObject({
      code: 'network_unsupported',
    })
    await expect(signAndSendTransaction({ ...input, chain: 'solana:devnet' })).rejects.toMatchObject({
      code: 'wallet_failed',
    })
    // The wallet went to another account, and Billfold has not heard it yet.
    wallet.accounts = [toAccount(BEN)]
    await expect(signTransaction(input)).rejects.toMatchObject({ code: 'bad_account' })
    expect(wallet.asked).toEqual([])
  })

  it('has accounts without features while the wallet’s account data are invalid', () => {
    const { provider, setActive } = createPage()
    setActive(connected(createFakeStandardWallet({ accounts: 'junk' })))
    expect(provider.accounts).toMatchObject([{ address: ADA, chains: [], features: [] }])
  })
})

/** A page with both networks, and what its provider tells of accounts. */
function createPage({
  networks = [solanaMainnet, solanaDevnet].map(toNetwork),
  status = 'disconnected',
  hasSession,
  ...asked
}: Partial<ProviderShell> &
  Pick<ProviderPage, 'hasSession'> & { networks?: Network[]; status?: 'disconnected' | 'connecting' } = {}) {
  const pageProvider = createSolanaPageProvider()
  const unused = () => Promise.reject(new Error('not here'))
  pageProvider.page = {
    networks,
    account: createPageSignal<AccountState>({ status, restoring: true }),
    ...(hasSession && { hasSession }),
    load: async () => ({
      connect: unused,
      awaitRestored: unused,
      disconnect: unused,
      call: unused,
      ...asked,
    }),
  }
  const heard: string[][] = []
  pageProvider.provider.features['standard:events'].on('change', ({ accounts }) =>
    heard.push(accounts!.map(({ address }) => address)),
  )
  return {
    provider: pageProvider.provider,
    heard,
    setActive: createSolanaTarget(pageProvider, () => [MAINNET, DEVNET]),
  }
}

function connected(
  wallet: FakeStandardWallet = createFakeStandardWallet({ accounts: [toAccount(ADA)] }),
  caipNetworkId: typeof MAINNET | typeof DEVNET = MAINNET,
  addresses: readonly [string, ...string[]] = [ADA],
): ConnectedAccount {
  const allAccounts = addresses.map((address) => ({
    caipAddress: `${caipNetworkId}:${address}` as const,
    address,
    purpose: 'eoa' as const,
  }))
  return {
    status: 'connected',
    connector: toSolanaConnector(wallet),
    caipAddress: allAccounts[0]!.caipAddress,
    address: addresses[0],
    caipNetworkId,
    network: undefined,
    allAccounts,
  }
}
