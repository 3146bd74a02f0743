/** Whether a transaction is what a filter wants. */
import type { ActivityFilter } from '../../../src/core/assets/activity.ts'
import { toLatin } from '../../../src/core/payments/typed-amount.ts'
import { memoize } from '../../base/recent.ts'
import type { ActivityItem, ItemAmount } from '../item.ts'

export type Matcher = (item: ActivityItem) => boolean

/** More words are no search. */
const MAX_WORDS = 10
/** From so many characters on, a part of a hash or address is looked for anywhere, and below only at its ends. */
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

/** Thousands separators of some languages, which must not separate words. */
function toWords(text: string): string[] {
  const joined = text.replace(/(?<=\d)[\u00A0\u202F](?=\d{3}(?!\d))/g, '')
  return normalize(joined).split(/\s+/u).filter(Boolean).slice(0, MAX_WORDS)
}

function normalize(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

function createWordTest(word: string): Matcher {
  // The same few names stand in most of a history.
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

/** Undefined for a word that no hash or address can contain. */
function createAddressTest(word: string): ((text: string | undefined) => boolean) | undefined {
  // NFKC has made three points of an ellipsis.
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
  /** Without leading zeros. */
  whole: string
  /** The typed digits; the amount may have more. */
  fraction: string
}

/** Undefined for a word that is no amount. */
function createAmountTest(word: string): ((numeric: string) => boolean) | undefined {
  const figures = readFigures(toLatin(word).replace(/^[+\-\u2212]/, ''))
  if (figures.length === 0) return undefined
  return (numeric) => numeric !== '' && figures.some((figure) => isFigure(numeric, figure))
}

/** Each way to read it: `1.234` is a little more than one, and in some languages a thousand. */
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
