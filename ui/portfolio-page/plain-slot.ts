/** Slots for lists that render all their rows. Each row is in the tab order. */
import { signal } from '@preact/signals-react'
import type { Slot } from '../lists/row-window.ts'

/** Rows that each press of the button adds. */
export const MORE_ROWS = 40

const slots: Slot[] = []

/** The slot of a row. It is the same object for each call with this index, so that unchanged rows are not rendered again. */
export function getPlainSlot(index: number): Slot {
  return (slots[index] ??= {
    key: index,
    index: signal(index),
    focused: signal(false),
    tabIndex: signal(0),
    setTarget() {},
  })
}
