/**
 * Recognises spam by names, with the same rules for tokens, NFTs and activity. Names reveal two thirds of spam, with some
 * false positives, so such items are shown separately with the reason, and never dropped.
 */
import { lookAlikes } from '../../src/core/text/unicode-skeleton.ts'
import { cleanText } from '../../src/core/text/text.ts'
import type { UnverifiedReason } from '../../src/core/assets/unverified.ts'

/**
 * Why the names, such as a token's name and symbol, look like spam. Undefined if no name looks like spam.
 *
 * @example getNameReason('$5,000 VOUCHER - claim at voucher.example') // 'link'
 */
export function getNameReason(...names: readonly (string | undefined)[]): UnverifiedReason | undefined {
  const given = names.filter((name) => name !== undefined)
  const texts = given.map(toPlainLetters)
  if (texts.some((text) => link.test(text))) return 'link'
  if (texts.some(isLure)) return 'lure'
  return given.some((name) => cleanText(name).unusual) ? 'disguise' : undefined
}

/** Only this many UTF-16 code units of a name are checked. */
const MAX_UNITS = 1_024

/**
 * Matches ASCII without `|`, which can stand for an i. A name of only these characters has no look-alike or hidden
 * characters.
 */
const plain = /^[ -{}~]*$/

/** The name in lower case, with look-alikes replaced by Latin letters, and other dots, such as `(dot)`, by `.`. */
function toPlainLetters(name: string): string {
  const start = name.slice(0, MAX_UNITS)
  const letters = plain.test(start) ? start : toLatin(start)
  return letters.replace(/\s*(?:[[({]\s*(?:\.|dot)\s*[\])}]|[․。｡])\s*/giu, '.').toLowerCase()
}

function toLatin(text: string): string {
  return Array.from(text.normalize('NFKC'), (sign) => lookAlikes.get(sign) ?? sign)
    .join('')
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '')
}

/**
 * Matches a web address: with a scheme or path, or a host with a top-level domain that spam uses. Leaves out top-level
 * domains that genuine projects have in their names (Ether.fi, Pump.fun, yearn.finance, nick.eth).
 */
const TOPS =
  'com|net|org|info|biz|io|co|cc|me|us|ru|cn|in|to|gg|top|xyz|site|online|store|shop|app|web|website|space|live|life|club|vip|pro|' +
  'click|link|gift|gifts|lol|win|events|claims|icu|buzz|cfd|rest|sbs|bond|fyi|cloud|example'
const HOST = String.raw`[a-z0-9](?:[a-z0-9-]*[a-z0-9])?`
const link = new RegExp(
  String.raw`https?:|\bwww\.|\b(?:t\.me|bit\.ly|discord\.gg)\b|\b(?:${HOST}\.)+(?:(?:${TOPS})\b(?!\.\w)|[a-z]{2,}\/)`,
)

/** One of these words is harmless. Two of them, or one beside an amount of money or a host, make the name a lure. */
const words =
  /\b(?:claim|airdrop|reward|voucher|giveaway|redeem|visit|eligible|bonus|winner|prize|lottery|congratulations|free|gift ?card)(?:s|ed|able)?\b/g
const money = /[$€£]\s?\d|\b\d[\d,.]*\s?(?:usd[ct]?|eth|btc|sol|bnb)\b/
const host = new RegExp(String.raw`\b${HOST}\.[a-z]{2,}\b`)

function isLure(text: string): boolean {
  const found = new Set(Array.from(text.matchAll(words), ([word]) => word.slice(0, 4)))
  return found.size >= 2 || (found.size === 1 && (money.test(text) || host.test(text)))
}
