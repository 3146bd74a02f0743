/**
 * Whose pages may sign people in by email or a social account. The sign-in site asks the same and refuses all others; a
 * page that knows it beforehand can say so. Source: GET /projects/v1/origins.
 */
import * as v from 'valibot'
import { BillfoldError } from '../../../src/core/base/errors.ts'
import { parseOrNone, text } from '../../../src/core/contract/schemas.ts'
import type { WorkerContext } from '../../base/context.ts'

/** No dashboard has more, and no origin is longer. */
const MAX_ORIGINS = 500
const MAX_LENGTH = 300

/** Each is read where it is used: a list of broken origins alone is not an empty list, which would allow all. */
const originsAnswer = v.object({ allowedOrigins: v.array(v.unknown()) })

/**
 * Where none are listed, all are allowed; a page on the maker's own machine always is.
 * @param origin of the page, as `location.origin`
 * @throws bad_envelope, and as every call does
 */
export async function isOriginAllowed(
  { origin }: { origin: string },
  { http, signal }: Pick<WorkerContext, 'http'> & { signal: AbortSignal },
): Promise<boolean> {
  const answer = await http.client('explorer').get('/projects/v1/origins', {}, { signal, retry: false })
  const listed = parseOrNone(originsAnswer, answer)?.allowedOrigins
  if (!listed)
    throw new BillfoldError('bad_envelope', 'The project’s list of origins has an unexpected format.', {
      category: 'DATA_PARSING_ERROR',
    })
  // A page that was opened from a file has none that could be listed.
  if (listed.length === 0 || !URL.canParse(origin)) return true
  const { hostname, host } = new URL(origin)
  if (hostname === 'localhost' || hostname === '127.0.0.1') return true
  return listed.slice(0, MAX_ORIGINS).some((one) => {
    if (!v.is(text(MAX_LENGTH), one)) return false
    const pattern = one.trim().toLowerCase().replace(/\/$/, '')
    return fits(pattern.includes('://') ? origin : host, pattern)
  })
}

/** `*` stands for anything: `https://*.driftwood.example`. */
function fits(address: string, pattern: string): boolean {
  const [first = '', ...others] = pattern.split('*')
  const last = others.pop()
  if (last === undefined) return address === pattern
  if (!address.startsWith(first)) return false
  let at = first.length
  for (const part of others) {
    const found = address.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return address.length - last.length >= at && address.endsWith(last)
}
