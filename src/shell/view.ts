/** All that `src` knows of the UI: one function, loaded when the modal first opens, and the views of an account. */
import type { ReactNode } from 'react'
import type { Shell } from './shell.ts'

export interface View {
  unmount(): void
}

/** What nobody needs before somebody is connected. */
export interface AccountViews {
  Account(): ReactNode
}

/**
 * Draws the modal into the host's shadow root and follows `shell.open` from then on.
 * @param accountViews where somebody is connected; without them the modal fetches them when it needs them
 */
export type MountView = (shell: Shell, host: HTMLElement, accountViews?: AccountViews) => View
