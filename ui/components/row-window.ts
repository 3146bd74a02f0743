/**
 * Which rows of a long list exist, and where. A fixed number of places, as many as fit into the view and a few beyond;
 * scrolling gives a place that left the view the index of a row that comes. All of it is signals, which what stands in
 * a place follows without React where that is worth it.
 *
 *   scroll ─▶ look ─▶ index of a place ─▶ its position, and its row
 */
import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-react'
import type { Head, RowLayout } from './row-layout.ts'

export interface Place {
  /** The same as long as the place exists. */
  key: number
  /** Index of the row that stands here. */
  index: ReadonlySignal<number>
  /** The row has the focus. */
  focused: ReadonlySignal<boolean>
  /** 0 for the one row that Tab reaches, else −1. */
  tabIndex: ReadonlySignal<0 | -1>
  /** Names the element that takes the focus of the row; null when it goes. */
  setTarget(element: HTMLElement | null): void
}

export interface View {
  /** px */
  top: number
  /** Rows [from, to) are in view. */
  from: number
  to: number
  /** Direction of travel: 1 down, −1 up. */
  ahead: 1 | -1
}

export interface RowWindow {
  readonly layout: ReadonlySignal<RowLayout>
  readonly heads: ReadonlySignal<readonly Head[]>
  /** The row that Tab reaches. */
  readonly active: ReadonlySignal<number>
  /** So many places; the same array as long as the number is the same. */
  getPlaces(count: number): readonly Place[]
  /** Whether each row in view has a place. */
  covers(top: number, height: number): boolean
  /** Gives each row in view a place. */
  look(layout: RowLayout, top: number, height: number): View
  /** The focus came to a row, or left the list. */
  onFocus(row: number | undefined): void
  /** A row is to get the focus: now, or when it is there. */
  setWanted(row: number | undefined): void
  /** @returns false while the row that is to get the focus is not there, or none is. */
  giveFocus(): boolean
}

/**
 * Rows that are drawn beyond the view, where it goes and where it comes from. Nothing changes until they are used up:
 * three rows at once cost little more than one.
 */
const AHEAD = 3
const BEHIND = 1
export const BEYOND = AHEAD + BEHIND

interface Slot extends Place {
  index: Signal<number>
  target: HTMLElement | null
}

export function createRowWindow(initial: RowLayout): RowWindow {
  const layout = signal(initial)
  const heads = signal<readonly Head[]>([])
  const active = signal(0)
  const hasFocus = signal(false)
  let slots: readonly Slot[] = []
  let view: View = { top: 0, from: 0, to: 0, ahead: 1 }
  /** Rows [first, last) have places. */
  let [first, last] = [0, 0]
  let wanted: number | undefined

  function createSlot(key: number): Slot {
    const index = signal(key)
    const isActive = computed(
      () => index.value === Math.min(active.value, Math.max(0, layout.value.total - 1)),
    )
    const slot: Slot = {
      key,
      index,
      focused: computed(() => hasFocus.value && isActive.value),
      tabIndex: computed(() => (isActive.value ? 0 : -1)),
      target: null,
      setTarget(element) {
        slot.target = element
        if (element) giveFocus()
      },
    }
    return slot
  }

  function giveFocus(): boolean {
    const target = slots.find(({ index }) => index.peek() === wanted)?.target
    if (!target) return false
    wanted = undefined
    target.focus({ preventScroll: true })
    return true
  }

  /** The row that has the focus keeps its place wherever it is; the one that is farthest off goes without. */
  function assign(ahead: 1 | -1): void {
    const pinned = hasFocus.peek() ? active.peek() : undefined
    last = first + slots.length
    const missing = new Set<number>()
    for (let index = first; index < last; index++) missing.add(index)
    const free = slots.filter(({ index }) => !missing.delete(index.peek()) && index.peek() !== pinned)
    const coming = ahead > 0 ? [...missing] : [...missing].reverse()
    free.forEach((slot, at) => (slot.index.value = coming[at]!))
    if (free.length === coming.length) return
    if (ahead > 0) last -= 1
    else first += 1
  }

  return {
    layout,
    heads,
    active,
    getPlaces(count) {
      if (slots.length === count) return slots
      const next = slots.slice(0, count)
      while (next.length < count) next.push(createSlot(next.length))
      return (slots = next)
    },
    covers(top, height) {
      const { from, to } = getRows(layout.peek(), top, height)
      return from >= first && to <= last
    },
    look(next, top, height) {
      const rows = getRows(next, top, height)
      const ahead = top === view.top ? view.ahead : top < view.top ? -1 : 1
      first = Math.max(0, Math.min(rows.from - (ahead > 0 ? BEHIND : AHEAD), next.total - slots.length))
      const beyond = BEYOND * next.rowHeight
      view = { top, ...rows, ahead }
      batch(() => {
        layout.value = next
        const shown = next.headsIn(top - beyond, top + height + beyond)
        if (!isSame(shown, heads.peek())) heads.value = shown
        assign(ahead)
      })
      return view
    },
    onFocus(row) {
      hasFocus.value = row !== undefined
      if (row !== undefined) active.value = row
    },
    setWanted(row) {
      wanted = row
      if (row !== undefined) active.value = row
    },
    giveFocus,
  }
}

function getRows(layout: RowLayout, top: number, height: number): { from: number; to: number } {
  return { from: layout.rowAt(top), to: Math.min(layout.total, layout.rowAt(top + height) + 1) }
}

function isSame(some: readonly Head[], others: readonly Head[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ section, y }, at) => section === others[at]!.section && y === others[at]!.y)
  )
}
