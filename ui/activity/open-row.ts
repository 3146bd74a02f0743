/** The open row, whose facts are shown. At most one row is open. */
import { type ReadonlySignal, signal } from '@preact/signals-react'

export interface OpenRow {
  id: string
  /** Index that the row had when it was opened. */
  index: number
  /** Height of the facts in px; 0 until they are rendered. */
  extra: number
}

export interface OpenRowState {
  readonly row: ReadonlySignal<OpenRow | undefined>
  toggle(id: string, index: number): void
  setExtra(extra: number): void
}

export function createOpenRow(): OpenRowState {
  const row = signal<OpenRow | undefined>(undefined)
  return {
    row,
    toggle(id, index) {
      row.value = row.peek()?.id === id ? undefined : { id, index, extra: 0 }
    },
    setExtra(extra) {
      const last = row.peek()
      if (last) row.value = { ...last, extra }
    },
  }
}
