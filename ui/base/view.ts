/**
 * Defines a view: its content, title and header. A file of the view's folder exports it, and `view-files.ts` lists that
 * file.
 */
import type { ReactNode } from 'react'
import type { Routes, ViewName } from '../../src/shell/routes.ts'
import type { Shell } from '../../src/shell/shell.ts'
import type { Snack } from '../../src/base/snacks.ts'

export interface ViewDefinition<Name extends ViewName = ViewName> {
  /** Title of the header, and accessible name of the card. */
  title(shell: Shell, data: Routes[Name] | undefined): string
  /** The picture before the title. */
  Mark?(): ReactNode
  /** The line below the title. */
  Detail?(): ReactNode
  /** The whole header between Back and Close, in place of `Mark`, the title and `Detail`. */
  Header?(props: HeaderProps): ReactNode
  /** Whether the header is taller than usual. */
  isTall?: boolean
  /** Whether the card has its full height, whatever its content. */
  fills?(shell: Shell): boolean
  /** The help view to which the header links, and the label of that link. */
  help?: { view: ViewName; question(): string }
  /** Views that the person may open next. Their code is prefetched. */
  next?: readonly ViewName[]
  /** Whether the view itself shows this message. If so, the message does not appear over the modal. */
  says?(shell: Shell, snack: Snack): boolean
  /** What the Back button does. Default: goes to the previous view. */
  back?(shell: Shell): void
  /** Called when the person goes back. Ends what the view started. */
  leave?(shell: Shell, data: Routes[Name] | undefined): void
  View(props: { data: Routes[Name] | undefined }): ReactNode
}

export interface HeaderProps {
  title: string
  /** Id of the element with the title, which names the card for screen readers. */
  titleId: string
}
