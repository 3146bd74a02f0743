// @vitest-environment happy-dom
import { act } from 'react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { PreparedReplacement } from '../../../src/core/payments/replacement.ts'
import type { SentRow } from '../../../src/core/payments/sent.ts'
import { BillfoldError } from '../../../src/core/base/errors.ts'
import type { PaymentIntent } from '../../../src/payments/payments.ts'
import '../../../ui/payments/replace-payment-view.tsx'
import { loadViews } from '../../../ui/modal/views.ts'
import { connected, harbor } from '../fake-shell.ts'
import { useModal } from '../open-modal.ts'

const modal = useModal()
const account = connected.caipAddress
const own = account.slice(account.lastIndexOf(':') + 1)
const HASH = `0x${'ab'.repeat(32)}`
const OTHER = `0x${'cd'.repeat(32)}`
const to = `0x${'b'.repeat(40)}`
const payment: SentRow = {
  account,
  hash: HASH,
  kind: 'send',
  to,
  out: { symbol: 'ETH', text: '1.5', units: '1500000000000000000' },
  sentAt: 1,
  status: 'late',
  nonce: 7,
}
const prepared: PreparedReplacement = {
  status: 'open',
  payment,
  nonce: 7,
  transaction: { namespace: 'eip155', to, value: 15n * 10n ** 17n, data: '0x', nonce: 7, maxFeePerGas: 2n },
  fee: { before: 21n * 10n ** 13n, max: 42n * 10n ** 13n },
}
const second = (how: 'speedUp' | 'cancel', change: Partial<SentRow> = {}): SentRow => ({
  ...payment,
  ...(how === 'cancel' && { to: own, out: { symbol: 'ETH', text: '0', units: '0' } }),
  hash: OTHER,
  status: 'pending',
  replaces: { hash: HASH, nonce: 7, how },
  ...change,
})

let paid: PaymentIntent[]
let answer: PreparedReplacement
let failure: BillfoldError | undefined

beforeAll(() => loadViews(['SentPayment', 'ReplacePayment', 'Account']))
beforeEach(() => {
  paid = []
  answer = prepared
  failure = undefined
})

async function open(payments: readonly SentRow[] = [payment], keepsNonce = true): Promise<void> {
  const { shell } = modal
  shell.account.value = { ...connected, connector: { ...harbor, ...(keepsNonce && { keepsNonce }) } }
  shell.answer = async (command) =>
    command === 'prepareReplacement' ? answer : command === 'prices' ? [] : undefined
  shell.payments = async () => ({
    dismiss() {},
    async pay(intent) {
      if (failure) throw failure
      paid.push(intent)
      const { transaction: _transaction, ...facts } = intent
      return { ...facts, hash: OTHER, sentAt: 2 }
    },
  })
  shell.set('sent', { data: { asked: [], payments } })
  shell.show('SentPayment', { account, hash: HASH })
  await modal.mount()
  await modal.wait(10)
}

async function review(words: 'Speed up' | 'Cancel payment'): Promise<void> {
  await modal.press(words)
  await modal.wait(20)
}

test('Speed up shows the old and the new network fee, and then replaces the pending payment', async () => {
  await open()
  await review('Speed up')
  expect(modal.text()).toContain('Fee so far, at most')
  expect(modal.text()).toContain('0.00021')
  expect(modal.text()).toContain('0.00042')
  expect(modal.text()).toContain('Either the first or the new one goes through, never both.')
  await review('Speed up')
  const { account: _account, ...shown } = paid[0]!
  expect(shown).toMatchObject({
    kind: 'send',
    to,
    out: payment.out,
    replaces: { hash: HASH, nonce: 7, how: 'speedUp' },
    transaction: { nonce: 7, maxFeePerGas: 2n },
  })
  expect(modal.shell.router.current.value).toMatchObject({ view: 'SentPayment', data: { hash: OTHER } })
})

test('Cancel payment sends an empty payment to the user’s own account, and then shows the original payment', async () => {
  await open()
  await review('Cancel payment')
  expect(modal.text()).toContain('An empty payment to yourself takes its place.')
  await review('Cancel payment')
  expect(paid).toMatchObject([
    { to: own, out: { units: '0' }, replaces: { hash: HASH, nonce: 7, how: 'cancel' } },
  ])
  expect(modal.shell.router.current.value).toMatchObject({ view: 'SentPayment', data: { hash: HASH } })
})

test('if the wallet may change the nonce, Speed up is not offered, and Cancel payment does not promise success', async () => {
  await open([payment], false)
  expect(modal.button('Speed up')).toBeUndefined()
  expect(modal.text()).toContain('Speed it up or cancel it in Harbor.')
  await review('Cancel payment')
  expect(modal.text()).not.toContain('never both')
  expect(modal.text()).toContain('If Harbor sends it as a separate payment instead, the first one may still')
})

test.each([
  ['a swap', { kind: 'swap' }],
  ['an approval', { kind: 'approve' }],
] as const)('%s can be cancelled but not sped up', async (_, change) => {
  await open([{ ...payment, ...change }])
  expect(modal.button('Speed up')).toBeUndefined()
  expect(modal.button('Cancel payment')).toBeDefined()
})

test.each<[string, Partial<SentRow>]>([
  ['already mined', { isIncluded: true }],
  ['confirmed', { status: 'confirmed' }],
  ['dropped', { status: 'dropped' }],
  ['without a known nonce', { nonce: undefined as never }],
])('a payment can be neither sped up nor cancelled if it is %s', async (_, change) => {
  await open([{ ...payment, ...change }])
  expect(modal.button('Speed up')).toBeUndefined()
  expect(modal.button('Cancel payment')).toBeUndefined()
})

test('a payment of an account that is not active can be neither sped up nor cancelled', async () => {
  await open()
  await act(async () => {
    modal.shell.account.value = { ...connected, caipAddress: `eip155:31337:0x${'e'.repeat(40)}` }
  })
  expect(modal.button('Cancel payment')).toBeUndefined()
})

test('the view of a sped-up payment shows the status of the transaction that replaced it', async () => {
  await open([second('speedUp'), payment])
  expect(modal.text()).toContain('On its way')
  expect(modal.text()).not.toContain('Submitted, not yet confirmed')
})

test('the view of a payment says that it is being cancelled, and offers a second cancellation only if the first is late', async () => {
  await open([second('cancel'), payment])
  expect(modal.text()).toContain('The network takes either the payment or its cancellation, never both.')
  expect(modal.button('Cancel payment')).toBeUndefined()
  await act(async () =>
    modal.shell.set('sent', {
      data: { asked: [], payments: [second('cancel', { status: 'late' }), payment] },
    }),
  )
  expect(modal.button('Speed up')).toBeUndefined()
  expect(modal.button('Cancel payment')).toBeDefined()
})

test('a speed-up that the wallet sent with a different nonce is shown as a second payment', async () => {
  await open([second('speedUp', { nonce: 8 }), payment])
  await act(async () => modal.shell.router.replace('SentPayment', { account, hash: OTHER }))
  expect(modal.text()).toContain('Harbor sent it as a new payment')
  expect(modal.text()).toContain('Both payments may go through.')
  expect(modal.button('Speed up')).toBeUndefined()
  await review('Cancel payment')
  expect(modal.text()).not.toContain('never both')
})

test('a cancellation that the wallet sent with a different nonce is shown as a new payment beside the original payment', async () => {
  await open([second('cancel', { nonce: 8 }), payment])
  expect(modal.text()).toContain('Harbor sent it as a new payment')
  expect(modal.text()).toContain('this payment may still go through')
  expect(modal.button('Speed up')).toBeUndefined()
  expect(modal.button('Cancel payment')).toBeUndefined()
  expect(modal.text()).not.toContain('never both')
})

test.each([
  ['used', 'Too late to change it'],
  ['unknown', 'Can’t change it right now'],
] as const)(
  'if the worker says that the nonce is %s, a replacement is not sent to the wallet, and its review says “%s”',
  async (status, words) => {
    await open()
    answer = { status }
    await review('Cancel payment')
    expect(modal.text()).toContain(words)
    expect(modal.button('Cancel payment')).toBeUndefined()
    expect(paid).toEqual([])
  },
)

test('a replacement says "Too late" if the original payment was mined during the review', async () => {
  await open()
  await review('Speed up')
  failure = new BillfoldError('payment_changed', 'No.', { context: { reason: 'used' } })
  answer = { status: 'used' }
  await review('Speed up')
  expect(modal.text()).toContain('Too late to change it')
})
