/**
 * Local dates of many times. A call of Intl costs more than parsing a whole transaction, so offsets are asked for
 * once a week of the calendar, and texts once a day of the year.
 */
import { formatLocalDay } from '../../src/core/time.ts'

export interface Calendar {
  /** Months since the year 0, local: `year * 12 + month − 1`. */
  monthOf(time: number): number
  /** `18 Nov`; with the year if it is another than now's. Milliseconds since 1970. */
  dayText(time: number, now: number): string
}

export function createCalendar(locale: string, timeZone: string | undefined): Calendar {
  const offsets = createOffsets(timeZone)
  const texts = new Map<number, string>()
  // Neighbours in a list are nearly always of the same day.
  let dayFrom = Number.NaN
  let dayText = ''
  let thisYear = Number.NaN
  let lastNow = Number.NaN
  let monthFrom = Number.NaN
  let monthTo = Number.NaN
  let month = 0

  return {
    monthOf(time) {
      const local = time + offsets.get(time)
      if (local >= monthFrom && local < monthTo) return month
      const date = new Date(local)
      month = date.getUTCFullYear() * 12 + date.getUTCMonth()
      monthFrom = Date.UTC(date.getUTCFullYear(), date.getUTCMonth())
      monthTo = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1)
      return month
    },
    dayText(time, now) {
      if (now !== lastNow) {
        const year = new Date(now + offsets.get(now)).getUTCFullYear()
        if (year !== thisYear) texts.clear()
        thisYear = year
        lastNow = now
        dayFrom = Number.NaN
      }
      const local = time + offsets.get(time)
      if (local >= dayFrom && local < dayFrom + DAY) return dayText
      dayFrom = Math.floor(local / DAY) * DAY
      let text = texts.get(dayFrom)
      if (text === undefined) {
        if (texts.size > 4_000) texts.clear()
        text = formatLocalDay(dayFrom, new Date(dayFrom).getUTCFullYear() !== thisYear, locale)
        texts.set(dayFrom, text)
      }
      return (dayText = text)
    },
  }
}

const DAY = 86_400_000
const WEEK = 7 * DAY

/** Milliseconds to add to UTC. Weeks in which the clock changes are asked hour by hour. */
function createOffsets(timeZone: string | undefined): { get(time: number): number } {
  const weeks = new Map<number, number>()
  const hours = new Map<number, number>()
  const ask = createOffsetReader(timeZone)
  let week = Number.NaN
  let offset = Number.NaN

  return {
    get(time) {
      const at = Math.floor(time / WEEK)
      if (at !== week) {
        week = at
        let known = weeks.get(at)
        if (known === undefined) {
          known = ask(at * WEEK)
          if (known !== ask((at + 1) * WEEK)) known = Number.NaN
          weeks.set(at, known)
        }
        offset = known
      }
      if (!Number.isNaN(offset)) return offset
      // Clocks change at a quarter of an hour, wherever they do.
      const quarter = Math.floor(time / 900_000)
      let known = hours.get(quarter)
      if (known === undefined) hours.set(quarter, (known = ask(quarter * 900_000)))
      return known
    },
  }
}

function createOffsetReader(timeZone: string | undefined): (time: number) => number {
  const local = (time: number) => -new Date(time).getTimezoneOffset() * 60_000
  if (timeZone === undefined) return local
  let format: Intl.DateTimeFormat
  try {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  } catch {
    // A zone that this browser does not know.
    return local
  }
  return (time) => {
    const parts = format.formatToParts(time)
    const read = (type: string) => Number(parts.find((part) => part.type === type)?.value)
    const isBefore = parts.find((part) => part.type === 'era')?.value.startsWith('B') ?? false
    const year = isBefore ? 1 - read('year') : read('year')
    const date = new Date(0)
    date.setUTCFullYear(year, read('month') - 1, read('day'))
    date.setUTCHours(read('hour'), read('minute'), read('second'))
    return date.getTime() - Math.floor(time / 1000) * 1000
  }
}
