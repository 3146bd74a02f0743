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
  ['pending', 'on its way', 'The network has it, and no block yet.'],
  ['late', 'late', 'It is in no block after 25 seconds.'],
  ['dropped', 'dropped', 'The network knew it, and does not any more.'],
  ['cosigning', 'waiting for signers', 'Other signers of the account have to agree.'],
  ['queued', 'waiting to be executed', 'The wallet’s service has yet to carry it out.'],
  ['confirmed', 'confirmed', 'A block has it.'],
  ['mismatched', 'not as reviewed', 'It is in a block, but did not do what was reviewed.'],
  ['uncompared', 'not compared', 'It is in a block, and nobody could compare it with the review.'],
  ['failed', 'failed', 'A block has undone it.'],
  ['renewed', 'sent again', 'The wallet has sent it again with another fee.'],
  ['cancelled', 'cancelled', 'The wallet has put nothing in its place.'],
  ['replaced', 'replaced', 'Another transaction took its place.'],
  ['expired', 'expired', 'It can no longer go through.'],
  ['lost', 'lost', 'For a day no node has known it.'],
]

/** Pending payments have a nonce; Harbor uses the given nonce when the page lists it in `keepsNonce`. */
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
    when: 'The wallet has not answered: nobody knows whether it was sent.',
    worker: (worker) => worker.set('sent', { data: { payments: [], asked: [asked()] } }),
    steps: [/^Sending 0/],
    see: 'We don’t know if it was sent',
  }),
  replacing({
    name: 'Payment, can be sped up',
    when: 'It waits, and the page says that the wallet keeps numbers.',
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
    when: 'A cancel waits as well.',
    worker: (worker) => setWaiting(worker, { ...separate('cancel'), nonce: 41 }),
    see: 'Cancelling',
  }),
  replacing({
    name: 'Payment, cancelled in vain',
    when: 'The wallet made a new payment of the cancel.',
    worker: (worker) => setWaiting(worker, separate('cancel')),
    see: 'Harbor sent it as a new payment',
  }),
  replacing({
    name: 'Payment, sent a second time',
    when: 'The wallet made a new payment of the speed-up.',
    worker: (worker) => setWaiting(worker, separate('speedUp')),
    see: 'Both payments may go through.',
  }),
  replacing({
    name: 'Speed-up',
    view: 'ReplacePayment',
    when: 'What it costs, before the wallet is asked.',
    steps: [/^Sending 0/, 'Speed up'],
    see: 'New fee, at most',
  }),
  replacing({
    name: 'Cancel of a payment',
    view: 'ReplacePayment',
    when: 'The same in a wallet that may not keep the number.',
    options: {},
    steps: [/^Sending 0/, 'Cancel payment'],
    see: 'If Harbor sends it as a separate payment instead',
  }),
  replacing({
    name: 'Speed-up, too late',
    view: 'ReplacePayment',
    when: 'A block has the payment by now.',
    worker(worker) {
      setWaiting(worker)
      worker.answers.prepareReplacement = () => ({ status: 'used' })
    },
    steps: [/^Sending 0/, 'Speed up'],
    see: 'Too late to change it',
  }),
  replacing({
    name: 'Speed-up, not known',
    view: 'ReplacePayment',
    when: 'No node has the payment now.',
    worker(worker) {
      setWaiting(worker)
      worker.answers.prepareReplacement = () => ({ status: 'unknown' })
    },
    steps: [/^Sending 0/, 'Speed up'],
    see: 'Can’t change it right now',
  }),
  request({
    name: 'Payment request, no wallet yet',
    when: 'The page asks for a payment, and no wallet is connected.',
    see: 'asks you to pay',
  }),
  request({
    name: 'Payment request',
    when: 'The page asks for a payment: all that is about to happen.',
    connected: ['Harbor'],
    see: 'Transfers can’t be undone.',
  }),
  request({
    name: 'Payment request, not enough',
    when: 'The account holds less than the page asks for.',
    connected: ['Harbor'],
    steps: [(tools) => ask(tools, 9_000_000_000n)],
    see: 'Not enough USDC',
  }),
]
