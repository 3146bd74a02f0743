/** States of spending caps, and of their revocation. */
import type { Allowance, Allowances, PreparedRevocation } from '../../../../src/core/payments/allowance.ts'
import type { ErrorRecord } from '../../../../src/core/base/errors.ts'
import { toPaymentCall } from '../../../../src/core/payments/payment-call.ts'
import type { PreparedWorker } from '../prepared-worker.ts'
import { activityHead, CHAIN } from '../sample-data.ts'
import type { State } from '../state.ts'
import { ofAccount, unknown } from './account.ts'
import { settle } from './send.ts'

const usdc: Allowance = {
  token: `eip155:${CHAIN}:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48`,
  spender: '0x8C05E92bA17f02D4a3e0A7E5bC9B41d27De37EB2',
  app: 'Driftwood',
  symbol: 'USDC',
  decimals: 6,
  amount: 2n ** 256n - 1n,
  balance: 4_250_000_001n,
}

const all: readonly Allowance[] = [
  usdc,
  {
    ...usdc,
    token: `eip155:${CHAIN}:0x2260fac5e5542a773aa44fbcfedf7c193bc2c599`,
    spender: '0x9fA341b7c08E5d26e7f130ab84c9d25e6f07B1E4',
    symbol: 'LONGSYMBOLOFATOK',
    decimals: 18,
    amount: 2n ** 254n,
    balance: 2n ** 240n,
    app: 'An application with a name that is too long',
  },
  {
    token: `eip155:${CHAIN}:0x514910771af9ca656af840dff83e8264ecf986ca`,
    spender: '0x5be1077D20C94A3eF8861D0bb2F7C6e59a3340d8',
    symbol: 'LINK',
    decimals: 18,
    amount: 25n * 10n ** 18n,
    balance: 0n,
  },
]

const error: ErrorRecord = { code: 'http_network', message: 'No.', category: 'API_ERROR', context: {} }

function answer(
  worker: PreparedWorker,
  part: Partial<Allowances> = {},
  prepared?: Partial<PreparedRevocation>,
) {
  worker.set('allowances', { data: { allowances: all, isPartial: false, unread: 0, ...part } })
  Object.assign(worker.answers, {
    prices: ({ tokens }) => tokens.map((token) => ({ token, price: token.includes('eeeeee') ? 3_000.1 : 1 })),
    prepareRevocation: (draft) => ({
      draft,
      allowance: usdc,
      transaction: {
        namespace: 'eip155',
        ...toPaymentCall({ kind: 'approve', to: draft.spender, out: { units: '0', token: draft.token } })!,
      },
      simulation: { status: 'passed' },
      fee: { expected: 46_000n * 10n ** 9n, max: 69_000n * 10n ** 9n },
      ...prepared,
    }),
    readSwap: ({ transaction }) => ({ transaction, isPayment: true }),
    trackRequest: () => ({ payments: [], asked: [] }),
  } satisfies PreparedWorker['answers'])
}

type Part = Pick<State, 'name' | 'when' | 'see'> & Partial<State>

function list(part: Part): State {
  return ofAccount({
    view: 'SpendingCaps',
    worker: (worker) => answer(worker),
    steps: ['Account settings', 'Spending caps'],
    ...part,
  })
}

function one(part: Part, ...more: NonNullable<State['steps']>): State {
  const steps = ['Account settings', 'Spending caps', /^Unlimited/, ...more]
  return list({ view: 'SpendingCap', steps, ...part })
}

export const allowanceStates: readonly State[] = [
  list({ name: 'Spending caps', when: 'Three spenders can take tokens.', see: 'LINK' }),
  list({
    name: 'Spending caps, some unknown',
    when: 'Older activity isn’t loaded, and the node didn’t answer for two spending caps.',
    worker(worker) {
      answer(worker, { isPartial: true, unread: 2 })
      worker.set('activity', { data: { ...activityHead([]), next: 'older' } })
    },
    see: 'Load older activity',
  }),
  list({
    name: 'Spending caps, none',
    when: 'No known approval lets anyone take tokens.',
    worker: (worker) => answer(worker, { allowances: [] }),
    see: 'No spending caps found',
  }),
  list({
    name: 'Spending caps, loading',
    when: 'The spending caps haven’t loaded yet.',
    worker: (worker) => worker.set('allowances', { status: 'loading', ...unknown }),
    see: 'Spending caps',
  }),
  list({
    name: 'Spending caps, failed',
    when: 'The node isn’t responding, and no earlier list is stored.',
    worker: (worker) => worker.set('allowances', { status: 'failed', error, ...unknown }),
    see: 'Couldn’t load spending caps',
  }),
  list({
    name: 'Spending caps, last known',
    when: 'The node isn’t responding. The last known list stays.',
    worker(worker) {
      answer(worker)
      const data = { allowances: all, isPartial: false, unread: 0 }
      worker.set('allowances', { data, status: 'failed', error })
    },
    see: 'Not up to date',
  }),
  one({
    name: 'Spending cap',
    when: 'A spender and its spending cap, ready to be revoked.',
    see: 'At risk now',
  }),
  one({
    name: 'Spending cap, nothing to revoke',
    when: 'The spending cap was revoked or used up in the meantime.',
    worker: (worker) => answer(worker, {}, { allowance: undefined as never }),
    see: 'Nothing to revoke',
  }),
  one({
    name: 'Spending cap, insufficient fee',
    when: 'The account lacks the native token for the network fee.',
    worker: (worker) => answer(worker, {}, { shortage: 'fee' }),
    see: 'Check again',
  }),
  one({
    name: 'Spending cap, unknown',
    when: 'The node doesn’t say how much of the spending cap is left.',
    worker(worker) {
      answer(worker)
      worker.answers.prepareRevocation = () => Promise.reject(Object.assign(new Error('No.'), error))
    },
    see: 'Try again',
  }),
  one(
    {
      name: 'Spending cap, revoking declined',
      when: 'The user declined in the wallet.',
      wallets: [{ name: 'Harbor', later: 'declines' }],
      see: 'You declined in Harbor.',
    },
    'Revoke',
  ),
  one(
    {
      name: 'Spending cap, in the wallet',
      when: 'The wallet is waiting for approval.',
      wallets: [{ name: 'Harbor', later: 'waits' }],
      see: /0 USDC for/,
    },
    'Revoke',
  ),
  one(
    {
      name: 'Spending cap, revoked',
      when: 'The network confirmed the revocation.',
      wallets: [{ name: 'Harbor', later: 'approves' }],
      worker(worker) {
        answer(worker)
        settle(worker, 'confirmed')
      },
      see: 'Spending cap revoked',
    },
    'Revoke',
  ),
]
