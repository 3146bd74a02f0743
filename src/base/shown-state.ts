/** The modal's current view state, for pages that follow it. */
import { type Signal, signal } from '@preact/signals-core'
import type { CaipAddress } from '../core/chains/caip.ts'

export interface ShownState {
  /** The provider's window during a social login. */
  readonly socialWindow: Signal<Window | undefined>
  /** The link that a phone opens in Farcaster, while the login waits for it. */
  readonly farcasterUrl: Signal<string | undefined>
  /** The selected tab of the account view, from 0, and its account. */
  readonly tab: Signal<{ account: CaipAddress; index: number } | undefined>
}

const states = new WeakMap<object, ShownState>()

/** Creates one state for each modal. */
export function getShownState({ router }: { router: object }): ShownState {
  const found = states.get(router)
  if (found) return found
  const made: ShownState = {
    socialWindow: signal<Window | undefined>(undefined),
    farcasterUrl: signal<string | undefined>(undefined),
    tab: signal<{ account: CaipAddress; index: number } | undefined>(undefined),
  }
  states.set(router, made)
  return made
}
