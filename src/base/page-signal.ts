/** Signals that a page follows itself. */
import { effect, type Signal, signal, untracked } from '@preact/signals-core'

/**
 * A signal whose listeners belong to the page: what one of them throws is reported to the console and stops neither the
 * others nor the code that writes the signal.
 */
export function createPageSignal<T>(initial: T): Signal<T> {
  const state = signal(initial)
  state.subscribe = (listener) =>
    effect(() => {
      const { value } = state
      untracked(() => {
        try {
          listener(value)
        } catch (error) {
          queueMicrotask(() => {
            throw error
          })
        }
      })
    })
  return state
}
