/**
 * ISO 8601 as APIs write it, as milliseconds since 1970. `Date.parse` also reads `1` as a date of the year 2001, and the
 * 30th of February as the 2nd of March, leaves most numbers of digits of a second to the browser, and takes twice as
 * long. What lies before the first public chain is no time of a transaction but a server's zero, as Go's
 * `0001-01-01T00:00:00Z`.
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
  /** Of a second, as far as there are digits. */
  const part = (at: number, ms: number) => (at < zone ? digit(at) * ms : 0)
  const time = start + part(20, 100) + part(21, 10) + part(22, 1) - ahead
  return time >= FIRST_BLOCK ? time : undefined
}

const ZERO = 48

/** Date, time of day, parts of a second, zone. Whether a month has that many days is left open. */
const FORM =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3])(?::[0-5]\d){2}(?:\.\d{1,15})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

/** Bitcoin's first block: 2009-01-03T18:15:05Z, to the day. */
const FIRST_BLOCK = 1_230_940_800_000
