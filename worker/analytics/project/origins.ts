/**
 * Checks whether a page may sign people in by email or a social account. The sign-in site makes the same check and
 * refuses other pages. This check tells the page about the refusal beforehand. Source: GET /projects/v1/origins.
 */
import * as v from 'valibot'
import { BillfoldError } from '../../../src/core/base/errors.ts'
import { parseOrNone, text } from '../../../src/core/contract/schemas.ts'
import type { WorkerContext } from '../../base/context.ts'

/** Upper limit of the origins that are read, and of an origin's length in characters. No dashboard has more. */
const MAX_ORIGINS = 500
const MAX_LENGTH = 300

/**
 * The origins are validated later, one by one: if only the valid ones were kept, a list of invalid origins would become an
 * empty list, which allows all.
 */
const originsAnswer = v.object({ allowedOrigins: v.array(v.unknown()) })

/**
 * Whether this page's origin is allowed. An empty list allows all origins; the developer's own machine is always allowed.
 * @param origin the page's `location.origin`
 * @throws bad_envelope, and what HttpClient.get throws
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
  // Allow if nothing is listed, or if the page was opened from a file: such a page has no origin that a project could list.
  if (listed.length === 0 || !URL.canParse(origin)) return true
  const { hostname, host } = new URL(origin)
  if (hostname === 'localhost' || hostname === '127.0.0.1') return true
  return listed.slice(0, MAX_ORIGINS).some((one) => {
    if (!v.is(text(MAX_LENGTH), one)) return false
    const pattern = one.trim().toLowerCase().replace(/\/$/, '')
    return fits(pattern.includes('://') ? origin : host, pattern)
  })
}

/** Whether an address matches a pattern. `*` stands for any text, as in `https://*.driftwood.example`. */
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
