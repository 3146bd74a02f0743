/**
 * Cleans names that strangers chose: of tokens, NFTs, applications and wallets. Anybody can name a token USDC or give
 * it a look-alike name. This file detects look-alikes as far as the characters allow.
 */
import { lookAlikes } from './unicode-skeleton.ts'

export interface CleanText {
  /** One line without invisible characters. Ends in `…` if the name was cut. */
  text: string
  /** Whether a character was removed, or imitates another character. If so, show the contract beside the name. */
  unusual: boolean
}

const MAX_GLYPHS = 64
/** Longer input is cut, since no name needs more. UTF-16 code units. */
const MAX_UNITS = 1_024

export function cleanText(value: string, maxGlyphs = MAX_GLYPHS): CleanText {
  if (value.length <= maxGlyphs && isPlain(value)) return { text: value, unusual: false }
  const raw = readable(value)
  const visible = raw.replace(hiddenRuns, '').normalize('NFC')
  const text = cap(visible.replace(/ {2,}/g, ' ').trim(), maxGlyphs)
  return { text, unusual: hidden.test(raw) || isImitation(visible) }
}

/**
 * Prepares a name for display where there is no room for a warning: every deceptive character becomes `�`, so that a
 * fake name never looks like the real one.
 */
export function plainText(value: string, maxGlyphs = MAX_GLYPHS): string {
  const { text, unusual } = cleanText(value, maxGlyphs)
  if (!unusual) return text
  return cap(
    readable(value)
      .replace(/[^ -~]+/gu, '\uFFFD')
      .trim(),
    maxGlyphs,
  )
}

/** Breaks links in a stranger's text: no app recognises `pass·example` as a link, even after the text is copied. */
export function deadenLinks(text: string): string {
  return text.replace(/(?<=[\p{L}\p{N}])\.(?=\p{L})/gu, '·')
}

/** The analysed part of a name, on one line. Removes the joiners within emoji: these joiners are not suspicious. */
function readable(value: string): string {
  const start = value.length > MAX_UNITS ? value.slice(0, MAX_UNITS) : value
  return start
    .replace(/[^\S\uFEFF]+/gu, ' ')
    .replace(/(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])[\uFE0F\u200D]/gu, '')
}

/** Whether a name is printable ASCII without outer or double spaces, so that there is nothing to clean. */
function isPlain(value: string): boolean {
  let before = 32
  for (let at = 0; at < value.length; at += 1) {
    const code = value.charCodeAt(at)
    if (code < 32 || code > 126 || (code === 32 && before === 32)) return false
    before = code
  }
  return before !== 32 || value === ''
}

/**
 * Invisible characters: controls, formatting (zero-width, bidi, tags), lone surrogates, private use, unassigned, Hangul
 * fillers and the Braille blank. `hiddenRuns` is for `replace`: with its flag `g`, `test` would start where the last
 * search ended.
 */
const hidden = /[\p{C}\p{Default_Ignorable_Code_Point}\u115F\u1160\u2800\u3164\uFFA0]+/u
const hiddenRuns = /[\p{C}\p{Default_Ignorable_Code_Point}\u115F\u1160\u2800\u3164\uFFA0]+/gu

/** Scripts in current use. Names use letters of other scripts only to imitate. */
const currentScripts =
  /^[\p{scx=Latn}\p{scx=Cyrl}\p{scx=Grek}\p{scx=Armn}\p{scx=Hebr}\p{scx=Arab}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Thai}\p{scx=Laoo}\p{scx=Mymr}\p{scx=Geor}\p{scx=Ethi}\p{scx=Khmr}\p{scx=Hang}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Hani}]$/u

/** Scripts that East Asian names commonly mix with Latin. */
const eastAsian = /[\p{scx=Hang}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Hani}]/u

/** Phonetic and ornamental Latin letters: small capitals, turned letters, and others that resemble plain letters. */
const ornamental = /[\u0180-\u024F\u0250-\u02FF\u1D00-\u1DBF\u2C60-\u2C7F\uA720-\uA7FF\uAB30-\uAB6F]/u

function isImitation(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? []
  let latin = false
  let other = false
  let onlyLookAlikes = true
  for (const letter of letters) {
    if (!currentScripts.test(letter) || ornamental.test(letter)) return true
    if (/\p{scx=Latn}/u.test(letter)) latin = true
    else if (!eastAsian.test(letter)) {
      other = true
      if (!lookAlikes.has(letter)) onlyLookAlikes = false
    }
  }
  // Latin letters beside Cyrillic ones, or a Cyrillic word whose letters all look Latin.
  if (other && (latin || onlyLookAlikes)) return true
  // Combining marks on a letter that has no such accented form: dots and strokes piled up.
  if (/[\p{scx=Latn}\p{N}]\p{M}/u.test(text)) return true
  // Letters and digits in special forms, such as full width, circled or mathematical bold.
  for (const [sign] of text.matchAll(/[\p{L}\p{N}\p{S}](?<![ -~™℠])/gu)) {
    if (/^[A-Za-z0-9]+$/.test(sign.normalize('NFKC'))) return true
  }
  return false
}

function cap(text: string, maxGlyphs: number): string {
  if (text.length <= maxGlyphs) return text
  const glyphs: string[] = []
  let units = 0
  for (const { segment } of getSegmenter().segment(text)) {
    // One glyph can have a hundred combining marks. Two code units per glyph are enough for any name.
    units += segment.length
    if (glyphs.length === maxGlyphs || units > maxGlyphs * 2)
      return `${glyphs.slice(0, maxGlyphs - 1).join('')}…`
    glyphs.push(segment)
  }
  return text
}

let segmenter: Intl.Segmenter | undefined

function getSegmenter(): Intl.Segmenter {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  return segmenter
}
