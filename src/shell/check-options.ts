/** Validates the options that the modal and the portfolio share. */
import type { Options } from './options.ts'

/** Drops options that are null or an empty string, such as an unset environment variable. */
export function withoutEmpty<O extends object>(options: O): O {
  return Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== null && value !== ''),
  ) as O
}

/** Returns the names that have a value and are not in `known`. */
export function listUnknown(given: object, known: readonly string[]): string[] {
  return Object.entries(given).flatMap(([name, value]) =>
    value == null || known.includes(name) ? [] : [name],
  )
}

/** Returns one requirement for each invalid value, to complete the sentence "createBillfold needs …". */
export function listLanguageFaults({
  locale,
  language,
  texts,
}: Pick<Options, 'locale' | 'language' | 'texts'>): string[] {
  const tags = Object.entries({ locale, language }).filter(([, tag]) => !isTag(tag))
  const faults = tags.map(([option, tag]) => `${option} to be a language tag such as en-US, not "${tag}"`)
  const isTexts = texts === undefined || typeof texts === 'object' || typeof texts === 'function'
  return isTexts ? faults : [...faults, 'texts to be an object of texts, or a function that loads one']
}

/** Whether this is a valid language tag. True for undefined. */
function isTag(locale: string | undefined): boolean {
  try {
    return Intl.getCanonicalLocales(locale).length < 2
  } catch {
    return false
  }
}

export const themeModes: readonly NonNullable<Options['themeMode']>[] = ['dark', 'light', 'auto']
