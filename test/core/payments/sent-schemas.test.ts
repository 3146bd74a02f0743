import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseOrNone } from '../../../src/core/contract/schemas.ts'
import { pendingRequest, sentTransaction } from '../../../src/core/payments/sent-schemas.ts'
import { propertyRuns } from '../../property-runs.ts'
import { mutate } from '../../worker/mutate.ts'

const payment = {
  account: 'eip155:1:0xd8da6bf26964af9d7eed9e03e53415d37aa96045',
  kind: 'swap',
  to: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  out: { symbol: 'ETH', text: '0.5', units: '500000000000000000' },
  in: {
    symbol: 'USDC',
    text: '1500',
    units: '1500000000',
    token: 'eip155:1:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  },
  lastValidBlockHeight: 7,
}
const sent = { ...payment, hash: `0x${'ab'.repeat(32)}`, sentAt: 1_790_000_000_000, asked: 'a1' }
const asked = { ...payment, id: 'a1', askedAt: 1_790_000_000_000 }

describe('A stored payment', () => {
  test('[F31] is read as it was written', () => {
    expect(parseOrNone(sentTransaction, sent)).toEqual(sent)
    expect(parseOrNone(pendingRequest, asked)).toEqual(asked)
  })

  test('[F31] is either rejected or read with its stored amount, receiver, account and hash if it is damaged', () => {
    fc.assert(
      fc.property(mutate(sent), (damaged) => {
        const read = parseOrNone(sentTransaction, damaged)
        if (read) expect(damaged).toMatchObject(read)
        if (read) expect(read.out.units).toMatch(/^\d{1,78}$/)
        if (read?.in) expect(read.in.units).toMatch(/^\d{1,78}$/)
        // What comes in is a part of what was agreed to: without it this would be another payment.
        if (read) expect('in' in read).toBe((damaged as typeof sent).in !== undefined)
      }),
      { numRuns: propertyRuns(500) },
    )
  })

  test.each([
    { hash: '0x12' },
    { hash: sent.hash.slice(2) },
    { account: 'eip155:1' },
    { account: 'other:1:0xab' },
    { kind: 'late' },
    { to: undefined },
    { out: { ...payment.out, units: '-1' } },
    { out: { ...payment.out, units: '1.5' } },
    { out: { ...payment.out, units: 5 } },
    { in: null },
    { in: { ...payment.in, units: '' } },
    { sentAt: -1 },
  ])('[F31] is rejected if it has the invalid field %j', (wrong) => {
    expect(parseOrNone(sentTransaction, { ...sent, ...wrong })).toBeUndefined()
  })
})
