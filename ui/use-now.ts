/** The time, for what is told in seconds or minutes: it ticks only while it is shown. */
import { useEffect, useState } from 'react'

/** @param interval milliseconds between ticks; undefined: the clock stands still. @returns ms since 1970. */
export function useNow(interval: number | undefined): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (interval === undefined) return undefined
    const tick = () => setNow(Date.now())
    tick()
    const timer = setInterval(tick, interval)
    return () => clearInterval(timer)
  }, [interval])
  return now
}
