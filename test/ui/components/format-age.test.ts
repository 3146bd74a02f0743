import { expect, test } from 'vitest'
import { formatAge } from '../../../ui/components/format-age.ts'
import { texts } from '../../../ui/activity/texts.ts'

const now = new Date(2026, 10, 14, 9, 41, 12).getTime()
const HOUR = 3_600_000

test.each([
  [0, 'just now', 'Submitted just now'],
  // A clock that was set back: nothing is younger than now.
  [-60_000, 'just now', 'Submitted just now'],
  [4_999, 'just now', 'Submitted just now'],
  [5_000, '5 s ago', 'Submitted 5 s ago'],
  [59_999, '59 s ago', 'Submitted 59 s ago'],
  [180_000, '3 min ago', 'Submitted 3 min ago'],
  [2 * HOUR, '2 h ago', 'Submitted 2 h ago'],
  [24 * HOUR, '13 Nov', 'Submitted 13 Nov'],
  [365 * 24 * HOUR, '14 Nov 2025', 'Submitted 14 Nov 2025'],
])('[G63] an age of %d ms reads "%s"', (age, alone, submitted) => {
  expect(formatAge(texts.ago, now - age, now, 'en-US')).toBe(alone)
  expect(formatAge(texts.submitted, now - age, now, 'en-US')).toBe(submitted)
})
