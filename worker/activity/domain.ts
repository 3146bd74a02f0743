/** What of activity is there from the start; its code is loaded beside the worker. */
import { BillfoldError } from '../../src/core/errors.ts'
import { accountTopic, readAccountParams } from '../topics/account-topic.ts'
import type { Domain } from '../context.ts'
import type * as Activity from './source.ts'
import type * as Facts from '../transaction/transaction-facts.ts'
import type * as Unverified from './unverified.ts'

export const activity = {
  topics: {
    activity: {
      ...accountTopic<'activity'>(async (context) => {
        try {
          return (await context.load<typeof Activity>('activity')).createActivitySource
        } catch (error) {
          throw new BillfoldError('history_failed', 'The code for activity could not be loaded. Try again.', {
            category: 'API_ERROR',
            cause: error,
          })
        }
      }),
      readParams,
    },
  },
  commands: {
    unverifiedActivity: async (input, context) =>
      (await context.load<typeof Unverified>('activity')).readUnverified(input, context),
    transactionFacts: async (input, context) =>
      (await context.load<typeof Facts>('activity')).fetchTransactionFacts(input, context),
  },
} satisfies Domain

/** @throws history_no_account, bad_account */
function readParams(params: unknown) {
  const account = (params as { account?: unknown } | null | undefined)?.account
  if (account !== undefined && account !== null && account !== '') return readAccountParams(params)
  throw new BillfoldError('history_no_account', "Transactions can't be fetched without an accountAddress", {
    category: 'API_ERROR',
  })
}
