import { describe, expect, test } from 'vitest'
import { encodeAbiParameters, getAddress, toEventSelector } from 'viem'
import { TRANSFER, TRANSFER_BATCH, TRANSFER_SINGLE } from '../../../worker/nfts/chain.ts'
import { toRows } from '../../../worker/nfts/rows.ts'
import { packPage } from '../../../worker/base/message-size.ts'
import { ADDRESS, OTHER_ADDRESS } from '../fake-api.ts'
import { CARDS, createBrowser, describeToken, FOLDS, mint, storeActivity, word } from './fake-node.ts'

test('the log topics of NFT transfers are the event signatures in the standards', () => {
  expect(TRANSFER).toBe(toEventSelector('Transfer(address,address,uint256)'))
  expect(TRANSFER_SINGLE).toBe(toEventSelector('TransferSingle(address,address,address,uint256,uint256)'))
  expect(TRANSFER_BATCH).toBe(toEventSelector('TransferBatch(address,address,address,uint256[],uint256[])'))
})

describe('NFTs from the chain', () => {
  test('[G45] are the NFTs that the account holds now, with name, collection, picture and checksummed contract', async () => {
    const { node, open } = createBrowser()
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
    const nfts = open()
    expect((await nfts.fetch()).data).toMatchObject({ total: 1, source: 'chain' })
    expect(await nfts.rows()).toEqual([
      {
        id: `${FOLDS}/1`,
        name: 'Fold #1',
        collection: 'Folds',
        imageUrl: 'data:image/svg+xml;base64,AAAA',
        contract: getAddress(FOLDS),
        tokenId: '1',
        count: 1n,
      },
    ])
  })

  test('have the number of ERC-1155 tokens that the account holds, even after a batch transfer', async () => {
    const { node, open } = createBrowser()
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
    const nfts = open(async (url) => {
      asked.push(url)
      return { name: 'Card', image: 'ipfs://Qm12/7.png' }
    })
    await nfts.fetch()
    expect(asked).toEqual([`https://cards.example/${'7'.padStart(64, '0')}.json`])
    expect(await nfts.rows()).toMatchObject([
      { name: 'Card', imageUrl: 'https://ipfs.io/ipfs/Qm12/7.png', count: 3n },
    ])
  })

  test('are read from the last known block onwards, or from the first block when the node serves a different chain', async () => {
    const { node, store, open } = createBrowser()
    mint(node, 1, 5)
    const first = (await open().fetch()).data
    node.latest = 1000
    mint(node, 2, 990)
    const second = open()
    expect((await second.fetch()).data).toMatchObject({ total: 2, since: first.version })
    expect((await second.rows()).map(({ tokenId }) => tokenId)).toEqual(['2', '1'])
    const other = createBrowser(0, store)
    other.node.latest = 10
    mint(other.node, 9, 2)
    const third = other.open()
    await third.fetch()
    expect((await third.rows()).map(({ tokenId }) => tokenId)).toEqual(['9'])
  })

  test('are found in small block ranges when the node limits the block range', async () => {
    const { node, open } = createBrowser()
    node.latest = 200
    node.limit = 30
    mint(node, 1, 0)
    mint(node, 2, 199)
    const nfts = open()
    expect((await nfts.fetch()).data.total).toBe(2)
    expect(node.calls.filter((method) => method === 'eth_getLogs').length).toBeLessThan(90)
  })

  test('keep the version number of their list when nothing has changed', async () => {
    const { node, open } = createBrowser()
    mint(node, 1, 5)
    const nfts = open()
    const first = await nfts.fetch()
    expect((await nfts.fetch()).data.version).toBe(first.data.version)
  })

  test.each([
    ['has a number as name', describeToken({}, 7)],
    ['has a javascript: picture', describeToken('x', 'javascript:alert(1)')],
    ['has an HTML picture', describeToken('x', 'data:text/html,<script>')],
    ['is not JSON', 'data:application/json;base64,AAAA'],
    ['is not base64', 'data:application/json;base64,***'],
    ['is a local file', 'file:///etc/passwd'],
    ['is at an http: address', 'http://cards.example/1'],
    ['is empty', ''],
    ['is an array', 'data:application/json,[]'],
  ])('[F18] have no picture if the metadata %s', async (_, uri) => {
    const { node, open } = createBrowser()
    mint(node, 1, 5)
    node.uris.set(`${FOLDS}/1`, uri)
    const nfts = open()
    await nfts.fetch()
    const [row] = await nfts.rows()
    expect(row?.imageUrl).toBeUndefined()
    expect(row?.name).toMatch(/^(Folds #1|x)$/)
  })
})

describe('NFTs while the node is down', () => {
  test('are derived from the activity, and the list has the source "activity"', async () => {
    const store = await storeActivity(['Fold #12', 'out'], ['Fold #12', 'in'], ['Fold #13', 'in'])
    const { node, open } = createBrowser(0, store)
    node.down = true
    const nfts = open()
    expect((await nfts.fetch()).data).toMatchObject({ total: 1, source: 'activity' })
    expect(await nfts.rows()).toEqual([
      { id: 'Fold #13', name: 'Fold #13', count: 1n, imageUrl: 'https://pictures.example/12.png' },
    ])
  })

  test('are an error, not an empty list, when no data is known', async () => {
    const { node, open } = createBrowser()
    node.down = true
    await expect(open().fetch()).rejects.toMatchObject({
      code: 'nfts_unavailable',
      context: { reason: 'http_network' },
    })
  })

  test('stay listed when they were read from the chain before the node failed', async () => {
    const { node, open } = createBrowser(1)
    await open().fetch()
    node.down = true
    const nfts = open()
    await expect(nfts.fetch()).rejects.toMatchObject({ code: 'nfts_unavailable' })
    expect(await nfts.rows()).toHaveLength(1)
  })
})

test('a page of NFTs with the largest rows fits into one message', () => {
  const holdings = Array.from({ length: 100 }, (_, at) => ({
    id: `${FOLDS}/${2n ** 256n - 1n - BigInt(at)}`,
    name: '字'.repeat(96),
    collection: '字'.repeat(64),
    imageUrl: `data:image/svg+xml;base64,${'A'.repeat(at % 2 ? 8_000 : 100_000)}`,
    contract: FOLDS,
    tokenId: (2n ** 256n - 1n).toString(),
    count: (2n ** 256n - 1n).toString(),
    block: 1,
  }))
  const page = { version: Date.now(), rows: toRows(holdings) }
  expect(() => packPage(page, 'It')).not.toThrow()
})
