/** The views of the modal, held in a stack. No URL is involved. */
import { computed, signal } from '@preact/signals-core'
import { viewsWithoutAccount } from './home-view.ts'
import type { Readable } from '../base/readable.ts'
import type { Outcome, Transaction } from '../base/transaction.ts'
import type { HomeView, Route, Routes, ViewName } from './routes.ts'

export interface Router {
  /** Oldest first, never empty. */
  readonly history: Readable<readonly Route[]>
  readonly current: Readable<Route>
  /** Ignored if the view is already current. */
  push<Name extends ViewName>(view: Name, data?: Routes[Name]): void
  /** Resets the history to this view. */
  reset<Name extends ViewName>(view: Name, data?: Routes[Name]): void
  /** Resets the history to the home view of the connected account, or to `Connect`. */
  goHome(): void
  /** Replaces the current view. */
  replace<Name extends ViewName>(view: Name, data?: Routes[Name]): void
  /** Goes one view back and drops the current view with its data. Closes the modal if the history has one entry. */
  goBack(): void
  /** Drops everything above entry `index`. */
  goBackToIndex(index: number): void
  goBackOrCloseModal(): void
  /** Pending transactions; `popTransactionStack` ends the last one first. */
  readonly transactionStack: Readable<readonly Transaction[]>
  /** Adds a transaction. Returns a function that removes the transaction without calling its callbacks. */
  pushTransactionStack(transaction: Transaction): () => void
  /**
   * Ends the last transaction. Does nothing without a transaction. Success calls `onSuccess` and stays on the view. An
   * error calls `onError`, cancelling calls `onCancel`, and both go back.
   */
  popTransactionStack(outcome: Outcome): void
}

const homes: ReadonlySet<ViewName> = new Set<HomeView>([
  'Connect',
  'AllWallets',
  'ConnectingWalletConnectBasic',
  'Account',
  'UnsupportedChain',
])

/** @param context.close closes the modal. @param context.getHomeView returns the view that fits the connected account. */
export function createRouter(context: { close: () => void; getHomeView: () => HomeView }): Router {
  const history = signal<readonly Route[]>([{ view: 'Connect' }])
  const current = computed(() => history.value.at(-1)!)
  const transactionStack = signal<readonly Transaction[]>([])

  const router: Router = {
    history,
    current,
    push(view, data) {
      if (current.peek().view !== view) history.value = [...history.peek(), toRoute(view, data)]
    },
    reset(view, data) {
      history.value = [toRoute(view, data)]
    },
    goHome: () => router.reset(context.getHomeView()),
    replace(view, data) {
      history.value = [...history.peek().slice(0, -1), toRoute(view, data)]
    },
    goBack() {
      const entries = history.peek()
      if (entries.length < 2) return context.close()
      const below = entries.at(-2)!
      const home = context.getHomeView()
      // Whether the view below is outdated. While disconnected: an account view. While connected: the start view with
      // which the modal was opened, unless the person is connecting another namespace.
      const isOutdated = viewsWithoutAccount.has(home)
        ? !viewsWithoutAccount.has(below.view)
        : entries.length === 2 && homes.has(below.view) && below.view !== home && !below.data
      if (isOutdated) return router.goHome()
      history.value = entries.slice(0, -1)
    },
    goBackToIndex(index) {
      const entries = history.peek()
      if (index >= 0 && index < entries.length) history.value = entries.slice(0, index + 1)
    },
    goBackOrCloseModal() {
      router.goBack()
    },
    transactionStack,
    pushTransactionStack(transaction) {
      transactionStack.value = [...transactionStack.peek(), transaction]
      return () => {
        transactionStack.value = transactionStack.peek().filter((one) => one !== transaction)
      }
    },
    popTransactionStack(outcome) {
      const transaction = transactionStack.peek().at(-1)
      if (!transaction) return
      transactionStack.value = transactionStack.peek().slice(0, -1)
      if (outcome === 'success') return transaction.onSuccess?.()
      try {
        if (outcome === 'error') transaction.onError?.()
        else transaction.onCancel?.()
      } finally {
        router.goBack()
      }
    },
  }
  return router
}

function toRoute<Name extends ViewName>(view: Name, data: Routes[Name] | undefined): Route {
  return { view, data } as Route
}
