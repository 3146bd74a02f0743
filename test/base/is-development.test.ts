import { afterEach, expect, it, vi } from 'vitest'
import { isDevelopment } from '../../src/base/is-development.ts'

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['development', true],
  ['test', true],
  ['production', false],
])('[G24] an app that is built for %s: %j', (mode, expected) => {
  vi.stubGlobal('__HOST_NODE_ENV__', mode)
  expect(isDevelopment()).toBe(expected)
})

it('[G24] a page without a bundler is not in development', () => {
  expect(isDevelopment()).toBe(false)
})
