/** The domain of account activity and transaction details. */
import { BillfoldError } from '../../src/core/base/errors.ts'
import { accountTopic, readAccountParams } from '../base/account-topic.ts'
import type { Domain } from '../base/context.ts'
import type { ActivityParams } from '../../src/core/contract/protocol.ts'
import { writeActivityCsv } from './search/activity-csv.ts'
import { readFilter } from './search/read-filter.ts'
import { createActivitySearch } from './search/search.ts'
import { fetchTransactionFacts } from './transaction/transaction-facts.ts'
import { createActivitySource } from './source.ts'
import { readUnverified } from './unverified.ts'

export const activity = {
  topics: {
    activity: {
      ...accountTopic<'activity'>(createActivitySource),
      readParams,
      getKey: ({ account, filter }) => (filter ? `${account}?${JSON.stringify(filter)}` : account),
      createSource: (context, { account, filter }) =>
        filter ? createActivitySearch(context, account, filter) : createActivitySource(context, account),
    },
  },
  commands: {
    activityCsv: writeActivityCsv,
    unverifiedActivity: readUnverified,
    transactionFacts: fetchTransactionFacts,
  },
} satisfies Domain

/** @throws history_no_account, bad_account, unexpected for an invalid filter */
function readParams(params: unknown): ActivityParams {
  const { account, filter } = (params ?? {}) as { account?: unknown; filter?: unknown }
  if (account !== undefined && account !== null && account !== '') {
    const read = readFilter(filter)
    return { ...readAccountParams(params), ...(read && { filter: read }) }
  }
  throw new BillfoldError('history_no_account', "Transactions can't be fetched without an accountAddress", {
    category: 'API_ERROR',
  })
}
