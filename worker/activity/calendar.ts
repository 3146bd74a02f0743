/**
 * Formats the times of a list as local dates. Intl is slow, and neighbouring rows are nearly always of the same day, so
 * the text of the last day is reused.
 */
import { formatLocalDay } from '../../src/core/text/time.ts'

export type Calendar = ReturnType<typeof createCalendar>

/** Counts months and formats days in the device's time zone. */
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
    /**
     * The local date, such as `18 Nov`. Includes the year unless it is the current year. `time` and `now`: milliseconds
     * since 1970.
     */
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
