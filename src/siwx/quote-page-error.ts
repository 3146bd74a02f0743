/** Quotes an error of the page's own sign-in code: a plain error's message is shown as the page's words. */
import { type ErrorRecord, toErrorRecord } from '../core/base/errors.ts'
import { plainText } from '../core/text/text.ts'

const MAX_WORDS = 200

export function quotePageError(error: unknown): ErrorRecord {
  const record = toErrorRecord(error)
  // Never show native exceptions (TypeError, …) to people.
  if (record.code !== 'unexpected' || error instanceof TypeError || error instanceof DOMException)
    return record
  const reason = plainText(record.message, MAX_WORDS)
  return reason ? { ...record, context: { ...record.context, said: reason } } : record
}
