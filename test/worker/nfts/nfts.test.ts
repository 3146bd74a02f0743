import { describe, expect, test } from 'vitest'
import { encodeAbiParameters, numberToHex, pad, toEventSelector, toFunctionSelector } from 'viem'
import type { NftRow, NftsHead } from '../../../src/core/nfts.ts'
import { BillfoldError } from '../../../src/core/errors.ts'
import type { Http, ListSource, WorkerContext } from '../../../worker/context.ts'
import { TRANSFER, TRANSFER_BATCH, TRANSFER_SINGLE } from '../../../worker/nfts/chain.ts'
import { toRows } from '../../../worker/nfts/rows.ts'
import { createNftsSource } from '../../../worker/nfts/source.ts'
import { createMemoryStore } from '../../../worker/store/memory-store.ts'
import { packPage } from '../../../worker/message-size.ts'
import { createBench, nft, transaction } from '../activity/history.ts'
import { config } from '../create-tab.ts'
import { ACCOUNT, ADDRESS, OTHER_ADDRESS } from '../fake-api.ts'
import { createFakeClock } from '../fake-clock.ts'

const FOLDS = '0x00000000000000000000000000000000000000f0'
const CARDS = '0x00000000000000000000000000000000000000c0'
type Hex = `0x${string}`
const word = (value: string | number | bigint) =>
  pad(typeof value === 'string' ? (value as Hex) : numberToHex(value), { size: 32 })

interface FakeNode {
  logs: { block: number; address: string; topics: string[]; data: string }[]
  latest: number
  /** Most blocks in one eth_getLogs. */
  limit: number
  owners: Map<string, string>
  balances: Map<string, bigint>
  uris: Map<string, string>
  names: Map<string, string>
  down: boolean
  calls: string[]
}

function createNode(): FakeNode {
  return {
    logs: [],
    latest: 100,
    limit: Infinity,
    owners: new Map(),
    balances: new Map(),
    uris: new Map(),
    names: new Map([[FOLDS, 'Folds']]),
    down: false,
    calls: [],
  }
}

const text = (value: string) => encodeAbiParameters([{ type: 'string' }], [value])
const refuse = () => {
  throw new BillfoldError('bad_envelope', 'execution reverted')
}

function answer(node: FakeNode, method: string, params: readonly unknown[]): unknown {
  node.calls.push(method)
  if (node.down) throw new BillfoldError('http_network', 'no node')
  if (method === 'eth_blockNumber') return numberToHex(node.latest)
  if (method === 'eth_getLogs') {
    const filter = params[0] as { fromBlock: Hex; toBlock: Hex; topics: (string[] | string | null)[] }
    const [from, to] = [Number(filter.fromBlock), Number(filter.toBlock)]
    if (to - from + 1 > node.limit) refuse()
    return node.logs.filter(
      ({ block, topics }) =>
        block >= from &&
        block <= to &&
        filter.topics.every((wanted, at) => wanted === null || [wanted].flat().includes(topics[at] ?? '')),
    )
  }
  const { to, data } = params[0] as { to: string; data: string }
  const [selector, args] = [data.slice(0, 10), data.slice(10)]
  if (selector === toFunctionSelector('name()')) return text(node.names.get(to) ?? refuse())
  if (selector === toFunctionSelector('balanceOf(address,uint256)')) {
    return word(node.balances.get(`${to}/${BigInt(`0x${args.slice(64)}`)}`) ?? 0n)
  }
  const key = `${to}/${BigInt(`0x${args}`)}`
  if (selector === toFunctionSelector('ownerOf(uint256)')) return word(node.owners.get(key) ?? refuse())
  if (selector === toFunctionSelector('tokenURI(uint256)')) return text(node.uris.get(key) ?? refuse())
  if (selector === toFunctionSelector('uri(uint256)')) return text(node.uris.get(key) ?? refuse())
  throw new Error(`The test's node knows no ${data}`)
}

function mint(node: FakeNode, id: number, block: number, owner: string = ADDRESS) {
  const topics = [TRANSFER, word('0x00'), word(owner), word(id)]
  node.logs.push({ block, address: FOLDS, topics, data: '0x' })
  node.owners.set(`${FOLDS}/${id}`, owner)
}

function describeToken(name: unknown, image: unknown): string {
  return `data:application/json;base64,${Buffer.from(JSON.stringify({ name, image })).toString('base64')}`
}

function createSource(node: FakeNode, store = createMemoryStore(), document?: Http['document']) {
  const network = {
    id: 1,
    caipNetworkId: 'eip155:1' as const,
    chainNamespace: 'eip155' as const,
    name: 'Local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: ['http://127.0.0.1:8545'],
  }
  const context = {
    config: { ...config, networks: [network] },
    clock: createFakeClock(),
    store,
    http: {
      get: () => Promise.reject(new Error('the API has no call for NFTs')),
      rpc: async (_: string, method: string, params: readonly unknown[]) => answer(node, method, params),
      document: document ?? (() => Promise.reject(new Error('no document here'))),
    },
  } as unknown as WorkerContext
  const source = createNftsSource(context, ACCOUNT) as ListSource<NftsHead>
  return {
    async fetch() {
      await source.load()
      return source.fetch({ signal: new AbortController().signal, force: false })
    },
    rows: async () => (await source.page(0)).rows as NftRow[],
  }
}

test('the topics and selectors are those of the standards', () => {
  expect(TRANSFER).toBe(toEventSelector('Transfer(address,address,uint256)'))
  expect(TRANSFER_SINGLE).toBe(toEventSelector('TransferSingle(address,address,address,uint256,uint256)'))
  expect(TRANSFER_BATCH).toBe(toEventSelector('TransferBatch(address,address,address,uint256[],uint256[])'))
})

describe('NFTs from the chain', () => {
  test('are those that the account holds now, with name, collection and picture', async () => {
    const node = createNode()
    mint(node, 1, 5)
    mint(node, 2, 6)
    node.owners.set(`${FOLDS}/2`, OTHER_ADDRESS)
    node.logs.push({
      block: 7,
      address: FOLDS,
      topics: [TRANSFER, word(ADDRESS), word(OTHER_ADDRESS)],
      data: word(5),
    })
    node.uris.set(`${FOLDS}/1`, describeToken('Fold #1', 'data:image/svg+xml;base64,AAAA'))
    const nfts = createSource(node)
    expect((await nfts.fetch()).data).toMatchObject({ total: 1, source: 'chain' })
    expect(await nfts.rows()).toEqual([
      {
        id: `${FOLDS}/1`,
        name: 'Fold #1',
        collection: 'Folds',
        imageUrl: 'data:image/svg+xml;base64,AAAA',
        contract: FOLDS,
        tokenId: '1',
        count: 1n,
      },
    ])
  })

  test('of a series come with their count, also from a batch', async () => {
    const node = createNode()
    const data = encodeAbiParameters(
      [{ type: 'uint256[]' }, { type: 'uint256[]' }],
      [
        [7n, 8n],
        [3n, 4n],
      ],
    )
    const topics = [TRANSFER_BATCH, word(OTHER_ADDRESS), word('0x00'), word(ADDRESS)]
    node.logs.push({ block: 3, address: CARDS, topics, data })
    node.balances.set(`${CARDS}/7`, 3n)
    node.uris.set(`${CARDS}/7`, 'https://cards.example/{id}.json')
    const asked: string[] = []
    const nfts = createSource(node, undefined, async (url) => {
      asked.push(url)
      return { name: 'Card', image: 'ipfs://Qm12/7.png' }
    })
    await nfts.fetch()
    expect(asked).toEqual([`https://cards.example/${'7'.padStart(64, '0')}.json`])
    expect(await nfts.rows()).toMatchObject([
      { name: 'Card', imageUrl: 'https://ipfs.io/ipfs/Qm12/7.png', count: 3n },
    ])
  })

  test('are read on from the last block, and from the first when the chain is another', async () => {
    const node = createNode()
    const store = createMemoryStore()
    mint(node, 1, 5)
    const first = (await createSource(node, store).fetch()).data
    node.latest = 1000
    mint(node, 2, 990)
    const second = createSource(node, store)
    expect((await second.fetch()).data).toMatchObject({ total: 2, since: first.version })
    expect((await second.rows()).map(({ tokenId }) => tokenId)).toEqual(['2', '1'])
    const other = createNode()
    other.latest = 10
    mint(other, 9, 2)
    const third = createSource(other, store)
    await third.fetch()
    expect((await third.rows()).map(({ tokenId }) => tokenId)).toEqual(['9'])
  })

  test('are found in small steps where a node limits the range', async () => {
    const node = createNode()
    node.latest = 200
    node.limit = 30
    mint(node, 1, 0)
    mint(node, 2, 199)
    const nfts = createSource(node)
    expect((await nfts.fetch()).data.total).toBe(2)
    expect(node.calls.filter((method) => method === 'eth_getLogs').length).toBeLessThan(90)
  })

  test('keep their version when nothing changed', async () => {
    const node = createNode()
    mint(node, 1, 5)
    const nfts = createSource(node)
    const first = await nfts.fetch()
    expect((await nfts.fetch()).data.version).toBe(first.data.version)
  })

  test.each([
    ['a name of another type', describeToken({}, 7)],
    ['a script for a picture', describeToken('x', 'javascript:alert(1)')],
    ['a page for a picture', describeToken('x', 'data:text/html,<script>')],
    ['no JSON', 'data:application/json;base64,AAAA'],
    ['no base64', 'data:application/json;base64,***'],
    ['a local file', 'file:///etc/passwd'],
    ['plain http', 'http://cards.example/1'],
    ['nothing', ''],
    ['an array', 'data:application/json,[]'],
  ])('[F18] %s in a description leaves a row without a picture', async (_, uri) => {
    const node = createNode()
    mint(node, 1, 5)
    node.uris.set(`${FOLDS}/1`, uri)
    const nfts = createSource(node)
    await nfts.fetch()
    const [row] = await nfts.rows()
    expect(row?.imageUrl).toBeUndefined()
    expect(row?.name).toMatch(/^(Folds #1|x)$/)
  })
})

describe('Without a node', () => {
  test('NFTs are netted from the activity, and the head says so', async () => {
    const bench = createBench()
    bench.pages.set('', {
      data: [
        transaction(1, 1, { transfers: [nft(false, 'Fold #12', 'out')] }),
        transaction(2, 2, { transfers: [nft(false, 'Fold #12', 'in')] }),
        transaction(3, 3, { transfers: [nft(false, 'Fold #13', 'in')] }),
      ],
      next: null,
    })
    await bench.fetch()
    const node = createNode()
    node.down = true
    const nfts = createSource(node, bench.store)
    expect((await nfts.fetch()).data).toMatchObject({ total: 1, source: 'activity' })
    expect(await nfts.rows()).toEqual([
      { id: 'Fold #13', name: 'Fold #13', count: 1n, imageUrl: 'https://pictures.example/12.png' },
    ])
  })

  test('nothing known is an error, never an empty list', async () => {
    const node = createNode()
    node.down = true
    await expect(createSource(node).fetch()).rejects.toMatchObject({
      code: 'nfts_unavailable',
      context: { reason: 'http_network' },
    })
  })

  test('what the chain said before stays', async () => {
    const node = createNode()
    const store = createMemoryStore()
    mint(node, 1, 5)
    await createSource(node, store).fetch()
    node.down = true
    const nfts = createSource(node, store)
    await expect(nfts.fetch()).rejects.toMatchObject({ code: 'nfts_unavailable' })
    expect(await nfts.rows()).toHaveLength(1)
  })
})

test('a page of the largest rows fits into one message', () => {
  const holdings = Array.from({ length: 100 }, (_, at) => ({
    id: `${FOLDS}/${2n ** 256n - 1n - BigInt(at)}`,
    name: '字'.repeat(96),
    collection: '字'.repeat(64),
    imageUrl: `data:image/svg+xml;base64,${'A'.repeat(at % 2 ? 8_000 : 100_000)}`,
    contract: FOLDS,
    tokenId: (2n ** 256n - 1n).toString(),
    count: (2n ** 256n - 1n).toString(),
  }))
  const page = { version: Date.now(), rows: toRows(holdings) }
  expect(() => packPage(page, 'It')).not.toThrow()
})
