/** Signals that code of the page may subscribe to. */
import { effect, type Signal, signal, untracked } from '@preact/signals-core'

/**
 * A signal for the page's listeners. If a listener throws, the error goes to the console. The other listeners and the
 * code that writes the signal continue.
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
