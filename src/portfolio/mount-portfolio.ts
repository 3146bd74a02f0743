import type { DrawnPortfolio } from './create-portfolio.ts'
import type { PortfolioData } from './start-data.ts'

/** Draws a portfolio into a shadow root of `host`. Returns its unmount function. */
export type MountPortfolio = (portfolio: DrawnPortfolio, data: PortfolioData, host: HTMLElement) => () => void
