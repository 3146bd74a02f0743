/** Formats ages as whole sentences. Each unit has a sentence of its own. */
import { formatDay } from '../../src/core/text/time.ts'
import { t } from '../base/texts.ts'

export interface AgeMessages {
  now: string
  seconds: `${string}{n}${string}`
  minutes: `${string}{n}${string}`
  hours: `${string}{n}${string}`
  /** For ages of a day or more. */
  date: `${string}{date}${string}`
}

/** Ages below this are shown as "now". Milliseconds. */
const NOW = 5_000

/** `time`, `now`: milliseconds since 1970. @param locale BCP 47, for dates */
export function formatAge(messages: AgeMessages, time: number, now: number, locale: string): string {
  const age = now - time
  // Negative ages, after the clock was set back, are "now", too.
  if (age < NOW) return messages.now
  const seconds = Math.floor(age / 1_000)
  if (seconds < 60) return t(messages.seconds, { n: seconds })
  if (seconds < 3_600) return t(messages.minutes, { n: Math.floor(seconds / 60) })
  if (seconds < 86_400) return t(messages.hours, { n: Math.floor(seconds / 3_600) })
  return t(messages.date, { date: formatDay(time, now, { locale }) })
}
