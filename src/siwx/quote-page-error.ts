/**
 * Converts an error of the page's own sign-in code. The message of a plain error is shown to people as the page's
 * words.
 */
import { type ErrorRecord, toErrorRecord } from '../core/base/errors.ts'
import { plainText } from '../core/text/text.ts'

const MAX_WORDS = 200

export function quotePageError(error: unknown): ErrorRecord {
  const record = toErrorRecord(error)
  // Never show people the message of a native exception, such as a TypeError.
  if (record.code !== 'unexpected' || error instanceof TypeError || error instanceof DOMException)
    return record
  const reason = plainText(record.message, MAX_WORDS)
  return reason ? { ...record, context: { ...record.context, said: reason } } : record
}
