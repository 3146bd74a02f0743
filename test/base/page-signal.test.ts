import { expect, test, vi } from 'vitest'
import { createPageSignal } from '../../src/base/page-signal.ts'

test('A page signal calls a listener at once and after each change, until the listener unsubscribes', () => {
  const state = createPageSignal(1)
  const seen: number[] = []
  const stop = state.subscribe((value) => seen.push(value))
  state.value = 2
  state.value = 2
  stop()
  state.value = 3
  expect(seen).toEqual([1, 2])
  expect(state.peek()).toBe(3)
})

test('A page signal accepts the same listener twice, and each stop function ends one subscription', () => {
  const state = createPageSignal('a')
  const listener = vi.fn()
  const stop = state.subscribe(listener)
  state.subscribe(listener)
  stop()
  stop()
  state.value = 'b'
  expect(listener.mock.calls).toEqual([['a'], ['a'], ['b']])
})

test('A listener that subscribes during a change is called once, and a listener that unsubscribes during a change is not called', () => {
  const state = createPageSignal(0)
  const late = vi.fn()
  const gone = vi.fn()
  let stopGone = () => {}
  let stop = state.subscribe((value) => {
    if (value === 0) return
    stopGone()
    stop()
    stop = state.subscribe(late)
  })
  stopGone = state.subscribe(gone)
  state.value = 1
  expect(late.mock.calls).toEqual([[1]])
  expect(gone.mock.calls).toEqual([[0]])
})

test('A change made by a listener reaches all listeners, and all of them end with the last value', () => {
  const state = createPageSignal(0)
  const seen: number[] = []
  state.subscribe((value) => {
    if (value === 1) state.value = 2
  })
  state.subscribe((value) => seen.push(value))
  state.value = 1
  expect(seen.at(-1)).toBe(2)
  expect(seen).not.toContain(1)
})

test('A listener that throws does not stop the others, and its error is reported', async () => {
  const uncaught = new Promise((resolve) => process.once('uncaughtException', resolve))
  const state = createPageSignal(0)
  const seen: number[] = []
  state.subscribe((value) => {
    if (value === 1) throw new Error('mine')
  })
  state.subscribe((value) => seen.push(value))
  state.value = 1
  expect(seen).toEqual([0, 1])
  expect(await uncaught).toMatchObject({ message: 'mine' })
})
