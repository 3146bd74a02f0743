import { expect, test, vi } from 'vitest'
import { signal } from '@preact/signals-core'
import type { CaipAddress } from '../../src/core/chains/caip.ts'
import { type PreparedTransfer, type TransferDraft } from '../../src/core/payments/transfer.ts'
import type { PreparedSwap, SwapDraft } from '../../src/core/payments/swap.ts'
import { createTransfer, type Transfer } from '../../src/payments/create-transfer.ts'
import { createSwap } from '../../src/payments/create-swap.ts'
import { createPayments } from '../../src/payments/create-payments.ts'
import type { PaymentIntent } from '../../src/payments/payments.ts'
import { encodeTransfer } from '../encode-transfer.ts'

const account: CaipAddress = 'eip155:31337:0x71c4a09e5b2df8361c7e90d4af52e8137bd6c02a'
const nadia = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const draft: TransferDraft = {
  account,
  locale: 'en',
  token: { id: 'eip155:31337', kind: 'native', symbol: 'ETH', decimals: 18, amount: 10n ** 19n },
  amountText: '5',
  receiverText: nadia,
}
const preparedOf = (d: TransferDraft): PreparedTransfer => ({
  draft: d,
  amount: BigInt(Number(d.amountText) * 10) * 10n ** 17n,
  receiver: { status: 'address', address: nadia, isChecked: true },
  warnings: [],
  simulation: { status: 'passed' },
  transaction: encodeTransfer({ kind: 'native' }, nadia, BigInt(Number(d.amountText) * 10) * 10n ** 17n),
})
const flush = (ms = 0) => new Promise<void>((resolve) => setTimeout(resolve, ms))

function sendShown({ state, send, draft }: Transfer): Promise<void> {
  return send((state.value as { prepared: PreparedTransfer }).prepared, draft)
}

/** The code of payments is fetched with the first of them: on a phone that takes seconds. */
function late<T>(value: T) {
  let arrive = () => {}
  const there = new Promise<T>((resolve) => (arrive = () => resolve(value)))
  return { there, arrive: () => arrive() }
}

test('[F28] A transfer cancelled before the wallet was asked never reaches the wallet, but the next transfer does', async () => {
  const asked: string[] = []
  const pay = (intent: PaymentIntent) => {
    asked.push(intent.out.text)
    return new Promise<never>(() => {})
  }
  const code = late({ pay, dismiss() {} })
  const call = async (command: string, input: { draft: TransferDraft }) =>
    command === 'checkReceiver' ? [] : preparedOf(input.draft)
  const shell = { call: call as never, payments: () => code.there as never }
  const first = createTransfer(draft, { shell, own: [account], onSent: vi.fn(), now: () => 0 })
  await first.prepare()
  void sendShown(first)
  await flush()
  expect(first.state.value.status).toBe('asking')
  // As Cancel of the waiting view, then Back, do.
  first.cancel()
  first.leave()
  const less = { ...draft, amountText: '0.5' }
  const second = createTransfer(less, { shell, own: [account], onSent: vi.fn(), now: () => 0 })
  await second.prepare()
  void sendShown(second)
  await flush()
  code.arrive()
  await flush()
  expect(asked).toEqual(['0.5'])
})

test('[F28] A swap cancelled before the wallet was asked never reaches the wallet', async () => {
  const swapDraft: SwapDraft = {
    account,
    from: { token: `eip155:31337:0x${'a'.repeat(40)}`, name: 'D', symbol: 'D', decimals: 6 },
    to: { token: `eip155:31337:0x${'e'.repeat(40)}`, name: 'E', symbol: 'ETH', decimals: 18 },
    amount: 5n,
  }
  const prepared: PreparedSwap = {
    draft: swapDraft,
    expected: 10n,
    provider: 'x',
    router: nadia,
    minimum: 9n,
    approvals: [],
    transaction: { to: nadia, value: 0n, data: '0x38ed1739' },
    simulation: { status: 'unknown' },
    preparedAt: 0,
  }
  const asked: string[] = []
  const pay = (intent: PaymentIntent) => {
    asked.push(intent.kind)
    return new Promise<never>(() => {})
  }
  const code = late({ pay, dismiss() {} })
  const shell = {
    call: (async () => prepared) as never,
    topic: (() => signal({ data: { payments: [], asked: [] } })) as never,
    payments: () => code.there as never,
  }
  const swap = createSwap(swapDraft, { shell, onSent: vi.fn(), now: () => 0 })
  await swap.prepare()
  void swap.sign(prepared, swapDraft)
  await flush()
  expect(swap.state.value.status).toBe('asking')
  swap.cancel()
  swap.leave()
  code.arrive()
  await flush()
  expect(asked).toEqual([])
})

test('[F28] A transfer cancelled while the wallet’s code or the worker is still loading never reaches the wallet', async () => {
  const sendTransaction = vi.fn(() => new Promise<string>(() => {}))
  const code = late({ sendTransaction })
  const payments = createPayments({
    storage: undefined,
    getAccount: () => ({ status: 'connected', caipAddress: account }) as never,
    loadWalletCalls: () => code.there,
    call: (async () => ({ payments: [], asked: [] })) as never,
    topic: (() => signal({ data: { payments: [], asked: [] } })) as never,
    snacks: { show: vi.fn() } as never,
  })
  const call = async (command: string, input: { draft: TransferDraft }) =>
    command === 'checkReceiver' ? [] : preparedOf(input.draft)
  const shell = { call: call as never, payments: async () => payments }
  const one = createTransfer(draft, { shell, own: [account], onSent: vi.fn(), now: () => 0 })
  await one.prepare()
  void sendShown(one)
  await flush()
  expect(one.state.value.status).toBe('asking')
  one.cancel()
  one.leave()
  code.arrive()
  await flush(20)
  expect(sendTransaction).not.toHaveBeenCalled()
  expect(one.state.value).toMatchObject({ status: 'ready' })
})
