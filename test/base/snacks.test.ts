import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSnacks, type Snacks } from '../../src/base/snacks.ts'

let snacks: Snacks
beforeEach(() => {
  vi.useFakeTimers()
  snacks = createSnacks()
})
afterEach(() => void vi.useRealTimers())

const shown = () => snacks.current.peek()?.message
const success = (message: string) => snacks.show({ variant: 'success', message })
const failure = (message: string) => snacks.show({ variant: 'error', message })

test('[A95] A second message appears 150 ms after the first one has closed', () => {
  success('Address copied')
  success('Link copied')
  expect(shown()).toBeUndefined()
  vi.advanceTimersByTime(149)
  expect(shown()).toBeUndefined()
  vi.advanceTimersByTime(1)
  expect(shown()).toBe('Link copied')
})

test('[A95] Of three success messages in a row, only the last is shown', () => {
  success('one')
  success('two')
  success('three')
  vi.advanceTimersByTime(150)
  expect(shown()).toBe('three')
  vi.advanceTimersByTime(60_000)
  expect(shown()).toBeUndefined()
})

test('[T21] Error messages queue, and each stays until it is dismissed', () => {
  failure('first')
  failure('second')
  failure('third')
  vi.advanceTimersByTime(3_600_000)
  expect(shown()).toBe('first')
  expect(snacks.waiting.peek()).toBe(2)
  snacks.dismiss()
  vi.advanceTimersByTime(150)
  expect(shown()).toBe('second')
  expect(snacks.waiting.peek()).toBe(1)
  snacks.dismiss()
  vi.advanceTimersByTime(150)
  expect(shown()).toBe('third')
  expect(snacks.waiting.peek()).toBe(0)
})

test('[G53] A withdrawn message is removed, whether it is shown or queued', () => {
  const first = { variant: 'error', message: 'first' } as const
  const second = { variant: 'error', message: 'second' } as const
  snacks.show(first)
  snacks.show(second)
  failure('third')
  snacks.withdraw(second)
  expect(shown()).toBe('first')
  expect(snacks.waiting.peek()).toBe(1)
  snacks.withdraw(first)
  vi.advanceTimersByTime(150)
  expect(shown()).toBe('third')
  snacks.withdraw(first)
  expect(shown()).toBe('third')
})

test('[T21] An error message that waits between two success messages is still shown', () => {
  success('Address copied')
  failure('Token balance unavailable')
  success('Link copied')
  const seen: unknown[] = []
  for (let step = 0; step < 40; step++) {
    vi.advanceTimersByTime(100)
    seen.push(shown())
    if (shown() === 'Token balance unavailable') snacks.dismiss()
  }
  expect(seen).toContain('Token balance unavailable')
})

test('An error that occurs twice is shown as one message', () => {
  failure('Token balance unavailable')
  failure('Token balance unavailable')
  expect(snacks.waiting.peek()).toBe(0)
})

test('[A48] A loading message stays until it is replaced', () => {
  snacks.show({ variant: 'loading', message: 'Disconnecting', autoClose: false })
  vi.advanceTimersByTime(600_000)
  expect(shown()).toBe('Disconnecting')
  success('Disconnected')
  vi.advanceTimersByTime(150)
  expect(shown()).toBe('Disconnected')
})

test.each([
  ['success', undefined, false],
  ['success', false, true],
  ['success', true, false],
  ['error', undefined, true],
  ['error', true, false],
  ['loading', undefined, true],
  ['loading', true, false],
] as const)(
  '[A48] A message of the kind %s (autoClose: %s) is still shown after ten minutes: %s',
  (variant, autoClose, stays) => {
    snacks.show({ variant, message: 'Tide', ...(autoClose === undefined ? {} : { autoClose }) })
    vi.advanceTimersByTime(600_000)
    expect(shown()).toBe(stays ? 'Tide' : undefined)
  },
)

test('[T21] A new message appears at once after all waiting messages were withdrawn', () => {
  const first = { variant: 'error', message: 'first' } as const
  const second = { variant: 'error', message: 'second' } as const
  snacks.show(first)
  snacks.show(second)
  // The first one makes room for the second, which goes before it was shown.
  snacks.withdraw(first)
  snacks.withdraw(second)
  vi.advanceTimersByTime(150)
  expect(shown()).toBeUndefined()
  failure('third')
  expect(shown()).toBe('third')
})

test('[G51] A message that has the focus stays until it is dismissed', () => {
  success('Address copied')
  snacks.keepOpen()
  vi.advanceTimersByTime(60_000)
  expect(shown()).toBe('Address copied')
  snacks.dismiss()
  expect(shown()).toBeUndefined()
})

test('[A48] [S13] The message state has the fields message, variant, svg, open and autoClose', () => {
  const none = { message: '', variant: 'success', svg: undefined, open: false, autoClose: true }
  expect(snacks.state.value).toEqual(none)
  success('Address copied')
  const copied = { message: 'Address copied', variant: 'success', svg: 'check', open: true, autoClose: true }
  expect(snacks.state.value).toEqual(copied)
  vi.advanceTimersByTime(2_500)
  expect(snacks.state.value).toEqual(none)
  failure('Failed')
  vi.advanceTimersByTime(150)
  const failed = { message: 'Failed', variant: 'error', svg: 'warn', open: true, autoClose: false }
  expect(snacks.state.value).toEqual(failed)
  snacks.dismiss()
  expect(snacks.state.value.open).toBe(false)
  vi.advanceTimersByTime(150)
  snacks.show({ variant: 'loading', message: 'Wait' })
  expect(snacks.state.value).toMatchObject({ variant: 'loading', svg: undefined, autoClose: false })
  snacks.show({ variant: 'success', svg: 'mail', message: 'Sent', autoClose: false })
  vi.advanceTimersByTime(60_000)
  expect(snacks.state.value).toMatchObject({ svg: 'mail', open: true, autoClose: false })
})
