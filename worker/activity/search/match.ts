/** Decides whether a transaction matches a filter. */
import type { ActivityFilter } from '../../../src/core/assets/activity.ts'
import { toLatin } from '../../../src/core/payments/typed-amount.ts'
import { memoize } from '../../base/recent.ts'
import type { ActivityItem, ItemAmount } from '../item.ts'

export type Matcher = (item: ActivityItem) => boolean

/** Upper limit of words in a search text; further words are ignored. */
const MAX_WORDS = 10
/**
 * Shortest hexadecimal word, in characters, that is searched anywhere in hashes and addresses. Shorter words are searched
 * only at the start and the end.
 */
const ANYWHERE = 6

export function createMatcher({ text, hashes, kinds, token, direction }: ActivityFilter): Matcher {
  const tests: Matcher[] = []
  if (kinds) tests.push(({ kind }) => kinds.includes(kind))
  if (token !== undefined || direction) {
    const isWanted = (amount: ItemAmount) =>
      (token === undefined || (!amount.nft && amount.name === token)) &&
      (!direction || amount.direction === direction)
    tests.push((item) => item.amounts.some(isWanted) || (item.others?.some(isWanted) ?? false))
  }
  if (text || hashes) tests.push(createTextTest(text, hashes))
  return (item) => tests.every((test) => test(item))
}

function createTextTest(text = '', hashes: readonly string[] = []): Matcher {
  const known = new Set(hashes)
  const words = toWords(text).map(createWordTest)
  return (item) =>
    (known.size > 0 && item.hash !== undefined && known.has(item.hash.toLowerCase())) ||
    (words.length > 0 && words.every((test) => test(item)))
}

/** Splits a search text into words. Some languages separate thousands by spaces; such a space does not split a number. */
function toWords(text: string): string[] {
  const joined = text.replace(/(?<=\d)[\u00A0\u202F](?=\d{3}(?!\d))/g, '')
  return normalize(joined).split(/\s+/u).filter(Boolean).slice(0, MAX_WORDS)
}

function normalize(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

function createWordTest(word: string): Matcher {
  // Memoised, since a history contains the same few names over and over.
  const isIn = memoize(1_000, (name) => normalize(name).includes(word))
  const isAddress = createAddressTest(word)
  const isFigure = createAmountTest(word)
  const isAmount = ({ name, numeric }: ItemAmount) => isIn(name) || (isFigure?.(numeric) ?? false)
  return (item) => {
    const { hash, from, to, app, amounts, others } = item
    if (isAddress && (isAddress(hash) || isAddress(from) || isAddress(to))) return true
    return (app !== undefined && isIn(app)) || amounts.some(isAmount) || (others?.some(isAmount) ?? false)
  }
}

/** A test whether a hash or address contains the word. Undefined if no hash or address can contain the word. */
function createAddressTest(word: string): ((text: string | undefined) => boolean) | undefined {
  // `normalize` has replaced an ellipsis by three dots.
  const [start = '', end, ...more] = word.split('...')
  const digits = start.replace(/^0x/, '')
  if (end !== undefined) {
    if (more.length > 0 || !isHex(digits + end)) return undefined
    return createTest((text) => text.startsWith(`0x${digits}`) && text.endsWith(end))
  }
  if (word.length < 3 || !isHex(digits)) return undefined
  if (digits !== word) return createTest((text) => text.startsWith(word))
  if (word.length >= ANYWHERE) return createTest((text) => text.includes(word))
  return createTest((text) => text.startsWith(word, 2) || text.endsWith(word))
}

function createTest(isMatch: (text: string) => boolean) {
  return (text: string | undefined) => text !== undefined && isMatch(text.toLowerCase())
}

function isHex(text: string): boolean {
  return /^[0-9a-f]+$/.test(text)
}

interface Figure {
  /** Digits before the decimal separator, without leading zeros. */
  whole: string
  /** The typed digits after the decimal separator; a matching amount may have more. */
  fraction: string
}

/** A test whether an amount matches a typed number. Undefined if the word is not a number. */
function createAmountTest(word: string): ((numeric: string) => boolean) | undefined {
  const figures = readFigures(toLatin(word).replace(/^[+\-\u2212]/, ''))
  if (figures.length === 0) return undefined
  return (numeric) => numeric !== '' && figures.some((figure) => isFigure(numeric, figure))
}

/** Every possible meaning of a typed number: `1.234` is a decimal, but in some languages it is more than a thousand. */
function readFigures(text: string): Figure[] {
  const figures: Figure[] = []
  const plain = /^(\d*)(?:[.,](\d*))?$/.exec(text)
  if (plain && /\d/.test(text)) figures.push(toFigure(plain[1]!, plain[2]))
  const grouped = /^(\d{1,3}(?:([.,'’])\d{3})(?:\2\d{3})*)(?:[.,](\d*))?$/.exec(text)
  if (grouped) figures.push(toFigure(grouped[1]!.replace(/\D/g, ''), grouped[3]))
  return figures
}

function toFigure(whole: string, fraction = ''): Figure {
  return { whole: whole.replace(/^0+(?=\d)/, '') || '0', fraction }
}

function isFigure(numeric: string, { whole, fraction }: Figure): boolean {
  const plain = numeric.charCodeAt(0) === 48 ? numeric.replace(/^0+(?=\d)/, '') : numeric
  if (!plain.startsWith(whole)) return false
  if (plain.length > whole.length && plain.charCodeAt(whole.length) !== 46) return false
  return (
    fraction === '' ||
    plain
      .slice(whole.length + 1)
      .padEnd(fraction.length, '0')
      .startsWith(fraction)
  )
}
