/**
 * Parses an ISO 8601 time as APIs write it. Milliseconds since 1970; undefined for other text, and for times before
 * Bitcoin's first block, such as Go's zero time `0001-01-01T00:00:00Z`.
 * `Date.parse` takes twice as long and is lenient: it reads `1` as a date in 2001, and 30 February as 2 March.
 *
 * @example parseTime('2026-11-14T09:41:12Z') // 1794649272000
 */
export function parseTime(value: unknown): number | undefined {
  if (typeof value !== 'string' || !FORM.test(value)) return undefined
  const digit = (at: number) => value.charCodeAt(at) - ZERO
  const two = (at: number) => digit(at) * 10 + digit(at + 1)
  const day = two(8)
  const start = Date.UTC(two(0) * 100 + two(2), two(5) - 1, day, two(11), two(14), two(17))
  if (day > 28 && new Date(start).getUTCDate() !== day) return undefined
  const isUtc = value.endsWith('Z')
  const zone = value.length - (isUtc ? 1 : 6)
  const ahead = isUtc ? 0 : (two(zone + 1) * 60 + two(zone + 4)) * (value[zone] === '-' ? -60_000 : 60_000)
  /** Milliseconds of one digit after the decimal point; 0 if there is no such digit. */
  const part = (at: number, ms: number) => (at < zone ? digit(at) * ms : 0)
  const time = start + part(20, 100) + part(21, 10) + part(22, 1) - ahead
  return time >= FIRST_BLOCK ? time : undefined
}

const ZERO = 48

/** Date, time of day, fraction of a second, time zone. Does not check how many days the month has. */
const FORM =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3])(?::[0-5]\d){2}(?:\.\d{1,15})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

/** Bitcoin's first block, 2009-01-03T18:15:05Z, rounded down to midnight. Milliseconds since 1970. */
const FIRST_BLOCK = 1_230_940_800_000
