/** Whole seconds until a moment, told once a second; 0 when it is past or there is none. */
import { useEffect, useState } from 'react'

/** @param until ms since 1970, or undefined. */
export function useCountdown(until: number | undefined): number {
  const [left, setLeft] = useState(() => secondsTo(until))
  useEffect(() => {
    let timer: ReturnType<typeof setInterval> | undefined
    const tick = () => {
      const seconds = secondsTo(until)
      setLeft(seconds)
      if (seconds === 0) clearInterval(timer)
    }
    timer = setInterval(tick, 1_000)
    tick()
    return () => clearInterval(timer)
  }, [until])
  return left
}

function secondsTo(until: number | undefined): number {
  return until === undefined ? 0 : Math.max(0, Math.ceil((until - Date.now()) / 1_000))
}
