// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { catalogue } from '../../src/base/catalogue.ts'
import { chooseLanguage, language, loadLanguage } from '../../src/base/language.ts'
import { t } from '../../ui/base/texts.ts'

const texts = catalogue('tests', {
  send: 'Send',
  tokens: { one: '{n} token', other: '{n} tokens' },
  warnings: { new: ['First time', 'Compare every group.'] },
  ages: { minutes: '{n} min ago' },
})

afterEach(async () => {
  chooseLanguage({})
  await loadLanguage()
  vi.restoreAllMocks()
})

async function choose(options: Parameters<typeof chooseLanguage>[0]): Promise<void> {
  chooseLanguage(options)
  await loadLanguage()
}

test('Texts from the page replace the default texts, and default texts without a replacement stay', async () => {
  await choose({ texts: { tests: { send: 'Pay', warnings: { new: ['Unknown'] } } } })
  expect(texts.send).toBe('Pay')
  expect(texts.warnings.new).toEqual(['Unknown', 'Compare every group.'])
  expect(t(texts.tokens, { n: 1 })).toBe('1 token')
})

test('A right-to-left text that begins with a Latin word or a value starts with a right-to-left mark', async () => {
  await choose({
    language: 'he',
    texts: { tests: { send: 'Face ID לא זמין', tokens: { one: '{n} אסימון', other: 'אסימונים: {n}' } } },
  })
  expect(texts.send).toBe('\u200FFace ID לא זמין')
  expect(t(texts.tokens, { n: 1 })).toBe('\u200F1 אסימון')
  expect(t(texts.tokens, { n: 3 })).toBe('אסימונים: 3')
  await choose({ texts: { tests: { send: 'Send ETH' } } })
  expect(texts.send).toBe('Send ETH')
})

test('A replaced text is English again if the page’s next choice of texts leaves the text out', async () => {
  await choose({ texts: { tests: { send: 'Pay' } } })
  await choose({ texts: { tests: { ages: { minutes: '{n} minutes ago' } } } })
  expect(texts.send).toBe('Send')
  await choose({})
  expect(t(texts.ages.minutes, { n: 2 })).toBe('2 min ago')
})

test('Plurals follow the rules of their language', async () => {
  const tokens = { one: '{n} токен', few: '{n} токена', many: '{n} токенов', other: '{n} токена' }
  await choose({ language: 'ru', texts: { tests: { tokens } } })
  expect([1, 3, 5, 21].map((n) => t(texts.tokens, { n }))).toEqual([
    '1 токен',
    '3 токена',
    '5 токенов',
    '21 токен',
  ])
})

test('A language without plurals uses one text for all numbers', async () => {
  await choose({ language: 'ja', texts: { tests: { tokens: '{n} トークン' } } })
  expect(t(texts.tokens, { n: 1 })).toBe('1 トークン')
  await choose({})
  expect(t(texts.tokens, { n: 1 })).toBe('1 token')
})

test('Arabic texts keep Latin digits, as amounts do', async () => {
  await choose({ language: 'ar-EG', texts: { tests: { tokens: '{n} رموز' } } })
  expect(t(texts.tokens, { n: 12 })).toBe('\u200F12 رموز')
})

test('The page can load its language as a module', async () => {
  await choose({ language: 'ca', texts: async () => ({ default: { tests: { send: 'Envia' } } }) })
  expect(texts.send).toBe('Envia')
  expect(language.value).toEqual({ tag: 'ca', isLoading: false })
})

test('If a language fails to load, the texts are English and the next opening loads the language again', async () => {
  const complain = vi.spyOn(console, 'error').mockReturnValue()
  const load = vi
    .fn()
    .mockRejectedValueOnce(new Error('offline'))
    .mockResolvedValue({ tests: { send: 'Envia' } })
  await choose({ language: 'ca', texts: load })
  expect(texts.send).toBe('Send')
  expect(language.value.isLoading).toBe(false)
  expect(complain).toHaveBeenCalledOnce()
  await loadLanguage()
  expect(texts.send).toBe('Envia')
})

test('If two language choices overlap, the later choice is shown, even if the texts of the earlier choice load last', async () => {
  let answer: (texts: object) => void = () => {}
  chooseLanguage({ texts: () => new Promise<never>((resolve) => (answer = resolve as never)) })
  const late = loadLanguage()
  await choose({ texts: { tests: { send: 'Pay' } } })
  answer({ tests: { send: 'Late' } })
  await late
  expect(texts.send).toBe('Pay')
})

test('Code that loads after a language was chosen has its texts in that language from the start', async () => {
  await choose({ texts: { later: { close: 'Fertig' } } })
  expect(catalogue('later', { close: 'Done' }).close).toBe('Fertig')
})
