/**
 * The rows of a page as bytes: UTF-8, the JSON of each row and a line feed after it. A bigint, which JSON has not, is
 * written as `{"$bigint":"42"}`; no text can look like that, since its quotation marks are escaped.
 */
const LINE_FEED = 10
const BIGINT = '$bigint'

export function writeRows(rows: readonly unknown[]): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(rows.map((row) => `${JSON.stringify(row, replaceBigint)}\n`).join(''))
}

/** Reads one row at a time, by its place in the page; undefined past the end. */
export function createRowReader<Row>(bytes: Uint8Array): (offset: number) => Row | undefined {
  // Created lazily: some dapps' tests run without TextDecoder (jest-jsdom) and still import this file.
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

/** Reads the original value, because many pages give BigInt a `toJSON`, which runs before any replacer. */
function replaceBigint(this: Readonly<Record<string, unknown>>, key: string, value: unknown): unknown {
  const original = this[key]
  return typeof original === 'bigint' ? { [BIGINT]: original.toString() } : value
}

function reviveBigint(_: string, value: unknown): unknown {
  const digits = (value as Record<string, unknown> | null)?.[BIGINT]
  return typeof digits === 'string' ? BigInt(digits) : value
}
