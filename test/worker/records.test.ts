/** What the store holds is read as if a stranger had written it. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { getAddress } from 'viem'
import type { Identity } from '../../src/core/assets/identity.ts'
import type { TopicName } from '../../src/core/contract/protocol.ts'
import { keepNewest } from '../../worker/base/keep-newest.ts'
import { createMemoryStore } from '../../worker/store/memory-store.ts'
import { createTab, type Tab } from './create-tab.ts'
import { ACCOUNT, ADDRESS } from './fake-api.ts'
import { START } from './fake-clock.ts'
import { mutate } from './mutate.ts'
import { createBrowser, FOLDS, mint } from './nfts/fake-node.ts'
import { propertyRuns } from '../property-runs.ts'

const runs = propertyRuns(150)
const OWNER = `eip155:${ADDRESS}`
const params = { account: ACCOUNT }

const identity = {
  address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  name: 'vitalik.eth',
  unusualName: false,
  avatarUrl: 'https://pictures.example/v.png',
}

/** One of each kind and layout, as versions that people have installed write them: they must always be read. */
const golden = {
  networks: { data: { http: ['eip155:1', 'eip155:10'], ws: ['eip155:1'] }, fetchedAt: START },
  [`identity/${ACCOUNT}`]: { data: identity, fetchedAt: START },
  [`portfolio/${ACCOUNT}`]: {
    balances:
      '[{"name":"Ether","symbol":"ETH","numeric":"2.5","decimals":18,"value":7500.25,"price":3000.1,"iconUrl":"https://icons.example/eth.png"},' +
      '{"name":"USD Coin","symbol":"USDC","address":"eip155:1:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48","numeric":"4250.000000","decimals":6}]',
    dropped: 1,
    fetchedAt: START,
  },
  [`nfts/${ACCOUNT}`]:
    '{"block":990,"readAt":1795003200000,"refusedAt":0,"range":0,"asked":0,"left":7,' +
    '"head":{"version":12,"since":11,"dirty":[[0,1]],"total":1,"source":"chain","unseen":8},"fetchedAt":1795003200000,' +
    '"fingerprints":["1x2y3z.8c"],"waiting":["erc1155 980 0x00000000000000000000000000000000000000c0/7"],' +
    '"recent":["erc721 985 0x00000000000000000000000000000000000000f0/12"]}',
  [`nfts/${ACCOUNT}/000000`]:
    '[{"id":"0x00000000000000000000000000000000000000f0/12","name":"Fold #12","collection":"Folds",' +
    '"imageUrl":"https://pictures.example/12.png","contract":"0x00000000000000000000000000000000000000f0","tokenId":"12",' +
    '"count":"1","block":985}]',
}

async function fill(tab: Pick<Tab, 'store'>, records: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [key, value] of Object.entries(records)) {
    const [, owner = ''] = key.startsWith('networks') ? [] : ['', OWNER]
    const isPart = key.split('/').length > 2
    await tab.store.update(key, () => ({ put: [{ key, owner, value, ...(isPart ? {} : { bytes: 100 }) }] }))
  }
}

describe('[G8] A record stored by an earlier version of Billfold', () => {
  test('is still read if it holds the networks, an identity or a portfolio', async () => {
    const tab = createTab()
    await fill(tab, golden)
    tab.api.answer('', () => new Promise(() => {}))
    const watched = ['networks', 'identity', 'portfolio'].map((topic) =>
      tab.watch(topic as TopicName, topic === 'networks' ? {} : params),
    )
    await tab.clock.advance(0)
    expect(watched.map(({ last }) => last?.data)).toMatchObject([
      { http: ['eip155:1', 'eip155:10'], ws: ['eip155:1'] },
      {
        address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
        name: 'vitalik.eth',
        avatarUrl: 'https://pictures.example/v.png',
      },
      { total: 2, value: 7500.25, dropped: 1, native: { symbol: 'ETH', amount: 2_500_000_000_000_000_000n } },
    ])
    const { rows } = await tab.topics.page('portfolio', params, 0)
    expect(rows).toMatchObject([
      { symbol: 'ETH', text: '2.500', valueText: '$7,500.25', priceText: '$3,000.10' },
      { symbol: 'USDC', amount: 4_250_000_000n, id: 'eip155:1:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48' },
    ])
    expect(tab.api.requests).toEqual([])
  })

  test('is still read if it holds NFTs, and the loading of NFTs continues where the earlier version stopped', async () => {
    const { node, store, open } = createBrowser()
    await fill({ store }, golden)
    node.latest = 1_000
    const nfts = open()
    expect(await nfts.source.load()).toEqual({
      data: {
        version: 12,
        since: 11,
        dirty: [[0, 1]],
        total: 1,
        source: 'chain',
        unseen: 8,
        unverifiedFrom: 1,
      },
      fetchedAt: 1_795_003_200_000,
      unfinished: true,
    })
    expect(await nfts.rows()).toEqual([
      {
        id: `${FOLDS}/12`,
        name: 'Fold #12',
        collection: 'Folds',
        imageUrl: 'https://pictures.example/12.png',
        contract: getAddress(FOLDS),
        tokenId: '12',
        count: 1n,
      },
    ])
    node.balances.set('0x00000000000000000000000000000000000000c0/7', 3n)
    expect((await nfts.fetchOnce()).data).toMatchObject({ total: 2, unseen: 7 })
    expect(node.calls).not.toContain('eth_getLogs')
  })
})

/** Anything at all, and damaged copies of what was written. */
function anything(genuine: unknown): fc.Arbitrary<unknown> {
  const parsed: unknown = typeof genuine === 'string' ? JSON.parse(genuine) : genuine
  const damaged = mutate(parsed).map((value) => (typeof genuine === 'string' ? JSON.stringify(value) : value))
  const junk = fc.anything({ withBigInt: true, withDate: true, withMap: true, withTypedArray: true })
  const cut = fc.nat(200).map((at) => JSON.stringify(genuine).slice(0, at))
  return fc.oneof({ weight: 3, arbitrary: damaged }, junk, cut, fc.jsonValue())
}

describe('[G7] A damaged stored record', () => {
  test.each(['networks', `identity/${ACCOUNT}`, `portfolio/${ACCOUNT}`] as const)(
    'causes no error and no false data, and is replaced by the next answer (record: %s)',
    async (key) => {
      await fc.assert(
        fc.asyncProperty(anything(golden[key as never]), async (value) => {
          const tab = createTab()
          await fill(tab, { [key]: value })
          const topic = key.split('/')[0] as TopicName
          const watched = tab.watch(topic, topic === 'networks' ? {} : params)
          const portfolio = tab.watch('portfolio', params)
          await tab.clock.advance(100)
          for (const { data, status } of watched.snapshots) {
            expect(status).not.toBe('failed')
            if (data) check(topic, data)
          }
          await tab.topics.refresh(topic, topic === 'networks' ? {} : params)
          await tab.clock.advance(100)
          expect(watched.last?.status).toBe('fresh')
          check(topic, watched.last?.data)
          // No damage of one record stops what needs it.
          expect(portfolio.last).toMatchObject({ status: 'fresh', data: { total: 3 } })
          expect((await tab.store.get(key))?.value).toMatchObject({ fetchedAt: tab.clock.now() - 100 })
        }),
        { numRuns: runs },
      )
    },
  )

  test('causes no error and no false data if it holds NFTs, and is replaced by the next fetch', async () => {
    const head = `nfts/${ACCOUNT}`
    const key = fc.constantFrom(head, `${head}/000000`)
    const damage = key.chain((one) => anything(golden[one as never]).map((value) => ({ [one]: value })))
    await fc.assert(
      fc.asyncProperty(damage, async (damaged) => {
        const { node, store, open } = createBrowser()
        await fill({ store }, { ...golden, ...damaged })
        node.latest = 1_000
        mint(node, 12, 985)
        mint(node, 13, 300)
        const nfts = open()
        const known = await nfts.source.load()
        if (known) expect(known.data).toMatchObject({ total: expect.any(Number), source: expect.any(String) })
        for (const row of await nfts.rows()) {
          expect(typeof row.name).toBe('string')
          expect(row.count).toBeTypeOf('bigint')
          expect(row.imageUrl ?? 'https:').toMatch(/^(https:|data:image)/)
        }
        await nfts.source.fetch({ signal: new AbortController().signal, force: true })
        await nfts.fetch()
        const after = open()
        await after.source.load()
        expect((await after.allRows()).map(({ id }) => id)).toContain(`${FOLDS}/12`)
        expect((await after.allRows()).length).toBe((await after.source.load())?.data.total)
      }),
      { numRuns: runs },
    )
  })

  test.each([
    [{ data: 'junk', fetchedAt: START }],
    [7],
    [{ data: { address: 5 }, fetchedAt: START }],
    [{ data: { address: ADDRESS, unusualName: false }, fetchedAt: START }],
    [{ data: identity, fetchedAt: 'now' }],
    [{ data: { ...identity, name: 'vitalik\u202E.eth' }, fetchedAt: START }],
    [{ data: { ...identity, avatarUrl: 'javascript:alert(1)' }, fetchedAt: START }],
    [{ data: { ...identity, avatarUrl: 'http://127.0.0.1/' }, fetchedAt: START }],
  ])('is ignored if the record of an identity is %j', async (value) => {
    const tab = createTab()
    await fill(tab, { [`identity/${ACCOUNT}`]: value })
    tab.api.answer('', () => new Promise(() => {}))
    const watched = tab.watch('identity', params)
    await tab.clock.advance(0)
    expect(watched.snapshots[0]).toMatchObject({ data: undefined, status: 'loading' })
  })

  test('is replaced by the next answer, like a record dated in the future; a valid record newer than the answer is kept', async () => {
    const own = { key: 'a', owner: '', value: { data: 'own', fetchedAt: 1_000 }, bytes: 9 }
    const keep = async (theirs: unknown) => {
      const store = createMemoryStore()
      await store.update('a', () => ({ put: [{ key: 'a', owner: '', value: theirs, bytes: 9 }] }))
      await keepNewest(store, own, 2_000)
      return ((await store.get('a'))?.value as { data: string } | undefined)?.data
    }
    expect(await keep({ data: 'theirs', fetchedAt: 1_500 })).toBe('theirs')
    expect(await keep({ data: 'theirs', fetchedAt: 999 })).toBe('own')
    expect(await keep({ data: 'theirs', fetchedAt: 1e15 })).toBe('own')
    expect(await keep({ data: 'theirs', fetchedAt: 'junk' })).toBe('own')
    expect(await keep('junk')).toBe('own')
  })
})

function check(topic: TopicName, data: unknown): void {
  if (topic === 'networks') {
    const { http, ws } = data as { http: string[]; ws: string[] }
    expect(http.length).toBeGreaterThan(0)
    for (const one of [...http, ...ws]) expect(one).toMatch(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/)
  } else if (topic === 'identity') {
    const { address, name = 'a', avatarUrl = 'https:', unusualName } = data as Identity
    expect(address.toLowerCase()).toBe(ADDRESS)
    expect(name).toMatch(/^[^\s\p{Cc}]+$/u)
    expect(avatarUrl).toMatch(/^https:/)
    expect(unusualName).toBeTypeOf('boolean')
  } else {
    expect(data).toMatchObject({ total: expect.any(Number), dropped: expect.any(Number) })
    expect(
      JSON.stringify(data, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)),
    ).not.toMatch(/NaN|undefined|\[object/)
  }
}
