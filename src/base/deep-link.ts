/**
 * Links that open a wallet with a pairing: `<wallet's base>wc?uri=<pairing URI>`. The base comes from a directory or a
 * wallet and is untrusted: links that could do more than open a wallet are refused (F21).
 */
import { safeLink } from '../core/text/url.ts'
import type { Wallet } from '../core/assets/wallet.ts'

/** The properties of a device that decide how a wallet is opened on it. */
export interface Device {
  /** Whether the device has a coarse pointer, or the user agent of a phone. */
  isPhone: boolean
  isAndroid: boolean
  isIos: boolean
  /** Whether the page runs inside Telegram. */
  isTelegram: boolean
  /** Whether the page runs inside a frame. */
  isFramed: boolean
}

/** mobile: opens an app on this phone. desktop: opens an app on this computer. web: opens a web page. */
export type LinkKind = 'mobile' | 'desktop' | 'web'

/** The link of a wallet in the directory; undefined if the wallet has no safe link. */
export function getWalletLink(
  wallet: Wallet,
  kind: LinkKind,
  options: { preferUniversalLinks?: boolean | undefined } = {},
): string | undefined {
  if (kind === 'web') return toLinkBase(wallet.webapp_link)
  if (kind === 'desktop') return toLinkBase(wallet.desktop_link)
  const universal = options.preferUniversalLinks ? toLinkBase(wallet.link_mode) : undefined
  return universal ?? toLinkBase(wallet.mobile_link)
}

/**
 * The link that opens a wallet with a pairing.
 * @param base from `getWalletLink` or `toLinkBase`
 * @param uri the pairing URI; the wallet receives it unchanged
 */
export function formatDeepLink(base: string, uri: string, { isAndroid, isTelegram }: Device): string {
  const encoded = encodeURIComponent(uri)
  // Telegram on Android decodes a link before it opens the link, so encode the URI twice.
  return `${base}wc?uri=${isAndroid && isTelegram ? encodeURIComponent(encoded) : encoded}`
}

/** The link that opens a wallet with a pending session request. */
export function formatSessionLink(base: string, session: string): string {
  return `${base}wc?sessionTopic=${encodeURIComponent(session)}`
}

/**
 * The window in which a wallet's link opens. A link to an app on this phone opens in the page's own window, any other
 * link in a new one. In Telegram, all links open in a new window: the mini app would end if a link replaced the page.
 */
export function getLinkTarget(kind: LinkKind, { isTelegram, isFramed }: Device): '_self' | '_top' | '_blank' {
  if (kind !== 'mobile' || isTelegram) return '_blank'
  return isFramed ? '_top' : '_self'
}

/** Whether a link may open without a tap. Safari on iOS and Telegram open links only on a tap. */
export function canOpenByItself({ isIos, isTelegram }: Device): boolean {
  return !isIos && !isTelegram
}

/**
 * The base to put before `wc?uri=…`: `lantern`, `lantern:` and `lantern://` all become `lantern://`; paths and https
 * addresses get a slash at the end. Undefined for an invalid link, or for a scheme that belongs to no wallet, such as
 * `mailto`.
 */
export function toLinkBase(link: unknown): string | undefined {
  if (typeof link !== 'string' || link.length > MAX_LENGTH) return undefined
  if (/^https?:/i.test(link)) return toWebBase(link)
  const native = link.includes('://') ? link : `${link.replace(/[/:]+$/, '')}://`
  const [, scheme, path = ''] = /^([a-z][a-z0-9+.-]*):\/\/([\w.~/-]*)$/i.exec(native) ?? []
  if (!scheme || foreign.test(scheme)) return undefined
  return `${scheme.toLowerCase()}://${path === '' || path.endsWith('/') ? path : `${path}/`}`
}

const MAX_LENGTH = 512

/** Refuses a base with a query or fragment: the appended `wc?uri=…` would become part of the query or fragment. */
function toWebBase(link: string): string | undefined {
  const safe = /[?#\\]/.test(link) ? undefined : safeLink(link)
  return safe && (safe.endsWith('/') ? safe : `${safe}/`)
}

/** Schemes that open no wallet: they run code, read files, dial, or pass the link on to other apps. */
const foreign =
  /^(?:javascript|vbscript|data|file|filesystem|blob|intent|about|view-source|chrome.*|edge|moz-extension|safari.*|resource|jar|content|android-app|wss?|ftps?|sftp|ssh|telnet|smb|mailto|tel|sms|mms|facetime.*|callto|market|itms.*|ms-.*|search-ms|shell|x-apple.*|prefs|app-prefs|shortcuts|workflow|vnc|rdp|ldap|gopher|cid|mid|wyciwyg|feed|ipfs|ipns)$/i
