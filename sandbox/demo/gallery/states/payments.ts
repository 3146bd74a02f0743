/** What was sent from here, and what the page asks to be paid. */
import type { PendingRequest, SentAmount, SentRow, SentStatus } from '../../../../src/core/payments/sent.ts'
import { texts } from '../../../../ui/payments/texts.ts'
import type { PreparedWorker } from '../prepared-worker.ts'
import { account, address, CHAIN, nadia } from '../sample-data.ts'
import type { State, Tools } from '../state.ts'
import { ofAccount } from './account.ts'
import { answerSending } from './send.ts'

const out: SentAmount = { symbol: 'ETH', text: '0.123456789012345678', units: '123456789012345678' }
const payment = { account, kind: 'send' as const, to: nadia, out }

/** Without an answer from the wallet. */
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

async function ask({ billfold }: Tools, amount = 5_000_000n): Promise<void> {
  const order = {
    caipNetworkId: `eip155:${CHAIN}`,
    asset: `0x${'1'.padStart(40, '0')}`,
    memo: 'Order 1042',
  } as const
  // The state ends before it is paid.
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
