import { effect } from '@preact/signals-core'

/** Resolves once it is true. @param isTrue reads signals */
export function until(isTrue: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    let stop: (() => void) | undefined
    let isOver = false
    stop = effect(() => {
      if (isOver || !isTrue()) return
      isOver = true
      resolve()
      stop?.()
    })
    if (isOver) stop()
  })
}
