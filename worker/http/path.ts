/**
 * The path of a request, in which every variable part stays one segment.
 *
 * @example path`/v1/identity/${address}`
 * @throws bad_account for a part that would change the path even when encoded: an empty text, `.`, `..`, half a character.
 */
import { BillfoldError } from '../../src/core/base/errors.ts'

export function path(texts: TemplateStringsArray, ...segments: string[]): string {
  return segments.reduce(
    (whole, segment, index) => whole + encode(segment) + (texts[index + 1] ?? ''),
    texts[0] ?? '',
  )
}

function encode(segment: string): string {
  try {
    // URL parsers treat `.` and `..` as steps in their encoded forms too (WHATWG URL, "dot segment").
    if (segment !== '' && segment !== '.' && segment !== '..') return encodeURIComponent(segment)
  } catch {
    // Half a surrogate pair.
  }
  throw new BillfoldError(
    'bad_account',
    `"${segment.slice(0, 80)}" cannot be used in a request. Pass a whole address or name.`,
  )
}
