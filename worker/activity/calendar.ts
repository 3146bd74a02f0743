/**
 * Local dates of many times. A call of Intl costs more than parsing a whole transaction, and neighbours in a list are
 * nearly always of one day: a text is asked for once for all of them.
 */
import { formatLocalDay } from '../../src/core/text/time.ts'

export type Calendar = ReturnType<typeof createCalendar>

/** In the device's time zone. */
export function createCalendar(locale: string) {
  let lastDay = Number.NaN
  let lastNow = Number.NaN
  let text = ''
  return {
    /** Months since the year 0, local: `year * 12 + month − 1`. */
    monthOf(time: number): number {
      const date = new Date(time)
      return date.getFullYear() * 12 + date.getMonth()
    },
    /** `18 Nov`; with the year if it is another than now's. Milliseconds since 1970. */
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

/** Name of the device's time zone now. */
export function getZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
