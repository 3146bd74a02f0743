/** What the modal shows now, for pages that follow it. */
import { type Signal, signal } from '@preact/signals-core'
import type { CaipAddress } from '../core/chains/caip.ts'

export interface ShownState {
  /** The provider's window during a social login. */
  readonly socialWindow: Signal<Window | undefined>
  /** The link that a phone opens in Farcaster, while the login waits for it. */
  readonly farcasterUrl: Signal<string | undefined>
  /** The selected tab of the account view, counted from 0, and the account that the view shows. */
  readonly tab: Signal<{ account: CaipAddress; index: number } | undefined>
}

const states = new WeakMap<object, ShownState>()

/** The state of the modal with this router. The first call creates it. */
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
