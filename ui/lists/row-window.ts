/**
 * Shows a long list with a fixed number of slots: enough for the rows in view and a few beyond. A slot whose row leaves
 * the view gets a row that enters it. All state is in signals, so that a slot can change its content without React.
 *
 *   scroll ─▶ update ─▶ index of a slot ─▶ its position, and its row
 */
import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-react'
import type { Head, RowLayout } from './row-layout.ts'

export interface Slot {
  /** Key for React; constant for the life of the slot. */
  key: number
  /** Index of the row in this slot. */
  index: ReadonlySignal<number>
  /** Whether the row in this slot has the focus. */
  focused: ReadonlySignal<boolean>
  /** 0 for the row in the tab order, −1 for all others. */
  tabIndex: ReadonlySignal<0 | -1>
  /** Sets the element that takes the focus for the row; null when it unmounts. */
  setTarget(element: HTMLElement | null): void
}

export interface View {
  /** Position of the view's upper edge in the list. px */
  top: number
  /** The rows in view: `from` up to, but not including, `to`. */
  from: number
  to: number
  /** Direction of the scroll: 1 down, −1 up. */
  ahead: 1 | -1
}

export interface Block {
  top: number
  height: number
}

/** Returns the id of a row, which stays the same when the row moves. Undefined while unknown. */
export type IdOf = (row: number) => string | undefined

export interface RowWindow {
  readonly layout: Signal<RowLayout>
  readonly heads: ReadonlySignal<readonly Head[]>
  /** By how much the rows are moved up, in lists taller than `MAX_HEIGHT`. px */
  readonly offset: ReadonlySignal<number>
  /** The extent of the rendered rows. px */
  readonly block: ReadonlySignal<Block>
  /** Index of the row in the tab order. */
  readonly active: ReadonlySignal<number>
  /** Returns `count` slots; the same array until the count changes. */
  getSlots(count: number): readonly Slot[]
  /** Assigns the rows in view to slots. Returns the new view. */
  update(scrollTop: number, height: number, idOf?: IdOf): View
  /** Returns the `scrollTop` that moves the view to position `y` of the list. */
  aim(y: number, height: number): number
  /** Keeps each slot on its row after rows were inserted or removed. Returns by how much the rows moved. px */
  follow(idOf: IdOf): number
  /** Records the row that took the focus; undefined when the focus left the list. */
  onFocus(row: number | undefined): void
  /** Sets the row to focus. It takes the focus as soon as it is rendered. */
  setWanted(row: number | undefined): void
  /** Focuses the row of `setWanted`. Returns false if there is none, or if it is not rendered yet. */
  giveFocus(): boolean
}

/**
 * AHEAD: rows rendered beyond the view in the direction of the scroll; BEHIND: on the other side. A flick scrolls 400
 * px in a frame.
 */
const AHEAD = 7
const BEHIND = 1
export const OVERSCAN = AHEAD + BEHIND
/**
 * Height up to which a list is laid out in full; taller lists scroll more coarsely. Firefox draws nothing beyond 17.9
 * million px, Chromium and Safari beyond 33.5 million. px
 */
export const MAX_HEIGHT = 15_000_000
/** A scroll in one step that is longer than this comes from dragging the scrollbar, not from a wheel or finger. px */
const LEAP = 20_000
/** Section headings are rendered in bands. Height of a band, more than any view's. px */
const BAND = 1_000
/** How many rows above and below its last index a moved row is searched. */
const NEAR = 100

interface OwnSlot extends Slot {
  index: Signal<number>
  target: HTMLElement | null
}

export function createRowWindow(initial: RowLayout): RowWindow {
  const layout = signal(initial)
  const band = signal(0)
  const heads = computed(() => layout.value.headsIn((band.value - 1) * BAND, (band.value + 2) * BAND))
  const offset = signal(0)
  const first = signal(0)
  const count = signal(0)
  const block = computed(() => {
    const { total, height, topOf } = layout.value
    const end = first.value + count.value
    const top = first.value === 0 ? 0 : topOf(first.value)
    return { top: top - offset.value, height: (end < total ? topOf(end) : height) - top }
  })
  const active = signal(0)
  const hasFocus = signal(false)
  /** The row in the tab order: the last row that had the focus; if it is not rendered, the nearest rendered row. */
  const stop = computed(() => {
    const row = Math.max(0, Math.min(active.value, layout.value.total - 1))
    if (hasFocus.value || count.value === 0) return row
    return Math.max(first.value, Math.min(row, first.value + count.value - 1))
  })
  let nextKey = 0
  let slots: readonly OwnSlot[] = []
  let view: View = { top: 0, from: 0, to: 0, ahead: 1 }
  let wanted: number | undefined
  /** The row that stays at its position in the view when rows are inserted above. */
  let anchor: { row: number; y: number; id: string | undefined } = { row: 0, y: 0, id: undefined }

  function createSlot(row: number): OwnSlot {
    const index = signal(row)
    const isActive = computed(() => index.value === stop.value)
    const slot: OwnSlot = {
      key: nextKey++,
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

  /**
   * Assigns slots to the rows in and around the view. The focused row always keeps its slot, if necessary in place of a
   * row beyond the view.
   */
  function assign({ from, ahead }: View): void {
    const wished = from - (ahead > 0 ? BEHIND : AHEAD)
    const start = Math.max(0, Math.min(wished, layout.peek().total - slots.length))
    first.value = start
    count.value = slots.length
    const coming = new Set(slots.map((_, at) => start + at))
    const pinned = getFocused()
    if (pinned !== undefined && !coming.has(pinned) && slots.some(({ index }) => index.peek() === pinned)) {
      coming.delete(start < from ? start : start + slots.length - 1)
      coming.add(pinned)
    }
    // A row that has a slot keeps it. Slots without a row to show are free for the new rows.
    const free = slots.filter(({ index }) => !coming.delete(index.peek()))
    for (const row of coming) free.pop()!.index.value = row
  }

  function getFocused(): number | undefined {
    return hasFocus.peek() ? active.peek() : undefined
  }

  /**
   * The position in the list at the upper edge of the view. A drag of the scrollbar moves to a share of the list; other
   * scrolls keep the offset.
   */
  function toListY(scrollTop: number, height: number): number {
    const hidden = Math.max(0, layout.peek().height - MAX_HEIGHT)
    const share = Math.max(0, Math.min(1, scrollTop / (MAX_HEIGHT - height)))
    const isLeap = Math.abs(scrollTop + offset.peek() - view.top) > LEAP
    if (hidden === 0 || isLeap || share === 0 || share === 1) offset.value = Math.round(share * hidden)
    return scrollTop + offset.peek()
  }

  function update(scrollTop: number, height: number, idOf?: IdOf): View {
    const { total, topOf, rowAt } = layout.peek()
    const top = toListY(scrollTop, height)
    const from = rowAt(top)
    const to = Math.min(total, rowAt(top + height) + 1)
    view = { top, from, to, ahead: top === view.top ? view.ahead : top < view.top ? -1 : 1 }
    band.value = Math.floor(top / BAND)
    assign(view)
    const focused = getFocused() ?? -1
    const row = focused >= from && focused < to ? focused : Math.min(from + 1, to - 1)
    anchor = { row, y: topOf(row), id: idOf?.(row) }
    return view
  }

  return {
    layout,
    heads,
    offset,
    block,
    active,
    getSlots(count) {
      if (slots.length === count) return slots
      const focused = slots.find(({ index }) => index.peek() === getFocused())
      const next = slots.slice(0, count)
      // A smaller view needs fewer slots. The slot of the focused row stays.
      if (focused && count > 0 && !next.includes(focused)) next[count - 1] = focused
      while (next.length < count) next.push(createSlot(next.length))
      return (slots = next)
    },
    update: (scrollTop, height, idOf) => batch(() => update(scrollTop, height, idOf)),
    aim(y, height) {
      const { height: whole } = layout.peek()
      if (Math.abs(y - view.top) > LEAP && whole > MAX_HEIGHT) {
        offset.value = Math.round((y / (whole - height)) * (whole - MAX_HEIGHT))
        view = { ...view, top: y }
      }
      return y - offset.peek()
    },
    follow(idOf) {
      const { row, y, id } = anchor
      const found = id === undefined ? row : (findNear(row, (near) => idOf(near) === id) ?? row)
      const by = found - row
      if (by !== 0)
        batch(() => {
          for (const { index } of slots) index.value += by
          active.value += by
        })
      anchor = { row: found, y: layout.peek().topOf(found), id }
      return anchor.y - y
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

export function findNear(row: number, matches: (row: number) => boolean): number | undefined {
  for (let step = 0; step <= NEAR; step++) {
    if (matches(row + step)) return row + step
    if (step <= row && matches(row - step)) return row - step
  }
  return undefined
}
