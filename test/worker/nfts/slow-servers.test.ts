import { expect, test } from 'vitest'
import { BillfoldError } from '../../../src/core/base/errors.ts'
import { createBrowser, mint, FOLDS } from './fake-node.ts'

test('an NFT’s picture is loaded at a later fetch when its metadata server failed the first time', async () => {
  const { node, open } = createBrowser()
  mint(node, 1, 5)
  node.uris.set(`${FOLDS}/1`, 'https://meta.example/1')
  const first = open(() =>
    Promise.reject(new BillfoldError('http_network', 'The gateway is away for a moment.')),
  )
  await first.fetch()
  const document = async () => ({ name: 'Fold', image: 'https://img.example/1.png' })
  const second = open(document)
  await second.clock.advance(86_400_000)
  node.latest += 10_000
  await second.fetch()
  expect(await second.rows()).toMatchObject([{ name: 'Fold', imageUrl: 'https://img.example/1.png' }])
})

test('an NFT’s picture is loaded at a later fetch when its metadata server took more than 3 s the first time', async () => {
  const { node, open } = createBrowser()
  mint(node, 1, 5)
  node.uris.set(`${FOLDS}/1`, 'https://meta.example/1')
  const hang = (_: string, { signal }: { signal: AbortSignal }) =>
    new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(new BillfoldError('aborted', 'late'))),
    )
  const first = open(hang as never)
  const fetched = first.fetch()
  await first.clock.advance(5_000)
  expect((await fetched).data.total).toBe(1)
  const second = open(async () => ({ name: 'Fold', image: 'https://img.example/1.png' }))
  await second.clock.advance(600_000)
  await second.fetch()
  expect(await second.rows()).toMatchObject([{ name: 'Fold', imageUrl: 'https://img.example/1.png' }])
})

test('NFTs stay listed when a fallback node is 40 blocks behind and limits the block range', async () => {
  const { node, open } = createBrowser(20)
  node.latest = 300_000_000
  expect((await open().fetch()).data).toMatchObject({ total: 20, source: 'chain' })
  // The next node of those that stand in for each other: 40 blocks behind, and with a limit of blocks as most have.
  node.latest -= 40
  node.limit = 10_000
  const next = open()
  await next.clock.advance(300_000)
  expect((await next.fetch()).data).toMatchObject({ total: 20 })
})
test('NFTs stay listed, without a new eth_call, when a fallback node is 40 blocks behind and has no block limit', async () => {
  const { node, open } = createBrowser(20)
  node.latest = 300_000_000
  await open().fetch()
  node.latest -= 40
  node.calls = []
  expect((await open().fetch()).data.total).toBe(20)
  expect(node.calls.filter((one) => one === 'eth_call').length).toBe(0)
})
test('NFTs stay listed when the first node answers again after a fallback node that was 40 blocks behind', async () => {
  const { node, open } = createBrowser(20)
  node.latest = 300_000_000
  await open().fetch()
  node.latest -= 40
  node.limit = 10_000
  const next = open()
  await next.fetch()
  // The right node is back a moment later.
  node.latest += 2_000
  await next.clock.advance(600_000)
  expect((await next.fetch()).data.total).toBe(20)
})
