import { expect, test } from 'vitest'
import { createCalendar } from '../../../worker/activity/calendar.ts'
import { toRows } from '../../../worker/activity/rows.ts'
import { OTHER_ADDRESS } from '../fake-api.ts'
import { createBench, transaction } from './history.ts'

/** A vector of EIP-55. */
const CHECKSUMMED = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

test('[G45] Activity rows show addresses with their checksum, in full and shortened', async () => {
  const bench = createBench()
  bench.pages.set('', { data: [transaction(1)], next: null })
  await bench.fetch()
  expect(await bench.rows()).toMatchObject([
    { from: CHECKSUMMED, party: { kind: 'from', name: '0x5aAe…eAed' } },
  ])
})

test('Activity rows show an invalid address unchanged', () => {
  const format = { locale: 'en', calendar: createCalendar('en'), now: 0, nativeSymbol: 'ETH', address: '' }
  const item = { id: '1', kind: 'received', status: 'confirmed', amounts: [], nft: false } as const
  const read = (from: string) => toRows([{ ...item, amounts: [], from }], format)[0]
  expect(read('somebody')).toMatchObject({ from: 'somebody', party: { kind: 'from', name: 'somebody' } })
  expect(read(OTHER_ADDRESS)).toMatchObject({ from: CHECKSUMMED })
})
