/**
 * BCP 47 locale for figures and dates: `locale`, else the browser's first locale in the language of the texts, else
 * that language. Without a language, the browser's first locale. Returns `en` for an invalid locale: WebKit reports one
 * under the locale "C".
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
