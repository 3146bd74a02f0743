/** All that `src` knows of the UI: one function, loaded when the modal first opens. */
import type { Shell } from './shell.ts'

export interface View {
  unmount(): void
}

/** Draws the modal into the host's shadow root and follows `shell.open` from then on. */
export type MountView = (shell: Shell, host: HTMLElement) => View
