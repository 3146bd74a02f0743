/**
 * BCP 47 locale for figures and dates: the page's option, else the browser's locale if its language is that of the
 * texts. Ignores invalid locales: under the locale "C", WebKit reports one.
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
