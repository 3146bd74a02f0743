import type { Shell } from '../../src/shell/shell.ts'

/** BCP 47: the language in which amounts are typed. */
export function getLocale({ locale }: Pick<Shell, 'locale'>): string {
  return locale ?? navigator.language
}
