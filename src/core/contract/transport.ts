/**
 * How errors cross the worker boundary. Comlink alone keeps an error's message and drops the rest; here `code`,
 * `category` and `context` arrive too. Both threads install it before they talk.
 */
import { type TransferHandler, transferHandlers } from 'comlink'
import { type ErrorRecord, fromErrorRecord, toErrorRecord } from '../base/errors.ts'

interface Thrown {
  value: unknown
}

/** Replaces comlink's handler of thrown values; a value that is no BillfoldError crosses as `unexpected`. */
export function installErrorTransfer(): void {
  const original = transferHandlers.get('throw') as TransferHandler<Thrown, unknown>
  const handler: TransferHandler<Thrown, ErrorRecord> = {
    canHandle: (value): value is Thrown => original.canHandle(value),
    serialize: ({ value }) => [toErrorRecord(value), []],
    deserialize: (record) => {
      throw fromErrorRecord(record)
    },
  }
  transferHandlers.set('throw', handler as TransferHandler<unknown, unknown>)
}
