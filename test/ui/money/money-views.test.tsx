// @vitest-environment happy-dom
import { act } from 'react'
import { signal, type Signal } from '@preact/signals-core'
import { beforeAll, expect, test } from 'vitest'
import type { Features } from '../../../src/shell/options.ts'
import { type PreparedTransfer, type TransferInput } from '../../../src/core/payments/transfer.ts'
import type { PreparedSwap, SwapToken } from '../../../src/core/payments/swap.ts'
import type { SentRow } from '../../../src/core/payments/sent.ts'
import type { SwapState } from '../../../src/payments/create-swap.ts'
import { enter, getForm, toDraft } from '../../../src/payments/send-form.ts'
import { chooseToken, enterAmount } from '../../../src/payments/swap-form.ts'
import { listCompatible } from '../../../src/wallets/list-compatible.ts'
import { loadViews } from '../../../ui/modal/views.ts'
import { connected, network, portfolioHead, tokenAt } from '../fake-shell.ts'
import { useModal } from '../open-modal.ts'
import { encodeTransfer } from '../../encode-transfer.ts'

const modal = useModal()
const nadia = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const ether = { ...tokenAt(0), amount: 10n ** 18n }

beforeAll(() =>
  loadViews([
    'Account',
    'WalletSend',
    'WalletSendPreview',
    'Swap',
    'SwapPreview',
    'SwapSelectToken',
    'WalletReceive',
  ]),
)

test('the review sends nothing to the wallet if the user presses Cancel right after Send', async () => {
  const { shell } = modal
  let seen: (warnings: unknown) => void = () => {}
  let asked = 0
  const answer = shell.answer
  shell.answer = async (command, input) => {
    if (command === 'prices') return []
    if (command === 'prepareTransfer') return prepared
    if (command === 'checkReceiver')
      return (input as { isOffline?: boolean }).isOffline ? new Promise((resolve) => (seen = resolve)) : []
    return answer(command, input)
  }
  shell.payments = async () => ({ pay: () => ((asked += 1), new Promise(() => {})), dismiss() {} }) as never
  shell.rows.portfolio = (index) => ({ ...tokenAt(index), amount: 10n ** 18n })
  shell.set('portfolio', { data: portfolioHead(3) })
  await modal.openAccount()
  await modal.press('Send')
  await modal.wait(10)
  await act(() => enter(shell, { token: ether, amountText: '0.5', receiverText: nadia }))
  const prepared: PreparedTransfer = {
    draft: toDraft(getForm(shell).peek(), 'en')!,
    amount: 5n * 10n ** 17n,
    receiver: { status: 'address', address: nadia, isChecked: true },
    warnings: [],
    simulation: { status: 'passed' },
    transaction: encodeTransfer(ether, nadia, 5n * 10n ** 17n),
  }
  await modal.press('Review send')
  await modal.wait(10)
  await act(async () => modal.find('.send-answers .button.primary')!.click())
  await modal.press('Cancel')
  expect(shell.router.current.peek().view).toBe('WalletSend')
  await act(async () => seen([]))
  await modal.wait(10)
  expect(asked).toBe(0)
})

test('Receive lists only one network if the wallet shares its account only on that network', () => {
  const base = { ...network, id: 8453, caipNetworkId: 'eip155:8453', name: 'Base' } as const
  const shared = { ...connected, approved: ['eip155:31337'] as const }
  expect(listCompatible(shared, [network, base])).toEqual([network])
})

test('the Account view shows a sent payment in a strip if the page turns off Activity', async () => {
  const { shell } = modal
  ;(shell.features as Signal<Features>).value = { activity: false } as Features
  const sent: SentRow = {
    account: connected.caipAddress,
    hash: `0x${'ab'.repeat(32)}`,
    kind: 'send',
    to: nadia,
    out: { symbol: 'ETH', text: '1.5', units: '1500000000000000000' },
    sentAt: 1,
    status: 'lost',
  }
  await modal.openAccount()
  await act(() => shell.set('sent', { data: { payments: [sent], asked: [] } }))
  expect(modal.text()).not.toContain('Activity')
  expect(modal.text('.sent-strip')).toContain('1.5\u00a0ETH')
})

const coin: SwapToken = {
  token: 'eip155:31337:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  name: 'Ether',
  symbol: 'ETH',
  decimals: 18,
}
const dollars: SwapToken = {
  token: `eip155:31337:0x${String(1).padStart(40, '0')}`,
  name: 'HUSD',
  symbol: 'HUSD',
  decimals: 6,
}
const router = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'

async function openSwap(state: (prepared: PreparedSwap, sent: SentRow) => SwapState, row: Partial<SentRow>) {
  const { shell } = modal
  const { answer } = shell
  shell.answer = async (command, input) => (command === 'prices' ? [] : answer(command, input))
  await modal.openAccount()
  await modal.press('Swap')
  await modal.wait(10)
  await act(async () => {
    chooseToken(shell, 'from', dollars)
    chooseToken(shell, 'to', coin)
    enterAmount(shell, '500')
  })
  const draft = { account: connected.caipAddress, from: dollars, to: coin, amount: 500_000_000n }
  const prepared: PreparedSwap = {
    draft,
    expected: 10n ** 17n,
    provider: 'x',
    router,
    minimum: 9n * 10n ** 16n,
    approvals: [],
    transaction: { to: router, value: 0n, data: '0x' },
    simulation: { status: 'passed' },
    preparedAt: Date.now(),
  }
  const sent: SentRow = {
    account: connected.caipAddress,
    hash: `0x${'cd'.repeat(32)}`,
    kind: 'swap',
    to: router,
    sentAt: 1,
    out: { symbol: 'HUSD', text: '500', units: '500000000', token: dollars.token },
    status: 'pending',
    ...row,
  }
  await act(() => shell.set('sent', { data: { payments: [sent], asked: [] } }))
  const swap = {
    draft,
    state: signal(state(prepared, sent)),
    prepare: async () => {},
    leave() {},
    cancel() {},
    accept() {},
    sign: async () => {},
  }
  await act(async () => shell.router.push('SwapPreview', { swap }))
  await modal.wait(10)
}

test.each(['cancelled', 'replaced', 'lost', 'failed'] as const)(
  'a swap with the status “%s” and a confirmed approval shows the remaining spending cap',
  async (status) => {
    await openSwap((prepared, sent) => ({ status: 'sent', prepared, sent, approved: 1 }), { status })
    expect(modal.text()).toContain('Remaining spending cap')
  },
)

test('a swap does not say that its approval will be confirmed soon if the network has dropped the approval', async () => {
  await openSwap((prepared, sent) => ({ status: 'approving', prepared, sent, approved: 0 }), {
    kind: 'approve',
    status: 'dropped',
  })
  expect(modal.text()).not.toContain('The network should confirm it soon')
})

test('a review does not say "Nothing was sent" about an earlier payment that the wallet sent after Cancel', async () => {
  const { shell } = modal
  const answer = shell.answer
  const amount = 5n * 10n ** 17n
  shell.answer = async (command, input) => {
    if (command === 'prices' || command === 'checkReceiver') return []
    if (command !== 'prepareTransfer') return answer(command, input)
    return {
      draft: (input as TransferInput).draft,
      amount,
      receiver: { status: 'address', address: nadia, isChecked: true },
      warnings: [],
      simulation: { status: 'passed' },
      transaction: encodeTransfer(ether, nadia, amount),
    } satisfies PreparedTransfer
  }
  let approve = () => {}
  shell.payments = async () =>
    ({
      pay: (facts: object) =>
        new Promise(
          (resolve) => (approve = () => resolve({ ...facts, hash: `0x${'ab'.repeat(32)}`, sentAt: 1 })),
        ),
      dismiss() {},
    }) as never
  shell.rows.portfolio = (index) => ({ ...tokenAt(index), amount: 10n ** 18n })
  shell.set('portfolio', { data: portfolioHead(3) })
  await modal.openAccount()
  await modal.press('Send')
  await modal.wait(10)
  await act(() =>
    enter(shell, { token: shell.rows.portfolio(0) as never, amountText: '0.5', receiverText: nadia }),
  )
  await modal.press('Review send')
  await modal.wait(10)
  await act(async () => modal.find('.send-answers .button.primary')!.click())
  await modal.wait(10)
  // Nothing seems to happen: Cancel, Back, and once more.
  await modal.press('Cancel')
  await modal.press('Cancel')
  await modal.press('Review send')
  await modal.wait(10)
  expect(modal.text('.send-answers')).toContain('Send 0.5')
  // Then the question is found in the wallet, and approved there.
  await act(async () => approve())
  await modal.wait(10)
  expect(modal.text('.view')).not.toContain('Nothing was sent')
})
