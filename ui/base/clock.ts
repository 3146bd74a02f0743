/**
 * The one clock of what is told in seconds or minutes: it ticks while somebody reads it. A component that does starts
 * with `useSignals()`, as for any signal.
 */
import { signal } from '@preact/signals-react'

const TICK = 1_000

let timer: ReturnType<typeof setInterval> | undefined

const ticks = signal(0, {
  watched: () => (timer = setInterval(() => (ticks.value += 1), TICK)),
  unwatched: () => clearInterval(timer),
})

/** Milliseconds since 1970; a component that reads it renders each second. */
export function readClock(): number {
  void ticks.value
  return Date.now()
}

/**
 * Whole seconds until a moment, updated once a second; 0 if it is past or undefined, without a timer then.
 * @param moment ms since 1970.
 */
export function readSecondsTo(moment: number | undefined): number {
  if (moment === undefined || moment <= Date.now()) return 0
  return Math.ceil((moment - readClock()) / 1_000)
}
