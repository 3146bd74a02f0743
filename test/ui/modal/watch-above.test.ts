// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPageSignal } from '../../../src/base/page-signal.ts'
import { type Above, watchAbove } from '../../../ui/modal/watch-above.ts'

const stops: (() => void)[] = []
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  document.body.replaceChildren()
  vi.useRealTimers()
})

function show(name: string): Element {
  const element = document.createElement(name)
  element.style.cssText = 'display: block; visibility: visible'
  document.body.append(element)
  return element
}

test.each([0, 2_000])(
  '[D42] a wallet’s panel that stays in the page is detected again at a second request, %i ms after the first request',
  async (pause) => {
    const host = document.createElement('billfold-modal')
    document.body.append(host)
    show('page-chat')
    const isAsked = createPageSignal(false)
    let above: readonly Above[] = []
    stops.push(watchAbove(host, isAsked, (now) => (above = now)))
    const settle = () => vi.advanceTimersByTimeAsync(500)
    await settle()
    isAsked.value = true
    // Of a closed shadow root nothing can be seen: it counts as shown.
    const panel = show('wallet-panel')
    await settle()
    expect(above.map(({ element }) => element)).toEqual([panel])
    isAsked.value = false
    if (pause > 0) await vi.advanceTimersByTimeAsync(pause)
    expect(above).toEqual([])
    show('page-toast')
    await settle()
    isAsked.value = true
    await settle()
    expect(above.map(({ element }) => element)).toEqual([panel])
  },
)
