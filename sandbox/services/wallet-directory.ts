/**
 * The wallet directory: about six hundred made-up wallets, always the same, with their pictures. They differ in
 * networks, links and badges; one in ten has a defect.
 */
import { bitcoinRegtest } from '../chains/bitcoin-network.ts'
import { driftwood, skerry } from '../chains/evm-networks.ts'
import { sendFailure, sendFault } from './faults.ts'
import { allowAnyOrigin, type Handler, sendJson } from './local-server.ts'
import type { ApiState } from './provider-api.ts'
import { createRandom, type Random } from '../history/random.ts'
import { solanaLocalnet } from '../chains/solana-network.ts'
import { drawCurrency, drawWallet } from './wallet-picture.ts'
import { pictures } from '../people/wallets/pictures.ts'
import { getIcon } from '../chains/token-icon.ts'

/** A wallet in the shape of the public directory; a defective one may have values of any type. */
type ListedWallet = Readonly<Record<string, unknown>> & { id: string; name: string }

const LAST_PAGE = 100

export function createWalletDirectory(state: Pick<ApiState, 'delay' | 'faults'>): Handler {
  const wallets = listWallets()
  return async (request, response, url) => {
    if (allowAnyOrigin(request, response)) return
    const [noun, id = ''] = url.pathname
      .replace(/^\/(public\/)?/, '')
      .split('/')
      .map(decodeURIComponent)
    if (noun === 'getTokenImage' || noun === 'getCurrencyImage') {
      response.writeHead(200, { 'content-type': 'image/svg+xml', 'cache-control': 'max-age=3600' })
      response.end(noun === 'getTokenImage' ? (getIcon(id) ?? drawWallet(id)) : drawCurrency(id))
      return
    }
    if (noun === 'getWalletImage') {
      // Never answer: this picture hangs.
      if (id.startsWith(NEVER)) return
      if (id.startsWith(MISSING)) return sendFailure(response, 404, 'No such picture')
      response.writeHead(200, { 'content-type': 'image/svg+xml', 'cache-control': 'max-age=3600' })
      response.end(getOwnPicture(id) ?? drawWallet(id))
      return
    }
    if (noun !== 'getWallets') return sendFailure(response, 404, `No ${request.method} ${url.pathname}`)
    if (state.delay > 0) await new Promise((resolve) => setTimeout(resolve, state.delay))
    const body = answer(wallets, url.searchParams)
    const fault = state.faults.get('wallets')
    if (fault) sendFault(fault, response, body)
    else sendJson(response, 200, body)
  }
}

/** The picture that a wallet of the sandbox also announces. @param id ends with the wallet's name */
function getOwnPicture(id: string): string | undefined {
  return Object.entries(pictures).find(([name]) => id.endsWith(`-${name}`))?.[1]
}

function answer(wallets: readonly ListedWallet[], query: URLSearchParams) {
  const list = (name: string) => query.get(name)?.split(',')
  const [include, exclude, chains] = [list('include'), list('exclude'), list('chains')]
  const words = query.get('search')?.toLowerCase()
  const badge = query.get('badge_type')
  const found = wallets.filter(
    (wallet) =>
      (!include || include.includes(wallet.id)) &&
      !exclude?.includes(wallet.id) &&
      (!chains || chains.some((chain) => (wallet['chains'] as string[]).includes(chain))) &&
      (!words || wallet.name.toLowerCase().includes(words)) &&
      (!badge || wallet['badge_type'] === badge),
  )
  const entries = Math.min(LAST_PAGE, Number(query.get('entries') ?? 40))
  const first = (Number(query.get('page') ?? 1) - 1) * entries
  return { count: found.length, data: found.slice(first, first + entries) }
}

const NEVER = 'never-'
const MISSING = 'missing-'

/** Wallets that stay at the top of the directory: those of the sandbox first. */
const known = [
  { name: 'Harbor', rdns: 'example.harbor' },
  { name: 'Tern' },
  { name: 'Northvault' },
  { name: 'Lantern' },
  { name: 'Reef', injected: [{ namespace: 'solana', injected_id: 'Reef' }] },
  { name: 'Keel', injected: [{ namespace: 'bip122', injected_id: 'Keel' }] },
  ...['Cobble', 'Fathom', 'Mesa', 'Quill', 'Basalt', 'Orchard', 'Saffron', 'Foldwell', 'Tally', 'Ebb'].map(
    (name) => ({ name }),
  ),
]
const firsts =
  'Amber Alder Birch Brine Cedar Cinder Clover Coral Dune Elder Fern Flint Gale Hazel Heron Iris Juniper Larch Linden Marlin Maple Moss Nettle Oat Pebble Quartz Rowan Sable Thistle Tidal Umber Willow'
const seconds = 'fold gate key vault purse post lock line way stone keep wick field ford crest mark hold yard'

export function listWallets(): ListedWallet[] {
  const names = firsts.split(' ').flatMap((first) => seconds.split(' ').map((second) => first + second))
  const random = createRandom(11)
  // Shuffle the names: neighbours in the directory should have nothing in common.
  const shuffled = names.map((name) => ({ name, at: random.next() })).sort((one, other) => one.at - other.at)
  return [...known, ...shuffled].map((one, index) => {
    const { at: _, ...facts } = one as { name: string; at?: number }
    const wallet = describe(facts, index)
    return index >= known.length && index % 10 === 7 ? breakWallet(wallet, index) : wallet
  })
}

function describe({ name, ...more }: { name: string }, index: number): ListedWallet {
  const random = createRandom(index + 1)
  const slug = name.toLowerCase()
  const isKnown = index < known.length
  const sometimes = (share: number, links: object) => (isKnown || random.next() < share ? links : {})
  return {
    id: random.hex(64),
    name,
    image_id: `${random.hex(8)}-${slug}`,
    order: index,
    badge_type: random.next() < 0.4 ? 'certified' : 'none',
    chains: pickChains(random, isKnown),
    rdns: `example.${slug}`,
    ...sometimes(0.9, { homepage: `https://${slug}.example/` }),
    ...sometimes(0.8, { mobile_link: `${slug}://` }),
    ...(random.next() < 0.3 ? { link_mode: `https://${slug}.example/wc` } : {}),
    ...(random.next() < 0.3 ? { desktop_link: `${slug}://` } : {}),
    ...(random.next() < 0.2 ? { webapp_link: `https://app.${slug}.example/` } : {}),
    ...sometimes(0.7, { app_store: `https://apps.apple.com/app/${slug}/id${1_000_000 + index}` }),
    ...sometimes(0.7, { play_store: `https://play.google.com/store/apps/details?id=example.${slug}` }),
    ...sometimes(0.5, { chrome_store: `https://chromewebstore.google.com/detail/${slug}/${random.hex(32)}` }),
    supports_wc: true,
    ...more,
  }
}

/** The networks of a wallet. Some wallets support only networks that the sandbox doesn't have. */
function pickChains(random: Random, isKnown: boolean): string[] {
  const chains = ['eip155:1', 'eip155:10']
  if (isKnown || random.next() < 0.9) chains.push(`eip155:${driftwood.id}`, `eip155:${skerry.id}`)
  if (isKnown || random.next() < 0.4) chains.push(solanaLocalnet.caipNetworkId)
  if (isKnown || random.next() < 0.2) chains.push(bitcoinRegtest.caipNetworkId)
  return chains
}

function breakWallet(wallet: ListedWallet, index: number): ListedWallet {
  const ways: readonly object[] = [
    { image_id: `${MISSING}${index}` },
    { image_id: `${NEVER}${index}` },
    { name: `${wallet.name}\u202Enur-dlog` },
    {
      mobile_link: 'javascript:alert(document.domain)',
      webapp_link: 'data:text/html,<script>alert(1)</script>',
    },
    { image_id: 7, mobile_link: ['x'], homepage: {}, injected: 'yes', rdns: null, badge_type: 3 },
  ]
  return { ...wallet, ...ways[Math.floor(index / 10) % ways.length] }
}
