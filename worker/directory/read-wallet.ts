/**
 * One wallet as the directory names it. Whoever registers there is a stranger: what is not of its shape is left out, and
 * a wallet without id or name is none.
 */
import { type Namespace, namespaces } from '../../src/core/caip.ts'
import type { WorkerConfig } from '../../src/core/protocol.ts'
import { isRecord } from '../../src/core/shapes.ts'
import { cleanText, plainText } from '../../src/core/text.ts'
import { safeLink } from '../../src/core/url.ts'
import type { Wallet } from '../../src/core/wallet.ts'
import { path } from '../http/path.ts'

type Facts = Pick<WorkerConfig, 'urls' | 'networks' | 'projectId' | 'sdkType' | 'sdkVersion'>

/** Links that open a page, and links that may open an app. */
const pages = ['homepage', 'webapp_link', 'app_store', 'play_store', 'chrome_store', 'link_mode'] as const
const apps = ['mobile_link', 'desktop_link'] as const

/** Of a link. None of a wallet needs more, and forty wallets are one message. */
const LONGEST = 300
/** Ways to be in a page. One for each namespace is common. */
const MOST_INJECTED = 5

/** Of an answer, or of what was made of it here. Undefined for what is no wallet. */
export function readWallet(value: unknown, facts: Facts): Wallet | undefined {
  if (!isRecord(value)) return undefined
  const { id, name, image_id: imageId, badge_type: badge, rdns } = value
  if (!isId(id) || typeof name !== 'string') return undefined
  if (!cleanText(name).text) return undefined
  const wallet: { -readonly [Key in keyof Wallet]: Wallet[Key] } = { id, name: plainText(name) }
  // Pictures come from the directory's host alone: any other would learn who looks at a wallet.
  if (isId(imageId)) {
    wallet.image_id = imageId
    wallet.image_url = toPictureUrl(imageId, facts)
  }
  if (badge === 'none' || badge === 'certified') wallet.badge_type = badge
  if (typeof rdns === 'string' && /^[\w.-]{1,128}$/.test(rdns)) wallet.rdns = rdns
  for (const key of pages) {
    const link = readPage(value[key])
    if (link) wallet[key] = link
  }
  for (const key of apps) {
    const link = readPage(value[key]) ?? readApp(value[key])
    if (link) wallet[key] = link
  }
  const chains = readChains(value['chains'], facts)
  if (chains.length > 0) wallet.chains = chains
  const injected = readInjected(value['injected'])
  if (injected.length > 0) wallet.injected = injected
  return wallet
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && /^[\w-]{1,64}$/.test(value)
}

function toPictureUrl(id: string, { urls, projectId, sdkType, sdkVersion }: Facts): string {
  const caller = new URLSearchParams({ projectId, st: sdkType, sv: sdkVersion })
  return `${urls.explorer}${path`/getWalletImage/${id}`}?${caller}`
}

function readPage(value: unknown): string | undefined {
  const link = typeof value === 'string' && value.length <= LONGEST ? safeLink(value) : undefined
  return link && link.length <= LONGEST ? link : undefined
}

/** What the browser or the system answers by itself: scripts, files, mail, and what hides another address in it. */
const OWN_SCHEMES =
  /^(?:javascript|vbscript|data|blob|file|filesystem|about|view-source|intent|android-app|content|https?|wss?|ftp|mailto|tel|sms|chrome|resource|jar):/i

/** A scheme that belongs to an app, such as `demo://`. */
function readApp(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > LONGEST) return undefined
  // A browser drops white space and controls before it looks at the scheme.
  if (!/^[a-z][a-z0-9+.-]*:[!-~]*$/i.test(value) || OWN_SCHEMES.test(value)) return undefined
  try {
    const { username, password } = new URL(value)
    return username || password ? undefined : value
  } catch {
    return undefined
  }
}

/** Those that the page has. */
function readChains(value: unknown, { networks }: Facts): string[] {
  const named: readonly unknown[] = Array.isArray(value) ? value : []
  return networks.map(({ caipNetworkId }) => caipNetworkId).filter((id) => named.includes(id))
}

function readInjected(value: unknown): { namespace: Namespace; injected_id: string }[] {
  if (!Array.isArray(value)) return []
  return value.slice(0, MOST_INJECTED).flatMap((one: unknown) => {
    const { namespace, injected_id: id } = isRecord(one) ? one : {}
    const isKnown = namespaces.some((known) => known === namespace)
    if (!isKnown || typeof id !== 'string' || id === '' || id.length > 128) return []
    return [{ namespace: namespace as Namespace, injected_id: id }]
  })
}
