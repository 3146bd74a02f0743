/**
 * Wraps the error of a failed request in an error with a message for the person. The context of the new error keeps the
 * original code.
 */
import { BillfoldError, type ErrorCode, toErrorRecord } from '../../src/core/base/errors.ts'

export function wrapFailure(code: ErrorCode, message: string, cause: unknown): BillfoldError {
  const { code: reason, context } = toErrorRecord(cause)
  return new BillfoldError(code, message, { category: 'API_ERROR', context: { ...context, reason }, cause })
}
