import { expect, test } from 'vitest'
import { createPace } from '../../ui/components/pace.ts'

/** The clock of all tests: a page's time does not go back. */
let now = 1_000

/** Frames of so many milliseconds, in each of which as many rows change as may, up to `wanted`. */
function run(frames: number[], wanted: number, pace = createPace()) {
  const changed: number[] = []
  for (const gap of frames) {
    now += gap
    const rows = Math.min(wanted, pace.read(now))
    pace.spend(rows)
    changed.push(rows)
  }
  return { pace, changed }
}
const FRAME = 1000 / 60
const frames = (count: number, ms = FRAME) => Array.from({ length: count }, () => ms)

test('a page that keeps its rate gets all rows in each frame', () => {
  const { pace, changed } = run(frames(200), 12)
  expect(new Set(changed)).toEqual(new Set([12]))
  expect(pace.isStrained()).toBe(false)
})

test('one late frame is forgiven; frames that keep coming late get fewer rows, but never none', () => {
  expect(run([...frames(5), 40, ...frames(20)], 12).pace.isStrained()).toBe(false)
  const { pace, changed } = run([...frames(3), ...frames(20, 33)], 12)
  expect(changed[0]).toBe(12)
  expect(changed.at(-1)).toBe(2)
  expect(Math.min(...changed)).toBe(2)
  expect(pace.isStrained()).toBe(true)
})

test('frames in time get more rows again, until nothing is held back', () => {
  const { pace } = run([...frames(3), ...frames(10, 34)], 12)
  expect(pace.isStrained()).toBe(true)
  const { changed } = run(frames(200), 12, pace)
  expect(changed[0]).toBe(2)
  expect(changed.at(-1)).toBe(12)
  expect(pace.isStrained()).toBe(false)
})

test('a late frame now and then keeps nobody from more rows', () => {
  const { pace } = run([...frames(3), ...frames(10, 34)], 12)
  const nowAndThen = Array.from({ length: 20 }, () => [...frames(40), 34]).flat()
  expect(run(nowAndThen, 12, pace).changed.at(-1)).toBe(12)
  expect(pace.isStrained()).toBe(false)
})

test('a page that is in time while no row comes gets rows again, later than one that bears some', () => {
  const { pace } = run([...frames(3), ...frames(10, 34)], 12)
  run(frames(90), 0, pace)
  expect(pace.isStrained()).toBe(true)
  run(frames(90), 0, pace)
  expect(pace.isStrained()).toBe(false)
})

test('after a rest it goes on as before', () => {
  const { pace } = run([...frames(3), ...frames(10, 34)], 12)
  const { changed } = run([1_100, ...frames(120)], 12, pace)
  expect(changed.slice(0, 29)).toEqual(Array(29).fill(2))
  expect(changed[31]).toBe(4)
  expect(changed.at(-1)).toBe(12)
})

test('a rest does not bring the next try sooner', () => {
  const wait = (rest: number[]) => {
    const { pace } = run([...frames(3), ...frames(10, 34)], 12)
    run([...frames(31), ...frames(3, 34)], 12, pace)
    return run([...rest, ...frames(100)], 12, pace).changed.indexOf(4)
  }
  expect(wait([])).toBeGreaterThan(50)
  expect(wait([1_100])).toBeGreaterThanOrEqual(wait([]))
})

test('after a try that held, the next one waits no longer than the first', () => {
  const { pace } = run([...frames(3), ...frames(10, 34)], 12)
  for (let failed = 0; failed < 3; failed++) {
    while (run([FRAME], 12, pace).changed[0]! < 4);
    run(frames(3, 34), 12, pace)
  }
  const { changed } = run(frames(700), 12, pace)
  const [first, second, third] = [4, 8, 12].map((rows) => changed.indexOf(rows))
  expect(first).toBeGreaterThan(200)
  expect(second! - first!).toBeGreaterThan(200)
  expect(third! - second!).toBeLessThan(40)
})

test('a frame that takes a third of a second is late like any other', () => {
  expect(run([...frames(3), ...frames(3, 350)], 12).changed.at(-1)).toBeLessThan(8)
})

test('a page that is late with each try is tried less often, until it holds', () => {
  const pace = createPace()
  /** Frames in time until more rows may change than before. */
  const wait = () => {
    const before = pace.read((now += FRAME))
    pace.spend(1)
    for (let waited = 1; ; waited++) {
      if (pace.read((now += FRAME)) > before) return waited
      pace.spend(1)
    }
  }
  const fail = () => {
    for (let frame = 0; frame < 3; frame++) {
      pace.spend(12)
      pace.read((now += 34))
    }
    pace.spend(1)
  }
  fail()
  const waited: number[] = []
  for (let attempt = 0; attempt < 7; attempt++) {
    waited.push(wait())
    fail()
  }
  expect(waited[1]).toBeGreaterThan(waited[0]!)
  for (let at = 2; at < 5; at++) expect(waited[at]).toBeGreaterThan(1.8 * waited[at - 1]!)
  expect(waited[6]).toBe(waited[5])
  expect(waited[6]! * FRAME).toBeLessThan(10_000)

  run(frames(5_000), 12, pace)
  expect(pace.isStrained()).toBe(false)
})

test('a frame has one budget, however often it is asked', () => {
  const pace = createPace()
  const most = pace.read(1_000)
  pace.spend(most - 3)
  expect(pace.read(1_000)).toBe(3)
  pace.spend(3)
  expect(pace.read(1_000)).toBe(0)
  expect(pace.read(1_016)).toBe(most)
})

test('what comes after a rest, or when no row changed, tells nothing', () => {
  expect(run(frames(50, 1_400), 12).pace.isStrained()).toBe(false)
  expect(run([...frames(3), ...frames(50, 40)], 0).pace.isStrained()).toBe(false)
})

test('a screen of 120 Hz is late at 60, and one that became slower is not late for ever', () => {
  const { pace, changed } = run([...frames(30, 1000 / 120), ...frames(300)], 12)
  expect(Math.min(...changed)).toBe(2)
  expect(pace.isStrained()).toBe(false)
})
