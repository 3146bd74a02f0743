/** Validates the options that the modal and the portfolio share. */
import type { Options } from './options.ts'

/** Without those that are null or empty, such as an unset variable of the environment: they count as left out. */
export function withoutEmpty<O extends object>(options: O): O {
  return Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== null && value !== ''),
  ) as O
}

/** Names that have a value and are not in `known`. */
export function listUnknown(given: object, known: readonly string[]): string[] {
  return Object.entries(given).flatMap(([name, value]) =>
    value == null || known.includes(name) ? [] : [name],
  )
}

/** What `locale`, `language` and `texts` would have to be. */
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

/** A language tag, or none. */
function isTag(locale: string | undefined): boolean {
  try {
    return Intl.getCanonicalLocales(locale).length < 2
  } catch {
    return false
  }
}

export const themeModes: readonly NonNullable<Options['themeMode']>[] = ['dark', 'light', 'auto']
