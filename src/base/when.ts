import { effect } from '@preact/signals-core'

/**
 * Waits for the first value that passes `test`.
 * @param read returns the value, and may read signals
 * @param test default: whether the value is truthy
 */
export function when<T>(read: () => T, test: (value: T) => boolean = Boolean): Promise<T> {
  return new Promise((resolve) => {
    const stop = effect(() => {
      const value = read()
      if (!test(value)) return
      resolve(value)
      queueMicrotask(() => stop())
    })
  })
}
