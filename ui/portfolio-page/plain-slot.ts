/** Slots for lists that render all their rows, each in the tab order. */
import { signal } from '@preact/signals-react'
import type { Slot } from '../lists/row-window.ts'

/** Number of rows that each press adds. */
export const MORE_ROWS = 40

const slots: Slot[] = []

/** Returns the same slot for the same index, so that an unchanged row does not render again. */
export function getPlainSlot(index: number): Slot {
  return (slots[index] ??= {
    key: index,
    index: signal(index),
    focused: signal(false),
    tabIndex: signal(0),
    setTarget() {},
  })
}
