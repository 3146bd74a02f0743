import { describe, expect, test } from 'vitest'
import { formatDay, formatMoment, formatMonth } from '../../../src/core/text/time.ts'

const now = Date.UTC(2026, 10, 14, 8, 41, 12)
const berlin = { locale: 'en-US', timeZone: 'Europe/Berlin' }

describe('Times', () => {
  test('show the year of a date only if it is not the current year, in local time', () => {
    const newYear = Date.UTC(2025, 11, 31, 23, 30)
    expect(formatDay(newYear, now, berlin)).toBe('1 Jan')
    expect(formatDay(newYear, now, { locale: 'en', timeZone: 'UTC' })).toBe('31 Dec 2025')
    expect(formatDay(Date.UTC(2026, 8, 5), now, berlin)).toBe('5 Sep')
    expect(formatDay(now, now, { locale: 'de', timeZone: 'UTC' })).toBe('14. Nov.')
  })

  test('show an exact moment in local time', () => {
    expect(formatMoment(now, berlin)).toBe('14 Nov 2026, 09:41:12')
    expect(formatMoment(Date.UTC(2026, 10, 14), { locale: 'en', timeZone: 'UTC' })).toBe(
      '14 Nov 2026, 00:00:00',
    )
  })

  test('use a default format if the locale or the time zone is invalid', () => {
    expect(formatDay(now, now, { locale: 'no locale', timeZone: 'Nowhere/City' })).toBe('14 Nov')
  })

  test('are shown as empty text if they are outside the range of dates', () => {
    for (const time of [Number.NaN, Infinity, 1e300]) {
      expect(formatDay(time, now, berlin)).toBe('')
      expect(formatMoment(time, berlin)).toBe('')
    }
  })

  test('[G63] show a month in the reader’s language, with the year if it is not the current year', () => {
    expect(formatMonth(2026, 11, false, 'en-US')).toBe('November')
    expect(formatMonth(2025, 1, true, 'en-US')).toBe('January 2025')
    expect(formatMonth(2025, 3, true, 'de')).toBe('März 2025')
    expect(formatMonth(2025, 3, true, 'no locale')).toBe('March 2025')
  })
})
