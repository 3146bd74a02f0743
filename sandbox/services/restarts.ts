/** Which services of the sandbox had died and are back: the demo's panel says so. */
import type { Follow } from './event-stream.ts'

export interface Restart {
  /** As people read it, such as "Solana". */
  service: string
  /** Milliseconds since 1970. */
  time: number
}

export interface Restarts {
  add(service: string): void
  /** Oldest first. */
  list(): readonly Restart[]
  follow: Follow<Restart>
}

export function createRestarts(): Restarts {
  const restarts: Restart[] = []
  const readers = new Set<(restart: Restart) => void>()
  return {
    add(service) {
      const restart = { service, time: Date.now() }
      restarts.push(restart)
      for (const read of readers) read(restart)
    },
    list: () => restarts,
    follow(listener) {
      for (const restart of restarts) listener(restart)
      readers.add(listener)
      return () => void readers.delete(listener)
    },
  }
}
