/**
 * Signs of spam in a name: one rule for tokens, NFTs and activity. Names alone reveal two thirds of spam, with some false
 * positives; so matches are set apart with the reason, and never dropped.
 */
import { lookAlikes } from '../../src/core/text/unicode-skeleton.ts'
import { cleanText } from '../../src/core/text/text.ts'
import type { UnverifiedReason } from '../../src/core/assets/unverified.ts'

/**
 * The first reason that holds for one of the names, such as a token's name and symbol; undefined for none.
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

/** Longer input is cut. */
const MAX_UNITS = 1_024

/** ASCII except `|`, which can stand for an i: such a name has no look-alike or hidden characters. */
const plain = /^[ -{}~]*$/

/** Lower case, with look-alikes replaced by Latin letters, and other dots of links by points. */
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
 * A web address: with a scheme or path, or a host below a top-level domain that spam uses. Domains in genuine project names
 * (Ether.fi, Pump.fun, yearn.finance, nick.eth) are excluded.
 */
const TOPS =
  'com|net|org|info|biz|io|co|cc|me|us|ru|cn|in|to|gg|top|xyz|site|online|store|shop|app|web|website|space|live|life|club|vip|pro|' +
  'click|link|gift|gifts|lol|win|events|claims|icu|buzz|cfd|rest|sbs|bond|fyi|cloud|example'
const HOST = String.raw`[a-z0-9](?:[a-z0-9-]*[a-z0-9])?`
const link = new RegExp(
  String.raw`https?:|\bwww\.|\b(?:t\.me|bit\.ly|discord\.gg)\b|\b(?:${HOST}\.)+(?:(?:${TOPS})\b(?!\.\w)|[a-z]{2,}\/)`,
)

/** One of these words is harmless; two, or one beside money or a host, are a lure. */
const words =
  /\b(?:claim|airdrop|reward|voucher|giveaway|redeem|visit|eligible|bonus|winner|prize|lottery|congratulations|free|gift ?card)(?:s|ed|able)?\b/g
const money = /[$€£]\s?\d|\b\d[\d,.]*\s?(?:usd[ct]?|eth|btc|sol|bnb)\b/
const host = new RegExp(String.raw`\b${HOST}\.[a-z]{2,}\b`)

function isLure(text: string): boolean {
  const found = new Set(Array.from(text.matchAll(words), ([word]) => word.slice(0, 4)))
  return found.size >= 2 || (found.size === 1 && (money.test(text) || host.test(text)))
}
