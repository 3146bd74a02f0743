/** Sets the language and direction of a part of the page. */
import { language } from '../../src/base/language.ts'

export function setLanguage(element: HTMLElement): void {
  const { tag } = language.peek()
  element.lang = tag ?? 'en'
  if (tag) element.dir = isRightToLeft(tag) ? 'rtl' : 'ltr'
}

function isRightToLeft(tag: string): boolean {
  const { script } = new Intl.Locale(tag).maximize()
  return script !== undefined && rightToLeft.has(script)
}

/** Script codes of ISO 15924. */
const rightToLeft: ReadonlySet<string> = new Set(['Adlm', 'Arab', 'Hebr', 'Nkoo', 'Rohg', 'Syrc', 'Thaa'])
