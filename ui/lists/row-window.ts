/**
 * Which rows of a long list exist, and where. A fixed number of slots, as many as fit into the view and a few beyond;
 * a slot that is left behind gets a row that comes. All of it is signals, which what stands in a slot follows without
 * React where that is worth it.
 *
 *   scroll ─▶ update ─▶ index of a slot ─▶ its position, and its row
 */
import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-react'
import type { Head, RowLayout } from './row-layout.ts'

export interface Slot {
  /** The same as long as the slot exists. */
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
  /** Where it begins in the list. px */
  top: number
  /** Rows [from, to) are in view. */
  from: number
  to: number
  /** Direction of travel: 1 down, −1 up. */
  ahead: 1 | -1
}

export interface Block {
  top: number
  height: number
}

/** What a row is, wherever it stands; undefined while that is not known. */
export type IdOf = (row: number) => string | undefined

export interface RowWindow {
  readonly layout: Signal<RowLayout>
  readonly heads: ReadonlySignal<readonly Head[]>
  /** The list is drawn so many px further up than it is long: see `MAX_HEIGHT`. */
  readonly offset: ReadonlySignal<number>
  /** Where the rows that have a slot lie, without gap. px */
  readonly block: ReadonlySignal<Block>
  /** The row that Tab reaches. */
  readonly active: ReadonlySignal<number>
  /** So many slots; the same array as long as the number is the same. */
  getSlots(count: number): readonly Slot[]
  /** Gives each row in view its slot. */
  update(scrollTop: number, height: number, idOf?: IdOf): View
  /** @returns the `scrollTop` with which the view begins at `y` of the list. */
  aim(y: number, height: number): number
  /** Rows came in or went since the last update: each slot goes with its row. @returns how far that moved them. px */
  follow(idOf: IdOf): number
  /** The focus came to a row, or left the list. */
  onFocus(row: number | undefined): void
  /** A row is to get the focus: now, or when it is there. */
  setWanted(row: number | undefined): void
  /** @returns false while the row that is to get the focus is not there, or none is. */
  giveFocus(): boolean
}

/** Rows that are drawn beyond the view where it goes, since a flick passes 400 px in a frame, and where it comes from. */
const AHEAD = 7
const BEHIND = 1
export const OVERSCAN = AHEAD + BEHIND
/** Firefox draws nothing past 17.9 million px, Chromium and Safari nothing past 33.5. Beyond this the scrollbar is coarser. */
export const MAX_HEIGHT = 15_000_000
/** Farther at once than any wheel or finger: the scrollbar's thumb. px */
const LEAP = 20_000
/** Heads are drawn by bands of so many px, more than any view has. */
const BAND = 1_000
/** So many rows above and below are looked through for one that has moved. */
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
  /** The row that Tab stops at: the last that had the focus, or the nearest to it that is drawn. */
  const stop = computed(() => {
    const row = Math.max(0, Math.min(active.value, layout.value.total - 1))
    if (hasFocus.value || count.value === 0) return row
    return Math.max(first.value, Math.min(row, first.value + count.value - 1))
  })
  let nextKey = 0
  let slots: readonly OwnSlot[] = []
  let view: View = { top: 0, from: 0, to: 0, ahead: 1 }
  let wanted: number | undefined
  /** A row that a person reads: it stays where it is, whatever comes in above. */
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

  /** The row that has the focus keeps its slot wherever it is; one out of view goes without. */
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
    // Each row that is there already keeps one slot; a slot that is new may stand for the same row.
    const free = slots.filter(({ index }) => !coming.delete(index.peek()))
    for (const row of coming) free.pop()!.index.value = row
  }

  function getFocused(): number | undefined {
    return hasFocus.peek() ? active.peek() : undefined
  }

  /** Where the scrollbar's thumb leaps to is a share of the list; from there on a px is a px. */
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
      // A lower view needs fewer slots, but not one less where somebody is.
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
