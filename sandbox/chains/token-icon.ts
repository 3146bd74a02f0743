/** Icons of tokens, applications and networks, served by the sandbox's API. */

interface Icon {
  /** Top and bottom colour of the background. */
  ground: readonly [string, string]
  /** White shapes on a 48 × 48 canvas. */
  figure: string
}

const icons: Record<string, Icon> = {
  ETH: {
    ground: ['#8a9cf0', '#5466c9'],
    figure:
      '<path d="M24 7 13.5 24.6 24 30.8l10.5-6.2z" opacity=".95"/><path d="m13.5 27.6 10.5 13.4 10.5-13.4L24 33.8z" opacity=".7"/>',
  },
  HUSD: {
    ground: ['#43b581', '#1f8a5b'],
    figure:
      '<circle cx="24" cy="11" r="3.4" fill="none" stroke="#fff" stroke-width="2.6"/><path d="M24 14.5V38M17 20h14M10.5 26.5C11 34 16.5 38 24 38s13-4 13.5-11.5M10.5 26.5l-2.3 3.8M10.5 26.5l4.2 1.6M37.5 26.5l2.3 3.8M37.5 26.5l-4.2 1.6" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/>',
  },
  sHUSD: {
    ground: ['#2f7d8f', '#175463'],
    figure:
      '<rect x="10" y="12" width="28" height="24" rx="5" fill="none" stroke="#fff" stroke-width="2.6"/><circle cx="24" cy="24" r="6" fill="none" stroke="#fff" stroke-width="2.6"/><path d="M24 15.5v3M24 29.5v3M15.5 24h3M29.5 24h3M14 36v3M34 36v3" stroke="#fff" stroke-width="2.6" stroke-linecap="round"/>',
  },
  DRIFT: {
    ground: ['#f0a35e', '#c96a2b'],
    figure:
      '<path d="M8 18c5.3-5 10.7-5 16 0s10.7 5 16 0M8 26.5c5.3-5 10.7-5 16 0s10.7 5 16 0M8 35c5.3-5 10.7-5 16 0s10.7 5 16 0" fill="none" stroke="#fff" stroke-width="3.2" stroke-linecap="round"/>',
  },
  LTRN: {
    ground: ['#f4cf57', '#d49a1c'],
    figure:
      '<path d="M24 8c7.5 4.5 10.5 9.5 10.5 15.5C34.5 31 30 35 24 35s-10.5-4-10.5-11.5C13.5 17.5 16.5 12.5 24 8z" opacity=".95"/><path d="M24 20c3.5 3 5 5.2 5 8 0 3-2.1 4.8-5 4.8S19 31 19 28c0-2.8 1.5-5 5-8z" fill="#d49a1c"/><rect x="17" y="37" width="14" height="3.4" rx="1.7"/>',
  },
  KELP: {
    ground: ['#7fb83f', '#45781d'],
    figure:
      '<path d="M24 40V11M24 20c-7 0-10-3.5-10-8.5 7 0 10 3.5 10 8.5zM24 26c7 0 10-3.5 10-8.5-7 0-10 3.5-10 8.5zM24 34c-7 0-10-3.5-10-8.5 7 0 10 3.5 10 8.5z" stroke="#fff" stroke-width="2.2" stroke-linejoin="round" stroke-linecap="round"/>',
  },
  HBTC: {
    ground: ['#5a6478', '#2b3140'],
    figure:
      '<path d="M24 8 38 16v16L24 40 10 32V16z" fill="none" stroke="#f4b860" stroke-width="2.8" stroke-linejoin="round"/><path d="M19 17h6.5a3.5 3.5 0 0 1 0 7H19zm0 7h7.5a3.7 3.7 0 0 1 0 7.4H19zM22 14v3M26 14v3M22 31v3M26 31v3" fill="none" stroke="#f4b860" stroke-width="2.4" stroke-linejoin="round" stroke-linecap="round"/>',
  },
  REEF: {
    ground: ['#ff8f7a', '#b04a9a'],
    figure:
      '<path d="M24 39V13M24 30c-7 0-10.5-4-10.5-10M24 27c6.5 0 9.5-4 9.5-9.5M13.5 20v-5M33.5 17.5v-4" fill="none" stroke="#fff" stroke-width="3.6" stroke-linecap="round"/>',
  },
  FERRY: {
    ground: ['#e5677d', '#b03a57'],
    figure:
      '<path d="M9 17a2 2 0 0 1 2-2h26a2 2 0 0 1 2 2v4a3.5 3.5 0 0 0 0 7v4a2 2 0 0 1-2 2H11a2 2 0 0 1-2-2v-4a3.5 3.5 0 0 0 0-7z" fill="none" stroke="#fff" stroke-width="2.6" stroke-linejoin="round"/><path d="M29 16v3.2M29 23v3.2M29 30v3.2M15 22.5h8M15 27.5h5" stroke="#fff" stroke-width="2.4" stroke-linecap="round"/>',
  },
  Driftwood: {
    ground: ['#20242b', '#0c0e12'],
    figure:
      '<path d="M9 31c5-9 10-9 15 0s10 9 15 0" fill="none" stroke="#ff8f4a" stroke-width="3.6" stroke-linecap="round"/><path d="M9 20c5-9 10-9 15 0s10 9 15 0" fill="none" stroke="#fff" stroke-width="3.6" stroke-linecap="round"/>',
  },
  'Harbor Ferries': {
    ground: ['#e5677d', '#b03a57'],
    figure:
      '<path d="M11 29h26l-3.5 7h-19zM16 29v-8h14l4 8M21 21v-6h5v6" fill="none" stroke="#fff" stroke-width="2.8" stroke-linecap="round" stroke-linejoin="round"/>',
  },
  'Lighthouse Bridge': {
    ground: ['#5b6ee0', '#333f9e'],
    figure:
      '<path d="M8 34c4-11 9-16 16-16s12 5 16 16M8 34h32M16 34v-9M24 34V18M32 34v-9" fill="none" stroke="#fff" stroke-width="2.8" stroke-linecap="round" stroke-linejoin="round"/>',
  },
  'Tidelines Market': {
    ground: ['#8d6bd8', '#5a3ba3'],
    figure:
      '<rect x="12" y="11" width="24" height="26" rx="4" fill="none" stroke="#fff" stroke-width="2.8"/><path d="m13 31 7-8 5 5 4-4 6 6" fill="none" stroke="#fff" stroke-width="2.8" stroke-linejoin="round"/><circle cx="29" cy="18" r="2.4"/>',
  },
  Skerry: {
    ground: ['#7d8fb3', '#3f4f73'],
    figure:
      '<path d="M10 31 19 17l6 8 5-6 8 12z" opacity=".95"/><path d="M9 37c3.8-3.4 7.5-3.4 11.2 0s7.6 3.4 11.3 0 5.6-2.9 7.5-1.6" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round"/>',
  },
  'Solana Local': {
    ground: ['#8a5cf0', '#12a884'],
    figure: '<path d="M15 13h21l-4 5H11zM11 21.5h21l4 5H15zM15 30h21l-4 5H11z"/>',
  },
  'Bitcoin Regtest': {
    ground: ['#f0a04b', '#c9701b'],
    figure:
      '<path d="M17 14h9a5 5 0 0 1 0 10h-9zm0 10h10.5a5 5 0 0 1 0 10H17zM20.5 10.5V14m5-3.5V14m-5 20v3.5m5-3.5v3.5" fill="none" stroke="#fff" stroke-width="3" stroke-linejoin="round" stroke-linecap="round"/>',
  },
  'Harbor Savings': {
    ground: ['#2f7d8f', '#175463'],
    figure:
      '<path d="M10 20 24 10l14 10M13 22v13M20.3 22v13M27.7 22v13M35 22v13M9 38.5h30" fill="none" stroke="#fff" stroke-width="2.8" stroke-linecap="round" stroke-linejoin="round"/>',
  },
}

/** Names that share another name's icon. */
const alike = new Map([
  ['Driftwood Local', 'Driftwood'],
  ['Driftwood Exchange', 'Driftwood'],
  ['Kelp Finance', 'KELP'],
  ['SKRY', 'Skerry'],
  ['SOL', 'Solana Local'],
])

/** SVG text; undefined for a name without an icon. */
export function getIcon(name: string): string | undefined {
  const drawn = alike.get(name) ?? name
  if (!Object.hasOwn(icons, drawn)) return undefined
  const { ground, figure } = icons[drawn]!
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><defs><linearGradient id="g" x2="0" y2="1"><stop stop-color="${ground[0]}"/><stop offset="1" stop-color="${ground[1]}"/></linearGradient></defs><rect width="48" height="48" fill="url(#g)"/><g fill="#fff">${figure}</g></svg>`
}
