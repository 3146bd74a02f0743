/**
 * ISO 8601 as APIs write it, as milliseconds since 1970. `Date.parse` also reads `1` as a date of the year 2001, and
 * costs more. What lies before the first public chain is no time of a transaction but a server's zero, as Go's
 * `0001-01-01T00:00:00Z`.
 *
 * @example parseTime('2026-11-14T09:41:12Z') // 1794649272000
 */
export function parseTime(value: unknown): number | undefined {
  if (typeof value !== 'string' || value.length < 20 || value.length > 40) return undefined
  const year = digits(value, 0, 4)
  const month = digits(value, 5, 2)
  const day = digits(value, 8, 2)
  const hour = digits(value, 11, 2)
  const minute = digits(value, 14, 2)
  const second = digits(value, 17, 2)
  const isForm =
    value.charCodeAt(4) === DASH &&
    value.charCodeAt(7) === DASH &&
    (value.charCodeAt(10) | 32) === LOWER_T &&
    value.charCodeAt(13) === COLON &&
    value.charCodeAt(16) === COLON
  if (!isForm || !(month >= 1 && month <= 12 && day >= 1 && hour <= 23 && minute <= 59 && second <= 59)) {
    return undefined
  }
  if (Number.isNaN(year) || day > daysIn(year, month)) return undefined
  const rest = readRest(value)
  if (rest === undefined) return undefined
  const time =
    toDays(year, month, day) * 86_400_000 + hour * 3_600_000 + minute * 60_000 + second * 1000 + rest
  return time < FIRST_BLOCK ? undefined : time
}

/** Bitcoin's first block: 2009-01-03T18:15:05Z, to the day. */
const FIRST_BLOCK = 1_230_940_800_000

const DASH = 45
const COLON = 58
const LOWER_T = 116
const POINT = 46
const UPPER_Z = 90

/** NaN unless all are digits. */
function digits(text: string, from: number, count: number): number {
  let value = 0
  for (let at = from; at < from + count; at += 1) {
    const digit = text.charCodeAt(at) - 48
    if (!(digit >= 0 && digit <= 9)) return Number.NaN
    value = value * 10 + digit
  }
  return value
}

/** Parts of a second and the zone, in milliseconds. */
function readRest(value: string): number | undefined {
  // The two forms that APIs write.
  if (value.length === 20) return value.charCodeAt(19) === UPPER_Z ? 0 : undefined
  if (value.length === 24 && value.charCodeAt(19) === POINT && value.charCodeAt(23) === UPPER_Z) {
    const ms = digits(value, 20, 3)
    return Number.isNaN(ms) ? undefined : ms
  }
  const [all, fraction = '', zone = ''] = /^(?:\.(\d+))?(Z|[+-]\d\d:\d\d)$/.exec(value.slice(19)) ?? []
  if (all === undefined) return undefined
  const ms = Number(`${fraction}000`.slice(0, 3))
  if (zone.length === 1) return ms
  const hours = digits(zone, 1, 2)
  const minutes = digits(zone, 4, 2)
  if (hours > 23 || minutes > 59) return undefined
  return ms + (hours * 60 + minutes) * (zone.startsWith('+') ? -60_000 : 60_000)
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** Days since 1970-01-01 in the Gregorian calendar, counted in years that begin in March. */
function toDays(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year
  const leaps = Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400)
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1
  return y * 365 + leaps + dayOfYear - 719_468
}
