/** What an account did, and what a transaction holds. */
import { BillfoldError } from '../../src/core/base/errors.ts'
import { accountTopic, readAccountParams } from '../base/account-topic.ts'
import type { Domain } from '../base/context.ts'
import { fetchTransactionFacts } from './transaction/transaction-facts.ts'
import { createActivitySource } from './source.ts'
import { readUnverified } from './unverified.ts'

export const activity = {
  topics: {
    activity: { ...accountTopic<'activity'>(createActivitySource), readParams },
  },
  commands: { unverifiedActivity: readUnverified, transactionFacts: fetchTransactionFacts },
} satisfies Domain

/** @throws history_no_account, bad_account */
function readParams(params: unknown) {
  const account = (params as { account?: unknown } | null | undefined)?.account
  if (account !== undefined && account !== null && account !== '') return readAccountParams(params)
  throw new BillfoldError('history_no_account', "Transactions can't be fetched without an accountAddress", {
    category: 'API_ERROR',
  })
}
