/** Draws the picture of a made-up wallet: a figure and a background colour, both chosen by its id. */

/** White shapes on a 40 × 40 canvas. */
const figures = [
  '<path d="M11 23a9 9 0 0 1 18 0z"/><path d="M8 27h24M13 31.5h14" stroke-width="2.6"/>',
  '<path d="m20 8 8 12-8 12-8-12z" opacity=".55"/><path d="M20 8v24l-8-12z"/>',
  '<path d="m7 30 9-15 6 9 4-6 7 12z"/>',
  '<circle cx="20" cy="20" r="6"/><path d="M20 8v3M20 29v3M8 20h3M29 20h3M11.5 11.5l2.1 2.1M26.4 26.4l2.1 2.1M28.5 11.5l-2.1 2.1M13.6 26.4l-2.1 2.1" stroke-width="2.6"/>',
  '<rect x="10" y="10" width="9" height="9" rx="2"/><rect x="21" y="10" width="9" height="9" rx="2" opacity=".6"/><rect x="10" y="21" width="9" height="9" rx="2" opacity=".6"/><rect x="21" y="21" width="9" height="9" rx="2"/>',
  '<path d="M8 16c4-4.5 8-4.5 12 0s8 4.5 12 0M8 25c4-4.5 8-4.5 12 0s8 4.5 12 0" stroke-width="3.2" fill="none"/>',
  '<path d="M9 29h7v-6h7v-6h8" stroke-width="3.6" fill="none"/>',
  '<path d="M10 30C10 16 18 10 31 9c0 13-6 21-17 21z"/><path d="M9 32 22 18" stroke-width="2.2" stroke="#0006"/>',
  '<path d="m20 9 9.5 5.5v11L20 31l-9.5-5.5v-11z" stroke-width="3.4" fill="none"/>',
  '<circle cx="16" cy="20" r="8"/><circle cx="25" cy="20" r="8" opacity=".5"/>',
  '<circle cx="20" cy="20" r="9" stroke-width="4.4" fill="none"/>',
  '<rect x="10" y="18" width="5" height="12" rx="2"/><rect x="17.5" y="10" width="5" height="20" rx="2"/><rect x="25" y="14" width="5" height="16" rx="2"/>',
] as const

/** SVG text. */
export function drawWallet(id: string): string {
  let hash = 7
  for (const letter of id) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0
  const hue = hash % 360
  const figure = figures[Math.floor(hash / 360) % figures.length]!
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><linearGradient id="g" x2="0" y2="1"><stop stop-color="hsl(${hue} 42% 54%)"/><stop offset="1" stop-color="hsl(${hue} 46% 40%)"/></linearGradient><rect width="40" height="40" fill="url(#g)"/><g fill="#fff" stroke="#fff" stroke-width="0" stroke-linecap="round" stroke-linejoin="round">${figure}</g></svg>`
}

/** SVG text: a coin with the currency's sign. @param code ISO 4217 */
export function drawCurrency(code: string): string {
  const parts = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: code,
    currencyDisplay: 'narrowSymbol',
  }).formatToParts(0)
  const sign = parts.find(({ type }) => type === 'currency')?.value.slice(0, 3) ?? code
  const hue = (code.charCodeAt(0) * 31 + code.charCodeAt(1) * 7) % 360
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="hsl(${hue} 30% 40%)"/><text x="20" y="27.5" font-family="sans-serif" font-size="${sign.length > 1 ? 13 : 22}" font-weight="600" text-anchor="middle" fill="#fff">${sign}</text></svg>`
}
