import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arrange, type Chunk, type Directory } from '../../../worker/activity/directory.ts'

const chunk = (name: string): Chunk => ({ name, count: 250, bytes: 60_000, first: 2, last: 1, groups: [] })
const chunks = (count: number, prefix = 'c') =>
  Array.from({ length: count }, (_, at) => chunk(`${prefix}${at}`))
const flatten = ({ front, shelves, tail }: Directory) => [
  ...front,
  ...shelves.flatMap((shelf) => shelf.chunks),
  ...tail,
]

describe('The directory of a long list', () => {
  test('a short list has no shelves', () => {
    const list = chunks(32)
    expect(arrange(list, [], String)).toEqual({ front: list, shelves: [], tail: [] })
  })

  test('whatever changes, every chunk stands in it once and in order, and no part of it grows long', () => {
    const change = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      removed: fc.nat({ max: 40 }),
      added: fc.nat({ max: 120 }),
    })
    fc.assert(
      fc.property(fc.nat({ max: 200 }), fc.array(change, { maxLength: 12 }), (count, changes) => {
        let list = chunks(count)
        let last = arrange(list, [], (nth) => `0-${nth}`)
        for (const [round, { at, removed, added }] of changes.entries()) {
          const start = Math.floor(at * list.length)
          const fresh = chunks(added, `${round}-`)
          list = [...list.slice(0, start), ...fresh, ...list.slice(start + removed)]
          const next = arrange(list, last.shelves, (nth) => `${round + 1}-${nth}`)
          expect(flatten(next)).toEqual(list)
          expect(next.front.length).toBeLessThanOrEqual(32)
          expect(next.tail.length).toBeLessThanOrEqual(32)
          for (const shelf of next.shelves) expect(shelf.chunks.length).toBeLessThanOrEqual(32)
          expect(next.shelves.every((shelf) => shelf.chunks.length > 0)).toBe(true)
          const names = next.shelves.map(({ name }) => name)
          expect(new Set(names).size).toBe(names.length)
          // A name never stands for two contents.
          const known = new Map(last.shelves.map((shelf) => [shelf.name, shelf]))
          for (const shelf of next.shelves) expect([shelf, undefined]).toContain(known.get(shelf.name))
          // A shelf of which nothing changed is not written again.
          const held = new Set(list)
          const isWhole = (all: readonly Chunk[]) =>
            all.every((one) => held.has(one)) &&
            list.indexOf(all.at(-1) as Chunk) - list.indexOf(all[0] as Chunk) === all.length - 1
          for (const shelf of last.shelves) if (isWhole(shelf.chunks)) expect(next.shelves).toContain(shelf)
          last = next
        }
      }),
    )
  })

  test('where a list only grows at its end, what is written with a page does not grow', () => {
    let last = arrange([], [], String)
    const list: Chunk[] = []
    let written = 0
    for (let page = 0; page < 1_000; page += 1) {
      list.push(...chunks(2, `${page}-`))
      const next = arrange(list, last.shelves, (nth) => `${page}-${nth}`)
      for (const shelf of next.shelves) if (!last.shelves.includes(shelf)) written += shelf.chunks.length
      expect(next.front.length + next.tail.length).toBeLessThanOrEqual(64)
      last = next
    }
    // Each chunk was put on a shelf once.
    expect(written).toBeLessThanOrEqual(list.length)
    expect(last.shelves.length).toBeGreaterThan(100)
  })

  test('what is new in front leaves the shelves alone', () => {
    const list = chunks(300)
    const first = arrange(list, [], (nth) => `a-${nth}`)
    const next = arrange([chunk('new'), ...list.slice(1)], first.shelves, (nth) => `b-${nth}`)
    expect(next.shelves).toEqual(first.shelves)
    expect(next.front[0]?.name).toBe('new')
  })

  test('a chunk that is replaced in the past makes one new shelf', () => {
    const list = chunks(300)
    const first = arrange(list, [], (nth) => `a-${nth}`)
    const next = arrange(list.with(150, chunk('new')), first.shelves, (nth) => `b-${nth}`)
    expect(next.shelves.filter(({ name }) => name.startsWith('b-'))).toHaveLength(1)
    expect(next.shelves).toHaveLength(first.shelves.length)
  })
})
