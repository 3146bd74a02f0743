/** Formats times. `now` is an argument, so that tests can set it. All times are milliseconds since 1970. */

export interface TimeFormat {
  /** BCP 47. */
  locale: string
  /** IANA name. Absent: the device's own time zone. */
  timeZone?: string | undefined
}

/** `14 Nov`, or `14 Nov 2025` if the year differs from that of `now`. */
export function formatDay(time: number, now: number, format: TimeFormat): string {
  const day = getFormats(format)
  return isValid(time) ? (day.year(time) === day.year(now) ? day.short(time) : day.long(time)) : ''
}

/** Like `formatDay`, for a time whose UTC fields hold the local time. Faster for long lists. */
export function formatLocalDay(local: number, withYear: boolean, locale: string): string {
  const day = getFormats({ locale, timeZone: 'UTC' })
  return withYear ? day.long(local) : day.short(local)
}

/** `November`, or `November 2025` with the year. @param month 1 to 12 */
export function formatMonth(year: number, month: number, withYear: boolean, locale: string): string {
  const formats = getFormats({ locale, timeZone: 'UTC' })
  const middle = Date.UTC(year, month - 1, 15)
  return withYear ? formats.monthOfYear(middle) : formats.month(middle)
}

/** `14 Nov 2026, 09:41:12`, in local time. */
export function formatMoment(time: number, format: TimeFormat): string {
  return isValid(time) ? getFormats(format).moment(time) : ''
}

interface Formats {
  year(time: number): string
  short(time: number): string
  long(time: number): string
  month(time: number): string
  monthOfYear(time: number): string
  moment(time: number): string
}

const known = new Map<string, Formats>()

function getFormats(format: TimeFormat): Formats {
  const key = `${format.locale} ${format.timeZone ?? ''}`
  let formats = known.get(key)
  if (!formats) known.set(key, (formats = createFormats(format)))
  return formats
}

function createFormats(format: TimeFormat): Formats {
  // The page's locale and time zone may be invalid. Use English and the device's time zone instead.
  const locale = orElse(() => Intl.getCanonicalLocales(format.locale)[0], 'en') ?? 'en'
  const timeZone = orElse(() => checkZone(format.timeZone), undefined)
  const isEnglish = /^en\b/i.test(locale)
  const create = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(isEnglish ? 'en-US' : locale, { ...options, ...zoneOption(timeZone) })
  const date = { day: 'numeric', month: 'short', calendar: 'gregory' } as const
  const clock = create({ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' })
  const year = create({ year: 'numeric', calendar: 'gregory', numberingSystem: 'latn' })
  const short = create(date)
  const long = create({ ...date, year: 'numeric' })
  const month = create({ month: 'long', calendar: 'gregory' })
  const monthOfYear = create({ month: 'long', year: 'numeric', calendar: 'gregory' })
  // Puts the day first in English, as is usual outside America. The locale en-GB would do the same, but writes Sept.
  const order = (text: string) => {
    if (!isEnglish) return text
    const [, month, day, year] = /^(\w+) (\d+)(?:, (\d+))?$/.exec(text) ?? []
    if (!month) return text
    return year ? `${day} ${month} ${year}` : `${day} ${month}`
  }
  return {
    year: (time) => year.format(time),
    short: (time) => order(short.format(time)),
    long: (time) => order(long.format(time)),
    month: (time) => month.format(time),
    monthOfYear: (time) => monthOfYear.format(time),
    moment: (time) => `${order(long.format(time))}, ${clock.format(time)}`,
  }
}

/** @throws RangeError for an unknown time zone */
function checkZone(timeZone: string | undefined): string | undefined {
  new Intl.DateTimeFormat('en', zoneOption(timeZone)).format(0)
  return timeZone
}

function zoneOption(timeZone: string | undefined): Intl.DateTimeFormatOptions {
  return timeZone === undefined ? {} : { timeZone }
}

function orElse<T>(read: () => T, otherwise: T): T {
  try {
    return read()
  } catch {
    return otherwise
  }
}

/** Whether a Date can hold this time. Intl throws for other times. */
function isValid(time: number): boolean {
  return Math.abs(time) <= 8.64e15
}
