/**
 * Which rows of a long list exist, and where. A fixed number of places, as many as fit into the view and a few beyond;
 * scrolling gives a place that left the view the index of a row that comes. All of it is signals, which what stands in
 * a place follows without React where that is worth it.
 *
 *   scroll ─▶ look ─▶ index of a place ─▶ its position, and its row
 *
 * What is missing in view comes first, what lies beyond it at leisure.
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

interface Rows {
  /** Rows [from, to) are in view. */
  from: number
  to: number
}

export interface View extends Rows {
  /** px */
  top: number
  /** Direction of travel: 1 down, −1 up. */
  ahead: 1 | -1
  /** Places that got another row. */
  changed: number
  /** Rows in view that have no place yet. */
  missing: number
  /** Whether each row beyond it has its place too. */
  isComplete: boolean
}

export interface RowWindow {
  readonly layout: ReadonlySignal<RowLayout>
  readonly heads: ReadonlySignal<readonly Head[]>
  /** No row in view has a place, and none comes: see `pass`. */
  readonly isAway: ReadonlySignal<boolean>
  /** The row that Tab reaches. */
  readonly active: ReadonlySignal<number>
  /** So many places; the same array as long as the number is the same. */
  getPlaces(count: number): readonly Place[]
  /** Whether each row in view has a place. */
  covers(top: number, height: number): boolean
  /** Whether a look at this can wait: each row in view has a place, and of those beyond it fewer than `TOGETHER` do not. */
  isSettled(top: number, height: number): boolean
  /** Instead of a look: its rows are settled, or do without places until somebody looks. */
  pass(top: number, height: number): void
  /** Other rows, or in other places, and a look at them. Whatever looks later looks at these. */
  setLayout(layout: RowLayout, top: number, height: number, most?: number): View
  /** Gives so many rows in view a place, or, if none is missing, so many beyond it; all of both without `most`. */
  look(top: number, height: number, most?: number): View
  /** The focus came to a row, or left the list. */
  onFocus(row: number | undefined): void
  /** A row is to get the focus: now, or when it is there. */
  setWanted(row: number | undefined): void
  /** @returns false while the row that is to get the focus is not there, or none is. */
  giveFocus(): boolean
}

/** Rows that are drawn beyond the view, where it goes and where it comes from. */
const AHEAD = 3
const BEHIND = 1
export const BEYOND = AHEAD + BEHIND
/** Rows beyond the view that come at once: much of what a change costs is the same for one and for two. */
export const TOGETHER = 2

interface Slot extends Place {
  index: Signal<number>
  target: HTMLElement | null
}

/** @param height of the view, as far as it is known. px */
export function createRowWindow(initial: RowLayout, height: number): RowWindow {
  const layout = signal(initial)
  const heads = signal<readonly Head[]>(initial.headsIn(0, height))
  const isAway = signal(false)
  const active = signal(0)
  const hasFocus = signal(false)
  let slots: readonly Slot[] = []
  let view: View = { top: 0, from: 0, to: 0, ahead: 1, changed: 0, missing: 0, isComplete: false }
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
  function assign({ from, to, ahead }: Rows & Pick<View, 'ahead'>, most: number | undefined) {
    const first = Math.max(
      0,
      Math.min(from - (ahead > 0 ? BEHIND : AHEAD), layout.peek().total - slots.length),
    )
    const last = first + slots.length
    // What is in view, the row that came last first: it stays longest. Then what comes, then what was passed.
    const inView = range(from, to)
    const order =
      ahead > 0
        ? [...inView.reverse(), ...range(to, last), ...range(first, from).reverse()]
        : [...inView, ...range(first, from).reverse(), ...range(to, last)]
    const pinned = hasFocus.peek() ? active.peek() : undefined
    const isElsewhere = ({ index }: Slot) => index.peek() === pinned && !order.includes(index.peek())
    if (slots.some(isElsewhere)) order.pop()
    // Each row that is there already keeps one place; a place that is new may stand for the same row.
    const coming = new Set(order)
    if (pinned !== undefined) coming.add(pinned)
    const free = slots.filter(({ index }) => !coming.delete(index.peek()))
    const rows = order.filter((row) => coming.has(row))
    const needed = rows.filter((row) => row >= from && row < to).length
    const wished = most !== undefined && needed > 0 ? Math.min(most, needed) : most
    const changed = Math.min(free.length, wished ?? free.length)
    for (let at = 0; at < changed; at++) free[at]!.index.value = rows[at]!
    return { changed, missing: Math.max(0, needed - changed), isComplete: changed === free.length }
  }

  /** Rows in view that have a place. */
  function getPlaced({ from, to }: Rows): Set<number> {
    return new Set(slots.map(({ index }) => index.peek()).filter((row) => row >= from && row < to))
  }

  function covers(top: number, height: number): boolean {
    const rows = getRows(layout.peek(), top, height)
    return getPlaced(rows).size === rows.to - rows.from
  }

  function look(top: number, height: number, most?: number): View {
    const { rowHeight, headsIn } = layout.peek()
    const rows = getRows(layout.peek(), top, height)
    const ahead = top === view.top ? view.ahead : top < view.top ? -1 : 1
    const beyond = BEYOND * rowHeight
    batch(() => {
      const shown = headsIn(top - beyond, top + height + beyond)
      if (!isSame(shown, heads.peek())) heads.value = shown
      isAway.value = false
      view = { top, ...rows, ahead, ...assign({ ...rows, ahead }, most) }
    })
    return view
  }

  return {
    layout,
    heads,
    isAway,
    active,
    getPlaces(count) {
      if (slots.length === count) return slots
      const next = slots.slice(0, count)
      while (next.length < count) next.push(createSlot(next.length))
      return (slots = next)
    },
    covers,
    isSettled(top, height) {
      const { from } = getRows(layout.peek(), top, height)
      return view.isComplete && Math.abs(from - view.from) < TOGETHER && covers(top, height)
    },
    pass(top, height) {
      isAway.value = getPlaced(getRows(layout.peek(), top, height)).size === 0
    },
    setLayout: (next, top, height, most) =>
      batch(() => {
        layout.value = next
        return look(top, height, most)
      }),
    look,
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

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at)
}

function getRows(layout: RowLayout, top: number, height: number): Rows {
  return { from: layout.rowAt(top), to: Math.min(layout.total, layout.rowAt(top + height) + 1) }
}

function isSame(some: readonly Head[], others: readonly Head[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ section, y }, at) => section === others[at]!.section && y === others[at]!.y)
  )
}
