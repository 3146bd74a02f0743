import { expect, test } from 'vitest'
import { checksumRows } from '../../../worker/activity/checksum-rows.ts'
import { OTHER_ADDRESS } from '../fake-api.ts'
import { createBench, transaction } from './history.ts'

/** A vector of EIP-55. */
const CHECKSUMMED = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

test('[G45] addresses of rows have their checksum, whole and shortened', async () => {
  const bench = createBench()
  bench.pages.set('', { data: [transaction(1)], next: null })
  await bench.fetch()
  expect(await bench.rows()).toMatchObject([
    { from: CHECKSUMMED, party: { kind: 'from', name: '0x5aAe…eAed' } },
  ])
})

test('what is no address stays as it came', () => {
  const row = {
    id: '1',
    kind: 'received',
    status: 'confirmed',
    future: false,
    amounts: [],
    nft: false,
    from: 'somebody',
    party: { kind: 'on', name: 'Driftwood' },
  } as const
  expect(checksumRows([row])).toEqual([row])
  expect(checksumRows([{ ...row, from: OTHER_ADDRESS }])).toEqual([{ ...row, from: CHECKSUMMED }])
})
