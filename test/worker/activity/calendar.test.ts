import * as fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { formatDay } from '../../../src/core/text/time.ts'
import { createCalendar } from '../../../worker/activity/calendar.ts'
import { propertyRuns } from '../../property-runs.ts'

const runs = propertyRuns(2_000)
const HOUR = 3_600_000
const NOW = Date.UTC(2026, 10, 18)

afterAll(() => setZone('UTC'))

/** The device's own. */
function setZone(timeZone: string): void {
  process.env['TZ'] = timeZone
}

/** What the calendar says, beside what Intl says when it is asked for this one moment. */
function compare(timeZone: string, time: number) {
  setZone(timeZone)
  const calendar = createCalendar('en')
  const month = calendar.monthOf(time)
  const parts = getMonthFormat(timeZone).formatToParts(time)
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  return {
    calendar: { month, day: calendar.dayText(time, NOW) },
    intl: {
      month: read('year') * 12 + read('month') - 1,
      day: formatDay(time, NOW, { locale: 'en', timeZone }),
    },
  }
}

/** Local time less UTC, as text. */
function getOffset(timeZone: string, time: number): string {
  const local = new Date(time).toLocaleString('sv', { timeZone })
  return String(Date.parse(`${local.replace(' ', 'T')}Z`) - time)
}

const formats = new Map<string, Intl.DateTimeFormat>()
function getMonthFormat(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: 'numeric' })
    formats.set(timeZone, format)
  }
  return format
}

test.each([
  ['of one hour forward', 'America/New_York', '2026-03-08T07:00:00Z'],
  ['of one hour back', 'Europe/Berlin', '2026-10-25T01:00:00Z'],
  ['of half an hour', 'Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
  ['of two hours', 'Antarctica/Troll', '2026-03-29T01:00:00Z'],
  ['before Ramadan', 'Africa/Casablanca', '2026-02-15T02:00:00Z'],
  ['after Ramadan', 'Africa/Casablanca', '2026-03-22T02:00:00Z'],
  ['back at 00:01', 'America/St_Johns', '2010-11-07T02:31:00Z'],
  ['forward at 00:01', 'Asia/Gaza', '2011-03-31T22:01:00Z'],
  ['at midnight', 'Asia/Beirut', '2026-03-28T22:00:00Z'],
  ['that skips a whole day', 'Pacific/Apia', '2011-12-30T10:00:00Z'],
  ['of 44 minutes and 30 seconds', 'Africa/Monrovia', '1972-01-07T00:44:30Z'],
  ['that is permanent', 'Asia/Pyongyang', '2018-05-04T15:00:00Z'],
])('[G70] the calendar gives the same dates as Intl around a clock change %s', (_, zone, change) => {
  const at = Date.parse(change)
  expect(getOffset(zone, at), 'the clock changes at this second').not.toBe(getOffset(zone, at - 1000))
  for (let time = at - 80 * HOUR; time < at + 80 * HOUR; time += 5 * 60_000 + 1) {
    const { calendar, intl } = compare(zone, time)
    expect(calendar, new Date(time).toISOString()).toEqual(intl)
  }
  for (const time of [at - 1, at, at + 1]) {
    const { calendar, intl } = compare(zone, time)
    expect(calendar, new Date(time).toISOString()).toEqual(intl)
  }
})

test('[G70] the calendar gives the same dates as Intl around any midnight of any time zone from 1970 to 2040', () => {
  const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'), 'UTC', 'Australia/Lord_Howe')
  const day = fc.integer({ min: 0, max: Math.floor(Date.UTC(2041, 0, 1) / (24 * HOUR)) - 1 })
  // A midnight somewhere, and what lies around it: a clock that was not changed shows another day there.
  const quarter = fc.integer({ min: 0, max: 95 })
  const about = fc.integer({ min: -2 * HOUR, max: 2 * HOUR })
  fc.assert(
    fc.property(zone, day, quarter, about, (timeZone, days, quarters, ms) => {
      const time = Math.max(0, days * 24 * HOUR + quarters * (HOUR / 4) + ms)
      const { calendar, intl } = compare(timeZone, time)
      expect(calendar).toEqual(intl)
    }),
    { numRuns: runs },
  )
})

test('the date that the calendar gives for a time does not depend on the times converted before', () => {
  const time = fc.integer({ min: Date.UTC(2009, 0, 3), max: Date.UTC(2030, 0, 1) })
  const zone = fc.constantFrom(
    'America/New_York',
    'Australia/Lord_Howe',
    'Africa/Casablanca',
    'Asia/Kathmandu',
  )
  fc.assert(
    fc.property(zone, fc.array(fc.tuple(time, fc.boolean()), { maxLength: 30 }), (timeZone, asked) => {
      setZone(timeZone)
      const calendar = createCalendar('en')
      for (const [one, thisYear] of asked) {
        const now = thisYear ? one : NOW
        expect(calendar.dayText(one, now)).toBe(formatDay(one, now, { locale: 'en', timeZone }))
        expect(calendar.monthOf(one)).toBe(createCalendar('en').monthOf(one))
      }
    }),
    { numRuns: propertyRuns(300) },
  )
})
