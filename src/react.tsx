/** Billfold in React 18 and newer: the button and hooks. Safe to render on a server. */
import { createElement, type ReactElement, useSyncExternalStore } from 'react'
import type { Billfold } from './billfold.ts'
import { defineButton } from './button.ts'
import { current } from './current.ts'
import type { AccountState, Readable } from './shell.ts'

defineButton()

export interface BillfoldButtonProps {
  /** Default: "Connect wallet". */
  label?: string
  size?: 'small'
  /** Shows the native balance; it is polled then, also while the modal is closed. Default: off. */
  balance?: boolean
  className?: string
}

/** The button that opens the modal. It belongs to the page's one Billfold, whenever that is created. */
export function BillfoldButton({ label, size, balance, className }: BillfoldButtonProps): ReactElement {
  // The child shows until the element is defined, also in a page that was rendered on a server. There the element may
  // be defined before React hydrates it, and by then it carries its theme.
  return createElement(
    'billfold-button',
    { label, size, balance: balance || undefined, class: className, suppressHydrationWarning: true },
    label ?? 'Connect wallet',
  )
}

/** The page's Billfold; undefined before `createBillfold` and on a server. */
export function useBillfold(): Billfold | undefined {
  return useReadable(current, undefined)
}

/** Who is connected. `disconnected` on a server and before `createBillfold`. */
export function useAccount(): AccountState {
  return useReadable(useBillfold()?.account ?? nobody, DISCONNECTED)
}

const DISCONNECTED: AccountState = { status: 'disconnected' }
const nobody: Followed<AccountState> = {
  peek: () => DISCONNECTED,
  subscribe: () => () => {},
}

type Followed<T> = Pick<Readable<T>, 'peek' | 'subscribe'>

function useReadable<T>(readable: Followed<T>, onServer: T): T {
  return useSyncExternalStore(
    (listener) => readable.subscribe(listener),
    () => readable.peek(),
    () => onServer,
  )
}
