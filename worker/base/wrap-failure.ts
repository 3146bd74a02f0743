/** One sentence for the person in place of the many ways in which a call can fail; which it was stands in the context. */
import { BillfoldError, type ErrorCode, toErrorRecord } from '../../src/core/base/errors.ts'

export function wrapFailure(code: ErrorCode, message: string, cause: unknown): BillfoldError {
  const { code: reason, context } = toErrorRecord(cause)
  return new BillfoldError(code, message, { category: 'API_ERROR', context: { ...context, reason }, cause })
}
