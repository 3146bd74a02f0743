/** The domain of an account's balances. */
import { accountTopic } from '../base/account-topic.ts'
import type { Domain } from '../base/context.ts'
import { createPortfolioSource } from './source.ts'

export const portfolio = {
  topics: { portfolio: accountTopic<'portfolio'>(createPortfolioSource) },
  commands: {},
} satisfies Domain
