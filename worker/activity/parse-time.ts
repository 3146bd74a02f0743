/**
 * ISO 8601 as APIs write it, as milliseconds since 1970. `Date.parse` also reads `1` as a date of the year 2001, and the
 * 30th of February as the 2nd of March. What lies before the first public chain is no time of a transaction but a
 * server's zero, as Go's `0001-01-01T00:00:00Z`.
 *
 * @example parseTime('2026-11-14T09:41:12Z') // 1794649272000
 */
export function parseTime(value: unknown): number | undefined {
  const [, start, day, clock, fraction = '', zone] = (typeof value === 'string' && FORM.exec(value)) || []
  if (start === undefined) return undefined
  // Other numbers of digits than three are left to the browser by the standard.
  const time = Date.parse(`${start}${day}${clock}${fraction && fraction.padEnd(4, '0').slice(0, 4)}${zone}`)
  const isDay = Number(day) <= 28 || new Date(`${start}${day}`).getUTCDate() === Number(day)
  return isDay && time >= FIRST_BLOCK ? time : undefined
}

/** Year and month, day, hours to seconds, parts of a second, zone. There is no 24 o'clock. */
const FORM = /^(\d{4}-\d\d-)(\d\d)(T(?!24)\d\d:\d\d:\d\d)(\.\d{1,15})?(Z|[+-]\d\d:\d\d)$/

/** Bitcoin's first block: 2009-01-03T18:15:05Z, to the day. */
const FIRST_BLOCK = 1_230_940_800_000
