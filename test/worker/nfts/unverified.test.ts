/** NFTs that nobody asked for, and what is learned of one when it is opened. */
import { describe, expect, test } from 'vitest'
import { createMemoryStore } from '../../../worker/store/memory-store.ts'
import { ACCOUNT, ADDRESS } from '../fake-api.ts'
import { CARDS, createBrowser, describeToken, distribute, FOLDS, mint, storeActivity } from './fake-node.ts'

const PICTURE = 'data:image/svg+xml;base64,AAAA'

/** A document of a stranger, and a note of each time that it was asked for. */
function createStranger(document: object) {
  const asked: string[] = []
  return {
    asked,
    fetch: async (url: string) => {
      asked.push(url)
      return document
    },
  }
}

describe('[G43] An unsolicited NFT', () => {
  test.each([
    ['its name', describeToken('$5,000 VOUCHER - claim at voucher.example', PICTURE), 'Folds', 'link'],
    ['the name of its collection', describeToken('No. 7', PICTURE), 'Claim your reward', 'lure'],
    ['letters that imitate others', describeToken('UЅDС', PICTURE), 'Folds', 'disguise'],
  ])(
    'is marked unverified because of %s, listed last and shown without its picture',
    async (_, uri, collection, reason) => {
      const { node, open } = createBrowser()
      mint(node, 1, 5)
      mint(node, 2, 90, ADDRESS, CARDS)
      node.names.set(CARDS, collection)
      node.uris.set(`${CARDS}/2`, uri)
      node.uris.set(`${FOLDS}/1`, describeToken('Fold #1', PICTURE))
      const nfts = open()
      expect((await nfts.fetch()).data).toMatchObject({ total: 2, unverifiedFrom: 1 })
      const [fold, other] = await nfts.rows()
      expect(fold).toMatchObject({ name: 'Fold #1', imageUrl: PICTURE })
      expect(fold).not.toHaveProperty('unverified')
      expect(other).toMatchObject({ unverified: { reason } })
      expect(other).not.toHaveProperty('imageUrl')
    },
  )

  test('is marked unverified when a stranger sent NFTs to 40 receivers in one transaction', async () => {
    const { node, open } = createBrowser()
    distribute(node, 40, 7)
    const nfts = open()
    expect((await nfts.fetch()).data).toMatchObject({ total: 1, unverifiedFrom: 0 })
    expect(await nfts.rows()).toMatchObject([{ unverified: { reason: 'mass', receivers: 40 } }])
  })

  test.each([
    ['by the account itself', 40, ADDRESS],
    ['to few accounts', 9, undefined],
  ])('is not marked unverified when it was distributed %s', async (_, receivers, sender) => {
    const { node, open } = createBrowser()
    distribute(node, receivers, 7, sender)
    const nfts = open()
    expect((await nfts.fetch()).data).toMatchObject({ total: 1, unverifiedFrom: 1 })
  })

  test('is not marked unverified when many accounts each minted an NFT in the same block', async () => {
    const { node, open } = createBrowser()
    mint(node, 0, 7)
    for (let id = 1; id < 40; id += 1) mint(node, id, 7, `0x${String(id).padStart(40, 'a')}`)
    expect((await open().fetch()).data).toMatchObject({ total: 1, unverifiedFrom: 1 })
  })

  test('is not marked unverified when the node does not return the logs of the distribution', async () => {
    const { node, open } = createBrowser()
    distribute(node, 40, 7)
    node.fail = (method) => (method === 'eth_getLogs of a contract' ? new Error('refused') : undefined)
    expect((await open().fetch()).data).toMatchObject({ total: 1, unverifiedFrom: 1 })
  })

  test('causes no request to the metadata server of its maker', async () => {
    const { node, open } = createBrowser()
    const stranger = createStranger({ name: 'Golden Pass', image: 'https://pass.example/1.png' })
    distribute(node, 40, 7)
    node.uris.set(`${FOLDS}/0`, 'https://pass.example/0.json')
    const nfts = open(stranger.fetch)
    await nfts.fetch()
    expect(await nfts.rows()).toMatchObject([{ name: 'Folds #0', unverified: { reason: 'mass' } }])
    expect(stranger.asked).toEqual([])
  })

  test('is marked unverified at the next fetch if an earlier version of Billfold stored the NFT without a mark', async () => {
    const { node, store, open } = createBrowser(1)
    node.names.set(FOLDS, 'Claim your reward')
    await open().fetch()
    for (const key of [`nfts/${ACCOUNT}`, `nfts/${ACCOUNT}/000000`]) {
      const record = (await store.get(key))!
      const value = String(record.value).replace(/,"unverified(?:From)?":(?:\{[^}]*\}|\d+)/g, '')
      await store.update(key, () => ({ put: [{ ...record, value }] }))
    }
    const nfts = open()
    expect((await nfts.source.load())?.data).toMatchObject({ total: 1, unverifiedFrom: 1 })
    expect((await nfts.fetch()).data).toMatchObject({ total: 1, unverifiedFrom: 0 })
    expect(await nfts.rows()).toMatchObject([{ unverified: { reason: 'lure' } }])
  })

  test('is also marked unverified in a list that is derived from the activity', async () => {
    const store = await storeActivity(['$5,000 VOUCHER - claim at voucher.example', 'in'], ['Fold #13', 'in'])
    const { node, open } = createBrowser(0, store)
    node.down = true
    const nfts = open()
    expect((await nfts.fetch()).data).toMatchObject({ total: 2, unverifiedFrom: 1 })
    expect((await nfts.rows()).map(({ unverified, imageUrl }) => [unverified?.reason, !!imageUrl])).toEqual([
      [undefined, true],
      ['link', false],
    ])
  })
})

describe('[G48] The details of an opened NFT', () => {
  const attributes = [
    { trait_type: 'Sky', value: 'Dusk' },
    { trait_type: 'Hour', value: 21 },
    { value: 'Rare' },
    { trait_type: 'Odd', value: {} },
    7,
  ]
  const description = 'One stretch of coast.\n\n\n\u202EAt every hour. See https://shore.example/1'

  test('show the maker’s description as plain lines with disabled links, and the NFT’s traits', async () => {
    const { node, open } = createBrowser(1)
    node.uris.set(`${FOLDS}/0`, describeToken('Low Tide', PICTURE, { description, attributes }))
    const nfts = open()
    await nfts.fetch()
    expect(await nfts.getDetails(`${FOLDS}/0`)).toEqual({
      description: 'One stretch of coast.\nAt every hour. See https://shore·example/1',
      traits: [
        { name: 'Sky', value: 'Dusk' },
        { name: 'Hour', value: '21' },
        { name: '', value: 'Rare' },
      ],
      imageUrl: PICTURE,
    })
  })

  test('include a picture that is too large for a row of the list', async () => {
    const { node, open } = createBrowser(1)
    const large = `data:image/svg+xml;base64,${'A'.repeat(60_000)}`
    node.uris.set(`${FOLDS}/0`, describeToken('Low Tide', large))
    const nfts = open()
    await nfts.fetch()
    expect((await nfts.rows())[0]).not.toHaveProperty('imageUrl')
    expect((await nfts.getDetails(`${FOLDS}/0`)).imageUrl).toBe(large)
  })

  test('are cached for a day, and stay available offline even after that day', async () => {
    const { node, store, open } = createBrowser(1)
    const stranger = createStranger({ name: 'Low Tide', description: 'A coast.' })
    node.uris.set(`${FOLDS}/0`, 'https://shore.example/0.json')
    const nfts = open(stranger.fetch)
    await nfts.fetch()
    await nfts.getDetails(`${FOLDS}/0`)
    await nfts.getDetails(`${FOLDS}/0`)
    expect(stranger.asked).toHaveLength(2)
    node.down = true
    await nfts.clock.advance(7 * 86_400_000)
    expect(await nfts.getDetails(`${FOLDS}/0`)).toEqual({ traits: [], description: 'A coast.' })
    expect((await nfts.fetchOnce().catch(() => undefined))?.data.total).toBeUndefined()
    expect(await open().getDetails(`${FOLDS}/0`)).toMatchObject({ description: 'A coast.' })
    expect(await store.list(`nfts/${ACCOUNT}/of/`)).toHaveLength(1)
  })

  test('stay stored when the list of NFTs changes', async () => {
    const { node, store, open } = createBrowser(1)
    node.uris.set(`${FOLDS}/0`, describeToken('Low Tide', PICTURE, { description }))
    await open().fetch()
    await open().getDetails(`${FOLDS}/0`)
    mint(node, 5, 99)
    const nfts = open()
    expect((await nfts.fetch()).data.total).toBe(2)
    expect(await nfts.rows()).toHaveLength(2)
    expect(await store.list(`nfts/${ACCOUNT}/of/`)).toHaveLength(1)
  })

  test('[F33] are removed when the account is forgotten, and not stored if the account is forgotten during the request', async () => {
    const { node, store, open } = createBrowser(1)
    node.uris.set(`${FOLDS}/0`, 'https://shore.example/0.json')
    let isForgotten = false
    const nfts = open(async () => {
      if (isForgotten) await store.forget(`eip155:${ADDRESS}`)
      return { name: 'Low Tide', description: 'A coast.' }
    })
    await nfts.fetch()
    await nfts.getDetails(`${FOLDS}/0`)
    expect(await store.list('nfts/')).toHaveLength(3)
    await nfts.clock.advance(2 * 86_400_000)
    isForgotten = true
    await nfts.getDetails(`${FOLDS}/0`)
    expect(await store.list('')).toEqual([])
  })

  test('are an error when the browser is offline and the NFT was never opened before', async () => {
    const { node, open } = createBrowser(1)
    const nfts = open()
    await nfts.fetch()
    node.down = true
    await expect(nfts.getDetails(`${FOLDS}/0`)).rejects.toMatchObject({ code: 'nfts_unavailable' })
    await expect(nfts.getDetails('gone')).rejects.toMatchObject({ code: 'nfts_unavailable' })
  })

  test('are requested only when the person asks, and never stored, if the NFT is unverified', async () => {
    const store = createMemoryStore()
    const { node, open } = createBrowser(0, store)
    const stranger = createStranger({ description, image: 'https://pass.example/1.png' })
    distribute(node, 40, 7)
    node.uris.set(`${FOLDS}/0`, 'https://pass.example/0.json')
    const nfts = open(stranger.fetch)
    await nfts.fetch()
    expect(await nfts.getDetails(`${FOLDS}/0`)).toEqual({ traits: [], host: 'pass.example' })
    expect(stranger.asked).toEqual([])
    for (const times of [1, 2]) {
      expect(await nfts.getDetails(`${FOLDS}/0`, true)).toMatchObject({
        imageUrl: 'https://pass.example/1.png',
      })
      expect(stranger.asked).toHaveLength(times)
    }
    expect(await nfts.getDetails(`${FOLDS}/0`)).not.toHaveProperty('imageUrl')
    expect(await store.list(`nfts/${ACCOUNT}/of/`)).toEqual([])
  })

  test('include, if the NFT is unverified, the onchain description and the host from which the picture would be loaded', async () => {
    const { node, open } = createBrowser()
    distribute(node, 40, 7)
    const uri = describeToken('Pass', 'https://pass.example/1.png', { description: 'Claim at pass.example' })
    node.uris.set(`${FOLDS}/0`, uri)
    const nfts = open()
    await nfts.fetch()
    expect(await nfts.getDetails(`${FOLDS}/0`)).toEqual({
      traits: [],
      description: 'Claim at pass·example',
      host: 'pass.example',
    })
  })
})
