/** The page's colours for its canvases, read from the style sheet. */
export interface Palette {
  panel: string
  line: string
  text: string
  muted: string
  faint: string
  /** Colour of large, unimportant areas. */
  quiet: string
  up: string
  down: string
  brand: string
  brandInk: string
}

export const FONT = '"Inter", "Segoe UI", Roboto, "Helvetica Neue", "Liberation Sans", Arial, sans-serif'

export function readPalette(): Palette {
  const style = getComputedStyle(document.documentElement)
  const read = (name: string) => style.getPropertyValue(`--${name}`).trim()
  return {
    panel: read('panel'),
    line: read('line'),
    text: read('text'),
    muted: read('text-2'),
    faint: read('text-3'),
    quiet: read('quiet'),
    up: read('up'),
    down: read('down'),
    brand: read('brand'),
    brandInk: read('brand-ink'),
  }
}
