/** The interface between `src` and the UI: the modal, loaded when it first opens, and the account view. */
import type { ViewName } from './routes.ts'
import type { Shell } from './shell.ts'

export interface View {
  /** Resolves when the view's code is loaded or could not be loaded. The modal's card shows a failure. */
  load(view: ViewName): Promise<void>
  unmount(): void
}

/** The account view, loaded only while an account is connected. */
export interface AccountModule {
  readonly view: object
}

/**
 * Draws the modal into the host's shadow root and follows `shell.open` from then on.
 * @param account the account view, if it is loaded; without it, the modal loads it on demand
 */
export type MountView = (shell: Shell, host: HTMLElement, account?: AccountModule) => View
