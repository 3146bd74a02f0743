import { expect, test } from 'vitest'
import { createPace } from '../../ui/components/pace.ts'

/** Frames of so many milliseconds, in each of which as many rows change as may, up to `wanted`. */
function run(frames: number[], wanted: number, pace = createPace()) {
  let now = 1_000
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

/** A list that wants two rows every third frame, on a page of which each frame takes as long as `gapAfter` says. */
function travel(
  count: number,
  gapAfter: (hasChanged: boolean, frame: number) => number,
  pace = createPace(),
) {
  const changed: number[] = []
  let now = 1_000
  let hasChanged = false
  for (let frame = 0; frame < count; frame++) {
    now += gapAfter(hasChanged, frame)
    const rows = frame % 3 === 0 ? Math.min(2, pace.read(now)) : pace.read(now) && 0
    pace.spend(rows)
    hasChanged = rows > 0
    changed.push(rows)
  }
  return { pace, changed }
}
const sum = (rows: number[]) => rows.reduce((total, one) => total + one, 0)

test('where each change costs a frame, two rows come every few frames, and more again when none is lost', () => {
  const { pace, changed } = travel(2_000, (hasChanged) => (hasChanged ? 33 : FRAME))
  const after = changed.slice(-240)
  expect(new Set(after)).toEqual(new Set([0, 2]))
  expect(sum(after)).toBeLessThan(0.3 * 240)
  expect(sum(after)).toBeGreaterThan(0.15 * 240)

  const better = travel(6_000, () => FRAME, pace)
  expect(sum(better.changed.slice(-240))).toBe(160)
  expect(better.pace.isStrained()).toBe(false)
})

test('a page that is as late when no row changed gets them at their usual rate', () => {
  const { changed } = travel(2_000, (_, frame) => ((frame % 5) % 2 === 1 ? 33 : FRAME))
  expect(sum(changed.slice(-240))).toBe(160)
  expect(sum(travel(2_000, () => 33).changed.slice(-240))).toBe(160)
})

test('frames in time get more rows again, until nothing is held back', () => {
  const { pace } = run([...frames(3), ...frames(10, 34)], 12)
  expect(pace.isStrained()).toBe(true)
  const changed: number[] = []
  let now = 10_000
  for (let frame = 0; frame < 200; frame++) {
    now += FRAME
    const rows = Math.min(12, pace.read(now))
    pace.spend(rows)
    changed.push(rows)
  }
  expect(changed[0]).toBe(2)
  expect(changed.at(-1)).toBe(12)
  expect(pace.isStrained()).toBe(false)
})

test('a page that is late with each try is tried less often, until it holds', () => {
  const pace = createPace()
  let now = 1_000
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
  expect(run(frames(50, 400), 12).pace.isStrained()).toBe(false)
  expect(run([...frames(3), ...frames(50, 40)], 0).pace.isStrained()).toBe(false)
})

test('a screen of 120 Hz is late at 60, and one that became slower is not late for ever', () => {
  const { pace, changed } = run([...frames(30, 1000 / 120), ...frames(300)], 12)
  expect(Math.min(...changed)).toBe(2)
  expect(pace.isStrained()).toBe(false)
})
