/** What an account holds. */
import { accountTopic } from '../topics/account-topic.ts'
import type { Domain } from '../context.ts'
import { createPortfolioSource } from './source.ts'

export const portfolio = {
  topics: { portfolio: accountTopic<'portfolio'>(createPortfolioSource) },
  commands: {},
} satisfies Domain
