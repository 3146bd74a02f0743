/** Apart from the errors themselves: a page needs those at once, and this only beside the worker. */
import { BillfoldError, type ErrorRecord } from './errors.ts'

/** The record as an error that can be thrown. */
export function fromErrorRecord(record: ErrorRecord): BillfoldError {
  return new BillfoldError(record.code, record.message, {
    category: record.category,
    context: record.context,
  })
}
