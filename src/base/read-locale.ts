/** BCP 47: what the page asks for, else the browser's. WebKit in the locale "C" says what is no language. */
export function readLocale(wanted = globalThis.navigator?.language): string {
  try {
    return Intl.getCanonicalLocales(wanted)[0] ?? 'en'
  } catch {
    return 'en'
  }
}
