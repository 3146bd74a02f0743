// @vitest-environment happy-dom
import type { Signal } from '@preact/signals-core'
import { act } from 'react'
import { beforeAll, expect, test } from 'vitest'
import type { AccountState } from '../../../src/wallets/account.ts'
import { listCompatible } from '../../../src/wallets/list-compatible.ts'
import { loadViews } from '../../../ui/modal/views.ts'
import { bitcoin, connected, network, onBitcoin, onSolana, solana } from '../fake-shell.ts'
import { useModal } from '../open-modal.ts'

const modal = useModal()
const { find, text, press } = modal
const base = { ...network, id: 8453, caipNetworkId: 'eip155:8453', name: 'Base' } as const

beforeAll(() => loadViews(['WalletReceive', 'WalletCompatibleNetworks']))

test('Receive shows the whole checksum address and the networks on which it works', async () => {
  modal.shell.networks.push(base, solana, bitcoin)
  await modal.openAccount()
  await press('Receive')
  expect(find('.receive .whole-address')!.getAttribute('aria-label')).toBe(connected.address)
  expect(text('.receive .whole-address').replaceAll(' ', '')).toBe(connected.address)
  expect(text('.where')).toContain('Works on 2 networks')
  await act(async () => find('.where')!.click())
  expect([...find('.compatible')!.children].map((row) => row.querySelector('bdi')!.textContent)).toEqual([
    'Ethereum',
    'Base',
  ])
})

test('Receive shows the active account’s address, and warns that only tokens of the account’s chain may be sent to it', async () => {
  await modal.openAccount()
  await press('Receive')
  await act(() => ((modal.shell.account as Signal<AccountState>).value = onBitcoin))
  expect(text('.receive .whole-address').replaceAll(' ', '')).toBe(onBitcoin.address)
  expect(text('.where')).toContain('Only on Bitcoin')
  expect(text('.alert.warn')).toContain('Only send bitcoin')
})

test('listCompatible returns the networks of the account’s namespace, but only the current network for a smart account', () => {
  const all = [base, solana, network, bitcoin]
  expect(listCompatible(connected, all)).toEqual([network, base])
  expect(listCompatible(onSolana, all)).toEqual([solana])
  const [own] = connected.allAccounts
  const smart = { ...connected, allAccounts: [{ ...own!, purpose: 'smartAccount' as const }] }
  expect(listCompatible(smart, all)).toEqual([network])
})
