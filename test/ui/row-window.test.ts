import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRowLayout } from '../../ui/components/row-layout.ts'
import { BEYOND, createRowWindow, type Place, TOGETHER } from '../../ui/components/row-window.ts'

const ROW = 60
const HEIGHT = 480

function open(total: number, heads: number[] = []) {
  const sections = [...heads.map((rows) => ({ head: 38, rows })), { head: 38, rows: total }]
  const layout = createRowLayout(sections, ROW, undefined)
  const rows = createRowWindow(layout, HEIGHT)
  const places = rows.getPlaces(Math.min(layout.total, Math.ceil(HEIGHT / ROW) + 1 + BEYOND))
  const look = (top: number) => rows.look(top, HEIGHT)
  look(0)
  return { rows, places, layout, look }
}

const indicesOf = (places: readonly Place[]) => places.map(({ index }) => index.peek())

describe('the rows of a long list', () => {
  test('each row in view has one place, wherever it is scrolled to', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 5_000 }),
        fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 5 }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 12 }),
        (total, heads, stops) => {
          const { places, layout, look } = open(total, heads)
          for (const stop of stops) {
            const { from, to } = look(stop * Math.max(0, layout.height - HEIGHT))
            const indices = indicesOf(places)
            expect(new Set(indices).size).toBe(places.length)
            for (const index of indices) expect(index >= 0 && index < layout.total).toBe(true)
            for (let row = from; row < to; row++) expect(indices).toContain(row)
          }
        },
      ),
      { numRuns: Number(process.env['PBT_RUNS'] ?? 200) },
    )
  })

  test('a few at a time, each row in view gets its place, whatever has the focus', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 400 }),
        fc.array(
          fc.record({
            by: fc.oneof(fc.integer({ min: -300, max: 300 }), fc.integer({ min: -9_000, max: 9_000 })),
            looks: fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 3 }),
            focus: fc.option(fc.integer({ min: 0, max: 399 }), { nil: undefined }),
          }),
          { maxLength: 30 },
        ),
        (total, steps) => {
          const { rows, places, layout } = open(total, [7])
          let top = 0
          for (const { by, looks, focus } of steps) {
            top = Math.max(0, Math.min(layout.height - HEIGHT, top + by))
            if (focus === undefined || focus < layout.total) rows.onFocus(focus)
            for (const most of looks) rows.look(top, HEIGHT, most)
            expect(new Set(indicesOf(places)).size).toBe(places.length)
          }
          let left = 60
          while (!rows.isSettled(top, HEIGHT) && left-- > 0) rows.look(top, HEIGHT, 1)
          expect(rows.isSettled(top, HEIGHT)).toBe(true)
          const { from, to } = rows.look(top, HEIGHT, 0)
          for (let row = from; row < to; row++) expect(indicesOf(places)).toContain(row)
        },
      ),
      { numRuns: Number(process.env['PBT_RUNS'] ?? 300) },
    )
  })

  test('rows are away while none of them is in view and nobody looks', () => {
    const { rows } = open(1_000)
    rows.pass(0, HEIGHT)
    expect(rows.isAway.peek()).toBe(false)
    rows.pass(9_000, HEIGHT)
    expect(rows.isAway.peek()).toBe(true)

    // Back where they lie, one of them in view.
    rows.pass(HEIGHT - ROW, HEIGHT)
    expect(rows.isAway.peek()).toBe(false)
    rows.pass(9_000, HEIGHT)
    rows.look(9_000, HEIGHT, TOGETHER)
    expect(rows.isAway.peek()).toBe(false)

    rows.pass(30_000, HEIGHT)
    expect(rows.isAway.peek()).toBe(true)
    rows.setLayout(createRowLayout([{ head: 38, rows: 2_000 }], ROW, undefined), 30_000, HEIGHT, TOGETHER)
    expect(rows.isAway.peek()).toBe(false)
  })

  test('what is missing in view comes first, at most so many at once; what lies beyond it comes after', () => {
    const { rows, places } = open(1_000)
    rows.look(3_000, HEIGHT)
    expect(rows.isSettled(3_000, HEIGHT)).toBe(true)

    // One row further, two: they were made before, and two more are made then.
    const before = indicesOf(places)
    expect(rows.isSettled(3_000 + ROW, HEIGHT)).toBe(true)
    expect(rows.covers(3_000 + 2 * ROW, HEIGHT)).toBe(true)
    expect(rows.isSettled(3_000 + 2 * ROW, HEIGHT)).toBe(false)
    expect(rows.look(3_000 + 2 * ROW, HEIGHT, TOGETHER)).toMatchObject({
      changed: 2,
      isComplete: true,
    })
    expect(indicesOf(places).filter((index, at) => index !== before[at]).length).toBe(2)

    // Far off, nothing is there. The rows at the end that comes first stay in view longest.
    expect(rows.covers(30_000, HEIGHT)).toBe(false)
    const first = rows.look(30_000, HEIGHT, 4)
    expect(first).toMatchObject({ changed: 4, missing: first.to - first.from - 4 })
    expect(indicesOf(places)).toEqual(expect.arrayContaining([1, 2, 3, 4].map((step) => first.to - step)))
    expect(rows.look(30_000, HEIGHT, 99)).toMatchObject({ missing: 0, isComplete: false })
    expect(rows.covers(30_000, HEIGHT)).toBe(true)
    expect(rows.look(30_000, HEIGHT, 1)).toMatchObject({ changed: 1 })
    expect(rows.look(30_000, HEIGHT)).toMatchObject({ isComplete: true })
    expect(rows.isSettled(30_000, HEIGHT)).toBe(true)
    const back = rows.look(20_000, HEIGHT, 4)
    expect(indicesOf(places)).toEqual(expect.arrayContaining([0, 1, 2, 3].map((step) => back.from + step)))
  })

  test('a list that became shorter keeps no row beyond its end', () => {
    const { rows, places, look } = open(1_000)
    look(1_000 * ROW)
    const shorter = createRowLayout([{ head: 38, rows: 100 }], ROW, undefined)
    rows.setLayout(shorter, 100 * ROW - HEIGHT, HEIGHT)
    expect(Math.max(...indicesOf(places))).toBe(99)
  })

  test('while a list moves, other rows come a few at a time, and all of them in the end', () => {
    const { rows, places, layout } = open(500)
    rows.look(layout.height - HEIGHT, HEIGHT)
    const shorter = createRowLayout([{ head: 38, rows: 200 }], ROW, undefined)
    const top = shorter.height - HEIGHT
    expect(rows.setLayout(shorter, top, HEIGHT, TOGETHER).changed).toBe(TOGETHER)
    for (let looks = 0; !rows.isSettled(top, HEIGHT); looks++) {
      expect(looks).toBeLessThan(places.length)
      expect(rows.look(top, HEIGHT, TOGETHER).changed).toBeLessThanOrEqual(TOGETHER)
    }
    expect(rows.look(top, HEIGHT).changed).toBe(0)
    expect(Math.max(...indicesOf(places))).toBe(199)
  })

  test('the row that has the focus keeps its place while the list is scrolled away, and gives it back', () => {
    const { rows, places, layout, look } = open(1_000)
    const place = places.find(({ index }) => index.peek() === 4)!
    rows.onFocus(4)
    expect(place.focused.value).toBe(true)
    for (const top of [300, 3_000, 30_000, 59_000, 20_000]) {
      const { from, to } = look(top)
      expect(place.index.peek()).toBe(4)
      for (let row = from; row < to; row++) expect(indicesOf(places)).toContain(row)
    }
    for (const step of [37, -41]) {
      for (let top = 20_000; top > 10_000 && top < 30_000; top += step) {
        if (!rows.covers(top, HEIGHT)) look(top)
        const seen = indicesOf(places)
        for (let row = layout.rowAt(top); row <= layout.rowAt(top + HEIGHT); row++)
          expect(seen).toContain(row)
      }
    }
    rows.onFocus(undefined)
    look(40_000)
    expect(indicesOf(places)).not.toContain(4)
  })

  test('a row that has the focus stands once when the view grows', () => {
    const { rows, places } = open(500)
    rows.look(200, HEIGHT)
    const next = places.length
    expect(indicesOf(places)).toContain(next)
    rows.onFocus(next)
    const more = rows.getPlaces(places.length + 1)
    rows.look(200, HEIGHT + ROW)
    expect(new Set(indicesOf(more)).size).toBe(more.length)
    expect(rows.isSettled(200, HEIGHT + ROW)).toBe(true)
  })

  test('a row that comes into view gets a place when the focus stays on the last of the list', () => {
    const { rows, places, layout, look } = open(14)
    look(layout.height - HEIGHT)
    rows.onFocus(13)
    look(0)
    expect(rows.covers(0, HEIGHT)).toBe(true)
    expect(indicesOf(places)).toEqual(expect.arrayContaining([0, 13]))
  })

  test('Tab reaches one row, the last one when the list became shorter', () => {
    const { rows, places, look } = open(12)
    rows.onFocus(11)
    rows.onFocus(undefined)
    const reached = () =>
      places.filter(({ tabIndex }) => tabIndex.value === 0).map(({ index }) => index.peek())
    expect(reached()).toEqual([11])
    rows.setLayout(createRowLayout([{ head: 38, rows: 6 }], ROW, undefined), 0, HEIGHT)
    expect(reached()).toEqual([5])
    look(0)
  })

  test('a row that is not there yet gets the focus when it comes', () => {
    const { rows, places } = open(100)
    let focused = 0
    const element = { focus: () => (focused += 1) } as unknown as HTMLElement
    const place = places.find(({ index }) => index.peek() === 3)!
    rows.setWanted(3)
    expect(rows.giveFocus()).toBe(false)
    place.setTarget(element)
    expect(focused).toBe(1)
    place.setTarget(null)
    place.setTarget(element)
    expect(focused).toBe(1)
  })

  test('heads are told anew only when others come into view', () => {
    const { rows, look } = open(500, [200, 200])
    look(1_000)
    const heads = rows.heads.peek()
    look(1_060)
    expect(rows.heads.peek()).toBe(heads)
    look(200 * ROW)
    expect(rows.heads.peek().map(({ section }) => section)).toEqual([1])
  })
})
