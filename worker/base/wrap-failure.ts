/** Wraps a failed call's error in one message for the person; the context keeps the cause. */
import { BillfoldError, type ErrorCode, toErrorRecord } from '../../src/core/base/errors.ts'

export function wrapFailure(code: ErrorCode, message: string, cause: unknown): BillfoldError {
  const { code: reason, context } = toErrorRecord(cause)
  return new BillfoldError(code, message, { category: 'API_ERROR', context: { ...context, reason }, cause })
}
