// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { readLocale } from '../../src/base/read-locale.ts'

afterEach(() => vi.unstubAllGlobals())

test('The locale of the page comes first, then that of the browser', () => {
  vi.stubGlobal('navigator', { language: 'de-CH' })
  expect(readLocale({ locale: 'pt-br' })).toBe('pt-BR')
  expect(readLocale()).toBe('de-CH')
})

test.each(['C', 'en_US', '', 'a-b-c', 'not a language'])('The invalid locale %j is ignored', (tag) => {
  expect(() => new Intl.NumberFormat(readLocale({ locale: tag }))).not.toThrow()
  vi.stubGlobal('navigator', { language: tag })
  expect(readLocale()).toBe('en')
})

test('Numbers use the browser’s region for the language of the texts', () => {
  vi.stubGlobal('navigator', { language: 'en-US', languages: ['en-US', 'de-AT'] })
  expect(readLocale({ language: 'de' })).toBe('de-AT')
  expect(readLocale({ language: 'fr' })).toBe('fr')
  expect(readLocale({ language: 'de', locale: 'en-GB' })).toBe('en-GB')
})

test('A browser without a language uses English', () => {
  vi.stubGlobal('navigator', {})
  expect(readLocale()).toBe('en')
})
