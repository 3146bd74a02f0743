/**
 * The clock for all texts that count seconds or minutes. It ticks only while a component reads it. As for any signal,
 * that component must call `useSignals()`.
 */
import { signal } from '@preact/signals-react'

const TICK = 1_000

let timer: ReturnType<typeof setInterval> | undefined

const ticks = signal(0, {
  watched: () => (timer = setInterval(() => (ticks.value += 1), TICK)),
  unwatched: () => clearInterval(timer),
})

/** The time in milliseconds since 1970. A component that reads it is rendered each second. */
export function readClock(): number {
  void ticks.value
  return Date.now()
}

/**
 * Whole seconds until a moment, updated each second. If the moment is past or undefined: 0, without a timer.
 * @param moment milliseconds since 1970
 */
export function readSecondsTo(moment: number | undefined): number {
  if (moment === undefined || moment <= Date.now()) return 0
  return Math.ceil((moment - readClock()) / 1_000)
}
