import { signal } from '@preact/signals-core'
import * as fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { CaipAddress } from '../../src/core/chains/caip.ts'
import { BillfoldError } from '../../src/core/base/errors.ts'
import type { SentList, SentStatus, SentTransaction } from '../../src/core/payments/sent.ts'
import { type PreparedSwap, QUOTE_LIFE, type SwapDraft } from '../../src/core/payments/swap.ts'
import { createSwap, type Swap } from '../../src/payments/create-swap.ts'
import { createPayments } from '../../src/payments/create-payments.ts'
import { toSwapIntent } from '../../src/payments/to-swap-intent.ts'
import type { PaymentIntent } from '../../src/payments/payments.ts'
import '../seed.ts'

const account: CaipAddress = 'eip155:31337:0x71c4a09e5b2df8361c7e90d4af52e8137bd6c02a'
const router = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'
const word = (value: bigint) => value.toString(16).padStart(64, '0')
const dollars = '0x00000000000000000000000000000000000000aa'
const draft: SwapDraft = {
  account,
  from: { token: `eip155:31337:${dollars}`, name: 'Harbor Dollar', symbol: 'HUSD', decimals: 6 },
  to: {
    token: 'eip155:31337:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
    name: 'Ether',
    symbol: 'ETH',
    decimals: 18,
  },
  amount: 500_000_000n,
}
const limitOf = (amount: bigint) => ({
  amount,
  transaction: { to: dollars, value: 0n, data: `0x095ea7b3${word(BigInt(router))}${word(amount)}` },
})
const hashOf = (count: number) => `0x${count.toString(16).padStart(64, '0')}`

/** A wallet whose answers come when the test says so, a network that settles when it does, and a clock that stands. */
function setUp(allowance = 0n, isStubborn = false) {
  const world = { now: 0, minimum: 1_000n, allowance }
  const sent = signal<{ data: SentList }>({ data: { payments: [], asked: [] } })
  const asked: [intent: PaymentIntent, isLookedFor: boolean][] = []
  const settles: { resolve(sent: SentTransaction): void; reject(error: unknown): void }[] = []
  let settle: (typeof settles)[number] | undefined
  const onSent = vi.fn<(swap: Swap, sent: SentTransaction) => void>()
  const prepare = async (): Promise<PreparedSwap> => {
    const approvals =
      world.allowance >= draft.amount
        ? []
        : world.allowance > 0n && isStubborn
          ? [limitOf(0n), limitOf(draft.amount)]
          : [limitOf(draft.amount)]
    return {
      draft: structuredClone(draft),
      expected: world.minimum + 10n,
      provider: '1inch',
      router,
      minimum: world.minimum,
      approvals,
      transaction: { to: router, value: 0n, data: '0x38ed1739' },
      simulation: { status: 'unknown' },
      preparedAt: world.now,
    }
  }
  const call = vi.fn<() => Promise<unknown>>(prepare)
  const pay = (intent: PaymentIntent, isLookedFor = false) => {
    asked.push([intent, isLookedFor])
    return new Promise<SentTransaction>((resolve, reject) => settles.push((settle = { resolve, reject })))
  }
  const shell = {
    call: call as never,
    topic: (() => sent) as never,
    payments: async () => ({ pay, dismiss() {} }),
  }
  const swap = createSwap(draft, { shell, onSent, now: () => world.now })
  const flush = () => new Promise<void>((resolve) => setTimeout(resolve))
  const prepared = () => (swap.state.value as { prepared: PreparedSwap }).prepared
  return {
    swap,
    world,
    asked,
    onSent,
    call,
    flush,
    prepared,
    async ready() {
      await swap.prepare()
      return prepared()
    },
    async sign(current: SwapDraft | undefined = draft, isLookedFor = false) {
      void swap.sign(prepared(), current, isLookedFor)
      await flush()
    },
    async approve() {
      const { transaction: _, ...facts } = asked.at(-1)![0]
      const one = { ...facts, hash: hashOf(asked.length), sentAt: world.now }
      sent.value = {
        data: { payments: [{ ...one, status: 'pending' }, ...sent.value.data.payments], asked: [] },
      }
      settle!.resolve(one)
      await flush()
    },
    async fail(code: ConstructorParameters<typeof BillfoldError>[0], context = {}) {
      settle!.reject(new BillfoldError(code, code, { context }))
      await flush()
    },
    /** The network says what became of the last one. */
    async settle(status: SentStatus) {
      const [last, ...others] = sent.value.data.payments
      if (status === 'confirmed' && last!.kind === 'approve') world.allowance = BigInt(last!.out.units)
      sent.value = { data: { payments: [{ ...last!, status }, ...others], asked: [] } }
      // The view does this when it draws "preparing".
      if (swap.state.value.status === 'preparing') await swap.prepare()
      await flush()
    },
    sent,
    /** Of each request, in their order. */
    settles,
  }
}

const kinds = (asked: readonly [PaymentIntent, boolean][]) =>
  asked.map(([{ kind, out }]) => `${kind} ${out.units}`)

describe('A swap', () => {
  test('[F29] asks for a spending cap of exactly the amount, waits until it is mined, and then asks for the swap', async () => {
    const { swap, asked, sign, approve, settle, ready, onSent } = setUp()
    await ready()
    await sign()
    expect(swap.state.value.status).toBe('asking')
    await approve()
    expect(swap.state.value).toMatchObject({
      status: 'approving',
      sent: { kind: 'approve', hash: hashOf(1) },
    })
    await settle('late')
    expect(swap.state.value.status).toBe('approving')
    await settle('confirmed')
    expect(swap.state.value).toMatchObject({ status: 'ready', approved: 1, prepared: { approvals: [] } })
    await sign()
    await approve()
    expect(swap.state.value).toMatchObject({ status: 'sent', sent: { kind: 'swap', in: { units: '1000' } } })
    expect(kinds(asked)).toEqual(['approve 500000000', 'swap 500000000'])
    expect(onSent).toHaveBeenCalledTimes(1)
  })

  test('revokes the old spending cap first if the token refuses to change a spending cap that is not zero', async () => {
    const { swap, asked, sign, approve, settle, ready } = setUp(7n, true)
    await ready()
    for (let step = 0; step < 3; step += 1) {
      await sign()
      await approve()
      await settle('confirmed')
    }
    expect(kinds(asked)).toEqual(['approve 0', 'approve 500000000', 'swap 500000000'])
    expect(swap.state.value).toMatchObject({ status: 'sent', approved: 2 })
  })

  test('does not ask for a spending cap that is already set', async () => {
    const { asked, sign, ready } = setUp(500_000_000n)
    await ready()
    await sign()
    expect(kinds(asked)).toEqual(['swap 500000000'])
  })

  test('does not ask for the approval again if the swap was declined after its spending cap was approved', async () => {
    const { swap, asked, sign, approve, settle, fail, ready } = setUp()
    await ready()
    await sign()
    await approve()
    await settle('confirmed')
    await sign()
    await fail('wallet_declined')
    expect(swap.state.value).toMatchObject({
      status: 'ready',
      approved: 1,
      failure: { code: 'wallet_declined' },
    })
    await sign()
    expect(kinds(asked)).toEqual(['approve 500000000', 'swap 500000000', 'swap 500000000'])
  })

  test('shows that its approval reverted, and asks for the approval again', async () => {
    const { swap, asked, sign, approve, settle, ready } = setUp()
    await ready()
    await sign()
    await approve()
    await settle('failed')
    expect(swap.state.value).toMatchObject({
      status: 'ready',
      approved: 0,
      failure: { code: 'approval_failed' },
    })
    await sign()
    expect(kinds(asked)).toEqual(['approve 500000000', 'approve 500000000'])
  })

  test('finds its pending approval, even if the approval was sent before the modal was closed', async () => {
    const first = setUp()
    await first.ready()
    await first.sign()
    await first.approve()
    const { swap, asked, sent, ready, settle } = setUp()
    sent.value = first.sent.value
    await ready()
    expect(swap.state.value).toMatchObject({ status: 'approving', sent: { hash: hashOf(1) } })
    await settle('confirmed')
    expect(swap.state.value).toMatchObject({ status: 'ready', prepared: { approvals: [] } })
    expect(asked).toEqual([])
  })

  test.each([
    ['its price has become 30 s old', QUOTE_LIFE + 1],
    ['the clock has been set back', -1],
  ])(
    '[F30] is prepared again instead of signed after %s, and is signed when the user presses Sign again',
    async (_, later) => {
      const { swap, asked, sign, ready, world, flush } = setUp(500_000_000n)
      await ready()
      world.now = later
      await sign()
      await flush()
      expect(asked).toEqual([])
      expect(swap.state.value).toMatchObject({ status: 'ready', prepared: { preparedAt: world.now } })
      await sign()
      expect(asked).toHaveLength(1)
    },
  )

  test('[F30] is signed at a worse price only after the person accepts the price; a better price needs no consent', async () => {
    const { swap, asked, sign, ready, world, prepared } = setUp(500_000_000n)
    await ready()
    world.minimum = 1_100n
    await ready()
    expect(swap.state.value).not.toHaveProperty('before')
    world.minimum = 1_099n
    await ready()
    expect(swap.state.value).toMatchObject({ status: 'ready', before: 1_100n })
    await sign()
    expect(asked).toEqual([])
    // Still worse than what was seen, though better than the last one.
    world.minimum = 1_099n
    await ready()
    expect(swap.state.value).toMatchObject({ before: 1_100n })
    swap.accept(prepared())
    await sign()
    expect(asked[0]![0].in?.units).toBe('1099')
  })

  test('[F30] is not signed if another quote has replaced the quote for which the user pressed Sign', async () => {
    const { swap, asked, ready, world, flush } = setUp(500_000_000n)
    const shown = await ready()
    world.minimum = 1_200n
    await ready()
    await swap.sign(shown, draft)
    await flush()
    expect(asked).toEqual([])
    void swap.prepare()
    await swap.sign(shown, draft)
    expect(asked).toEqual([])
  })

  test('[F27] never reaches the wallet if amount, account or token changed after it was prepared', async () => {
    const { swap, asked, sign, ready } = setUp(500_000_000n)
    for (const part of [
      { amount: draft.amount + 1n },
      { account: account.replace('31337', '31338') as CaipAddress },
      { from: draft.to },
      { to: { ...draft.to, decimals: 6 } },
    ]) {
      await ready()
      await sign({ ...draft, ...part })
      expect(swap.state.value).toMatchObject({ status: 'ready', failure: { code: 'payment_changed' } })
    }
    await swap.sign((swap.state.value as { prepared: PreparedSwap }).prepared, undefined)
    expect(asked).toEqual([])
  })

  test('[F28] is updated by the wallet’s answer to its approval or to the swap even if the answer arrives after Cancel', async () => {
    const { swap, sign, approve, settle, ready, onSent } = setUp()
    await ready()
    await sign()
    swap.cancel()
    expect(swap.state.value.status).toBe('ready')
    await approve()
    expect(swap.state.value.status).toBe('approving')
    await settle('confirmed')
    await sign()
    swap.cancel()
    await approve()
    expect(swap.state.value.status).toBe('sent')
    expect(onSent).toHaveBeenCalledTimes(1)
  })

  test('does not ask again for an approval that is mined while the swap is being prepared', async () => {
    const { swap, sign, approve, settle, ready, call, flush } = setUp()
    const stale = await ready()
    await sign()
    swap.cancel()
    let answer: (prepared: unknown) => void = () => {}
    call.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)))
    void swap.prepare()
    await approve()
    await settle('confirmed')
    answer(stale)
    await flush()
    expect(swap.state.value).toMatchObject({ status: 'ready', prepared: { approvals: [] } })
  })

  test('[F28] does not count as checked if the user has checked the wallet only for its approval', async () => {
    for (const isPrepared of [true, false]) {
      const { swap, asked, sign, approve, fail, settle, ready, world, flush, sent } = setUp()
      await ready()
      await sign()
      await fail('outcome_unknown')
      // The network has it meanwhile, and the price is too old by the time the person says "not there".
      const { transaction: _, ...facts } = asked[0]![0]
      const row = { ...facts, hash: hashOf(1), sentAt: 0, status: 'pending' as const }
      if (isPrepared) sent.value = { data: { payments: [row], asked: [] } }
      else world.allowance = draft.amount
      world.now = QUOTE_LIFE + 1
      await sign(draft, true)
      await flush()
      if (isPrepared) await settle('confirmed')
      expect(swap.state.value).toMatchObject({ status: 'ready', prepared: { approvals: [] } })
      await sign()
      expect(asked.map(([{ kind }, isLookedFor]) => [kind, isLookedFor])).toEqual([
        ['approve', false],
        ['swap', false],
      ])
      await approve()
      expect(swap.state.value.status).toBe('sent')
    }
  })

  test('[F28] forgets the user’s check of the wallet for an approval once the approval is found, even if it reverts', async () => {
    const { asked, sign, fail, settle, ready, world, flush, sent } = setUp()
    await ready()
    await sign()
    await fail('outcome_unknown')
    const { transaction: _, ...facts } = asked[0]![0]
    sent.value = {
      data: { payments: [{ ...facts, hash: hashOf(1), sentAt: 0, status: 'pending' }], asked: [] },
    }
    world.now = QUOTE_LIFE + 1
    await sign(draft, true)
    await flush()
    await settle('failed')
    await sign()
    expect(asked.map(([{ kind }, isLookedFor]) => [kind, isLookedFor])).toEqual([
      ['approve', false],
      ['approve', false],
    ])
  })

  test('[F28] still counts the user’s check of the wallet after the same swap was prepared at a new price', async () => {
    const { asked, sign, fail, ready, world, flush } = setUp(500_000_000n)
    await ready()
    await sign()
    await fail('outcome_unknown')
    world.now = QUOTE_LIFE + 1
    world.minimum = 1_001n
    await sign(draft, true)
    await flush()
    await sign()
    expect(asked.map(([, isLookedFor]) => isLookedFor)).toEqual([false, true])
  })

  test.each(['asking', 'unknown', 'sent'] as const)(
    '[F28] keeps the status “%s” even if the wallet accepts an approval late',
    async (status) => {
      const { swap, asked, sign, settle, ready, world, settles, sent, onSent, flush } = setUp()
      await ready()
      await sign()
      swap.cancel()
      // The router may take as much by now, such as from another page.
      world.allowance = draft.amount
      await ready()
      await sign()
      expect(kinds(asked)).toEqual(['approve 500000000', 'swap 500000000'])
      const answer = async (at: number) => {
        const { transaction: _, ...facts } = asked[at]![0]
        const one = { ...facts, hash: hashOf(at + 1), sentAt: 0 }
        sent.value = {
          data: { payments: [{ ...one, status: 'pending' }, ...sent.value.data.payments], asked: [] },
        }
        settles[at]!.resolve(one)
        await flush()
      }
      if (status === 'sent') await answer(1)
      if (status === 'unknown') settles[1]!.reject(new BillfoldError('outcome_unknown', 'No answer.'))
      await flush()
      await answer(0)
      expect(swap.state.value.status).toBe(status)
      await settle('confirmed')
      expect(swap.state.value).toMatchObject({ status, prepared: { approvals: [] } })
      if (status === 'asking') await answer(1)
      expect(onSent).toHaveBeenCalledTimes(status === 'unknown' ? 0 : 1)
    },
  )

  test('[F28] is not reset by an approval that is mined after the swap was signed', async () => {
    const { swap, sign, approve, settle, ready, settles, asked, world, flush, sent } = setUp()
    await ready()
    await sign()
    swap.cancel()
    world.allowance = draft.amount
    await ready()
    await sign()
    swap.cancel()
    // The limit is followed when the answer for the swap comes.
    const { transaction: _, ...facts } = asked[0]![0]
    sent.value = {
      data: { payments: [{ ...facts, hash: hashOf(9), sentAt: 0, status: 'pending' }], asked: [] },
    }
    settles[0]!.resolve({ ...facts, hash: hashOf(9), sentAt: 0 })
    await flush()
    expect(swap.state.value.status).toBe('approving')
    await approve()
    expect(swap.state.value.status).toBe('sent')
    const [swapRow, limitRow] = sent.value.data.payments
    sent.value = { data: { payments: [limitRow!, swapRow!], asked: [] } }
    await settle('confirmed')
    expect(swap.state.value.status).toBe('sent')
  })

  test('[F28] is requested again after an unknown outcome only once the person has checked the wallet', async () => {
    const { swap, asked, sign, fail, ready, flush, prepared } = setUp(500_000_000n)
    await ready()
    await sign()
    await fail('outcome_unknown')
    expect(swap.state.value.status).toBe('unknown')
    await swap.sign(prepared(), draft)
    await flush()
    expect(asked).toHaveLength(1)
    await sign(draft, true)
    expect(asked.at(-1)![1]).toBe(true)
    // It counts for one question.
    await fail('wallet_declined')
    await sign()
    expect(asked.at(-1)![1]).toBe(false)
  })

  test('shows an error of the worker, and can be prepared again', async () => {
    const { swap, call, ready } = setUp()
    call.mockRejectedValueOnce(new BillfoldError('swap_refused', '…', { context: { reason: 'receiver' } }))
    await swap.prepare()
    expect(swap.state.value).toMatchObject({ status: 'unprepared', error: { code: 'swap_refused' } })
    await ready()
    expect(swap.state.value.status).toBe('ready')
  })
})

type Move =
  | { what: 'prepare' | 'accept' | 'cancel' | 'approve' | 'decline' | 'lose' }
  | { what: 'sign'; isSame: boolean; isLookedFor: boolean }
  | { what: 'settle'; status: SentStatus }
  | { what: 'wait'; by: number }
  | { what: 'price'; minimum: number }

const moves: fc.Arbitrary<readonly Move[]> = fc.array(
  fc.oneof(
    fc.record({ what: fc.constantFrom('prepare', 'accept', 'cancel', 'approve', 'decline', 'lose') }),
    fc.record({ what: fc.constantFrom('approve', 'accept') }),
    fc.record({ what: fc.constant('sign'), isSame: fc.constant(true), isLookedFor: fc.boolean() }),
    fc.record({ what: fc.constant('sign'), isSame: fc.boolean(), isLookedFor: fc.boolean() }),
    fc.record({ what: fc.constant('settle'), status: fc.constantFrom('confirmed', 'failed', 'replaced') }),
    fc.record({ what: fc.constant('wait'), by: fc.integer({ min: 1, max: 2 * QUOTE_LIFE }) }),
    fc.record({ what: fc.constant('price'), minimum: fc.integer({ min: 1, max: 2_000 }) }),
  ) as fc.Arbitrary<Move>,
  { minLength: 10, maxLength: 30, size: 'max' },
)

test('[F27] [F29] [F30] A swap asks the wallet only for what was shown last, before it expires and once, in any order of events', async () => {
  let count = 0
  await fc.assert(
    fc.asyncProperty(moves, async (script) => {
      const one = setUp(7n, true)
      const { swap, asked, world } = one
      for (const move of script) {
        // The view does this when it draws "preparing".
        if (swap.state.value.status === 'preparing') await swap.prepare()
        const state = swap.state.value
        const before = asked.length
        const isOpen = state.status === 'asking'
        if (move.what === 'prepare') await swap.prepare()
        else if (move.what === 'accept' && state.status === 'ready') swap.accept(state.prepared)
        else if (move.what === 'cancel') swap.cancel()
        else if (move.what === 'approve' && isOpen) await one.approve()
        else if (move.what === 'decline' && isOpen) await one.fail('wallet_declined')
        else if (move.what === 'lose' && isOpen) await one.fail('outcome_unknown')
        else if (move.what === 'settle' && state.status === 'approving') await one.settle(move.status)
        else if (move.what === 'wait') world.now += move.by
        else if (move.what === 'price') world.minimum = BigInt(move.minimum)
        else if (move.what === 'sign' && 'prepared' in state)
          await one.sign(move.isSame ? draft : { ...draft, amount: 1n }, move.isLookedFor)
        if (asked.length === before) continue
        count += 1
        const [{ kind, out, in: least, transaction }] = asked.at(-1)!
        const { prepared } = state as { prepared: PreparedSwap }
        expect(move).toMatchObject({ what: 'sign', isSame: true })
        expect(world.now - prepared.preparedAt).toBeLessThanOrEqual(QUOTE_LIFE)
        expect(state).not.toHaveProperty('before')
        const [limit] = prepared.approvals
        expect(transaction).toEqual((limit ?? prepared).transaction)
        expect([kind, BigInt(out.units)]).toEqual(limit ? ['approve', limit.amount] : ['swap', draft.amount])
        expect(least?.units).toBe(limit ? undefined : String(prepared.minimum))
        expect(kind === 'approve' && BigInt(out.units) > draft.amount).toBe(false)
      }
    }),
    { numRuns: 300 },
  )
  expect(count).toBeGreaterThan(300)
})

test('[F29] A spending cap for an amount other than the entered amount is never signed', async () => {
  for (const amount of [draft.amount - 1n, draft.amount + 1n, 2n ** 256n - 1n]) {
    const one = setUp()
    const prepared = { ...((await one.call()) as PreparedSwap), approvals: [limitOf(amount)] }
    one.call.mockResolvedValueOnce(prepared)
    await one.swap.prepare()
    expect(one.swap.state.value).toMatchObject({ status: 'unprepared', error: { code: 'payment_changed' } })
    expect(() => toSwapIntent(prepared, draft)).toThrow('The approval was for a different amount')
  }
})

test('[F29] Each step of a swap goes through the last check before the wallet is asked', async () => {
  const one = setUp(7n, true)
  const given: unknown[] = []
  const payments = createPayments({
    storage: undefined,
    getAccount: () => ({ status: 'connected', caipAddress: account }) as never,
    loadWalletCalls: async () => ({
      sendTransaction: async (transaction) => {
        given.push(transaction)
        return hashOf(given.length)
      },
    }),
    call: (async (command: string, { transaction }: { transaction: unknown }) =>
      command === 'readSwap' ? { transaction, isPayment: true } : undefined) as never,
    topic: (() => one.sent) as never,
    snacks: { show() {} },
  })
  for (const allowance of [7n, 0n, draft.amount]) {
    one.world.allowance = allowance
    await one.ready()
    await one.sign()
    await payments.pay(one.asked.at(-1)![0])
    await one.fail('wallet_declined')
  }
  expect(given).toEqual([
    limitOf(0n).transaction,
    limitOf(draft.amount).transaction,
    { to: router, value: 0n, data: '0x38ed1739' },
  ])
  payments.stop()
})
