/**
 * Lets errors cross the worker boundary whole. Comlink alone transfers only the message. This handler adds `code`,
 * `category` and `context`. Both threads install it before their first message.
 */
import { type TransferHandler, transferHandlers } from 'comlink'
import { type ErrorRecord, fromErrorRecord, toErrorRecord } from '../base/errors.ts'

interface Thrown {
  value: unknown
}

/** Replaces comlink's handler for thrown values. Any value other than a BillfoldError arrives with the code `unexpected`. */
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
