// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { readLocale } from '../../src/base/read-locale.ts'

afterEach(() => vi.unstubAllGlobals())

test('A page’s language counts first, then the browser’s', () => {
  vi.stubGlobal('navigator', { language: 'de-CH' })
  expect(readLocale('pt-br')).toBe('pt-BR')
  expect(readLocale()).toBe('de-CH')
})

test.each(['C', 'en_US', '', 'a-b-c', 'not a language'])('What is no language (%j) breaks nothing', (tag) => {
  expect(() => new Intl.NumberFormat(readLocale(tag))).not.toThrow()
  vi.stubGlobal('navigator', { language: tag })
  expect(readLocale()).toBe('en')
})

test('A browser that says none is read as English', () => {
  vi.stubGlobal('navigator', {})
  expect(readLocale()).toBe('en')
})
