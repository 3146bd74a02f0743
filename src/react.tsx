'use client'
/** Billfold in React 18 and newer: the button and hooks. Safe to render on a server. */
import { createElement, type ReactElement, useCallback, useSyncExternalStore } from 'react'
import { defineButton } from './button/button.ts'
import type { ButtonElementProps, ModalElementProps } from './button/jsx.ts'
import type { AccountState } from './connections/account.ts'
import type { Billfold } from './shell/billfold.ts'
import { living } from './shell/living.ts'
import type { Readable } from './shell/readable.ts'

defineButton()

export interface BillfoldButtonProps {
  /** Default: "Connect wallet". */
  label?: string | undefined
  size?: 'small' | undefined
  /** Shows the native balance; it is polled then, also while the modal is closed. Default: off. */
  balance?: boolean | undefined
  className?: string | undefined
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

/** The page's Billfold, the one that was created last; undefined before `createBillfold` and on a server. */
export function useBillfold(): Billfold | undefined {
  return useReadable(living)?.at(-1)
}

/** Who is connected. `disconnected` on a server and before `createBillfold`. */
export function useBillfoldAccount(): AccountState {
  return useReadable(useBillfold()?.account) ?? DISCONNECTED
}

/**
 * The value of a signal, and a new render with each change of it; undefined on a server and without a signal.
 * @example
 * const portfolio = useReadable(billfold.topic('portfolio', { account }))
 */
export function useReadable<T>(readable: Readable<T> | undefined | '' | false | null): T | undefined {
  // A function of its own for each render would end the subscription, and what it keeps awake, with each render.
  const subscribe = useCallback(
    (listener: () => void) => (readable ? readable.subscribe(listener) : nothing),
    [readable],
  )
  return useSyncExternalStore(subscribe, () => (readable ? readable.peek() : undefined), nothing)
}

const DISCONNECTED: AccountState = { status: 'disconnected' }
const nothing = () => undefined

// The same as in `billfold/element`, which nobody needs beside this.
declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'billfold-button': ButtonElementProps
      'billfold-modal': ModalElementProps
    }
  }
}
