// @vitest-environment happy-dom
import { act } from 'react'
import { beforeAll, expect, test } from 'vitest'
import type { SentStatus } from '../../../src/core/payments/sent.ts'
import { loadViews } from '../../../ui/modal/views.ts'
import { createPaymentMessage } from '../../../src/payments/payment-message.ts'
import { connected } from '../fake-shell.ts'
import { useModal } from '../open-modal.ts'
import { readSnack } from '../read-snack.ts'

const modal = useModal()
const account = connected.caipAddress
const HASH = `0x${'ab'.repeat(32)}`
const payment = {
  account,
  hash: HASH,
  kind: 'send',
  to: `0x${'b'.repeat(40)}`,
  out: { symbol: 'ETH', text: '1.5', units: '1500000000000000000' },
  sentAt: 1,
} as const

beforeAll(() => loadViews(['SentPayment', 'Account']))

async function open(status: SentStatus): Promise<void> {
  modal.shell.set('sent', { data: { asked: [], payments: [{ ...payment, status }] } })
  modal.shell.show('SentPayment', { account, hash: HASH })
  await modal.mount()
}

const say = (code: 'payment_confirmed' | 'payment_failed', hash = HASH) =>
  act(async () =>
    modal.shell.snacks.show({
      variant: code === 'payment_failed' ? 'error' : 'success',
      message: { code, what: '1.5 ETH', hash },
    }),
  )

test.each(['payment_confirmed', 'payment_failed'] as const)(
  'the message %s is not shown while the view of its payment is open',
  async (code) => {
    await open(code === 'payment_failed' ? 'failed' : 'confirmed')
    await say(code)
    expect(modal.shell.snacks.current.value).toBeUndefined()
  },
)

test('a message about a payment is shown while the view of a different payment is open', async () => {
  await open('confirmed')
  await say('payment_failed', `0x${'cd'.repeat(32)}`)
  expect(modal.shell.snacks.current.value).toMatchObject({ message: { code: 'payment_failed' } })
})

test('a message disappears when the view of its payment opens', async () => {
  await say('payment_failed')
  await open('failed')
  expect(modal.shell.snacks.current.value).toBeUndefined()
})

test.each([
  ['pending', 'Revoking the USDC spending cap: on its way'],
  ['failed', 'Revoking the USDC spending cap failed: the network reverted it'],
  ['confirmed', 'USDC spending cap revoked'],
] as const)(
  'the message about a %s revocation names the token instead of an amount of 0: “%s”',
  (event, title) => {
    const out = { symbol: 'USDC', text: '0', units: '0', token: 'eip155:1:0x1' } as const
    const message = createPaymentMessage({ ...payment, kind: 'approve', out }, event)!
    modal.shell.snacks.show({ variant: 'success', message })
    expect(readSnack(modal.shell)?.title).toBe(title)
  },
)
