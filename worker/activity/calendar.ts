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

/** The one for these two, made once. */
export function getCalendar(locale: string, timeZone: string): Calendar {
  const key = `${locale} ${timeZone}`
  let calendar = calendars.get(key)
  if (!calendar) calendars.set(key, (calendar = createCalendar(locale, timeZone)))
  return calendar
}

const calendars = new Map<string, Calendar>()

export function createCalendar(locale: string, timeZone: string | undefined): Calendar {
  const getOffset = createOffsets(timeZone)
  /** By days since 1970. */
  const texts = new Map<number, string>()
  let thisYear = Number.NaN
  let lastNow = Number.NaN

  function setNow(now: number): void {
    const year = new Date(now + getOffset(now)).getUTCFullYear()
    if (year !== thisYear) texts.clear()
    thisYear = year
    lastNow = now
  }

  return {
    monthOf(time) {
      const date = new Date(time + getOffset(time))
      return date.getUTCFullYear() * 12 + date.getUTCMonth()
    },
    dayText(time, now) {
      if (now !== lastNow) setNow(now)
      const day = Math.floor((time + getOffset(time)) / DAY)
      let text = texts.get(day)
      if (text === undefined) {
        if (texts.size > 4_000) texts.clear()
        text = formatLocalDay(day * DAY, new Date(day * DAY).getUTCFullYear() !== thisYear, locale)
        texts.set(day, text)
      }
      return text
    },
  }
}

const DAY = 86_400_000
const WEEK = 7 * DAY

interface Week {
  /** Offset before and after the clock changes. */
  before: number
  after: number
  /** When it does, to the second: some zones change at one minute past the hour. */
  change: number
}

/** Milliseconds to add to UTC. No zone changes its clock twice in one of these weeks (1970 to 2040). */
function createOffsets(timeZone: string | undefined): (time: number) => number {
  /** By weeks since 1970, which began with a Thursday. */
  const weeks = new Map<number, Week>()
  const format = createOffsetFormat(timeZone)
  return (time) => {
    const number = Math.floor(time / WEEK)
    let week = weeks.get(number)
    if (!week) weeks.set(number, (week = readWeek(number * WEEK, (one) => readOffset(format, one))))
    return time < week.change ? week.before : week.after
  }
}

function readWeek(start: number, ask: (time: number) => number): Week {
  let from = start
  let change = from + WEEK
  const before = ask(from)
  const after = ask(change)
  if (before === after) return { before, after, change }
  while (change - from > 1000) {
    const middle = Math.floor((from + change) / 2000) * 1000
    if (ask(middle) === before) from = middle
    else change = middle
  }
  return { before, after, change }
}

function createOffsetFormat(timeZone: string | undefined): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  } catch {
    // A zone that this browser does not know: the device's own.
    return new Intl.DateTimeFormat('en-US', { timeZoneName: 'longOffset' })
  }
}

/** `GMT`, `GMT-05:00`, and `GMT-00:44:30` where a zone's clock was set by the sun. */
function readOffset(format: Intl.DateTimeFormat, time: number): number {
  const name = format.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours = 0, minutes = 0, seconds = 0] = /(.)(\d\d):(\d\d)(?::(\d\d))?$/.exec(name) ?? []
  const offset = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
  return sign === '+' ? offset : -offset
}
