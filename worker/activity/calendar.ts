/**
 * Local dates of many times. A call of Intl costs more than parsing a whole transaction, and neighbours in a list are
 * nearly always of one day: a text is asked for once for all of them.
 */
import { formatLocalDay } from '../../src/core/time.ts'

export type Calendar = ReturnType<typeof createCalendar>

/** In the device's time zone. */
export function createCalendar(locale: string) {
  let from = Number.NaN
  let to = Number.NaN
  let text = ''
  let lastNow = Number.NaN
  return {
    /** Months since the year 0, local: `year * 12 + month − 1`. */
    monthOf(time: number): number {
      const date = new Date(time)
      return date.getFullYear() * 12 + date.getMonth()
    },
    /** `18 Nov`; with the year if it is another than now's. Milliseconds since 1970. */
    dayText(time: number, now: number): string {
      if (time >= from && time < to && now === lastNow) return text
      const date = new Date(time)
      const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()]
      const withYear = year !== new Date(now).getFullYear()
      text = formatLocalDay(Date.UTC(year, month, day), withYear, locale)
      from = new Date(year, month, day).getTime()
      to = new Date(year, month, day + 1).getTime()
      // One on which the clock is changed may come in two pieces.
      if (to - from !== DAY) to = from
      lastNow = now
      return text
    },
  }
}

const DAY = 86_400_000

/** Name of the device's time zone now. */
export function getZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
