/** States of sent payments, and of the page's payment requests. */
import { evm } from 'billfold/evm'
import type { PreparedReplacement } from '../../../../src/core/payments/replacement.ts'
import type { PendingRequest, SentAmount, SentRow, SentStatus } from '../../../../src/core/payments/sent.ts'
import { texts } from '../../../../ui/payments/texts.ts'
import type { PreparedWorker } from '../prepared-worker.ts'
import { account, address, CHAIN, nadia } from '../sample-data.ts'
import type { State, Tools } from '../state.ts'
import { ofAccount } from './account.ts'
import { answerSending } from './send.ts'

const out: SentAmount = { symbol: 'ETH', text: '0.123456789012345678', units: '123456789012345678' }
const payment = { account, kind: 'send' as const, to: nadia, out }

/** A request that the wallet hasn't answered. */
export const asked = (): PendingRequest => ({ ...payment, id: 'asked', askedAt: Date.now() - 95_000 })

export function sentRow(status: SentStatus): SentRow {
  const hash = `0x${status.length}c07${'4be1'.repeat(15)}`
  return { ...payment, hash: hash.slice(0, 66), sentAt: Date.now() - 95_000, status }
}

function setSent(worker: PreparedWorker, status: SentStatus): void {
  worker.set('sent', { data: { payments: [{ ...sentRow('pending'), status }], asked: [] } })
}

const sent: readonly (readonly [SentStatus, name: string, when: string])[] = [
  ['pending', 'on its way', 'The payment is submitted, not yet confirmed.'],
  ['late', 'late', 'The payment isn’t confirmed after 25 seconds.'],
  ['dropped', 'dropped', 'The network dropped the payment before it was confirmed.'],
  ['cosigning', 'waiting for signers', 'Other signers of the account have to approve the payment.'],
  [
    'queued',
    'waiting to be executed',
    'The wallet’s service accepted the payment but hasn’t executed it yet.',
  ],
  ['confirmed', 'confirmed', 'The network confirmed the payment.'],
  ['mismatched', 'not as reviewed', 'The payment is confirmed, but didn’t do what the user reviewed.'],
  [
    'uncompared',
    'not compared',
    'The payment is confirmed, but Billfold couldn’t compare it with the review.',
  ],
  ['failed', 'failed', 'The network reverted the payment.'],
  ['renewed', 'sent again', 'The wallet sent the payment again with another fee.'],
  ['cancelled', 'cancelled', 'The wallet replaced the payment with an empty transaction.'],
  ['replaced', 'replaced', 'Another transaction replaced the payment.'],
  ['expired', 'expired', 'The payment can no longer go through.'],
  ['lost', 'status unknown', 'No node has known the payment for a day.'],
]

/**
 * A pending payment, which has a nonce. `keepsNonce`: options that list Harbor as a wallet that uses the given nonce.
 */
const waiting = (): SentRow => ({ ...sentRow('late'), nonce: 41 })
const keepsNonce = { adapters: [evm({ keepsNonce: ['example.harbor'] })] }

function setWaiting(worker: PreparedWorker, ...others: readonly SentRow[]): void {
  worker.set('sent', { data: { payments: [...others, waiting()], asked: [] } })
  Object.assign(worker.answers, {
    prices: ({ tokens }) => tokens.map((token) => ({ token, price: 3_000.1 })),
    prepareReplacement: ({ hash, how }): PreparedReplacement => ({
      status: 'open',
      payment: { ...payment, hash, sentAt: 0 },
      nonce: 41,
      transaction: {
        namespace: 'eip155',
        to: how === 'cancel' ? address : nadia,
        value: how === 'cancel' ? 0n : BigInt(out.units),
        data: '0x',
        nonce: 41,
        gasPrice: 34n * 10n ** 9n,
      },
      fee: { before: 21_000n * 30n * 10n ** 9n, max: 21_000n * 34n * 10n ** 9n },
    }),
  } satisfies PreparedWorker['answers'])
}

/** A replacement for which the wallet chose another nonce. */
const separate = (how: 'speedUp' | 'cancel'): SentRow => ({
  ...waiting(),
  hash: `0x${'5e'.repeat(32)}`,
  status: 'pending',
  nonce: 42,
  replaces: { hash: waiting().hash, nonce: 41, how },
})

function replacing(part: Pick<State, 'name' | 'when' | 'see'> & Partial<State>): State {
  return ofAccount({
    view: 'SentPayment',
    worker: (worker) => setWaiting(worker),
    steps: [/^Sending 0/],
    options: keepsNonce,
    ...part,
  })
}

async function ask({ billfold }: Tools, amount = 5_000_000n): Promise<void> {
  const order = {
    caipNetworkId: `eip155:${CHAIN}`,
    asset: `0x${'1'.padStart(40, '0')}`,
    memo: 'Order 1042',
  } as const
  // Ignore the rejection: the state ends before the payment.
  billfold.pay({ ...order, amount, recipient: address }).catch(() => {})
}

function request(part: Pick<State, 'name' | 'when' | 'see'> & Partial<State>): State {
  return {
    view: 'Pay',
    features: { pay: true },
    worker: (worker) => answerSending(worker),
    steps: [ask],
    ...part,
  }
}

export const paymentStates: readonly State[] = [
  ...sent.map(([status, name, when]) =>
    ofAccount({
      name: `Payment, ${name}`,
      view: 'SentPayment',
      when,
      worker: (worker) => setSent(worker, 'pending'),
      steps: [/^Sending 0/, ({ worker }) => setSent(worker, status)],
      see: texts.ofKind.send[status]?.title ?? texts.status[status],
    }),
  ),
  ofAccount({
    name: 'Payment, no answer yet',
    view: 'UnknownPayment',
    when: 'The wallet hasn’t answered, so the payment may or may not have been sent.',
    worker: (worker) => worker.set('sent', { data: { payments: [], asked: [asked()] } }),
    steps: [/^Sending 0/],
    see: 'We don’t know if it was sent',
  }),
  replacing({
    name: 'Payment, can be sped up',
    when: 'The payment is pending, and the page states that this wallet keeps the nonce.',
    see: 'Speed up',
  }),
  replacing({
    name: 'Payment, can be cancelled',
    when: 'The payment is pending, and the wallet may choose its own nonce.',
    options: {},
    see: 'Speed it up or cancel it in Harbor.',
  }),
  replacing({
    name: 'Payment, being cancelled',
    when: 'The payment and its cancellation are both pending.',
    worker: (worker) => setWaiting(worker, { ...separate('cancel'), nonce: 41 }),
    see: 'Cancelling',
  }),
  replacing({
    name: 'Payment, cancellation sent separately',
    when: 'The wallet sent the cancellation as a new payment.',
    worker: (worker) => setWaiting(worker, separate('cancel')),
    see: 'Harbor sent it as a new payment',
  }),
  replacing({
    name: 'Payment, speed-up sent separately',
    when: 'The wallet sent the speed-up as a new payment.',
    worker: (worker) => setWaiting(worker, separate('speedUp')),
    see: 'Both payments may go through.',
  }),
  replacing({
    name: 'Speed-up',
    view: 'ReplacePayment',
    when: 'The cost of a speed-up, before the wallet opens.',
    steps: [/^Sending 0/, 'Speed up'],
    see: 'New fee, at most',
  }),
  replacing({
    name: 'Cancel payment',
    view: 'ReplacePayment',
    when: 'The cost of a cancellation, in a wallet that may not keep the nonce.',
    options: {},
    steps: [/^Sending 0/, 'Cancel payment'],
    see: 'If Harbor sends it as a separate payment instead',
  }),
  replacing({
    name: 'Speed-up, too late',
    view: 'ReplacePayment',
    when: 'The payment is already confirmed.',
    worker(worker) {
      setWaiting(worker)
      worker.answers.prepareReplacement = () => ({ status: 'used' })
    },
    steps: [/^Sending 0/, 'Speed up'],
    see: 'Too late to change it',
  }),
  replacing({
    name: 'Speed-up, unavailable',
    view: 'ReplacePayment',
    when: 'No node has the payment as pending.',
    worker(worker) {
      setWaiting(worker)
      worker.answers.prepareReplacement = () => ({ status: 'unknown' })
    },
    steps: [/^Sending 0/, 'Speed up'],
    see: 'Can’t change it right now',
  }),
  request({
    name: 'Payment request, no wallet yet',
    when: 'The page asks for a payment before a wallet is connected.',
    see: 'asks you to pay',
  }),
  request({
    name: 'Payment request',
    when: 'The page asks for a payment. The view shows all of it before the wallet opens.',
    connected: ['Harbor'],
    see: 'Transfers can’t be undone.',
  }),
  request({
    name: 'Payment request, insufficient funds',
    when: 'The account holds less than the page asks for.',
    connected: ['Harbor'],
    steps: [(tools) => ask(tools, 9_000_000_000n)],
    see: 'Not enough USDC',
  }),
]
