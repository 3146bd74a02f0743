/** Defines a view: its content, title and header. Its folder exports it, and `view-files.ts` lists it. */
import type { ReactNode } from 'react'
import type { Routes, ViewName } from '../../src/shell/routes.ts'
import type { Shell } from '../../src/shell/shell.ts'
import type { Snack } from '../../src/base/snacks.ts'

export interface ViewDefinition<Name extends ViewName = ViewName> {
  /** Title of the header, and accessible name of the card. */
  title(shell: Shell, data: Routes[Name] | undefined): string
  /** Shown before the title. */
  Mark?(): ReactNode
  /** Shown below the title. */
  Detail?(): ReactNode
  /** Replaces `Mark`, the title and `Detail`, between Back and Close. */
  Header?(props: HeaderProps): ReactNode
  /** Uses a taller header. */
  isTall?: boolean
  /** Gives the card its full height, whatever its content. */
  fills?(shell: Shell): boolean
  /** The help view that the header links to, and the label of that link. */
  help?: { view: ViewName; question(): string }
  /** Views that the user may open next: their code is prefetched. */
  next?: readonly ViewName[]
  /** Whether the view itself shows this message; if so, the message does not appear. */
  says?(shell: Shell, snack: Snack): boolean
  /** Replaces the default action of the Back button. */
  back?(shell: Shell): void
  /** Runs when the user goes back, to end what the view started. */
  leave?(shell: Shell, data: Routes[Name] | undefined): void
  View(props: { data: Routes[Name] | undefined }): ReactNode
}

export interface HeaderProps {
  title: string
  /** Id of the title's element, which names the card. */
  titleId: string
}
