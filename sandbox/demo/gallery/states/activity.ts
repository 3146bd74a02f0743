/** States of an account's activity. */
import type { TransactionFacts } from '../../../../src/core/assets/activity.ts'
import type { ErrorRecord } from '../../../../src/core/base/errors.ts'
import type { PreparedWorker } from '../prepared-worker.ts'
import { activityAt, activityHead, address, months, nadia } from '../sample-data.ts'
import type { State } from '../state.ts'
import { empty, ofAccount, unknown } from './account.ts'
import { asked, sentRow } from './payments.ts'

const serverFault: ErrorRecord = {
  code: 'history_failed',
  message: 'Failed to fetch transactions',
  category: 'API_ERROR',
  context: { reason: 'http_status', status: 500 },
}

const facts: TransactionFacts = {
  isWhole: true,
  status: 'confirmed',
  minedAt: Date.UTC(2026, 10, 14, 9, 41, 12),
  fee: 210_000_000_063_000n,
  signer: address,
  from: address,
  to: nadia,
  token: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
}

const { from: _from, to: _to, ...rest } = facts
const approval = { spender: nadia, symbol: 'USDC', limit: { kind: 'unlimited' } } as const

const apart = { hidden: { spam: 7, otherChain: 0, invalid: 0 } }

function list(part: Pick<State, 'name' | 'when' | 'see'> & Partial<State>): State {
  return ofAccount({ steps: ['Activity'], ...part })
}

/** A state with an opened transaction. @param row text of the transaction's row */
function opened(
  part: Pick<State, 'name' | 'when' | 'see'>,
  row: RegExp,
  answer: NonNullable<PreparedWorker['answers']['transactionFacts']>,
): State {
  const worker = ({ answers }: PreparedWorker) => void (answers.transactionFacts = answer)
  return list({ worker, steps: ['Activity', row], ...part })
}

export const activityStates: readonly State[] = [
  list({ name: 'Activity', when: 'Two years of activity.', see: 'Harvest pool' }),
  list({
    name: 'Activity, loading',
    when: 'The activity hasn’t loaded yet.',
    worker: (worker) => worker.set('activity', { status: 'loading', ...unknown }),
    see: 'Activity',
  }),
  list({
    name: 'Activity, none',
    when: 'A new account without activity.',
    worker: empty,
    see: 'No activity yet',
  }),
  list({
    name: 'Activity, failed',
    when: 'The API isn’t responding, and no earlier activity is stored.',
    worker: (worker) => worker.set('activity', { status: 'failed', error: serverFault, ...unknown }),
    see: 'Try again',
  }),
  list({
    name: 'Activity, last known',
    when: 'The API isn’t responding. The last known activity stays.',
    worker: (worker) =>
      worker.set('activity', {
        data: activityHead(months(5, 5), { empty: true }),
        status: 'failed',
        error: serverFault,
      }),
    see: 'Harvest pool',
  }),
  list({
    name: 'Activity, 100,000 transactions',
    when: 'A very long list.',
    worker: (worker) => worker.set('activity', { data: activityHead(months(100_000, 4_200)) }),
    see: 'Harvest pool',
  }),
  list({
    name: 'Activity, pending',
    when: 'One transaction is not yet confirmed.',
    worker(worker) {
      const { activity } = worker.rows
      const pending = {
        ...activityAt(1),
        id: 'pending',
        status: 'pending' as const,
        minedAt: Date.now() - 40_000,
      }
      worker.rows.activity = (index) => (index === 0 ? pending : activity(index - 1))
      worker.set('activity', { data: activityHead([{ kind: 'pending', count: 1 }, ...months(40, 20)]) })
    },
    see: 'Not yet confirmed',
  }),
  list({
    name: 'Activity, sent payments',
    when: 'Payments that the API doesn’t list: cancelled, late and unanswered.',
    worker: (worker) =>
      worker.set('sent', { data: { payments: [sentRow('cancelled'), sentRow('late')], asked: [asked()] } }),
    see: 'May have been sent',
  }),
  list({
    name: 'Activity, search',
    when: 'Fields to search and filter.',
    steps: ['Activity', 'Search and filter'],
    see: 'Cancel',
  }),
  list({
    name: 'Activity, only unverified',
    when: 'All transactions are unsolicited.',
    worker: (worker) => worker.set('activity', { data: activityHead([], apart) }),
    see: 'Only unverified transactions',
  }),
  list({
    name: 'Activity, some unverified',
    when: 'Unsolicited transactions are grouped in one row.',
    worker: (worker) => worker.set('activity', { data: activityHead(months(3, 3), apart) }),
    see: 'Unverified (7)',
  }),
  list({
    name: 'Unverified activity',
    view: 'Unverified',
    when: 'Unsolicited transactions, each with the reason why it is unverified.',
    worker(worker) {
      worker.set('activity', { data: activityHead(months(3, 3), apart) })
      worker.answers.unverifiedActivity = () => [
        { id: '1', name: 'U·D·', reason: 'disguise', date: '19 Nov' },
        { id: '2', name: '\u22120.000\u00a0USDC', reason: 'nothing', date: '19 Nov' },
        { id: '3', name: 'claim-reward.example', reason: 'link', date: '12 Nov' },
        { id: '4', name: 'Golden Pass #88120', reason: 'flagged', date: '8 Nov 2025' },
      ]
    },
    steps: ['Activity', /^Unverified/],
    see: 'You didn’t request these',
  }),
  opened(
    {
      name: 'Activity, opened',
      when: 'Details of a transaction, from the network’s node.',
      see: 'Network fee',
    },
    /^Swapped/,
    () => facts,
  ),
  opened(
    { name: 'Activity, approval opened', when: 'An approval’s spender and spending cap.', see: 'Unlimited' },
    /^Approved/,
    () => ({ ...rest, approval }),
  ),
  opened(
    { name: 'Activity, opened, loading', when: 'The node hasn’t answered yet.', see: 'Status' },
    /^Received/,
    () => new Promise(() => {}),
  ),
  opened(
    {
      name: 'Activity, opened, not found',
      when: 'The node doesn’t have the transaction.',
      see: 'Not available',
    },
    /^Received/,
    () => ({ isWhole: false }),
  ),
]
