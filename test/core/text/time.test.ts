import { describe, expect, test } from 'vitest'
import { formatDay, formatMoment, formatMonth } from '../../../src/core/text/time.ts'

const now = Date.UTC(2026, 10, 14, 8, 41, 12)
const berlin = { locale: 'en-US', timeZone: 'Europe/Berlin' }

describe('Times', () => {
  test('a date has its year only when that is another one, by local time', () => {
    const newYear = Date.UTC(2025, 11, 31, 23, 30)
    expect(formatDay(newYear, now, berlin)).toBe('1 Jan')
    expect(formatDay(newYear, now, { locale: 'en', timeZone: 'UTC' })).toBe('31 Dec 2025')
    expect(formatDay(Date.UTC(2026, 8, 5), now, berlin)).toBe('5 Sep')
    expect(formatDay(now, now, { locale: 'de', timeZone: 'UTC' })).toBe('14. Nov.')
  })

  test('a moment is exact, in local time', () => {
    expect(formatMoment(now, berlin)).toBe('14 Nov 2026, 09:41:12')
    expect(formatMoment(Date.UTC(2026, 10, 14), { locale: 'en', timeZone: 'UTC' })).toBe(
      '14 Nov 2026, 00:00:00',
    )
  })

  test('a locale or a zone that is none falls back', () => {
    expect(formatDay(now, now, { locale: 'no locale', timeZone: 'Nowhere/City' })).toBe('14 Nov')
  })

  test('a time beyond all dates is no text', () => {
    for (const time of [Number.NaN, Infinity, 1e300]) {
      expect(formatDay(time, now, berlin)).toBe('')
      expect(formatMoment(time, berlin)).toBe('')
    }
  })

  test('[G63] a month stands in the language of the reader, with its year where that is another', () => {
    expect(formatMonth(2026, 11, false, 'en-US')).toBe('November')
    expect(formatMonth(2025, 1, true, 'en-US')).toBe('January 2025')
    expect(formatMonth(2025, 3, true, 'de')).toBe('März 2025')
    expect(formatMonth(2025, 3, true, 'no locale')).toBe('March 2025')
  })
})
