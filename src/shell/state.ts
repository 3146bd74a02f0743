/**
 * A value that can be followed. Of what a signal can, this is what a page needs before anything is loaded; behind it
 * the shell works with real ones.
 */
import type { Readable } from './readable.ts'

export interface State<T> extends Readable<T> {
  value: T
}

export function createState<T>(initial: T): State<T> {
  const listeners = new Set<(value: T) => void>()
  let current = initial
  return {
    get value() {
      return current
    },
    set value(next) {
      if (Object.is(next, current)) return
      current = next
      // Those of now: who begins to follow meanwhile knows already.
      for (const listener of Array.from(listeners)) if (listeners.has(listener)) tell(listener)
    },
    peek: () => current,
    subscribe(listener) {
      // Two that are the same function are two all the same.
      const own = (value: T) => listener(value)
      listeners.add(own)
      own(current)
      return () => void listeners.delete(own)
    },
  }

  /** A listener that throws stops nobody. */
  function tell(listener: (value: T) => void): void {
    try {
      listener(current)
    } catch (error) {
      queueMicrotask(() => {
        throw error
      })
    }
  }
}
