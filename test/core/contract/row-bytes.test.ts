import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRowReader, writeRows } from '../../../src/core/contract/row-bytes.ts'
import { propertyRuns } from '../../property-runs.ts'

const value = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('line\nfeed', '\u2028', '{"$bigint":"7"}', '👩‍👩‍👧', '\uD800', '__proto__'),
  fc.integer(),
  fc.bigInt(),
  fc.constant(null),
  fc.boolean(),
)
const row = fc.dictionary(
  fc.constantFrom('id', 'name', 'amount', 'party', 'amounts'),
  fc.oneof(value, fc.array(value, { maxLength: 3 }), fc.dictionary(fc.constantFrom('kind', 'text'), value)),
  { noNullPrototype: true },
)

test('Row bytes decode to the written rows in any order of reading, and to undefined past the last row', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 12 }), (rows) => {
      const readRow = createRowReader(writeRows(rows))
      expect(readRow(rows.length)).toBeUndefined()
      for (let at = rows.length - 1; at >= 0; at--) expect(readRow(at)).toEqual(rows[at])
    }),
    { numRuns: propertyRuns(1_000) },
  )
})

test('Row bytes keep a bigint even if the page has added toJSON to BigInt', () => {
  const prototype = BigInt.prototype as unknown as { toJSON?: () => string }
  prototype.toJSON = function (this: bigint) {
    return `${this}n`
  }
  try {
    expect(createRowReader(writeRows([{ count: 12n, list: [3n] }]))(0)).toEqual({ count: 12n, list: [3n] })
  } finally {
    delete prototype.toJSON
  }
})

test('A text that looks like an encoded bigint is still a text after rows are written and read', () => {
  const rows = [{ name: '{"$bigint":"7"}', amount: 2n ** 256n - 1n, none: undefined }]
  expect(createRowReader(writeRows(rows))(0)).toEqual({ name: '{"$bigint":"7"}', amount: 2n ** 256n - 1n })
})
