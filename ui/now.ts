/** The time for what is told in seconds or minutes, as a signal: it ticks while somebody reads it. Ms since 1970. */
import { signal } from '@preact/signals-react'

const TICK = 10_000

let timer: ReturnType<typeof setInterval> | undefined

export const now = signal(Date.now(), {
  watched() {
    now.value = Date.now()
    timer = setInterval(() => (now.value = Date.now()), TICK)
  },
  unwatched: () => clearInterval(timer),
})
