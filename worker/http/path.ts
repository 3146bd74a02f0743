/**
 * Builds the path of a request. Encodes each variable part, so that it stays one segment.
 *
 * @example path`/v1/identity/${address}`
 * @throws bad_account for a part that would change the path even when encoded (empty text, `.`, `..`), or cannot be encoded
 * (half a surrogate pair)
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
    // Refuse `.` and `..`: URL parsers treat them as steps even when they are encoded (WHATWG URL, "dot segment").
    if (segment !== '' && segment !== '.' && segment !== '..') return encodeURIComponent(segment)
  } catch {
    // `encodeURIComponent` throws for half a surrogate pair: refuse the segment below.
  }
  throw new BillfoldError(
    'bad_account',
    `"${segment.slice(0, 80)}" cannot be used in a request. Pass a whole address or name.`,
  )
}
