/**
 * BCP 47 locale for figures and dates: the page's option, else the browser's if it matches the language of the texts. WebKit
 * in the locale "C" reports an invalid language.
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
