/** Sets the language and text direction of an element. */
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

/** ISO 15924 codes of scripts that are written from right to left. */
const rightToLeft: ReadonlySet<string> = new Set(['Adlm', 'Arab', 'Hebr', 'Nkoo', 'Rohg', 'Syrc', 'Thaa'])
