// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { mainnet } from 'viem/chains'
import { evm } from '../../src/evm.ts'
import type { Billfold } from '../../src/shell/billfold.ts'
import { createBillfold } from '../../src/shell/create-billfold.ts'
import { solana, solanaMainnet } from '../../src/solana.ts'
import { eventually } from '../eventually.ts'
import { ADA, createFakeStandardWallet, register, toAccount } from '../fake-standard-wallet.ts'
import { announceWallet, createFakeWallet } from '../fake-wallet.ts'

vi.mock('#ui', () => ({ mountView: () => ({ load: async () => {}, unmount() {} }) }))
vi.mock('../../src/worker-link/start/start-worker.ts', () => ({
  startWorker: () => Promise.reject(new Error('not here')),
}))

let billfold: Billfold
let stops: (() => void)[] = []
beforeEach(() => localStorage.clear())
afterEach(() => {
  billfold.destroy()
  for (const stop of stops) stop()
})

it('[D47] wallet_revokePermissions ends a locked wallet’s session, so that unlocking the wallet does not reconnect it', async () => {
  const harbor = createFakeWallet({ accounts: [] })
  const asked: string[] = []
  const { request } = harbor
  harbor.request = async (args) => (asked.push(args.method), request(args))
  stops = [announceWallet(harbor)]
  localStorage.setItem(
    'billfold/sessions',
    JSON.stringify([
      {
        id: 'a',
        namespace: 'eip155',
        restoreKey: 'example.harbor',
        name: 'Harbor',
        caipNetworkId: 'eip155:1',
        accounts: ['eip155:1:0x71c4a09e5b2df8361c7e90d4af52e8137bd6c02a'],
      },
    ]),
  )
  const adapter = evm()
  billfold = createBillfold({
    projectId: 'project',
    networks: [mainnet],
    adapters: [adapter],
    metadata: { name: 'Driftwood' },
  }) as Billfold
  await eventually(() => expect(billfold.account.peek()).toEqual({ status: 'disconnected' }))
  const params = [{ eth_accounts: {} }]
  expect(await adapter.provider.request({ method: 'wallet_revokePermissions', params })).toBeNull()
  expect(asked).toContain('wallet_revokePermissions')
  expect(localStorage.getItem('billfold/sessions') ?? '').not.toContain('Harbor')
  harbor.accounts = ['0x71c4a09e5b2df8361c7e90d4af52e8137bd6c02a']
  harbor.emit('accountsChanged')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(billfold.account.peek()).toEqual({ status: 'disconnected' })
})

it('[D47] a page’s disconnect without a session does not close the open modal or end its connection attempt', async () => {
  const adapters = [evm(), solana()] as const
  billfold = createBillfold({
    projectId: 'project',
    networks: [mainnet, solanaMainnet],
    adapters: [...adapters],
    metadata: { name: 'Driftwood' },
  }) as Billfold
  const heard = vi.fn()
  billfold.connect('solana').then(heard, heard)
  await eventually(() => expect(billfold.isOpen.peek()).toBe(true))
  const [{ provider: ethereum }, { provider: wallet }] = adapters
  await wallet.features['standard:disconnect'].disconnect()
  const params = [{ eth_accounts: {} }]
  expect(await ethereum.request({ method: 'wallet_revokePermissions', params })).toBeNull()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(billfold.isOpen.peek()).toBe(true)
  expect(heard).not.toHaveBeenCalled()
})

it('after a reload, wallet() waits until the sessions of all chains are restored', async () => {
  const harbor = createFakeWallet()
  let answer!: () => void
  const open = new Promise<void>((resolve) => (answer = resolve))
  const { request } = harbor
  // The EVM wallet takes a moment at the load of a page, as extensions do whose background sleeps.
  harbor.request = async (args) => (await open, request(args))
  const lantern = createFakeStandardWallet({ accounts: [toAccount(ADA)] as never })
  stops = [announceWallet(harbor), register(lantern)]
  localStorage.setItem(
    'billfold/sessions',
    JSON.stringify([
      {
        id: 'b',
        namespace: 'solana',
        restoreKey: 'Lantern',
        name: 'Lantern',
        caipNetworkId: `solana:${solanaMainnet.id}`,
        accounts: [`solana:${solanaMainnet.id}:${ADA}`],
      },
      {
        id: 'a',
        namespace: 'eip155',
        restoreKey: 'example.harbor',
        name: 'Harbor',
        caipNetworkId: 'eip155:1',
        accounts: ['eip155:1:0x71c4a09e5b2df8361c7e90d4af52e8137bd6c02a'],
      },
    ]),
  )
  billfold = createBillfold({
    projectId: 'project',
    networks: [mainnet, solanaMainnet],
    adapters: [evm(), solana()],
    metadata: { name: 'Driftwood' },
  }) as Billfold
  await eventually(() => expect(billfold.account.peek()).toMatchObject({ status: 'connected', address: ADA }))
  setTimeout(answer, 300)
  const wallet = await billfold.wallet()
  // docs/recipes.md: `estimateGas`, `sendTransaction({ to, value })`, … are EVM's.
  const error = await wallet.estimateGas({ to: '0x'.padEnd(42, '1') }).catch((reason: unknown) => reason)
  // The fake wallet has no such method: what counts is that it was asked.
  expect(error).not.toMatchObject({ code: 'account_missing' })
})
