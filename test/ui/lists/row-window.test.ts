import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRowLayout } from '../../../ui/lists/row-layout.ts'
import { OVERSCAN, createRowWindow, type Slot, MAX_HEIGHT } from '../../../ui/lists/row-window.ts'
import { propertyRuns } from '../../property-runs.ts'

const ROW = 60
const HEIGHT = 480

function open(total: number, heads: number[] = []) {
  const sections = [...heads.map((rows) => ({ head: 38, rows })), { head: 38, rows: total }]
  const layout = createRowLayout(sections, ROW, undefined)
  const rows = createRowWindow(layout)
  const slots = rows.getSlots(Math.min(layout.total, Math.ceil(HEIGHT / ROW) + 1 + OVERSCAN))
  const look = (top: number) => rows.update(top, HEIGHT)
  look(0)
  return { rows, slots, layout, look }
}

const indicesOf = (slots: readonly Slot[]) => slots.map(({ index }) => index.peek())

describe('the rows of a long list', () => {
  test('each have a drawn slot while in view, at any scroll position', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 5_000 }),
        fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 5 }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 12 }),
        (total, heads, stops) => {
          const { rows, slots, layout, look } = open(total, heads)
          for (const stop of stops) {
            const top = stop * Math.max(0, layout.height - HEIGHT)
            const { from, to } = look(top)
            const indices = indicesOf(slots)
            // What sticks to the view where the browser is ahead of the page fills it.
            const block = rows.block.peek()
            expect(block.top).toBeLessThanOrEqual(top)
            expect(block.top + block.height).toBeGreaterThanOrEqual(Math.min(top + HEIGHT, layout.height))
            expect(new Set(indices).size).toBe(slots.length)
            for (const index of indices) expect(index >= 0 && index < layout.total).toBe(true)
            for (let row = from; row < to; row++) expect(indices).toContain(row)
          }
        },
      ),
      { numRuns: propertyRuns(200) },
    )
  })

  test('each have a drawn slot while in view, whichever row has the focus', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 400 }),
        fc.array(
          fc.record({
            by: fc.oneof(fc.integer({ min: -300, max: 300 }), fc.integer({ min: -9_000, max: 9_000 })),
            focus: fc.option(fc.integer({ min: 0, max: 399 }), { nil: undefined }),
          }),
          { maxLength: 30 },
        ),
        (total, steps) => {
          const { rows, slots, layout, look } = open(total, [7])
          let top = 0
          for (const { by, focus } of steps) {
            top = Math.max(0, Math.min(layout.height - HEIGHT, top + by))
            if (focus === undefined || focus < layout.total) rows.onFocus(focus)
            const { from, to } = look(top)
            const indices = indicesOf(slots)
            expect(new Set(indices).size).toBe(slots.length)
            for (let row = from; row < to; row++) expect(indices).toContain(row)
          }
        },
      ),
      { numRuns: propertyRuns(300) },
    )
  })

  test('[G51] keep the focused row in its slot when the height of the view changes', () => {
    const { rows, slots, look } = open(1_000)
    const last = slots.at(-1)!
    rows.onFocus(last.index.peek())
    const fewer = rows.getSlots(slots.length - 3)
    expect(fewer).toContain(last)
    expect(fewer).toHaveLength(slots.length - 3)
    const row = last.index.peek()
    look(0)
    expect(last.index.peek()).toBe(row)
    const more = rows.getSlots(slots.length + 4)
    look(0)
    expect(more).toContain(last)
    expect(new Set(more.map(({ key }) => key)).size).toBe(more.length)
    expect(new Set(indicesOf(more)).size).toBe(more.length)
  })

  test('[G51] include exactly one row in the tab order, at any scroll position', () => {
    const { rows, slots, look } = open(1_000)
    const stops = () => slots.filter(({ tabIndex }) => tabIndex.peek() === 0).map(({ index }) => index.peek())
    expect(stops()).toEqual([0])
    look(30_000)
    expect(stops()).toHaveLength(1)
    rows.onFocus(500)
    look(0)
    // Who has the focus keeps it.
    expect(stops()).toEqual([500])
    rows.onFocus(undefined)
    look(60)
    expect(stops()).toHaveLength(1)
  })

  test('keep their slots during a scroll as long as they stay in view', () => {
    const { slots, look } = open(1_000)
    look(3_000)
    const before = new Map(slots.map(({ key, index }) => [index.peek(), key]))
    look(3_000 + 3 * ROW)
    const kept = slots.filter(({ index }) => before.has(index.peek()))
    expect(kept).toHaveLength(slots.length - 3)
    for (const { key, index } of kept) expect(before.get(index.peek())).toBe(key)
  })

  test('end at the last row that is left when the list becomes shorter', () => {
    const { rows, slots, look } = open(1_000)
    look(1_000 * ROW)
    const shorter = createRowLayout([{ head: 38, rows: 100 }], ROW, undefined)
    rows.layout.value = shorter
    look(100 * ROW - HEIGHT)
    expect(Math.max(...indicesOf(slots))).toBe(99)
  })

  test('keep the slot of a focused row that is scrolled out of view, and free the slot when the row loses the focus', () => {
    const { rows, slots, layout, look } = open(1_000)
    const slot = slots.find(({ index }) => index.peek() === 4)!
    rows.onFocus(4)
    expect(slot.focused.value).toBe(true)
    for (const top of [300, 3_000, 30_000, 59_000, 20_000]) {
      const { from, to } = look(top)
      expect(slot.index.peek()).toBe(4)
      for (let row = from; row < to; row++) expect(indicesOf(slots)).toContain(row)
    }
    for (const step of [37, -41]) {
      for (let top = 20_000; top > 10_000 && top < 30_000; top += step) {
        look(top)
        const seen = indicesOf(slots)
        for (let row = layout.rowAt(top); row <= layout.rowAt(top + HEIGHT); row++)
          expect(seen).toContain(row)
      }
    }
    rows.onFocus(undefined)
    look(40_000)
    expect(indicesOf(slots)).not.toContain(4)
  })

  test('have only one slot for the focused row when the view becomes higher', () => {
    const { rows, slots } = open(500)
    rows.update(200, HEIGHT)
    const next = slots.length
    expect(indicesOf(slots)).toContain(next)
    rows.onFocus(next)
    const more = rows.getSlots(slots.length + 1)
    rows.update(200, HEIGHT + ROW)
    expect(new Set(indicesOf(more)).size).toBe(more.length)
    const { from, to } = rows.update(200, HEIGHT + ROW)
    for (let row = from; row < to; row++) expect(indicesOf(more)).toContain(row)
  })

  test('have a slot for each row at the top of the list if the user has scrolled there from the focused last row', () => {
    const { rows, slots, layout, look } = open(14)
    look(layout.height - HEIGHT)
    rows.onFocus(13)
    look(0)
    expect(indicesOf(slots)).toEqual(expect.arrayContaining([0, 1, 2, 3, 4, 5, 6, 7, 13]))
  })

  test('include their last row in the tab order once the list no longer has the row that was in the tab order', () => {
    const { rows, slots, look } = open(12)
    rows.onFocus(11)
    rows.onFocus(undefined)
    const reached = () =>
      slots.filter(({ tabIndex }) => tabIndex.value === 0).map(({ index }) => index.peek())
    expect(reached()).toEqual([11])
    rows.layout.value = createRowLayout([{ head: 38, rows: 6 }], ROW, undefined)
    expect(reached()).toEqual([5])
    look(0)
  })

  test('receive a focus that was requested before the row was drawn, and receive it only once', () => {
    const { rows, slots } = open(100)
    let focused = 0
    const element = { focus: () => (focused += 1) } as unknown as HTMLElement
    const slot = slots.find(({ index }) => index.peek() === 3)!
    rows.setWanted(3)
    expect(rows.giveFocus()).toBe(false)
    slot.setTarget(element)
    expect(focused).toBe(1)
    slot.setTarget(null)
    slot.setTarget(element)
    expect(focused).toBe(1)
  })

  test('report their headings only when the headings in view change', () => {
    const { rows, look } = open(500, [200, 200])
    look(1_000)
    const heads = rows.heads.peek()
    look(1_060)
    expect(rows.heads.peek()).toBe(heads)
    look(200 * ROW)
    expect(rows.heads.peek().map(({ section }) => section)).toEqual([1])
  })

  test('[G66] can all be scrolled to in a list of a million rows, despite the browser’s maximum element height', () => {
    const { rows, slots, layout, look } = open(1_000_000)
    expect(layout.height).toBeGreaterThan(3 * MAX_HEIGHT)
    const drawn = (row: number) => {
      expect(indicesOf(slots)).toContain(row)
      return layout.topOf(row) - rows.offset.peek()
    }
    // The thumb of the scrollbar in the middle, and at the end.
    const middle = look((MAX_HEIGHT - HEIGHT) / 2)
    expect(Math.abs(middle.from - 500_000)).toBeLessThan(10)
    expect(Math.abs(drawn(middle.from) - (MAX_HEIGHT - HEIGHT) / 2)).toBeLessThanOrEqual(ROW)
    look(MAX_HEIGHT - HEIGHT)
    expect(drawn(999_999)).toBe(MAX_HEIGHT - ROW)
    // From there a wheel moves rows px by px.
    const end = look(MAX_HEIGHT - HEIGHT - 100 * ROW)
    expect(end.from).toBe(1_000_000 - 108)
    // Keys reach any row.
    for (const row of [0, 1, 250_000, 250_001, 999_999, 999_998, 12]) {
      const y = Math.min(layout.topOf(row), layout.height - HEIGHT)
      const scrollTop = rows.aim(y, HEIGHT)
      expect(scrollTop).toBeGreaterThanOrEqual(0)
      expect(scrollTop).toBeLessThanOrEqual(MAX_HEIGHT - HEIGHT)
      look(scrollTop)
      expect(drawn(row) - scrollTop).toBeGreaterThanOrEqual(0)
      expect(drawn(row) - scrollTop).toBeLessThanOrEqual(HEIGHT - ROW)
    }
  })
})

describe('rows added at the top of a long list', () => {
  /** A list whose rows are named by how many there were before them. */
  function openNamed(total: number) {
    const opened = open(total)
    let names = Array.from({ length: total }, (_, index) => `row ${index}`)
    const idOf = (row: number) => names[row]
    const shown = () => new Map(opened.slots.map(({ key, index }) => [idOf(index.peek())!, key]))
    return {
      ...opened,
      idOf,
      shown,
      lookNamed: (top: number) => opened.rows.update(top, HEIGHT, idOf),
      add(...more: string[]) {
        names = [...more, ...names]
        opened.rows.layout.value = createRowLayout([{ head: 38, rows: names.length }], ROW, undefined)
      },
      remove(count: number) {
        names = names.slice(count)
        opened.rows.layout.value = createRowLayout([{ head: 38, rows: names.length }], ROW, undefined)
      },
    }
  }

  test('do not move the visible rows or change their slots', () => {
    const { rows, lookNamed, shown, add, remove, idOf } = openNamed(500)
    lookNamed(6_000)
    const before = shown()
    add('new 1', 'new 2')
    expect(rows.follow(idOf)).toBe(2 * ROW)
    expect(shown()).toEqual(before)
    lookNamed(6_000 + 2 * ROW)
    expect(shown()).toEqual(before)
    expect(rows.follow(idOf)).toBe(0)
    remove(1)
    expect(rows.follow(idOf)).toBe(-ROW)
    expect(shown()).toEqual(before)
  })

  test('do not take the focus from the focused row', () => {
    const { rows, slots, lookNamed, add, idOf } = openNamed(500)
    lookNamed(0)
    rows.onFocus(3)
    lookNamed(0)
    const slot = slots.find(({ focused }) => focused.value)!
    add('new')
    rows.follow(idOf)
    lookNamed(0)
    expect(idOf(slot.index.peek())).toBe('row 3')
    expect(slot.focused.value).toBe(true)
    expect(slot.tabIndex.value).toBe(0)
    expect(rows.active.peek()).toBe(4)
  })

  test('leave the scroll position as it is if none of the rows in view can be found again', () => {
    const { rows, lookNamed, idOf, remove } = openNamed(500)
    lookNamed(6_000)
    expect(rows.follow(() => undefined)).toBe(0)
    remove(300)
    expect(rows.follow(idOf)).toBe(0)
  })
})
