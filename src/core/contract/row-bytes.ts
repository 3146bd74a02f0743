/**
 * Rows of a list as bytes: the JSON of each row in UTF-8, with a line feed after it. JSON has no bigint, so a bigint is
 * written as `{"$bigint":"42"}`. A text with these characters cannot be mistaken for a bigint, since JSON escapes the
 * quotation marks in a text.
 */
const LINE_FEED = 10
const BIGINT = '$bigint'

export function writeRows(rows: readonly unknown[]): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(rows.map((row) => `${JSON.stringify(row, replaceBigint)}\n`).join(''))
}

/** Returns a function that parses one row, by its index among these rows; undefined beyond the last row. */
export function createRowReader<Row>(bytes: Uint8Array): (offset: number) => Row | undefined {
  // Create the decoder lazily: some dapps' tests (jest-jsdom) import this file without having a TextDecoder.
  let decoder: TextDecoder | undefined
  let ends: number[] | undefined
  return (offset) => {
    ends ??= findAll(bytes, LINE_FEED)
    const end = ends[offset]
    if (end === undefined) return undefined
    decoder ??= new TextDecoder()
    const text = decoder.decode(bytes.subarray((ends[offset - 1] ?? -1) + 1, end))
    return JSON.parse(text, text.includes(`{"${BIGINT}":`) ? reviveBigint : undefined) as Row
  }
}

function findAll(bytes: Uint8Array, byte: number): number[] {
  const found: number[] = []
  for (let at = bytes.indexOf(byte); at >= 0; at = bytes.indexOf(byte, at + 1)) found.push(at)
  return found
}

/**
 * Reads the original value: `value` may be converted already, since many pages give BigInt a `toJSON`, which runs
 * before any replacer.
 */
function replaceBigint(this: Readonly<Record<string, unknown>>, key: string, value: unknown): unknown {
  const original = this[key]
  return typeof original === 'bigint' ? { [BIGINT]: original.toString() } : value
}

function reviveBigint(_: string, value: unknown): unknown {
  const digits = (value as Record<string, unknown> | null)?.[BIGINT]
  return typeof digits === 'string' ? BigInt(digits) : value
}
