/** What happens in states beside what a person presses and types. */
import type { OpenableView } from '../../../src/shell/routes.ts'
import type { Tools } from './state.ts'

/** All that is told in seconds or minutes has lasted so much longer. */
export const wait = (milliseconds: number) => () => {
  const { now } = Date
  Date.now = () => now() + milliseconds
}

export function goOffline(): void {
  // Move the clock on: the last answers must be older than the loss of the network.
  wait(1)()
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: false })
  window.dispatchEvent(new Event('offline'))
}

/** Where a page is not in front, a browser would let it copy nothing. */
export function allowCopying(): void {
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: async () => {} } })
}

/** A window of a provider. `isClosed`: the person has closed it at once. */
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

/** Gives one answer this many times, and another one from then on. */
export function answerLater<T>(first: T, times: number, then: T): () => T {
  let asked = 0
  return () => ((asked += 1) > times ? then : first)
}
