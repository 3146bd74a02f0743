// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { readLocale } from '../../src/base/read-locale.ts'

afterEach(() => vi.unstubAllGlobals())

test('The locale is the one that the page sets, or else the browser’s', () => {
  vi.stubGlobal('navigator', { language: 'de-CH' })
  expect(readLocale({ locale: 'pt-br' })).toBe('pt-BR')
  expect(readLocale()).toBe('de-CH')
})

test.each(['C', 'en_US', '', 'a-b-c', 'not a language'])('The invalid locale %j is ignored', (tag) => {
  expect(() => new Intl.NumberFormat(readLocale({ locale: tag }))).not.toThrow()
  vi.stubGlobal('navigator', { language: tag })
  expect(readLocale()).toBe('en')
})

test('The locale combines the language of the texts with the browser’s region for that language', () => {
  vi.stubGlobal('navigator', { language: 'en-US', languages: ['en-US', 'de-AT'] })
  expect(readLocale({ language: 'de' })).toBe('de-AT')
  expect(readLocale({ language: 'fr' })).toBe('fr')
  expect(readLocale({ language: 'de', locale: 'en-GB' })).toBe('en-GB')
})

test('The locale is English in a browser without a language', () => {
  vi.stubGlobal('navigator', {})
  expect(readLocale()).toBe('en')
})
