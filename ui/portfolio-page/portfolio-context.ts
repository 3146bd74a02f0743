/** Provides the portfolio to the components in it. */
import { createContext, useContext } from 'react'
import type { Readable } from '../../src/base/readable.ts'
import { getAccountKey, listOnNetworks, type PortfolioAccount } from '../../src/portfolio/account.ts'
import type { DrawnPortfolio } from '../../src/portfolio/create-portfolio.ts'
import type { PortfolioData } from '../../src/portfolio/start-data.ts'
import type { Part } from '../../src/portfolio/totals.ts'
import type { DetailsRouter } from './details-router.ts'

export interface DrawnPage extends PortfolioData {
  readonly portfolio: DrawnPortfolio
  readonly router: DetailsRouter
  /** Key of the only account to show; undefined: all accounts are shown. */
  readonly chosen: Readable<string | undefined>
  /** @param key undefined: shows all accounts */
  choose(key: string | undefined): void
}

export const PortfolioContext = createContext<DrawnPage | undefined>(undefined)

export function usePortfolio(): DrawnPage {
  const page = useContext(PortfolioContext)
  if (!page) throw new Error('usePortfolio needs a PortfolioContext above it.')
  return page
}

/** The shown accounts. Reads signals. */
export function getShown({
  accounts,
  chosen,
}: Pick<DrawnPage, 'accounts' | 'chosen'>): readonly PortfolioAccount[] {
  const alone = accounts.value.find((one) => getAccountKey(one) === chosen.value)
  return alone ? [alone] : accounts.value
}

/** The balances of the shown accounts on each network. Reads signals. */
export function getPartsOf(
  shown: readonly PortfolioAccount[],
  { parts, networks }: Pick<DrawnPage, 'parts' | 'networks'>,
): readonly Part[] {
  const wanted = new Set(shown.flatMap((account) => listOnNetworks(account, networks)))
  return parts.value.filter(({ account }) => wanted.has(account))
}
