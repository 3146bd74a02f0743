/** Signals that the page can subscribe to. */
import { effect, type Signal, signal, untracked } from '@preact/signals-core'

/**
 * A signal for a page's listeners: an error of one listener is reported to the console and stops neither the other listeners
 * nor the code that writes the signal.
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
