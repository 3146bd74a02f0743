'use client'
/**
 * The portfolio shows accounts without a wallet, also offline. Importing this file defines `<billfold-portfolio>` for pages of
 * any framework. `BillfoldPortfolio` is the component for React 18 and newer.
 */
import { createElement, type ReactElement } from 'react'
import type { Portfolio } from './portfolio/create-portfolio.ts'
import { definePortfolio, type PortfolioElement } from './portfolio/portfolio-element.ts'

definePortfolio()

export { createPortfolio, type Portfolio } from './portfolio/create-portfolio.ts'
export type { AccountSource, PortfolioAccount } from './portfolio/account.ts'
export type { FollowedBillfold, PortfolioOptions } from './portfolio/options.ts'
export type { PortfolioElement } from './portfolio/portfolio-element.ts'

export interface BillfoldPortfolioProps {
  /** Default: the newest portfolio. */
  portfolio?: Portfolio | undefined
  className?: string | undefined
}

/** Draws the portfolio at this place in the page. On a server, renders an empty element. */
export function BillfoldPortfolio({ portfolio, className }: BillfoldPortfolioProps): ReactElement {
  const give = (element: PortfolioElement | null) => {
    if (element) element.portfolio = portfolio
  }
  return createElement('billfold-portfolio', {
    ref: give,
    class: className,
    suppressHydrationWarning: true,
  } as never)
}

declare global {
  interface HTMLElementTagNameMap {
    'billfold-portfolio': PortfolioElement
  }
}
