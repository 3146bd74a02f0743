/** What the modal just shows and waits for, for pages that follow it. */
import { type Signal, signal } from '@preact/signals-core'
import type { CaipAddress } from '../core/chains/caip.ts'

export interface ShownState {
  /** Of a provider, while somebody signs in there. */
  readonly socialWindow: Signal<Window | undefined>
  /** What a phone with Farcaster opens, while it is waited for. */
  readonly farcasterUrl: Signal<string | undefined>
  /** Of the account's view, from 0, and whose account it is. */
  readonly tab: Signal<{ account: CaipAddress; index: number } | undefined>
}

const states = new WeakMap<object, ShownState>()

/** One for each modal. */
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
