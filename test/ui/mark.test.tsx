// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Mark } from '../../ui/components/mark.tsx'

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
  vi.restoreAllMocks()
})

const draw = (url: string | undefined) =>
  act(() => root.render(<Mark name="Harbor" url={url} size={40} shape="square" />))
const letter = () => container.querySelector('b')?.textContent
const picture = () => container.querySelector('img')
const isHidden = (image: HTMLElement | null) => image?.style.visibility === 'hidden'

test('[A194] a picture that hangs gives way to a letter after 2 s, and may still come', async () => {
  // The DOM of this test loads nothing and calls that complete.
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false)
  await draw('https://pictures.example/hangs.png')
  await act(() => vi.advanceTimersByTime(1_999))
  expect(letter()).toBeUndefined()
  await act(() => vi.advanceTimersByTime(1))
  expect(letter()).toBe('H')
  expect(isHidden(picture())).toBe(true)
  await act(() => picture()!.dispatchEvent(new Event('load')))
  expect(letter()).toBeUndefined()
  expect(isHidden(picture())).toBe(false)
})

test('a picture that fails leaves the letter at once', async () => {
  await draw('https://pictures.example/gone.png')
  await act(() => picture()!.dispatchEvent(new Event('error')))
  expect(letter()).toBe('H')
  expect(picture()).toBeNull()
})

test('a box that shows one picture after the other keeps the last few, and shows one', async () => {
  const urls = Array.from({ length: 9 }, (_, at) => `https://pictures.example/${at}.png`)
  const images = () => [...container.querySelectorAll('img')]
  const visible = () => images().filter((image) => !isHidden(image))
  for (const url of urls) {
    await draw(url)
    // Not known yet: whoever scrolls past it does not ask for it.
    if (url !== urls[0]) expect(visible()).toEqual([])
    await act(() => vi.advanceTimersByTime(100))
    expect(visible().map(({ src }) => src)).toEqual([url])
    await act(() => images().at(-1)!.dispatchEvent(new Event('load')))
  }
  const kept = images()
  expect(kept.length).toBe(6)
  for (const url of [urls[5]!, urls[3]!, urls[8]!]) {
    await draw(url)
    expect(visible().map(({ src }) => src)).toEqual([url])
  }
  expect(new Set(images())).toEqual(new Set(kept))
  // One that was given up, and is known to come: at once. It goes for the one that was longest not shown.
  await draw(urls[0])
  expect(visible().map(({ src }) => src)).toEqual([urls[0]])
  expect(images().map(({ src }) => src)).not.toContain(urls[4])
  await draw(undefined)
  expect(visible()).toEqual([])
  expect(letter()).toBe('H')
  await draw(urls[8])
  expect(letter()).toBeUndefined()
  expect(visible().map(({ src }) => src)).toEqual([urls[8]])
})

test('a picture that comes late does not take the place of the one that is shown', async () => {
  const [slow, quick] = ['https://pictures.example/slow.png', 'https://pictures.example/quick.png']
  const isComplete = vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false)
  await draw(slow)
  const late = picture()!
  isComplete.mockReturnValue(true)
  await draw(quick)
  await act(() => vi.advanceTimersByTime(100))
  await act(() => late.dispatchEvent(new Event('load')))
  await act(() => vi.advanceTimersByTime(5_000))
  expect(isHidden(late)).toBe(true)
  expect(letter()).toBeUndefined()
})

test('no picture is a letter', async () => {
  await draw(undefined)
  expect(letter()).toBe('H')
})
