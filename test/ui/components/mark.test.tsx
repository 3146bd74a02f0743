// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Mark } from '../../../ui/components/mark.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

let root: Root
let container: HTMLElement
beforeEach(() => {
  vi.useFakeTimers()
  container = document.createElement('div')
  root = createRoot(container)
})
afterEach(async () => {
  await act(() => root.unmount())
  vi.useRealTimers()
})

const draw = (url: string | undefined) =>
  act(() => root.render(<Mark name="Harbor" url={url} size={40} shape="square" />))
const letter = () => container.querySelector('b')?.dataset['letter']
const picture = () => container.querySelector('img')

test('[A194] a wallet icon that takes longer than 2 s to load is replaced by a letter until it has loaded', async () => {
  await draw('https://pictures.example/hangs.png')
  // The DOM of this test loads nothing and calls that complete.
  Object.defineProperty(picture(), 'complete', { value: false })
  await act(() => vi.advanceTimersByTime(1_999))
  expect(letter()).toBeUndefined()
  await act(() => vi.advanceTimersByTime(1))
  expect(letter()).toBe('H')
  expect(picture()?.hidden).toBe(true)
  await act(() => picture()!.dispatchEvent(new Event('load')))
  expect(letter()).toBeUndefined()
  expect(picture()?.hidden).toBe(false)
})

test('a wallet icon that fails to load is replaced by a letter at once', async () => {
  await draw('https://pictures.example/gone.png')
  await act(() => picture()!.dispatchEvent(new Event('error')))
  expect(letter()).toBe('H')
  expect(picture()).toBeNull()
})

test('a wallet without an icon shows a letter', async () => {
  await draw(undefined)
  expect(letter()).toBe('H')
})
