import { expect, test } from 'vitest'
import { matchInstalledWallets } from '../../src/connections/match-installed-wallets.ts'
import type { Wallet } from '../../src/core/assets/wallet.ts'
import type { Connector } from '../../src/wallets/connector.ts'

const createConnector = (rdns: string): Connector => ({
  id: rdns,
  name: 'Harbor',
  type: 'ANNOUNCED',
  chain: 'eip155',
  namespaces: ['eip155'],
  restoreKey: rdns,
  info: { rdns, uuid: rdns },
  provider: {},
})
const wallet: Wallet = { id: 'harbor', name: 'Harbor', rdns: 'io.harbor' }
const match = (listed: Wallet, ...rdns: string[]) =>
  matchInstalledWallets(listed, rdns.map(createConnector)).map(({ id }) => id)

test('[D34] A wallet of the directory matches at most one announced wallet, by its rdns or the rdns of its mobile edition', () => {
  expect(match(wallet, 'io.harbor.mobile')).toEqual(['io.harbor.mobile'])
  expect(match(wallet, 'io.harbor.mobile', 'io.harbor')).toEqual(['io.harbor'])
  const { rdns: _, ...other } = wallet
  const injected = [{ namespace: 'eip155', injected_id: 'io.harbor' }] as const
  expect(match({ ...other, injected }, 'io.harbor.mobile')).toEqual(['io.harbor.mobile'])
})

test.each(['io.harbor.flask', 'io.harbor.beta', 'io.harbor.mobile.beta', 'io.harbor.'])(
  '[D34] A wallet of the directory does not match a beta or special edition with its own rdns: %s',
  (rdns) => {
    expect(match(wallet, rdns)).toEqual([])
    expect(match(wallet, rdns, 'io.harbor')).toEqual(['io.harbor'])
    expect(match({ ...wallet, rdns }, rdns)).toEqual([rdns])
  },
)

test('[D34] A wallet of the directory does not match an announced wallet whose rdns is only partly equal', () => {
  expect(match(wallet, 'io.harborer', 'com.io.harbor', 'io')).toEqual([])
  expect(match({ ...wallet, rdns: 'io' }, 'io.harbor')).toEqual([])
})
