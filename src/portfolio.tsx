'use client'
/**
 * The portfolio: accounts that are shown without a wallet, also without a network. Importing this file defines
 * `<billfold-portfolio>`, which is an element for pages of any framework, and a component for React 18 and newer.
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
  /** Default: the one that was created last. */
  portfolio?: Portfolio | undefined
  className?: string | undefined
}

/** The portfolio where it stands. Safe to render on a server, which draws nothing of it. */
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
