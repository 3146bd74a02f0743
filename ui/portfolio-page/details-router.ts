/** The stack of detail views above the portfolio. */
import { computed, signal } from '@preact/signals-react'
import type { Readable } from '../../src/base/readable.ts'
import type { PortfolioAccount } from '../../src/portfolio/account.ts'
import type { Router } from '../../src/shell/router.ts'
import type { Route } from '../../src/shell/routes.ts'

/** A read-only view of the modal, or one of the portfolio's own. */
export type Detail = Route | { view: 'Accounts' } | { view: 'ReceiveAt'; account: PortfolioAccount }

export interface DetailsRouter extends Pick<Router, 'current' | 'push'> {
  /** Undefined if no view is open. */
  readonly detail: Readable<Detail | undefined>
  readonly canGoBack: Readable<boolean>
  open(detail: Detail): void
  goBack(): void
  close(): void
}

export function createDetailsRouter(): DetailsRouter {
  const history = signal<readonly Detail[]>([])
  const open = (detail: Detail) => void (history.value = [...history.peek(), detail])
  return {
    // Lists compare this route to learn whether the user left them. The portfolio's lists are never left.
    current: signal<Route>({ view: 'Account' }),
    detail: computed(() => history.value.at(-1)),
    canGoBack: computed(() => history.value.length > 1),
    open,
    push: (view, data) => open({ view, data } as Route),
    goBack: () => void (history.value = history.peek().slice(0, -1)),
    close: () => void (history.value = []),
  }
}
