/** What a transfer and a swap under review have in common. */
import { signal } from '@preact/signals-core'
import { describe, expect, test, vi } from 'vitest'
import type { CaipAddress } from '../../src/core/chains/caip.ts'
import { BillfoldError } from '../../src/core/base/errors.ts'
import type { SentTransaction } from '../../src/core/payments/sent.ts'
import type { PreparedSwap, SwapDraft } from '../../src/core/payments/swap.ts'
import { type PreparedTransfer, type TransferDraft } from '../../src/core/payments/transfer.ts'
import type { ReviewState } from '../../src/payments/create-review.ts'
import { createSwap } from '../../src/payments/create-swap.ts'
import { createTransfer } from '../../src/payments/create-transfer.ts'
import type { PaymentIntent } from '../../src/payments/payments.ts'
import { encodeTransfer } from '../encode-transfer.ts'

const account: CaipAddress = 'eip155:1:0x71c4a09e5b2df8361c7e90d4af52e8137bd6c02a'
const nadia = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const flush = () => new Promise<void>((resolve) => setTimeout(resolve))

/** One kind of payment, whose wallet answers when the test says so. */
interface Kind {
  review: { state: { value: ReviewState<unknown> }; prepare(): Promise<void>; cancel(): void; leave(): void }
  confirm(isLookedFor?: boolean, isOtherForm?: boolean): Promise<void>
  call: ReturnType<typeof createCall>
  asked: PaymentIntent[]
  wanted: (() => boolean)[]
  world: { now: number }
  fail(code: 'wallet_declined' | 'outcome_unknown'): Promise<void>
}

function createCall(prepare: () => unknown) {
  return vi.fn<(command: string) => Promise<unknown>>(async (command) =>
    command === 'checkReceiver' ? [] : prepare(),
  )
}

function setUp(prepare: (now: number) => unknown) {
  const world = { now: 0 }
  const asked: PaymentIntent[] = []
  let reject: (error: unknown) => void = () => {}
  const wanted: (() => boolean)[] = []
  const pay = (intent: PaymentIntent, _isLookedFor?: boolean, isWanted = () => true) => {
    asked.push(intent)
    wanted.push(isWanted)
    return new Promise<SentTransaction>((_, no) => (reject = no))
  }
  const call = createCall(() => prepare(world.now))
  const shell = {
    call: call as never,
    topic: (() => signal({ data: { payments: [], asked: [] } })) as never,
    payments: async () => ({ pay, dismiss() {} }),
  }
  return {
    world,
    asked,
    wanted,
    call,
    options: { shell, own: [account], onSent() {}, now: () => world.now },
    async fail(code: 'wallet_declined' | 'outcome_unknown') {
      reject(new BillfoldError(code, code))
      await flush()
    },
  }
}

function createTransferKind(): Kind {
  const draft: TransferDraft = {
    account,
    locale: 'en',
    token: { id: 'eip155:1', kind: 'native', symbol: 'ETH', decimals: 18, amount: 10n ** 19n },
    amountText: '5',
    receiverText: nadia,
  }
  const amount = 5n * 10n ** 18n
  const all = setUp((now): PreparedTransfer => ({
    draft,
    amount,
    receiver: { status: 'address', address: nadia, isChecked: true },
    warnings: [],
    simulation: { status: 'passed' },
    transaction: encodeTransfer({ kind: 'native' }, nadia, amount),
    freshUntil: now + 30_000,
  }))
  const review = createTransfer(draft, all.options)
  return {
    ...all,
    review,
    async confirm(isLookedFor, isOtherForm) {
      const { prepared } = review.state.value as { prepared: PreparedTransfer }
      void review.send(prepared, isOtherForm ? { ...draft, amountText: '6' } : draft, isLookedFor)
      await flush()
    },
  }
}

function createSwapKind() {
  const draft: SwapDraft = {
    account,
    from: { token: `eip155:1:0x${'a'.repeat(40)}`, name: 'D', symbol: 'D', decimals: 6 },
    to: { token: `eip155:1:0x${'b'.repeat(40)}`, name: 'E', symbol: 'E', decimals: 18 },
    amount: 5n,
  }
  const all = setUp((now): PreparedSwap => ({
    draft,
    expected: 10n,
    provider: 'x',
    router: nadia,
    minimum: 9n,
    approvals: [],
    transaction: { to: nadia, value: 0n, data: '0x38ed1739' },
    simulation: { status: 'unknown' },
    preparedAt: now,
  }))
  const review = createSwap(draft, all.options)
  return {
    ...all,
    review,
    async confirm(isLookedFor?: boolean, isOtherForm?: boolean) {
      const { prepared } = review.state.value as { prepared: PreparedSwap }
      void review.sign(prepared, isOtherForm ? { ...draft, amount: 6n } : draft, isLookedFor)
      await flush()
    },
  }
}

describe.each<[string, () => Kind]>([
  ['A transfer', createTransferKind],
  ['A swap', createSwapKind],
])('%s under review', (_, create) => {
  test('can be confirmed if the user leaves and returns while the review is being renewed', async () => {
    const { review, call, confirm, asked } = create()
    await review.prepare()
    call.mockImplementationOnce(() => new Promise(() => {}))
    void review.prepare()
    expect(review.state.value).toMatchObject({ status: 'ready', isRenewed: true })
    review.leave()
    expect(review.state.value).not.toHaveProperty('isRenewed')
    await confirm()
    expect(asked).toHaveLength(1)
  })

  test('[F28] keeps an unknown outcome if the user prepares again, cancels or leaves', async () => {
    const { review, confirm, fail, asked, call } = create()
    await review.prepare()
    await confirm()
    await fail('outcome_unknown')
    const calls = call.mock.calls.length
    await review.prepare()
    review.cancel()
    review.leave()
    await confirm()
    expect([review.state.value.status, asked.length, call.mock.calls.length]).toEqual(['unknown', 1, calls])
  })

  test('[F28] keeps an unknown outcome if the form has changed when the user confirms after checking the wallet', async () => {
    const { review, confirm, fail, asked } = create()
    await review.prepare()
    await confirm()
    await fail('outcome_unknown')
    await confirm(true, true)
    expect([review.state.value.status, asked.length]).toEqual(['unknown', 1])
    await confirm(true)
    expect(asked).toHaveLength(2)
  })

  test('is prepared once, even if prepare() is called several times before the first preparation ends', async () => {
    const { review, call } = create()
    await Promise.all([review.prepare(), review.prepare(), review.prepare()])
    expect([call.mock.calls.length, review.state.value.status]).toEqual([1, 'ready'])
  })

  test('is prepared again if it has expired, and must be confirmed again before the wallet is asked', async () => {
    const { review, confirm, asked, world } = create()
    await review.prepare()
    world.now = 30_001
    await confirm()
    expect([asked.length, review.state.value.status]).toEqual([0, 'ready'])
    await confirm()
    expect(asked).toHaveLength(1)
  })

  test('[F28] keeps an unknown outcome and shows the error if a repeated request is refused before the wallet is asked', async () => {
    const { review, confirm, fail, asked } = create()
    await review.prepare()
    await confirm()
    await fail('outcome_unknown')
    await confirm(true, true)
    expect(review.state.value).toMatchObject({ status: 'unknown', failure: { code: 'payment_changed' } })
    expect(review.state.value).not.toHaveProperty('isRenewed')
    await confirm(true)
    expect([review.state.value.status, asked.length]).toEqual(['asking', 2])
    expect(review.state.value).not.toHaveProperty('trouble')
  })

  test('[F30] is not sent if it expires between the confirmation and the request to the wallet', async () => {
    const { review, confirm, world, wanted } = create()
    await review.prepare()
    await confirm()
    world.now = 30_000
    expect(wanted.at(-1)!()).toBe(true)
    world.now = 30_001
    expect(wanted.at(-1)!).toThrow('has expired. Nothing was sent')
    review.cancel()
    expect(wanted.at(-1)!()).toBe(false)
  })

  test('[F27] is not sent if the form has changed, and the review says why', async () => {
    const { review, confirm, asked } = create()
    await review.prepare()
    await confirm(false, true)
    expect(asked).toEqual([])
    expect(review.state.value).toMatchObject({ status: 'ready', failure: { code: 'payment_changed' } })
  })
})

test('[D12] A swap whose minimum was lowered after it was shown is not signed', async () => {
  const { review, confirm, asked } = createSwapKind()
  await review.prepare()
  const { prepared } = review.state.value as { prepared: PreparedSwap }
  prepared.minimum = 8n
  await confirm()
  expect(asked).toEqual([])
  expect(review.state.value).toMatchObject({ status: 'ready', failure: { code: 'payment_changed' } })
})
