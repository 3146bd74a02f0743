import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { getAddress } from 'viem'
import { BillfoldError } from '../../../src/core/base/errors.ts'
import { MAX_OF_ONE, toWaiting } from '../../../worker/nfts/waiting-list.ts'
import { ACCOUNT } from '../fake-api.ts'
import { CARDS, createBrowser, flood, FOLDS, mint, mintMany, rpcError, storeActivity } from './fake-node.ts'

const DAY = 86_400_000
const ids = (rows: readonly { tokenId?: string }[]) => rows.map(({ tokenId }) => Number(tokenId))
const count = (calls: readonly string[], method: string) => calls.filter((one) => one === method).length
/** Ids from 0. */
const firstIds = (total: number) => Array.from({ length: total }, (_, id) => id)

describe('[G5] The node’s answer about an NFT', () => {
  test.each([
    ['geth, anvil, Alchemy', rpcError(3, 'execution reverted: ERC721: invalid token ID', '0x08c379a0')],
    ['geth without a reason', rpcError(-32000, 'execution reverted')],
    ['a contract of 2017', rpcError(-32000, 'invalid opcode: INVALID')],
    ['a contract of 2016', rpcError(-32000, 'invalid jump destination')],
    ['ganache', rpcError(-32000, 'VM Exception while processing transaction: revert')],
    ['nethermind', rpcError(-32015, 'VM execution error.', 'Reverted 0x')],
    ['hardhat', rpcError(-32603, 'Internal error', '0x08c379a00000')],
    ['a panic', rpcError(-32603, 'Internal error', '0x4e487b710000')],
  ])('means that the account does not hold the NFT if the answer is a revert (%s)', async (_, error) => {
    const { node, open } = createBrowser(1)
    mint(node, 2, 6, undefined, CARDS)
    node.fail = (method, to) => (method === 'eth_call' && to === CARDS ? error : undefined)
    const { data } = await open().fetch()
    expect(data).toMatchObject({ total: 1, unseen: 0 })
  })

  test.each([
    ['too many requests', rpcError(-32005, 'daily request count exceeded, request rate limited')],
    ['an internal error', rpcError(-32603, 'Internal error')],
    ['an unknown block', rpcError(-32000, 'header not found')],
    ['its own gas limit', rpcError(-32000, 'out of gas')],
    ['a time-out of its own', rpcError(-32000, 'execution aborted (timeout = 5s)')],
    ['no answer in time', new BillfoldError('http_timeout', 'late')],
    ['a lost network', new BillfoldError('http_network', 'gone')],
    ['429', new BillfoldError('http_status', 'busy', { context: { status: 429 } })],
    ['no JSON-RPC', new BillfoldError('bad_envelope', 'junk')],
  ])(
    'is inconclusive after %s: known NFTs stay listed, and unknown NFTs are checked at a later fetch',
    async (_, error) => {
      const { node, open } = createBrowser(40)
      node.fail = (method, _to, calls) => (method === 'eth_call' && calls > 30 ? error : undefined)
      const before = (await open().fetch()).data
      expect(before.total + before.unseen).toBe(40)
      expect(before.unseen).toBeGreaterThan(0)
      // All of them move, and the node says nothing: nobody loses anything.
      node.fail = (method) => (method === 'eth_call' ? error : undefined)
      node.latest += 100
      mintMany(node, 40, FOLDS, () => 150)
      const second = open()
      await second.clock.advance(300_000)
      expect((await second.fetch()).data).toMatchObject({ total: before.total, unseen: 40 })
      node.fail = () => undefined
      const third = open()
      await third.clock.advance(600_000)
      expect((await third.fetch()).data).toMatchObject({ total: 40, unseen: 0 })
      expect(await third.allIds()).toEqual(firstIds(40))
    },
  )

  test('does not delay other contracts’ NFTs if it is an error for all NFTs of one contract, and the failed NFTs count as unseen', async () => {
    const { node, open } = createBrowser(30)
    mintMany(node, 30, CARDS)
    node.fail = (method, to) =>
      method === 'eth_call' && to === CARDS ? rpcError(-32000, 'out of gas') : undefined
    for (let polls = 0; polls < 8; polls += 1) await open().fetch()
    const { data, unfinished } = await open().fetch()
    expect(data).toMatchObject({ total: 30, unseen: 30 })
    expect(unfinished).toBeUndefined()
  })

  test('makes the topic fail without data, instead of showing an empty list, if it is an error for every NFT', async () => {
    const { node, open } = createBrowser(40)
    node.fail = (method) => (method === 'eth_call' ? rpcError(-32005, 'rate limited') : undefined)
    await expect(open().fetch()).rejects.toMatchObject({ code: 'nfts_unavailable' })
  })
})

describe('[G5] NFTs in large numbers', () => {
  test('are all listed (700), newest first, and stored after every 200', async () => {
    const { node, open } = createBrowser(700)
    let known = await open().fetchOnce()
    const totals = [known.data.total]
    expect(known.unfinished).toBe(true)
    // Each turn in a worker of its own: what one did is never lost.
    while (known.unfinished) {
      known = await open().fetchOnce()
      expect(known.data.since).toBeGreaterThan(0)
      totals.push(known.data.total)
    }
    expect(totals).toEqual([200, 400, 600, 700])
    const nfts = open()
    await nfts.source.load()
    const rows = await nfts.allRows()
    expect(rows).toHaveLength(700)
    const blocks = ids(rows).map((id) => Math.floor(id / 10))
    expect(blocks).toEqual([...blocks].sort((a, b) => b - a))
    expect(count(node.calls, 'eth_getLogs')).toBe(3)
  })

  test('are read in several fetches that request the block number only once', async () => {
    const { node, open } = createBrowser(450)
    await open().fetch()
    expect(count(node.calls, 'eth_blockNumber')).toBe(1)
  })

  test('are all listed even among 100,000 unsolicited tokens, and the list has the number of unread tokens', async () => {
    const { node, open } = createBrowser(300)
    flood(node, 100_000)
    const nfts = open()
    let known = await nfts.fetchOnce()
    const first = known.data
    expect(first.total).toBe(100)
    for (let turns = 1; turns < 3; turns += 1) known = await nfts.fetchOnce()
    expect(known.data.total).toBe(300)
    while (known.unfinished) known = await nfts.fetchOnce()
    expect(known.data).toMatchObject({ total: 300, unseen: 100_000 - MAX_OF_ONE })
    expect(new Set((await nfts.allRows()).map(({ contract }) => contract))).toEqual(
      new Set([getAddress(FOLDS)]),
    )
  }, 60_000)

  test('are all listed even among 15,000 unsolicited tokens on a node that returns at most 2,000 logs at once', async () => {
    const { node, open } = createBrowser(300)
    node.mostLogs = 2_000
    flood(node, 15_000)
    const nfts = open()
    let known = await nfts.fetchOnce()
    expect(known.unfinished).toBe(true)
    while (known.unfinished) known = await nfts.fetchOnce()
    expect(known.data).toMatchObject({ total: 300, source: 'chain' })
    // Some of each turn's were looked at, the rest is counted.
    const looked = node.calls.filter((method) => method === 'eth_call').length
    expect(known.data.unseen).toBeGreaterThanOrEqual(15_000 - looked)
    expect(known.data.unseen).toBeLessThanOrEqual(14_800)
  }, 60_000)

  test('are each queued once for a check, alternating between contracts, and newest first within a contract', () => {
    const token = fc.record({
      contract: fc.constantFrom('0xa', '0xb', '0xc'),
      tokenId: fc.nat(20).map(String),
      block: fc.nat(50),
      standard: fc.constant('erc721' as const),
    })
    fc.assert(
      fc.property(fc.array(token), (tokens) => {
        const { waiting, left } = toWaiting(tokens)
        expect(left).toEqual([])
        const keys = waiting.map(({ contract, tokenId }) => `${contract}/${tokenId}`)
        expect(new Set(keys)).toEqual(
          new Set(tokens.map(({ contract, tokenId }) => `${contract}/${tokenId}`)),
        )
        expect(keys.length).toBe(new Set(keys).size)
        const turns = waiting.map(({ contract }, at) => {
          return waiting.slice(0, at).filter((one) => one.contract === contract).length
        })
        expect(turns).toEqual([...turns].sort((a, b) => a - b))
        for (const contract of ['0xa', '0xb', '0xc']) {
          const blocks = waiting.filter((one) => one.contract === contract).map(({ block }) => block)
          expect(blocks).toEqual([...blocks].sort((a, b) => b - a))
        }
      }),
    )
  })
})

describe('[G5] NFTs that were fetched before', () => {
  test('[G70] are re-read after a chain reorganisation: new NFTs appear, and NFTs of replaced blocks disappear', async () => {
    const { node, open } = createBrowser()
    mint(node, 1, 5)
    mint(node, 2, 95)
    await open().fetch()
    // The same height and a little more, but other blocks: 2 was never minted, 3 was, in a block that was read already.
    node.logs = node.logs.filter(({ block }) => block !== 95)
    node.owners.delete(`${FOLDS}/2`)
    mint(node, 3, 97)
    node.latest = 103
    const nfts = open()
    expect((await nfts.fetch()).data.total).toBe(2)
    expect(ids(await nfts.rows())).toEqual([3, 1])
  })

  test('stay listed, without a new eth_call, when the next answer comes from a node a few blocks behind', async () => {
    const { node, open } = createBrowser(20)
    await open().fetch()
    node.latest -= 3
    node.calls = []
    expect((await open().fetch()).data.total).toBe(20)
    expect(count(node.calls, 'eth_call')).toBe(0)
  })
})

describe('[G5] The source of the NFT list', () => {
  test('is the chain, read in small block ranges, when the node limits its logs and the chain is short', async () => {
    const { node, open } = createBrowser()
    node.latest = 3_000
    node.limit = 60
    mint(node, 1, 0)
    mint(node, 2, 2_999)
    expect((await open().fetch()).data).toMatchObject({ total: 2, source: 'chain' })
  })

  test('is the activity when the node limits its logs and the chain is too long, and the node is retried after a day', async () => {
    const { node, open } = createBrowser(0, await storeActivity(['Fold #13', 'in']))
    node.latest = 20_000_000
    node.limit = 1_000
    mint(node, 1, 19_999_999)
    const nfts = open()
    expect((await nfts.fetch()).data).toMatchObject({ total: 1, source: 'activity' })
    expect(count(node.calls, 'eth_getLogs')).toBeLessThan(10)
    node.calls = []
    for (let polls = 0; polls < 20; polls += 1) {
      await nfts.clock.advance(300_000)
      expect((await nfts.fetch()).data.source).toBe('activity')
    }
    expect(node.calls).toEqual([])
    node.limit = Infinity
    await nfts.clock.advance(DAY)
    expect((await nfts.fetch()).data).toMatchObject({ total: 1, source: 'chain' })
  })

  test('is the activity while the node fails briefly, and the chain at the next poll after the failure', async () => {
    const { node, open } = createBrowser(0, await storeActivity(['Fold #13', 'in']))
    mint(node, 1, 5)
    node.fail = (method) => (method === 'eth_getLogs' ? new BillfoldError('http_network', 'gone') : undefined)
    const nfts = open()
    expect((await nfts.fetch()).data.source).toBe('activity')
    node.fail = () => undefined
    expect((await nfts.fetch()).data).toMatchObject({ total: 1, source: 'chain' })
  })
})

describe('[G5] NFTs in the store', () => {
  test.each(['{"broken', 'null', '{}', '[{"id":7}]', 7, undefined, { a: 1 }, '[]'])(
    'are hidden if the stored record of the list is damaged (%j), and listed after the next fetch',
    async (value) => {
      const { store, open } = createBrowser(140)
      await open().fetch()
      const key = `nfts/${ACCOUNT}/000000`
      const part = (await store.list(`nfts/${ACCOUNT}/`)).find((one) => one.key === key)
      await store.update(key, () => ({ put: [{ ...part!, value }] }))
      const nfts = open()
      await nfts.source.load()
      expect(await nfts.rows()).toEqual([])
      expect((await nfts.fetch()).data).toMatchObject({ total: 140, unseen: 0 })
      expect(await nfts.allIds()).toEqual(firstIds(140))
    },
  )

  test('are not overwritten by a fetch during which a second tab stored a newer list', async () => {
    const { node, store, open } = createBrowser(10)
    const [slow, fast] = [open(), open()]
    await slow.source.load()
    let isFirst = true
    const update = store.update.bind(store)
    store.update = async (key, decide) => {
      if (isFirst) {
        isFirst = false
        mint(node, 11, 99)
        await fast.clock.advance(1_000)
        await fast.fetch()
      }
      return update(key, decide)
    }
    const { data } = await slow.fetch()
    expect(data.total).toBe(11)
    const stored = await store.get(`nfts/${ACCOUNT}`)
    expect(JSON.parse(stored?.value as string).head.version).toBe(data.version)
    expect(await slow.allRows()).toHaveLength(11)
  })
})
