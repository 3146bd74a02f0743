/**
 * Loads Billfold's texts in other languages. Each language has a file of its own, which loads when a page chooses the
 * language.
 */
import type { Translation } from './translation.ts'

/** By BCP 47 tag, in its shortest form that is unambiguous. */
export const languages: Readonly<Record<string, () => Promise<{ default: Translation }>>> = {
  ar: () => import('./ar.ts'),
  de: () => import('./de.ts'),
  es: () => import('./es.ts'),
  fr: () => import('./fr.ts'),
  he: () => import('./he.ts'),
  hi: () => import('./hi.ts'),
  id: () => import('./id.ts'),
  it: () => import('./it.ts'),
  ja: () => import('./ja.ts'),
  ko: () => import('./ko.ts'),
  pl: () => import('./pl.ts'),
  pt: () => import('./pt.ts'),
  ru: () => import('./ru.ts'),
  th: () => import('./th.ts'),
  tr: () => import('./tr.ts'),
  uk: () => import('./uk.ts'),
  vi: () => import('./vi.ts'),
  'zh-Hans': () => import('./zh-Hans.ts'),
  'zh-Hant': () => import('./zh-Hant.ts'),
}

/** The texts in the language of this tag; undefined if there are none. @param tag BCP 47, such as `pt-BR` or `zh-TW` */
export async function loadTexts(tag: string): Promise<Translation | undefined> {
  const { language, script } = new Intl.Locale(tag).maximize()
  const load = languages[`${language}-${script}`] ?? languages[language]
  return (await load?.())?.default
}
