/** Which accounts of a wallet are smart accounts, as views and pages read it. */
import { computed } from '@preact/signals-core'
import { expect, it } from 'vitest'
import type { ConnectedAccount } from '../../src/wallets/account.ts'
import type { WorkerCall } from '../../src/wallets/namespace-calls.ts'
import { fetchSmartAccounts, isSmartAccount, readSmartAccounts } from '../../src/base/smart-accounts.ts'
import { connected } from '../ui/fake-shell.ts'

function create(answer: (account: string) => unknown) {
  const asked: string[] = []
  const call = (async (_: string, { account }: { account: string }) => {
    asked.push(account)
    return answer(account)
  }) as unknown as WorkerCall
  return { source: { call }, asked }
}
const settled = () => new Promise((resolve) => setTimeout(resolve))

it('[S15] An account with contract code is a smart account, and the node is asked only while the account is watched or fetched', async () => {
  const { source, asked } = create(() => 'contract')
  const read = computed(() => readSmartAccounts(connected, source))
  expect(isSmartAccount(read.peek())).toBe(false)
  expect(asked).toEqual([])
  const seen: boolean[] = []
  const stop = read.subscribe((account) => seen.push(isSmartAccount(account)))
  await settled()
  expect(seen).toEqual([false, true])
  expect(asked).toEqual([connected.caipAddress])
  stop()
  expect(isSmartAccount(await fetchSmartAccounts(connected, source))).toBe(true)
})

it.each(['plain', 'delegated', undefined])(
  '[S15] A node’s answer “%s” means that the account is not a smart account',
  async (kind) => {
    const { source } = create(() => kind)
    expect(await fetchSmartAccounts(connected, source)).toBe(connected)
  },
)

it('[S15] An account is returned unchanged if the node cannot be reached', async () => {
  const { source } = create(() => Promise.reject(new Error('offline')))
  expect(await fetchSmartAccounts(connected, source)).toBe(connected)
})

it('[S15] The node is not asked about email and social accounts, nor about accounts outside EVM networks', async () => {
  const { source, asked } = create(() => 'contract')
  const accounts: ConnectedAccount[] = [
    { ...connected, connector: { ...connected.connector, type: 'AUTH' } },
    { ...connected, caipAddress: 'solana:1:abc', caipNetworkId: 'solana:1' },
  ]
  for (const account of accounts) expect(await fetchSmartAccounts(account, source)).toBe(account)
  expect(asked).toEqual([])
})
