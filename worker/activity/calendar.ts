/**
 * Local dates of many times. A call of Intl costs more than parsing a whole transaction, so texts are asked for once a
 * day of the year.
 */
import { formatLocalDay } from '../../src/core/time.ts'

export interface Calendar {
  /** Months since the year 0, local: `year * 12 + month − 1`. */
  monthOf(time: number): number
  /** `18 Nov`; with the year if it is another than now's. Milliseconds since 1970. */
  dayText(time: number, now: number): string
}

/** In the device's time zone. */
export function createCalendar(locale: string): Calendar {
  /** By day, and by whether the year is named. */
  const texts = new Map<number, string>()
  // Neighbours in a list are nearly always of one day.
  let from = Number.NaN
  let to = Number.NaN
  let text = ''
  let lastNow = Number.NaN
  return {
    monthOf: (time) => getMonth(new Date(time)),
    dayText(time, now) {
      if (time >= from && time < to && now === lastNow) return text
      const date = new Date(time)
      const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()]
      const withYear = year !== new Date(now).getFullYear()
      const key = (getMonth(date) * 32 + day) * 2 + Number(withYear)
      if (texts.size > 4_000) texts.clear()
      text = texts.get(key) ?? formatLocalDay(Date.UTC(year, month, day), withYear, locale)
      texts.set(key, text)
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

function getMonth(date: Date): number {
  return date.getFullYear() * 12 + date.getMonth()
}

/** Name of the device's time zone now. */
export function getZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
