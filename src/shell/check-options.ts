/** What is checked of the options of the modal and of the portfolio alike. */
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

/** A language tag, or none. */
export function isLocale(locale: string | undefined): boolean {
  try {
    return Intl.getCanonicalLocales(locale).length < 2
  } catch {
    return false
  }
}

export const themeModes: readonly NonNullable<Options['themeMode']>[] = ['dark', 'light', 'auto']
