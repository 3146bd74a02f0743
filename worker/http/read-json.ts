/**
 * Reads a JSON answer. Streams the body up to a limit. Each kind of invalid answer has its own error, since the person has
 * to react differently to each.
 */
import * as v from 'valibot'
import { BillfoldError, type ErrorCode, type ErrorContext } from '../../src/core/base/errors.ts'
import { json, parseOrNone } from '../../src/core/contract/schemas.ts'
import { RETRY_AFTER_LIMIT } from '../../src/core/contract/time-limits.ts'

/** Upper limit of a body, in bytes; the API's largest page of a history is far smaller. */
const BODY_LIMIT = 5_000_000
/** Upper limit of an error body that is read for its reason, in bytes. */
const REFUSAL_LIMIT = 65_536

/**
 * Reads the JSON of an answer. `now`: milliseconds since 1970, to convert a Retry-After header that is a date.
 * @throws http_status, http_html, http_type, http_empty, http_json, http_size, http_network
 */
export async function readJson(response: Response, now: number): Promise<unknown> {
  if (!response.ok) throw await readRefusal(response, now)
  const type = response.headers.get('content-type') ?? ''
  if (/\bhtml\b/i.test(type)) throw htmlError()
  if (response.status === 204) throw emptyError()
  const text = await readText(response, BODY_LIMIT)
  if (text.trim() === '') throw emptyError()
  // Recognise HTML by its first character: the login page of a network (captive portal) often has another content type
  // than HTML, or none.
  if (/^\s*</.test(text)) throw htmlError()
  if (type !== '' && !/\bjson\b/i.test(type)) {
    throw apiError('http_type', `The answer has the type "${type.slice(0, 80)}" instead of JSON.`)
  }
  try {
    return JSON.parse(text)
  } catch {
    throw apiError('http_json', 'The answer is incomplete or not JSON. Try again.', {}, 'DATA_PARSING_ERROR')
  }
}

async function readText(response: Response, limit: number): Promise<string> {
  if (Number(response.headers.get('content-length') ?? 0) > limit) throw sizeError(limit)
  if (!response.body) return ''
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for (;;) {
    const part = await reader.read().catch((error: unknown) => {
      throw apiError('http_network', 'The connection ended before the whole answer arrived. Try again.', {
        cause: String(error).slice(0, 200),
      })
    })
    if (part.done) return text + decoder.decode()
    bytes += part.value.byteLength
    if (bytes > limit) {
      reader.cancel().catch(() => {})
      throw sizeError(limit)
    }
    text += decoder.decode(part.value, { stream: true })
  }
}

const refusal = json(v.object({ reasons: v.tuple([v.object({ description: v.string() })]) }))

async function readRefusal(response: Response, now: number): Promise<BillfoldError> {
  const { status } = response
  const retryAfter = readRetryAfter(response.headers.get('retry-after'), now)
  // If the body cannot be read, report only the status.
  const body = await readText(response, REFUSAL_LIMIT).catch(() => undefined)
  const description = parseOrNone(refusal, body)?.reasons[0].description.slice(0, 300)
  return apiError('http_status', `The server answered with status ${status}.`, {
    status,
    ...(retryAfter === undefined ? {} : { retryAfter }),
    ...(description === undefined ? {} : { description }),
  })
}

/** Parses a Retry-After header (seconds or an HTTP date) into a pause in milliseconds, up to the longest accepted pause. */
function readRetryAfter(value: string | null, now: number): number | undefined {
  if (!value) return undefined
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), RETRY_AFTER_LIMIT)
}

function htmlError(): BillfoldError {
  return apiError(
    'http_html',
    'Got a web page instead of data, perhaps a network sign-in page. Open a new tab, sign in to the network and try again.',
  )
}

function emptyError(): BillfoldError {
  return apiError('http_empty', 'The server sent an empty answer. Try again.')
}

function sizeError(limit: number): BillfoldError {
  return apiError('http_size', `The answer is larger than ${limit / 1_000_000} MB and was not read.`)
}

function apiError(
  code: ErrorCode,
  message: string,
  context: ErrorContext = {},
  category: 'API_ERROR' | 'DATA_PARSING_ERROR' = 'API_ERROR',
): BillfoldError {
  return new BillfoldError(code, message, { category, context })
}
