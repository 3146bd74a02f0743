/** Holds every message to the page below the limit of the contract. */
import { BillfoldError } from '../../src/core/base/errors.ts'
import type { PackedPage, Page } from '../../src/core/contract/list.ts'
import { type ListRow, MESSAGE_LIMIT } from '../../src/core/contract/protocol.ts'
import { writeRows } from '../../src/core/contract/row-bytes.ts'

/** @throws unexpected when the JSON form of the message is larger: a domain forgot to cap its fields. */
export function assertMessageSize(message: unknown, what: string): void {
  const text = JSON.stringify(message, (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}` : value,
  )
  // A UTF-16 unit is at most three bytes of UTF-8: most messages need no closer look.
  if (text === undefined || text.length * 3 <= MESSAGE_LIMIT) return
  assertSize(new TextEncoder().encode(text).byteLength, what)
}

/** @throws unexpected when the page is larger than a message may be. */
export function packPage({ version, rows }: Page<ListRow>, what: string): PackedPage {
  const bytes = writeRows(rows)
  assertSize(bytes.byteLength, what)
  return { version, rows: bytes }
}

function assertSize(bytes: number, what: string): void {
  if (bytes <= MESSAGE_LIMIT) return
  throw new BillfoldError(
    'unexpected',
    `${what} would be ${bytes} bytes, above the limit of ${MESSAGE_LIMIT}. Please report this.`,
  )
}
