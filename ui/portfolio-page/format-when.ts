/** The exact time and age of a figure: `14:02, 3 h ago`; `18 Nov, 14:02` after a day or more. */
import { formatDay, formatMoment } from '../../src/core/text/time.ts'
import { t } from '../base/texts.ts'
import { formatAge } from '../components/format-age.ts'
import { texts } from './texts.ts'

const DAY = 86_400_000

/** Both times: milliseconds since 1970. @param locale BCP 47 */
export function formatWhen(time: number, now: number, locale: string): string {
  if (now - time >= DAY) return formatDate(time, now, locale)
  return t(texts.timeAndAge, {
    time: formatClock(time, locale),
    ago: formatAge(texts.ago, time, now, locale),
  })
}

/** `14:02` for today, else `18 Nov, 14:02`. */
export function formatDate(time: number, now: number, locale: string): string {
  const clock = formatClock(time, locale)
  const day = formatDay(time, now, { locale })
  return day === formatDay(now, now, { locale }) ? clock : t(texts.dayAndTime, { day, time: clock })
}

/** Hours and minutes. */
function formatClock(time: number, locale: string): string {
  return /(\d+\D\d+)\D\d+$/.exec(formatMoment(time, { locale }))?.[1] ?? ''
}
