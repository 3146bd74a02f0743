// @vitest-environment happy-dom
import { act } from 'react'
import { beforeAll, expect, test } from 'vitest'
import { followProject } from '../../../src/analytics/follow-project.ts'
import type { Features } from '../../../src/shell/options.ts'
import { loadViews } from '../../../ui/modal/views.ts'
import { listOffered } from '../../../src/shell/wallet-features.ts'
import { connected, onBitcoin, onSolana, portfolioHead } from '../fake-shell.ts'
import { useModal } from '../open-modal.ts'
import type { Signal } from '@preact/signals-core'

const modal = useModal()
const { find } = modal
const decide = (features: Features) => {
  ;(modal.shell.features as Signal<Features>).value = features
}
const words = () => [...(find('.actions')?.children ?? [])].map((child) => child.textContent)

beforeAll(() => loadViews(['Account', 'AccountSettings']))

test('[A204] the account’s actions have a default order, which walletFeaturesOrder can change', async () => {
  await modal.openAccount()
  expect(words()).toEqual(['Buy', 'Swap', 'Receive', 'Send'])
  await act(() => decide({ walletFeaturesOrder: ['send', 'receive', 'send', 'none' as 'send'] }))
  expect(words()).toEqual(['Send', 'Receive', 'Buy', 'Swap'])
})

test('the account’s actions are shown before the portfolio has loaded, and then keep their order', async () => {
  await modal.openAccount()
  const before = words()
  await act(() => modal.shell.set('portfolio', { data: portfolioHead(3) }))
  expect(words()).toEqual(before)
})

test('[A198] [A201] a Bitcoin account offers only Receive, and a Solana account offers Buy, Receive and Send but no Swap', async () => {
  expect(listOffered({}, 'bip122')).toEqual(['receive'])
  expect(listOffered({}, 'solana')).toEqual(['onramp', 'receive', 'send'])
  await modal.openAccount()
  const account = modal.shell.account as Signal<unknown>
  await act(() => (account.value = onBitcoin))
  expect(words()).toEqual(['Receive'])
  await act(() => (account.value = onSolana))
  expect(words()).toEqual(['Buy', 'Receive', 'Send'])
})

test('[A202] a Solana account has no Activity tab and no name registration, but shows its sent payments', async () => {
  await modal.openAccount()
  const { shell } = modal
  const tabs = () => [...modal.root.querySelectorAll('[role=tab]')].map((tab) => tab.textContent)
  const offersName = () => modal.button('Choose a name') !== undefined
  const sent = {
    account: onSolana.caipAddress,
    hash: '5'.repeat(88),
    kind: 'send',
    to: onSolana.address,
    out: { symbol: 'SOL', text: '1.5', units: '1500000000' },
    sentAt: 1,
    status: 'confirmed',
  } as const
  await act(() => {
    shell.set('identity', { data: { address: onSolana.address, unusualName: false } as never })
    shell.set('sent', { data: { payments: [sent], asked: [] } })
  })
  expect(tabs()).toContain('Activity')
  await act(() => ((shell.account as Signal<unknown>).value = onSolana))
  expect(tabs()).not.toContain('Activity')
  expect(modal.text('.sent-strip')).toContain('1.5\u00a0SOL')
  await act(() => shell.router.push('AccountSettings'))
  await modal.wait(10)
  expect(offersName()).toBe(false)
  await act(() => ((shell.account as Signal<unknown>).value = connected))
  await modal.wait(10)
  expect(offersName()).toBe(true)
})

test.each(['onramp', 'swaps', 'receive', 'send'] as const)(
  '[A114] the option features.%s turns its action of the account on and off',
  (flag) => {
    expect(listOffered({ [flag]: false }, 'eip155')).not.toContain(flag)
    expect(listOffered({ [flag]: true }, 'eip155')).toContain(flag)
    expect(listOffered({}, 'eip155')).toContain(flag)
  },
)

test.each<[string, Features, Features | undefined]>([
  ['the page', { activity: false }, undefined],
  ['the dashboard', {}, { activity: false }],
])('[A114] Activity has no tab and loads no data if %s turns it off', async (_, ofPage, ofDashboard) => {
  const { shell } = modal
  const features = shell.features as Signal<Features>
  features.value = ofPage
  shell.set('project', { data: { features: ofDashboard, analytics: false } as never })
  const stop = followProject({ shell, features })
  await modal.openAccount()
  const tabs = [...modal.root.querySelectorAll<HTMLElement>('[role=tab]')]
  expect(tabs.map((tab) => tab.textContent)).toEqual(['Tokens', 'NFTs'])
  await act(async () => tabs[1]!.click())
  await modal.wait(10)
  expect([...shell.watched].map((key) => key.split(' ')[0])).toContain('nfts')
  expect([...shell.watched].filter((key) => key.startsWith('activity '))).toEqual([])
  stop()
})

test('[A116] the dashboard can turn off Swap and Buy', () => {
  const { shell } = modal
  const features = shell.features as Signal<Features>
  shell.set('project', { data: { features: { swaps: false, onramp: [] }, analytics: false } })
  const stop = followProject({ shell, features })
  shell.open.value = true
  expect(listOffered(features.value, 'eip155')).toEqual(['receive', 'send'])
  stop()
})

test('offline, Receive is the only enabled action of the account', async () => {
  await modal.openAccount()
  await act(() => ((modal.shell.online as Signal<boolean>).value = false))
  const able = [...find('.actions')!.querySelectorAll('button')]
    .filter(({ disabled }) => !disabled)
    .map((each) => each.textContent)
  expect(able).toEqual(['Receive'])
})
