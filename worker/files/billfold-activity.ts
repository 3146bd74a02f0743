/** The domain of activity, and what hears of it from the network's own node: one file that imports nothing. */
import { createActivitySource } from '../activity/source.ts'
import { fetchTransactionFacts } from '../transaction/transaction-facts.ts'
import { readUnverified } from '../activity/unverified.ts'
import { registerDomain } from '../domain-registry.ts'
import { createLook, followChain } from '../portfolio/follow-chain.ts'

export { ownUrl } from '../../src/core/own-url.ts'
export const domain = registerDomain('activity', {
  createActivitySource,
  fetchTransactionFacts,
  readUnverified,
  followChain,
  createLook,
})
