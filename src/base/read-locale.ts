/**
 * BCP 47, of figures and dates: what the page asks for, else the browser's as far as it is of the language of the texts.
 * WebKit in the locale "C" says what is no language.
 */
export function readLocale({ locale, language }: { locale?: string; language?: string } = {}): string {
  const { languages = [], language: first } = globalThis.navigator ?? {}
  const ofTexts = language && (languages.find((one) => getBase(one) === getBase(language)) ?? language)
  try {
    return Intl.getCanonicalLocales(locale ?? ofTexts ?? first)[0] ?? 'en'
  } catch {
    return 'en'
  }
}

function getBase(tag: string): string | undefined {
  return tag.toLowerCase().split('-')[0]
}
