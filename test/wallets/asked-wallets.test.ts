import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AccountState } from '../../src/wallets/account.ts'
import { askedWallets, countAsked } from '../../src/wallets/asked-wallets.ts'
import { createEvmAdapter } from '../../src/wallets/evm/adapter.ts'
import { createEvmPageProvider } from '../../src/wallets/evm/page-provider.ts'
import { toConnector } from '../fake-wallet.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const never = { request: () => new Promise<never>(() => {}) }

test('[D42] a wallet request counts as pending for at most ten minutes, and a later answer does not lower the number of pending requests', async () => {
  void countAsked(toConnector(never), never.request)
  let end!: () => void
  const ended = new Promise<void>((resolve) => (end = resolve))
  const other = countAsked(toConnector(never), () => ended)
  expect(askedWallets.value).toBe(2)
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(askedWallets.value).toBe(0)
  end()
  await other
  expect(askedWallets.value).toBe(0)
})

test.each([
  ['personal_sign', 1],
  ['eth_signTypedData_v4', 1],
  ['eth_sendTransaction', 1],
  ['wallet_sendCalls', 1],
  ['wallet_requestPermissions', 1],
  ['wallet_switchEthereumChain', 1],
  ['wallet_addEthereumChain', 1],
  ['wallet_watchAsset', 1],
  ['eth_getBalance', 0],
  ['eth_subscribe', 0],
  ['metamask_getProviderState', 0],
  ['wallet_getCapabilities', 0],
  ['eth_sendRawTransaction', 0],
])('[D42] a call of %s by a page adds %i to the number of pending wallet requests', async (method, count) => {
  const pageProvider = createEvmPageProvider()
  const address = `0x${'1'.repeat(40)}`
  createEvmAdapter(pageProvider).setActive({
    status: 'connected',
    connector: toConnector(never),
    caipAddress: `eip155:1:${address}`,
    address,
    caipNetworkId: 'eip155:1',
    network: undefined,
    allAccounts: [{ caipAddress: `eip155:1:${address}`, address, purpose: 'eoa' }],
  } satisfies AccountState)
  void pageProvider.provider.request({ method, params: [] }).catch(() => {})
  await vi.advanceTimersByTimeAsync(10)
  expect(askedWallets.value).toBe(count)
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(askedWallets.value).toBe(0)
})
