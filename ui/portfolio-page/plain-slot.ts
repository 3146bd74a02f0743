/** Places of lists whose rows all stand in the page, each in the tab order. */
import { signal } from '@preact/signals-react'
import type { Slot } from '../lists/row-window.ts'

/** More rows are drawn with each press. */
export const MORE_ROWS = 40

const slots: Slot[] = []

/** The same index gives the same place: a row that did not change is not drawn again. */
export function getPlainSlot(index: number): Slot {
  return (slots[index] ??= {
    key: index,
    index: signal(index),
    focused: signal(false),
    tabIndex: signal(0),
    setTarget() {},
  })
}
