/** All that `src` knows of the UI: one function, loaded when the modal first opens, and the views of an account. */
import type { ViewName } from './routes.ts'
import type { Shell } from './shell.ts'

export interface View {
  /** Resolves when the code of a view is there, or is known to be missing: the card says so then. */
  load(view: ViewName): Promise<void>
  unmount(): void
}

/** The account view, loaded once connected. */
export interface AccountModule {
  readonly view: object
}

/**
 * Draws the modal into the host's shadow root and follows `shell.open` from then on.
 * @param account where somebody is connected; without it the modal fetches it when it needs it
 */
export type MountView = (shell: Shell, host: HTMLElement, account?: AccountModule) => View
