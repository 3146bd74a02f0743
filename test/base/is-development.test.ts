import { afterEach, expect, it, vi } from 'vitest'
import { isDevelopment } from '../../src/base/is-development.ts'

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['development', true],
  ['test', true],
  ['production', false],
])('[G24] `isDevelopment` in an app built for %s is %j', (mode, expected) => {
  vi.stubGlobal('__HOST_NODE_ENV__', mode)
  expect(isDevelopment()).toBe(expected)
})

it('[G24] `isDevelopment` is false on a page without a bundler', () => {
  expect(isDevelopment()).toBe(false)
})
