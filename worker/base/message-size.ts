/** Checks that messages to the page are not larger than the contract allows. */
import { BillfoldError } from '../../src/core/base/errors.ts'
import type { PackedPage, Page } from '../../src/core/contract/list.ts'
import { type ListRow, MESSAGE_LIMIT } from '../../src/core/contract/protocol.ts'
import { writeRows } from '../../src/core/contract/row-bytes.ts'

/** @throws unexpected if the JSON form of the message is too large, because a domain has not limited its fields */
export function assertMessageSize(message: unknown, what: string): void {
  const text = JSON.stringify(message, (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}` : value,
  )
  // Skip the encoding of a short message: a UTF-16 code unit takes at most three bytes of UTF-8.
  if (text === undefined || text.length * 3 <= MESSAGE_LIMIT) return
  assertSize(new TextEncoder().encode(text).byteLength, what)
}

/** Encodes a page of a list. @throws unexpected if the page is larger than a message may be */
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
