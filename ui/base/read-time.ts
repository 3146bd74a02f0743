/** Reads a time token in milliseconds. Minifiers rewrite `150ms` as `.15s`, so both units are supported. */
export function readTime(element: Element, name: string): number {
  const text = getComputedStyle(element).getPropertyValue(name).trim()
  const value = Number.parseFloat(text)
  if (Number.isNaN(value)) return 0
  return text.endsWith('ms') ? value : value * 1_000
}
