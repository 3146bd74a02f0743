/** What an earlier Billfold stored of a history, letter by letter: it must read as what it was, for as long as we read it. */
import { expect, test } from 'vitest'
import type { ActivityRow } from '../../../src/core/assets/activity.ts'
import { createMemoryStore } from '../../../worker/store/memory-store.ts'
import { ACCOUNT, ADDRESS } from '../fake-api.ts'
import { getNamed } from './get-named.ts'
import { createBench, token, transaction } from './history.ts'

const KEY = `activity/${ACCOUNT}`
const OWNER = `eip155:${ADDRESS}`

const head =
  '{"gaps":[{"upper":1793262619000,"lower":-9007199254740991,"cursor":"older"}],"fetchedAt":1795003200000,"hidden":{"spam":0,"otherChain":0,"invalid":0},"newest":1794904200000,"version":1795003200000,"since":0,"dirty":[[0,22]],"layout":3,"parts":[{"name":"s1","count":22,"bytes":3327,"first":1001794904200000,"last":-1000000000000000}],"groups":[[1000000000000000,1],[24322,17],[24321,3],[-1000000000000000,1]],"zone":"UTC"}'

const segment = [
  {
    name: 'c1',
    count: 22,
    bytes: 3327,
    first: 1001794904200000,
    last: -1000000000000000,
    prints: Uint32Array.of(
      2579463996,
      27112374,
      43889993,
      4288524432,
      10334755,
      94222850,
      111000469,
      60667612,
      77445231,
      161333326,
      178110945,
      127925183,
      111147564,
      161480421,
      144702802,
      60814707,
      44037088,
      94369945,
      3769421748,
      825217929,
      1383968394,
      3004415886,
    ),
  },
]

/** The dictionary, then a line for each row. */
const chunk = `[
  ["sent", "pending", "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed", "0xd8da6bf26964af9d7eed9e03e53415d37aa96045", "https://icons.example/hrv.png", "out", "ETH", "approved", "confirmed", "in", "HRV", "bought", "borrowed", "burned", "cancelled", "claimed", "deployed", "deposited", "executed", "minted", "received", "repaid", "staked", "swapped", "unstaked", "withdrew", "failed", "Harvest", "https://pictures.example/12.png", "Fold #12", "self"],
  1001794904200000, 1794904200000, "pending", 0, 1, "0x000000000000000000000000000000000000000000000000000000000pending", 2, 3, -1, 4, 0, -1, 1, 5, 6, "1.5", 0, 4500,
  1794904200000, true, "g00", 7, 8, "0x0000000000000000000000000000000000000000000000000000000000000g00", 2, 3, -1, 4, 0, -1, 1, 9, 10, "0.25", 0, null,
  1794817801000, true, "g01", 11, 8, "0x0000000000000000000000000000000000000000000000000000000000000g01", 2, 3, -1, 4, 0, -1, 1, 9, 10, "1.25", 0, null,
  1794731402000, true, "g02", 12, 8, "0x0000000000000000000000000000000000000000000000000000000000000g02", 2, 3, -1, 4, 0, -1, 1, 9, 10, "2.25", 0, null,
  1794645003000, true, "g03", 13, 8, "0x0000000000000000000000000000000000000000000000000000000000000g03", 2, 3, -1, 4, 0, -1, 1, 9, 10, "3.25", 0, null,
  1794558604000, true, "g04", 14, 8, "0x0000000000000000000000000000000000000000000000000000000000000g04", 2, 3, -1, 4, 0, -1, 1, 9, 10, "4.25", 0, null,
  1794472205000, true, "g05", 15, 8, "0x0000000000000000000000000000000000000000000000000000000000000g05", 2, 3, -1, 4, 0, -1, 1, 9, 10, "5.25", 0, null,
  1794385806000, true, "g06", 16, 8, "0x0000000000000000000000000000000000000000000000000000000000000g06", 2, 3, -1, 4, 0, -1, 1, 9, 10, "6.25", 0, null,
  1794299407000, true, "g07", 17, 8, "0x0000000000000000000000000000000000000000000000000000000000000g07", 2, 3, -1, 4, 0, -1, 1, 9, 10, "7.25", 0, null,
  1794213008000, true, "g08", 18, 8, "0x0000000000000000000000000000000000000000000000000000000000000g08", 2, 3, -1, 4, 0, -1, 1, 9, 10, "8.25", 0, null,
  1794126609000, true, "g09", 19, 8, "0x0000000000000000000000000000000000000000000000000000000000000g09", 2, 3, -1, 4, 0, -1, 1, 9, 10, "9.25", 0, null,
  1794040210000, true, "g10", 20, 8, "0x0000000000000000000000000000000000000000000000000000000000000g10", 2, 3, -1, 4, 0, -1, 1, 9, 10, "10.25", 0, null,
  1793953811000, true, "g11", 21, 8, "0x0000000000000000000000000000000000000000000000000000000000000g11", 2, 3, -1, 4, 0, -1, 1, 9, 10, "11.25", 0, null,
  1793867412000, true, "g12", 0, 8, "0x0000000000000000000000000000000000000000000000000000000000000g12", 2, 3, -1, 4, 0, -1, 1, 9, 10, "12.25", 0, null,
  1793781013000, true, "g13", 22, 8, "0x0000000000000000000000000000000000000000000000000000000000000g13", 2, 3, -1, 4, 0, -1, 1, 9, 10, "13.25", 0, null,
  1793694614000, true, "g14", 23, 8, "0x0000000000000000000000000000000000000000000000000000000000000g14", 2, 3, -1, 4, 0, -1, 1, 9, 10, "14.25", 0, null,
  1793608215000, true, "g15", 24, 8, "0x0000000000000000000000000000000000000000000000000000000000000g15", 2, 3, -1, 4, 0, -1, 1, 9, 10, "15.25", 0, null,
  1793521816000, true, "g16", 25, 8, "0x0000000000000000000000000000000000000000000000000000000000000g16", 2, 3, -1, 4, 0, -1, 1, 9, 10, "16.25", 0, null,
  1793435417000, true, "failed", 23, 26, "0x0000000000000000000000000000000000000000000000000000000000failed", 2, 3, 27, 4, 0, -1, 2, 9, 10, "2", 0, 3.5, 5, 6, "0.001", 0, null,
  1793349018000, true, "picture", 20, 8, "0x000000000000000000000000000000000000000000000000000000000picture", 2, 3, -1, 28, 1, -1, 1, 9, 29, "1", 1, null,
  1793262619000, true, "nothing", 18, 8, "0x000000000000000000000000000000000000000000000000000000000nothing", 2, 3, -1, 4, 0, -1, 1, 30, 10, "7", 0, null,
  -1000000000000000, null, "undated", 17, 8, "0x000000000000000000000000000000000000000000000000000000000undated", 2, 3, -1, -1, 0, -1, 0
]`

const rows: [id: string, kind: string, status: string, minedAt: number | undefined, amounts: string[]][] = [
  ['pending', 'sent', 'pending', 1794904200000, ['−1.500 ETH']],
  ['g00', 'approved', 'confirmed', 1794904200000, ['+0.250 HRV']],
  ['g01', 'bought', 'confirmed', 1794817801000, ['+1.250 HRV']],
  ['g02', 'borrowed', 'confirmed', 1794731402000, ['+2.250 HRV']],
  ['g03', 'burned', 'confirmed', 1794645003000, ['+3.250 HRV']],
  ['g04', 'cancelled', 'confirmed', 1794558604000, ['+4.250 HRV']],
  ['g05', 'claimed', 'confirmed', 1794472205000, ['+5.250 HRV']],
  ['g06', 'deployed', 'confirmed', 1794385806000, ['+6.250 HRV']],
  ['g07', 'deposited', 'confirmed', 1794299407000, ['+7.250 HRV']],
  ['g08', 'executed', 'confirmed', 1794213008000, ['+8.250 HRV']],
  ['g09', 'minted', 'confirmed', 1794126609000, ['+9.250 HRV']],
  ['g10', 'received', 'confirmed', 1794040210000, ['+10.250 HRV']],
  ['g11', 'repaid', 'confirmed', 1793953811000, ['+11.250 HRV']],
  ['g12', 'sent', 'confirmed', 1793867412000, ['+12.250 HRV']],
  ['g13', 'staked', 'confirmed', 1793781013000, ['+13.250 HRV']],
  ['g14', 'swapped', 'confirmed', 1793694614000, ['+14.250 HRV']],
  ['g15', 'unstaked', 'confirmed', 1793608215000, ['+15.250 HRV']],
  ['g16', 'withdrew', 'confirmed', 1793521816000, ['+16.250 HRV']],
  ['failed', 'swapped', 'failed', 1793435417000, ['+2.000 HRV', '−0.001 ETH']],
  ['picture', 'received', 'confirmed', 1793349018000, ['Fold #12']],
  ['nothing', 'executed', 'confirmed', 1793262619000, ['7.000 HRV']],
  ['undated', 'deposited', 'confirmed', undefined, []],
]

test('[G8] stored Activity of the current storage format is read as the rows that were stored', async () => {
  const store = createMemoryStore()
  await store.update(KEY, () => ({
    put: [
      { key: KEY, owner: OWNER, value: head, bytes: 3_492 },
      { key: `${KEY}/s1`, owner: OWNER, value: segment },
      { key: `${KEY}/c1`, owner: OWNER, value: chunk },
    ],
  }))
  const bench = createBench({ store })
  const known = await bench.source.load()
  expect(known?.fetchedAt).toBe(1795003200000)
  expect(known?.data).toMatchObject({
    version: 1795003200000,
    total: 22,
    next: 'older',
    groups: [
      { kind: 'pending', count: 1 },
      { kind: 'month', year: 2026, month: 11, count: 17 },
      { kind: 'month', year: 2026, month: 10, count: 3 },
      { kind: 'unknown', count: 1 },
    ],
    hidden: { spam: 0, otherChain: 0, invalid: 0 },
  })
  const found = await bench.rows()
  const short = ({ id, kind, status, minedAt, amounts }: ActivityRow) => [
    id,
    kind,
    status,
    minedAt,
    amounts.map(({ text }) => text.replace('\u00A0', ' ')),
  ]
  expect(found.map(short)).toEqual(rows)
  expect(found.find(({ id }) => id === 'failed')).toEqual({
    id: 'failed',
    kind: 'swapped',
    status: 'failed',
    future: false,
    amounts: [
      { direction: 'in', text: '+2.000\u00a0HRV', full: '2 HRV', value: '$3.50' },
      { direction: 'out', text: '\u22120.001\u00a0ETH', full: '0.001 ETH' },
    ],
    nft: false,
    minedAt: 1793435417000,
    date: '31 Oct',
    party: { kind: 'on', name: 'Harvest' },
    iconUrl: 'https://icons.example/hrv.png',
    hash: '0x0000000000000000000000000000000000000000000000000000000000failed',
    from: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    contract: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
    sentTo: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
    moves: [
      { direction: 'in', name: 'HRV', numeric: '2' },
      { direction: 'out', name: 'ETH', numeric: '0.001' },
    ],
  })
  expect(found.find(({ id }) => id === 'picture')).toMatchObject({
    nft: true,
    iconUrl: 'https://pictures.example/12.png',
    from: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  })
  // And it is known when the API names it again.
  const sent = {
    status: 'pending',
    operationType: 'send',
    transfers: [token('out', '1.5', 'ETH', 4500)],
    minedAt: '2026-11-17T08:30:00.000Z',
  }
  const approved = {
    ...sent,
    status: 'confirmed',
    operationType: 'approve',
    transfers: [token('in', '0.25')],
  }
  bench.pages.set('', {
    data: [transaction('pending', 0, sent), transaction('g00', 0, approved)],
    next: 'g01',
  })
  // What comes again says more than what was stored then, such as pictures of all that moved: it is news once.
  const { version } = (await bench.fetch()).data
  expect((await bench.fetch()).data.version).toBe(version)
  expect((await bench.rows()).map(short)).toEqual(rows)
  expect((await store.list(KEY)).map(({ key }) => key)).not.toContain(`${KEY}/c1`)
})

test.each(['', '"layout":1,', '"layout":2,'])(
  '[G8] stored Activity of an earlier storage format (%j) is deleted, and the list is re-fetched',
  async (earlier) => {
    const store = createMemoryStore()
    await store.update(KEY, () => ({
      put: [
        { key: KEY, owner: OWNER, value: head.replace(/"layout":\d+,/, earlier), bytes: 3_492 },
        { key: `${KEY}/s1`, owner: OWNER, value: segment },
        { key: `${KEY}/c1`, owner: OWNER, value: chunk },
      ],
    }))
    const bench = createBench({ store })
    expect(await bench.source.load()).toBeUndefined()
    bench.pages.set('', { data: [transaction('new', 0)], next: null })
    expect((await bench.fetch()).data).toMatchObject({ total: 1, next: null })
    expect(await bench.ids()).toEqual(['new'])
    expect((await store.list(`${KEY}/`)).map(({ key }) => key)).toEqual(await getNamed(store, KEY))
  },
)
