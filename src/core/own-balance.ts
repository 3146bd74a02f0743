import type { NativeBalance, PortfolioHead } from './portfolio.ts'

/** What counts as the balance: of the token that the page names, else of the network's own coin. Undefined: not held. */
export function getOwnBalance({
  named,
  native,
}: Pick<PortfolioHead, 'named' | 'native'>): NativeBalance | undefined {
  return named === undefined ? native : (named ?? undefined)
}
