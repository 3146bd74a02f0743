/** Formats when data was fetched: `14:02, 3 h ago`; after a day or more, `18 Nov, 14:02`. */
import { formatDay, formatMoment } from '../../src/core/text/time.ts'
import { t } from '../base/texts.ts'
import { formatAge } from '../components/format-age.ts'
import { texts } from './texts.ts'

const DAY = 86_400_000

/** `time`, `now`: milliseconds since 1970. @param locale BCP 47 */
export function formatWhen(time: number, now: number, locale: string): string {
  if (now - time >= DAY) return formatDate(time, now, locale)
  return t(texts.timeAndAge, {
    time: formatClock(time, locale),
    ago: formatAge(texts.ago, time, now, locale),
  })
}

/** `14:02` if it was today, else `18 Nov, 14:02`. */
export function formatDate(time: number, now: number, locale: string): string {
  const clock = formatClock(time, locale)
  const day = formatDay(time, now, { locale })
  return day === formatDay(now, now, { locale }) ? clock : t(texts.dayAndTime, { day, time: clock })
}

/** The hours and minutes of a time. */
function formatClock(time: number, locale: string): string {
  return /(\d+\D\d+)\D\d+$/.exec(formatMoment(time, { locale }))?.[1] ?? ''
}
