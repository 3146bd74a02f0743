/** The value of a CSS time variable in milliseconds. Reads both units, since minifiers rewrite `150ms` as `.15s`. */
export function readTime(element: Element, name: string): number {
  const text = getComputedStyle(element).getPropertyValue(name).trim()
  const value = Number.parseFloat(text)
  if (Number.isNaN(value)) return 0
  return text.endsWith('ms') ? value : value * 1_000
}
