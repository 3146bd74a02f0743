// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { readLocale } from '../../src/base/read-locale.ts'

afterEach(() => vi.unstubAllGlobals())

test('A page’s language counts first, then the browser’s', () => {
  vi.stubGlobal('navigator', { language: 'de-CH' })
  expect(readLocale({ locale: 'pt-br' })).toBe('pt-BR')
  expect(readLocale()).toBe('de-CH')
})

test.each(['C', 'en_US', '', 'a-b-c', 'not a language'])('What is no language (%j) breaks nothing', (tag) => {
  expect(() => new Intl.NumberFormat(readLocale({ locale: tag }))).not.toThrow()
  vi.stubGlobal('navigator', { language: tag })
  expect(readLocale()).toBe('en')
})

test('Figures are of the language of the texts, as the browser has it', () => {
  vi.stubGlobal('navigator', { language: 'en-US', languages: ['en-US', 'de-AT'] })
  expect(readLocale({ language: 'de' })).toBe('de-AT')
  expect(readLocale({ language: 'fr' })).toBe('fr')
  expect(readLocale({ language: 'de', locale: 'en-GB' })).toBe('en-GB')
})

test('A browser that says none is read as English', () => {
  vi.stubGlobal('navigator', {})
  expect(readLocale()).toBe('en')
})
