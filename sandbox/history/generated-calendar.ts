/**
 * Distributes a generated history over time: little at night, less at weekends, and some events on a day of the month.
 */
import { createRandom } from './random.ts'

export interface Calendar {
  /** Converts a position (0 is now, 1 is 24 months ago) to milliseconds since 1970. */
  timeAt(place: number): number
  /** Converts milliseconds since 1970 to a position. */
  placeOf(time: number): number
  /** Monthly events, latest month first. */
  listDue(): Due[]
}

export interface Due {
  time: number
  name: 'wage' | 'rent' | 'saving' | 'phone'
}

export const MONTHS_24 = 730 * 86_400_000
const HOUR = 3_600_000
const HOURS = MONTHS_24 / HOUR

/** Relative number of transactions in each hour of the day, from midnight on. */
const day = [2, 1, 0.4, 0.2, 0.2, 0.5, 3, 9, 12, 9, 7, 8, 14, 12, 8, 7, 8, 11, 14, 13, 11, 9, 6, 4]

const monthly: readonly { name: Due['name']; date: number; hour: number }[] = [
  { name: 'wage', date: 25, hour: 9 },
  { name: 'saving', date: 26, hour: 19 },
  { name: 'rent', date: 3, hour: 8 },
  { name: 'phone', date: 12, hour: 7 },
]

/** @param utcOffset as in `GeneratorOptions` */
export function createCalendar({
  seed,
  now,
  utcOffset,
}: {
  seed: number
  now: number
  utcOffset: number
}): Calendar {
  const random = createRandom(Math.imul(seed + 3, 0x27d4eb2f))
  const ownTime = (time: number) => new Date(time - utcOffset * 60_000)
  /** Running total of the activity up to the end of each hour, counted back from now. */
  const sums = new Float64Array(HOURS + 1)
  let mood = 1
  for (let hour = 0; hour < HOURS; hour += 1) {
    const then = ownTime(now - (hour + 0.5) * HOUR)
    if (hour % 24 === 0) mood = getMood(random.next(), then.getUTCDay())
    sums[hour + 1] = sums[hour]! + day[then.getUTCHours()]! * mood
  }
  const all = sums[HOURS]!

  return {
    timeAt(place) {
      const wanted = place * all
      let low = 0
      let high = HOURS
      while (high - low > 1) {
        const middle = (low + high) >> 1
        if (sums[middle]! <= wanted) low = middle
        else high = middle
      }
      return now - (low + (wanted - sums[low]!) / (sums[high]! - sums[low]!)) * HOUR
    },
    placeOf(time) {
      const hour = (now - time) / HOUR
      const whole = Math.floor(hour)
      return (sums[whole]! + (hour - whole) * (sums[whole + 1]! - sums[whole]!)) / all
    },
    listDue() {
      const due: Due[] = []
      const today = ownTime(now)
      for (let month = 0; month <= 24; month += 1) {
        for (const { name, date, hour } of monthly) {
          const own = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - month, date, hour, 4)
          const time = own + utcOffset * 60_000
          if (time < now && time > now - MONTHS_24) due.push({ time, name })
        }
      }
      return due
    },
  }
}

/** Activity of a day: sometimes very low or very high, and lower at weekends. */
function getMood(chance: number, weekday: number): number {
  const usual = weekday === 0 ? 0.55 : weekday === 6 ? 0.8 : 1
  if (chance < 0.08) return usual * 0.15
  return chance > 0.94 ? usual * 2.4 : usual * (0.7 + 0.6 * chance)
}
