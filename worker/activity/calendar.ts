/**
 * Local dates of many times. A call of Intl costs more than parsing a whole transaction, so offsets are asked for
 * once a week, and texts once a day of the year.
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

/** Milliseconds to add to UTC. No zone changes its clock twice in one of these weeks (1970 to 2040). */
function createOffsets(timeZone: string | undefined): { get(time: number): number } {
  const weeks = new Map<number, Week>()
  const ask = createOffsetReader(timeZone)
  let current: Week = { number: Number.NaN, before: 0, change: 0, after: 0 }

  function getWeek(number: number): Week {
    let week = weeks.get(number)
    if (!week) weeks.set(number, (week = readWeek(number, ask)))
    return week
  }

  return {
    get(time) {
      const number = Math.floor(time / WEEK)
      if (number !== current.number) current = getWeek(number)
      return time < current.change ? current.before : current.after
    },
  }
}

interface Week {
  /** Weeks since 1970, which began with a Thursday. */
  number: number
  /** Offset before and after the clock changes. */
  before: number
  after: number
  /** When it does, to the second: some zones change at one minute past the hour. */
  change: number
}

function readWeek(number: number, ask: (time: number) => number): Week {
  let from = number * WEEK
  let change = from + WEEK
  const before = ask(from)
  const after = ask(change)
  if (before === after) return { number, before, after, change }
  while (change - from > 1000) {
    const middle = Math.floor((from + change) / 2000) * 1000
    if (ask(middle) === before) from = middle
    else change = middle
  }
  return { number, before, after, change }
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
