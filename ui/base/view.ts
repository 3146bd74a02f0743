/** What a view is, beside its content: its folder defines it, `view-files.ts` names it. */
import type { ReactNode } from 'react'
import type { Routes, ViewName } from '../../src/shell/routes.ts'
import type { Shell } from '../../src/shell/shell.ts'
import type { Snack } from '../../src/base/snacks.ts'

export interface ViewDefinition<Name extends ViewName = ViewName> {
  /** The card's name, and its header's words. */
  title(shell: Shell, data: Routes[Name] | undefined): string
  /** Before the title. */
  Mark?(): ReactNode
  /** Below the title. */
  Detail?(): ReactNode
  /** In place of all three, between Back and Close. */
  Header?(props: HeaderProps): ReactNode
  /** The header is higher. */
  isTall?: boolean
  /** The card has its full height, whatever it holds. */
  fills?(shell: Shell): boolean
  /** Where the header leads for help, and what is asked there. */
  help?: { view: ViewName; question(): string }
  /** Views that a person may go to from it: their code is fetched meanwhile. */
  next?: readonly ViewName[]
  /** It shows what this message says: the message is not shown as well. */
  says?(shell: Shell, snack: Snack): boolean
  /** Replaces the default of the back button. */
  back?(shell: Shell): void
  /** Runs when the user goes back, to end what the view started. */
  leave?(shell: Shell, data: Routes[Name] | undefined): void
  View(props: { data: Routes[Name] | undefined }): ReactNode
}

export interface HeaderProps {
  title: string
  /** Of the element that holds it: the card's name. */
  titleId: string
}
