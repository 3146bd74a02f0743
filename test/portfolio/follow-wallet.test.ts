// @vitest-environment happy-dom
import { signal } from '@preact/signals-core'
import { expect, it } from 'vitest'
import { createSessions, type Session } from '../../src/connections/session.ts'
import type { CaipAddress } from '../../src/core/chains/caip.ts'
import { followWallet } from '../../src/portfolio/follow-wallet.ts'
import type { AccountState } from '../../src/wallets/account.ts'
import { createStorage } from '../create-storage.ts'
import { connected } from '../ui/fake-shell.ts'

const REEF = 'solana:localnet:9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'
const session = (account: CaipAddress): Session => {
  const [namespace, reference] = account.split(':')
  return {
    id: account,
    namespace: namespace as Session['namespace'],
    restoreKey: 'key',
    name: 'Harbor',
    caipNetworkId: `${namespace}:${reference}`,
    accounts: [account],
  }
}

function start(storage: Storage | undefined) {
  const account = signal<AccountState>({ status: 'disconnected' })
  const accounts = signal<readonly CaipAddress[]>([])
  const stop = followWallet({ account, open: async () => {} }, storage, accounts)
  return { account, accounts, stop }
}

it('The portfolio shows the stored account before a wallet is found, even offline', () => {
  const storage = createStorage()
  createSessions(storage).putFirst(session(connected.caipAddress))
  expect(start(storage).accounts.value).toEqual([connected.caipAddress])
})

it('The portfolio shows the connected account of each namespace, and removes an account when its connection ends', () => {
  const storage = createStorage()
  const sessions = createSessions(storage)
  const { account, accounts, stop } = start(storage)
  sessions.putFirst(session(REEF))
  sessions.putFirst(session(connected.caipAddress))
  account.value = connected
  expect(accounts.value).toEqual([connected.caipAddress, REEF])
  sessions.end([REEF])
  expect(accounts.value).toEqual([connected.caipAddress])
  account.value = { status: 'disconnected' }
  sessions.end([connected.caipAddress])
  expect(accounts.value).toEqual([])
  stop()
})

it('The portfolio shows the active account if nothing can be stored', () => {
  const { account, accounts } = start(undefined)
  account.value = connected
  expect(accounts.value).toEqual([connected.caipAddress])
  account.value = { status: 'disconnected' }
  expect(accounts.value).toEqual([])
})
