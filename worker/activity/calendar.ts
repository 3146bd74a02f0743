/**
 * Formats many times as local dates. Intl is slow, and neighbours in a list are nearly always of the same day: the last
 * text is reused for that day.
 */
import { formatLocalDay } from '../../src/core/text/time.ts'

export type Calendar = ReturnType<typeof createCalendar>

/** Months and days in the device's time zone. */
export function createCalendar(locale: string) {
  let lastDay = Number.NaN
  let lastNow = Number.NaN
  let text = ''
  return {
    /** Months since the year 0, in local time: `year * 12 + month − 1`. */
    monthOf(time: number): number {
      const date = new Date(time)
      return date.getFullYear() * 12 + date.getMonth()
    },
    /** `18 Nov`, or with the year if it is not the current year. Both times: milliseconds since 1970. */
    dayText(time: number, now: number): string {
      const date = new Date(time)
      const day = Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())
      if (day === lastDay && now === lastNow) return text
      const withYear = date.getFullYear() !== new Date(now).getFullYear()
      text = formatLocalDay(day, withYear, locale)
      lastDay = day
      lastNow = now
      return text
    },
  }
}

/** The device's current time zone, such as `Europe/Berlin`. */
export function getZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
