/** Steps of states that aren't presses or typed texts. */
import type { OpenableView } from '../../../src/shell/routes.ts'
import type { Tools } from './state.ts'

/** Moves the clock forward by some milliseconds. */
export const wait = (milliseconds: number) => () => {
  const { now } = Date
  Date.now = () => now() + milliseconds
}

export function goOffline(): void {
  // Move the clock on: the last response must be older than the loss of the connection.
  wait(1)()
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: false })
  window.dispatchEvent(new Event('offline'))
}

/** Fakes the clipboard: browsers refuse to copy in a page that isn't in the foreground. */
export function allowCopying(): void {
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: async () => {} } })
}

/** Fakes the provider's window. @param isClosed whether the person closes the window at once */
export const allowWindow =
  (isClosed = false) =>
  () => {
    const popup = {
      closed: isClosed,
      close() {},
      location: { replace() {}, href: '' },
      document: { body: {} },
    }
    window.open = () => popup as unknown as Window
  }

export async function untilConnected({ billfold }: Tools): Promise<void> {
  while (billfold.account.peek().status !== 'connected') await new Promise(requestAnimationFrame)
}

export const openView =
  (view: OpenableView) =>
  ({ billfold }: Tools) =>
    billfold.open({ view })

/** Returns `first` this many times, and `then` after that. */
export function answerLater<T>(first: T, times: number, then: T): () => T {
  let asked = 0
  return () => ((asked += 1) > times ? then : first)
}
