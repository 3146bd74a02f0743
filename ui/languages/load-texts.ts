/** Billfold's own texts by language. Each language is a file of its own, which is loaded where a page chooses it. */
import type { Translation } from './translation.ts'

/** By BCP 47, the shortest tag that tells one from the others. */
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

/** @param tag BCP 47, such as `pt-BR` or `zh-TW` */
export async function loadTexts(tag: string): Promise<Translation | undefined> {
  const { language, script } = new Intl.Locale(tag).maximize()
  const load = languages[`${language}-${script}`] ?? languages[language]
  return (await load?.())?.default
}
