/** The stack of views that are open in a dialog above the portfolio. */
import { computed, signal } from '@preact/signals-react'
import type { Readable } from '../../src/base/readable.ts'
import type { PortfolioAccount } from '../../src/portfolio/account.ts'
import type { Router } from '../../src/shell/router.ts'
import type { Route } from '../../src/shell/routes.ts'

/** A view of the modal that needs no wallet, or one of the portfolio's own views. */
export type Detail = Route | { view: 'Accounts' } | { view: 'ReceiveAt'; account: PortfolioAccount }

export interface DetailsRouter extends Pick<Router, 'current' | 'push'> {
  /** The view on top; undefined if none is open. */
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
    // Lists compare this route to find out whether their view was left. The portfolio's lists are never left.
    current: signal<Route>({ view: 'Account' }),
    detail: computed(() => history.value.at(-1)),
    canGoBack: computed(() => history.value.length > 1),
    open,
    push: (view, data) => open({ view, data } as Route),
    goBack: () => void (history.value = history.peek().slice(0, -1)),
    close: () => void (history.value = []),
  }
}
