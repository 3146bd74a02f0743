/** [G43] What is set apart from the activity: why, and how it is kept. */
import { describe, expect, test } from 'vitest'
import { getReason } from '../../../worker/activity/spam.ts'
import { readUnverified } from '../../../worker/activity/unverified.ts'
import { config } from '../create-tab.ts'
import { ACCOUNT, ADDRESS, OTHER_ADDRESS } from '../fake-api.ts'
import {
  type Bench,
  createBench,
  nft,
  range,
  token,
  transaction,
  type TransactionOptions,
} from './history.ts'

const reasonOf = (transfers: unknown[] | null, options: TransactionOptions = {}) =>
  getReason(transaction(1, 1, { transfers, ...options }) as never, ADDRESS)

/** As the answer names who signed. */
function signedBy(address: string, transfers: unknown[]) {
  const one = transaction(1, 1, { transfers })
  return getReason({ ...one, metadata: { ...one.metadata, sentFrom: address } } as never, ADDRESS)
}

const read = ({ clock, store }: Bench) => readUnverified({ account: ACCOUNT }, { config, clock, store })

describe('[G43] An Activity transaction', () => {
  test.each([
    ['flagged', [nft(true)]],
    ['link', [nft(false, 'Visit voucher.example to claim')]],
    ['link', [nft(true, 'Visit voucher.example to claim')]],
    ['lure', [nft(false, '$5,000 VOUCHER')]],
    ['disguise', [token('in', '1', 'U\u0405D\u0421')]],
    ['nothing', [token('in', '0')]],
    ['nothing', [token('out', '0.000')]],
    ['nothing', [token('out', '0'), token('in', '0')]],
    ['flagged', [nft(true), nft(false, '$5,000 VOUCHER')]],
    ['lure', [nft(true, '$5,000 VOUCHER'), nft(true)]],
  ])('is unverified with the reason “%s”: %j', (reason, transfers) => {
    expect(reasonOf(transfers)).toBe(reason)
  })

  test.each([
    ['an ordinary token name', [token('in', '204')]],
    ['an ordinary transfer among flagged transfers', [nft(true), token('in', '204')]],
    [
      'an NFT with an ordinary name among NFTs with alluring names',
      [nft(false, '$5,000 VOUCHER'), nft(false)],
    ],
    ['an NFT without an amount', [{ ...nft(false), quantity: { numeric: '0' } }]],
    ['a token without a known amount', [token('in', '')]],
    ['no transfers', []],
    ['null in place of transfers', null],
  ])('stays in the list if it has %s', (_, transfers) => {
    expect(reasonOf(transfers)).toBeUndefined()
  })

  test('stays in the list if the account sent something, whatever the name of the sent token', () => {
    expect(reasonOf([nft(false, '$5,000 VOUCHER', 'out')])).toBeUndefined()
    expect(reasonOf([nft(false, '$5,000 VOUCHER', 'out'), token('in', '1')])).toBeUndefined()
  })

  test('stays in the list if the account signed it, unless the API flags it as spam', () => {
    const transfers = [nft(false, 'Visit voucher.example to claim')]
    expect(signedBy(OTHER_ADDRESS, transfers)).toBe('link')
    expect(signedBy(ADDRESS, transfers)).toBeUndefined()
    expect(signedBy(`0x${ADDRESS.slice(2).toUpperCase()}`, transfers)).toBeUndefined()
    expect(signedBy(ADDRESS, [token('out', '0')])).toBeUndefined()
    expect(signedBy(ADDRESS, [nft(true)])).toBe('flagged')
  })
})

describe('[G43] Stored unverified Activity', () => {
  test('lists each transaction with its reason, newest first, and the Activity list has the number of hidden transactions', async () => {
    const bench = createBench()
    bench.pages.set('', {
      data: [
        transaction(1),
        transaction('voucher', 2, { transfers: [nft(false, '$5,000 VOUCHER')] }),
        transaction('dust', 3, { transfers: [token('out', '0', 'USDC')] }),
        transaction('flagged', 4, { transfers: [nft(true, 'Golden Pass #88120')] }),
      ],
      next: null,
    })
    const { data } = await bench.fetch()
    expect(data).toMatchObject({ total: 1, hidden: { spam: 3 } })
    expect(await read(bench)).toMatchObject([
      { id: 'voucher', name: '$5,000 VOUCHER', reason: 'lure', date: '18 Nov' },
      { id: 'dust', name: '\u22120.000\u00a0USDC', reason: 'nothing' },
      { id: 'flagged', name: 'Golden Pass #88120', reason: 'flagged' },
    ])
    expect((await read(bench.reload())).length).toBe(3)
  })

  test('lists each transaction once, and only the newest 200', async () => {
    const bench = createBench()
    const spam = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, at) =>
        transaction(from + at, from + at, { transfers: [nft(true, `Pass ${from + at}`)] }),
      )
    bench.pages.set('', { data: [...range(1, 3), ...spam(3, 150)], next: 'two' })
    bench.pages.set('two', { data: [...spam(150, 260), ...range(260, 262)], next: null })
    await bench.fetch()
    await bench.more()
    const first = await read(bench)
    expect(first.map(({ id }) => id)).toEqual(spam(3, 203).map(({ id }) => id))
    bench.pages.set('', {
      data: [transaction('new', 0.5, { transfers: [nft(true)] }), ...spam(3, 150)],
      next: 'two',
    })
    await bench.clock.advance(31_000)
    await bench.fetch()
    expect((await read(bench)).map(({ id }) => id)).toEqual(['new', ...spam(3, 202).map(({ id }) => id)])
  })

  test('is not rewritten when a new page has the same unverified transactions', async () => {
    const bench = createBench()
    bench.pages.set('', { data: [transaction(1), transaction(2, 2, { transfers: [nft(true)] })], next: null })
    await bench.fetch()
    const key = `activity/${ACCOUNT}/unverified`
    const { update } = bench.store
    const written: string[] = []
    bench.store.update = (name, decide) =>
      update(name, (stored) => {
        const change = decide(stored)
        written.push(...(change?.put ?? []).map((record) => record.key))
        return change
      })
    await bench.clock.advance(31_000)
    await bench.fetch()
    expect(written).not.toContain(key)
    expect(await read(bench)).toHaveLength(1)
  })

  test('[F33] is deleted with the account', async () => {
    const bench = createBench()
    bench.pages.set('', { data: [transaction(1), transaction(2, 2, { transfers: [nft(true)] })], next: null })
    await bench.fetch()
    expect(await bench.store.list(`activity/${ACCOUNT}/unverified`)).toHaveLength(1)
    await bench.store.forget(`eip155:${ADDRESS}`)
    expect(await bench.store.list('')).toEqual([])
    expect(await read(bench)).toEqual([])
  })

  test.each([
    7,
    'null',
    '[]',
    '[["flagged"],"[]"]',
    '[["sent","confirmed","robbed"],1,true,"1",0,1,true,-1,-1,-1,-1,0,2,0]',
    // Without a reason.
    '[["sent","confirmed"],1,true,"1",0,1,true,-1,-1,-1,-1,0,-1,0]',
    '[7,7]',
  ])('is ignored when the stored record is %j', async (value) => {
    const bench = createBench()
    bench.pages.set('', { data: range(1, 3), next: null })
    await bench.fetch()
    const key = `activity/${ACCOUNT}`
    await bench.store.update(key, (stored) => ({
      put: [stored!, { key: `${key}/unverified`, owner: '', value }],
    }))
    expect(await read(bench)).toEqual([])
  })
})
