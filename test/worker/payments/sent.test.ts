import { IDBFactory } from 'fake-indexeddb'
import * as fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { toBase64 } from '../../../src/core/byte-text.ts'
import type { CaipAddress } from '../../../src/core/caip.ts'
import type { Network } from '../../../src/core/networks.ts'
import type { AskedPayment, SentList, SentTransaction } from '../../../src/core/sent.ts'
import { toKey } from '../../../src/core/solana-programs.ts'
import { createJobs } from '../../../worker/calls/jobs.ts'
import {
  type CommandContext,
  type DurableRecord,
  type DurableStore,
  type Emit,
  ownerOf,
  type TabMessage,
} from '../../../worker/context.ts'
import { createSentSource, forgetAsked, rememberAsked, rememberSent } from '../../../worker/payments/sent.ts'
import { encodeTransaction, transferCoin } from '../../../worker/payments/solana-message.ts'
import { createDurableStore } from '../../../worker/store/durable.ts'
import { createFakeClock, settle } from '../fake-clock.ts'
import { createFaultyIndexedDb } from '../store/faulty-indexeddb.ts'

const account: CaipAddress = `eip155:1:0x${'a'.repeat(40)}`
const solana: CaipAddress = 'solana:devnet:9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'

describe('A transaction that was sent', () => {
  test.each([24, 26, 300])(
    '[A214] [F28] [T13] is confirmed by a receipt after %i s, and was never called failed',
    async (after) => {
      const world = createWorld()
      const tab = world.open()
      await tab.remember(sentOf(1))
      world.node.see(hashOf(1), 7)
      for (let second = 0; second < after; second += 1) {
        await world.clock.advance(1_000)
        expect(tab.statuses()).toEqual([second < 24 ? 'pending' : 'late'])
      }
      world.node.mine(hashOf(1))
      await world.clock.advance(30_000)
      expect(tab.statuses()).toEqual(['confirmed'])
      expect(new Set(tab.said)).not.toContain('failed')
    },
  )

  test('[F28] [T13] of which nothing is ever heard stays open through reloads, whatever the node does', async () => {
    const world = createWorld()
    world.node.breaks = true
    for (let day = 0; day < 5; day += 1) {
      const tab = world.open()
      await tab.remember(sentOf(1))
      await world.clock.advance(86_400_000 / 5)
      expect(tab.statuses()).toEqual(['late'])
      tab.close()
      world.node.breaks = !world.node.breaks
    }
  })

  test('[F28] is failed only where its network says so of a block that does not go away', async () => {
    const world = createWorld()
    const tab = world.open()
    await tab.remember(sentOf(1))
    world.node.mine(hashOf(1), '0x0')
    await world.clock.advance(4_000)
    expect(tab.statuses()).toEqual(['pending'])
    // That block is gone, and another one takes it.
    world.node.unmine(hashOf(1), 7)
    await world.clock.advance(4_000)
    world.node.mine(hashOf(1))
    await world.clock.advance(4_000)
    expect(tab.rows()).toMatchObject([{ status: 'confirmed' }])
    expect(tab.said).not.toContain('failed')

    await tab.remember(sentOf(2))
    world.node.mine(hashOf(2), '0x0')
    world.node.height += 2
    await world.clock.advance(4_000)
    expect(tab.rows().find(({ hash }) => hash === hashOf(2))).toMatchObject({
      status: 'failed',
      isSettled: true,
    })
  })

  test('[F28] that no further block follows is failed after two minutes', async () => {
    const world = createWorld()
    const tab = world.open()
    await tab.remember(sentOf(1))
    world.node.mine(hashOf(1), '0x0')
    await world.clock.advance(119_000)
    expect(tab.statuses()).toEqual(['late'])
    await world.clock.advance(31_000)
    expect(tab.statuses()).toEqual(['failed'])
  })

  test('is confirmed with the first block, and settled when that does not go away any more', async () => {
    const world = createWorld()
    const tab = world.open()
    await tab.remember(sentOf(1))
    world.node.mine(hashOf(1))
    await world.clock.advance(4_000)
    expect(tab.rows()[0]).toMatchObject({ status: 'confirmed' })
    expect(tab.rows()[0]).not.toHaveProperty('isSettled')
    world.node.height += 2
    await world.clock.advance(4_000)
    expect(tab.rows()[0]).toMatchObject({ status: 'confirmed', isSettled: true })
  })

  test('and swaps tells what came in, by the events of that token and this account alone', async () => {
    const world = createWorld()
    const token: CaipAddress = `eip155:1:0x${'C'.repeat(40)}`
    const swap = { ...sentOf(1), kind: 'swap' as const, in: { symbol: 'C', text: '4', units: '4', token } }
    const own = 'a'.repeat(40)
    const pool = 'd'.repeat(40)
    const word = (digits: string) => `0x${digits.padStart(64, '0')}`
    const event = word('ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef')
    const log = (contract: string, from: string, to: string, units: bigint) => ({
      address: `0x${contract.repeat(40)}`,
      topics: [event, word(from), word(to)],
      data: word(units.toString(16)),
    })
    world.node.logs = [
      log('c', pool, own, 7n),
      log('c', pool, pool, 1_000n),
      log('e', pool, own, 2_000n),
      log('c', own, pool, 2n),
      { ...log('c', pool, own, 4_000n), topics: [word('1'), word(pool), word(own)] },
      { ...log('c', pool, own, 8_000n), data: '0x' },
      null,
    ]
    const tab = world.open()
    await tab.remember(swap)
    await tab.remember({ ...swap, hash: hashOf(2), kind: 'send' })
    for (const at of [1, 2]) world.node.mine(hashOf(at))
    await world.clock.advance(4_000)
    const received = () => tab.rows().map((row) => [row.hash, row.received])
    expect(new Map(received() as [])).toEqual(
      new Map([
        [hashOf(1), '5'],
        [hashOf(2), undefined],
      ]),
    )
    tab.close()
    const next = world.open()
    await world.clock.advance(1_000)
    expect(next.rows().find(({ hash }) => hash === hashOf(1))?.received).toBe('5')
  })

  test('is waited for again when its block is gone', async () => {
    const world = createWorld()
    const tab = world.open()
    await tab.remember(sentOf(1))
    world.node.mine(hashOf(1))
    await world.clock.advance(4_000)
    expect(tab.statuses()).toEqual(['confirmed'])
    world.node.unmine(hashOf(1), 7)
    await world.clock.advance(40_000)
    expect(tab.statuses()).toEqual(['late'])
    world.node.mine(hashOf(1))
    world.node.height += 5
    await world.clock.advance(40_000)
    expect(tab.statuses()).toEqual(['confirmed'])
    const asked = world.node.asked.length
    await world.clock.advance(300_000)
    expect(world.node.asked.length).toBe(asked)
  })

  test('[F28] is on its way where its number is taken and nobody finds by what, and lost after a day', async () => {
    const world = createWorld()
    const tab = world.open()
    await tab.remember(sentOf(1))
    world.node.see(hashOf(1), 7)
    await world.clock.advance(4_000)
    world.node.forget(hashOf(1))
    await world.clock.advance(60_000)
    expect(tab.statuses()).toEqual(['dropped'])
    world.node.count = 8
    await world.clock.advance(31_000)
    expect(tab.statuses()).toEqual(['late'])
    world.node.asked.length = 0
    await world.clock.advance(300_000)
    expect(tab.statuses()).toEqual(['late'])
    expect(world.node.looks()).toBe(10)
    tab.close()
    await world.clock.advance(86_400_000)
    const next = world.open()
    await world.clock.advance(31_000)
    expect(next.rows()).toMatchObject([{ status: 'lost', isSettled: true }])
  })

  test('that nodes have dropped is so for as long as it may come back, and for a day at most', async () => {
    const world = createWorld()
    const tab = world.open()
    await tab.remember(sentOf(1))
    world.node.see(hashOf(1), 7)
    await world.clock.advance(4_000)
    world.node.forget(hashOf(1))
    await world.clock.advance(100_000)
    expect(tab.statuses()).toEqual(['dropped'])
    world.node.see(hashOf(1), 7)
    await world.clock.advance(31_000)
    expect(tab.statuses()).toEqual(['late'])
    world.node.forget(hashOf(1))
    tab.close()
    await world.clock.advance(86_000_000)
    const next = world.open()
    await world.clock.advance(100_000)
    expect(next.statuses()).toEqual(['dropped'])
    await world.clock.advance(400_000)
    expect(next.statuses()).toEqual(['lost'])
    world.node.asked.length = 0
    await world.clock.advance(600_000)
    expect(world.node.asked).toEqual([])
    expect(next.said).not.toContain('failed')
  })

  test('that no node has known for a day is not followed any more', async () => {
    const world = createWorld()
    const tab = world.open()
    await tab.remember(sentOf(1))
    tab.close()
    await world.clock.advance(86_000_000)
    const next = world.open()
    await world.clock.advance(300_000)
    expect(next.statuses()).toEqual(['late'])
    await world.clock.advance(200_000)
    expect(next.statuses()).toEqual(['lost'])
  })

  describe('and has lost its number', () => {
    const whom = `0x${'b'.repeat(40)}`
    const coin = 1_000_000_000_000_000_000n
    const token: CaipAddress = `eip155:1:0x${'c'.repeat(40)}`
    const transfer = (units: bigint) =>
      `0xa9059cbb${whom.slice(2).padStart(64, '0')}${units.toString(16).padStart(64, '0')}`
    const tokens = { ...sentOf(1), out: { symbol: 'C', text: '5', units: '5', token } }

    test.each([
      ['the same payment', 'renewed', sentOf(1), { to: whom, value: coin }],
      ['the same payment of a token', 'renewed', tokens, { to: token.split(':')[2]!, input: transfer(5n) }],
      ['nothing, to oneself', 'cancelled', sentOf(1), { to: account.split(':')[2]!, value: 0n }],
      ['another amount', 'replaced', sentOf(1), { to: whom, value: coin + 1n }],
      ['another receiver', 'replaced', sentOf(1), { to: `0x${'d'.repeat(40)}`, value: coin }],
      ['a call beside the coins', 'replaced', sentOf(1), { to: whom, value: coin, input: '0x00' }],
      ['more of the token', 'replaced', tokens, { to: token.split(':')[2]!, input: transfer(6n) }],
      ['a contract', 'replaced', sentOf(1), { to: null, value: coin }],
    ] as const)('to %s is %s', async (_, status, sent, other) => {
      const world = createWorld()
      const tab = world.open()
      await tab.remember(sent)
      world.node.see(sent.hash, 7)
      await world.clock.advance(4_000)
      world.node.forget(sent.hash)
      world.node.include(hashOf(9), 7, other)
      world.node.height += 300
      await world.clock.advance(65_000)
      const [row] = tab.rows().filter(({ hash }) => hash === sent.hash)
      expect(row).toMatchObject({ status, replacedBy: hashOf(9) })
      const followed = tab.rows().find(({ hash }) => hash === hashOf(9))
      if (status === 'renewed')
        expect(followed).toMatchObject({ out: sent.out, to: sent.to, status: 'confirmed' })
      else expect(followed).toBeUndefined()
    })

    test('[F28] to one that the node does not tell of is on its way: it may be that one itself', async () => {
      const world = createWorld()
      const tab = world.open()
      await tab.remember(sentOf(1))
      world.node.see(hashOf(1), 7)
      await world.clock.advance(4_000)
      // Of several nodes behind one address the ones that are asked for it are behind.
      world.node.mine(hashOf(1))
      world.node.height += 10
      world.node.view = 'ahead'
      world.node.forgetsState = true
      await world.clock.advance(3_600_000)
      expect(new Set(tab.said)).toEqual(new Set(['pending', 'late']))
      world.node.view = 'whole'
      await world.clock.advance(31_000)
      expect(tab.statuses()).toEqual(['confirmed'])
    })

    test('[F28] to one in a block that may still go away is on its way', async () => {
      const world = createWorld()
      const tab = world.open()
      await tab.remember(sentOf(1))
      world.node.see(hashOf(1), 7)
      await world.clock.advance(4_000)
      world.node.forget(hashOf(1))
      world.node.include(hashOf(9), 7, { to: whom, value: coin + 1n })
      await world.clock.advance(65_000)
      expect(tab.statuses()).toEqual(['late'])
      // Another block takes its place, and this one is in it.
      world.node.exclude(hashOf(9))
      world.node.mine(hashOf(1))
      await world.clock.advance(31_000)
      expect(tab.statuses()).toEqual(['confirmed'])
      expect(new Set(tab.said)).toEqual(new Set(['pending', 'late', 'confirmed']))
    })

    test('to itself, on a node that has the block before the receipt, is on its way', async () => {
      const world = createWorld()
      const tab = world.open()
      await tab.remember(sentOf(1))
      world.node.see(hashOf(1), 7)
      await world.clock.advance(4_000)
      world.node.forget(hashOf(1))
      world.node.include(hashOf(1), 7, { to: whom, value: coin, hasReceipt: false })
      await world.clock.advance(120_000)
      expect(new Set(tab.said)).toEqual(new Set(['pending', 'late']))
      world.node.mine(hashOf(1))
      await world.clock.advance(31_000)
      expect(tab.statuses()).toEqual(['confirmed'])
    })
  })

  test('that no node has ever shown is not taken for replaced, whatever else the account sends', async () => {
    const world = createWorld()
    const tab = world.open()
    await tab.remember(sentOf(1))
    world.node.count = 1_000
    await world.clock.advance(3_600_000)
    expect(tab.statuses()).toEqual(['late'])
    world.node.mine(hashOf(1))
    await world.clock.advance(31_000)
    expect(tab.statuses()).toEqual(['confirmed'])
  })

  test('[F33] of an account that has left keeps its network and its hash alone, until that is settled', async () => {
    const world = createWorld()
    const tab = world.open()
    await tab.remember(sentOf(1))
    await world.durable.forget(`eip155:${account.split(':')[2]}`)
    expect(JSON.stringify([...world.records.values()])).toContain(hashOf(1))
    expect(JSON.stringify([...world.records.values()])).not.toContain('a'.repeat(40))
    world.node.mine(hashOf(1))
    world.node.height += 5
    await world.clock.advance(31_000)
    expect(world.records.size).toBe(0)
  })
})

describe('A payment that a wallet was asked for and never answered for', () => {
  const whom = `0x${'b'.repeat(40)}`
  const coin = 1_000_000_000_000_000_000n

  test('[F28] is told of in every tab, until somebody has looked in the wallet', async () => {
    const world = createWorld()
    const tabs = [world.open(), world.open()]
    await tabs[0]!.ask(askedOf('one'))
    await world.clock.advance(1_000)
    for (const tab of tabs) expect(tab.asked()).toEqual([askedOf('one')])
    tabs[0]!.close()
    const next = world.open()
    await world.clock.advance(7_200_000)
    expect(next.asked()).toEqual([askedOf('one')])
    expect(next.statuses()).toEqual([])
    await next.forgetAsked('one')
    expect(next.asked()).toEqual([])
    expect(world.records.size).toBe(0)
  })

  test('[F28] is found by what it does, and by nothing that does something else', async () => {
    const world = createWorld()
    const tab = world.open()
    await tab.ask(askedOf('one'))
    await world.clock.advance(1_000)
    world.node.include(hashOf(4), 7, { to: whom, value: coin + 1n })
    world.node.include(hashOf(5), 8, { to: `0x${'d'.repeat(40)}`, value: coin })
    await world.clock.advance(31_000)
    expect(tab.asked()).toEqual([askedOf('one')])
    expect(tab.statuses()).toEqual([])
    world.node.include(hashOf(6), 9, { to: whom, value: coin })
    await world.clock.advance(35_000)
    expect(tab.asked()).toEqual([])
    expect(tab.rows()).toMatchObject([
      { hash: hashOf(6), asked: 'one', status: 'confirmed', out: { units: String(coin) } },
    ])
    // Whoever still thinks that nobody knows is not believed.
    await tab.ask(askedOf('one'))
    expect(tab.asked()).toEqual([])
  })

  test('is not one that was sent before, nor one that is known as another payment', async () => {
    const world = createWorld()
    const tab = world.open()
    world.node.include(hashOf(1), 6, { to: whom, value: coin })
    await tab.ask(askedOf('one'))
    await tab.remember(sentOf(2))
    await world.clock.advance(1_000)
    world.node.include(hashOf(2), 7, { to: whom, value: coin })
    await world.clock.advance(70_000)
    expect(tab.asked()).toEqual([askedOf('one')])
    expect(tab.rows().map(({ hash }) => hash)).toEqual([hashOf(2)])
  })

  test('each is one transaction: two that are the same are found one by one', async () => {
    const world = createWorld()
    const tab = world.open()
    await tab.ask(askedOf('one'))
    await tab.ask(askedOf('two'))
    await world.clock.advance(1_000)
    world.node.include(hashOf(1), 7, { to: whom, value: coin })
    await world.clock.advance(35_000)
    expect(tab.rows()).toHaveLength(1)
    expect(tab.asked()).toHaveLength(1)
    world.node.include(hashOf(2), 8, { to: whom, value: coin })
    await world.clock.advance(35_000)
    expect(tab.rows()).toHaveLength(2)
    expect(tab.asked()).toEqual([])
  })

  test('that the wallet has answered for after all is sent, and found by nobody', async () => {
    const world = createWorld()
    const tab = world.open()
    await tab.ask(askedOf('one'))
    await tab.remember({ ...sentOf(3), asked: 'one' })
    expect(tab.asked()).toEqual([])
    expect(tab.rows()).toMatchObject([{ hash: hashOf(3), asked: 'one' }])
  })

  test('is looked for each 30 s for an hour, by one of several tabs, and then no more', async () => {
    const world = createWorld()
    const tabs = Array.from({ length: 4 }, () => world.open())
    for (const tab of tabs) await tab.ask(askedOf('one'))
    await world.clock.advance(60_000)
    world.node.asked.length = 0
    await world.clock.advance(300_000)
    expect(world.node.asked.length).toBeLessThanOrEqual(11)
    expect(world.node.asked.length).toBeGreaterThanOrEqual(9)
    await world.clock.advance(3_600_000)
    world.node.asked.length = 0
    await world.clock.advance(600_000)
    expect(world.node.asked).toEqual([])
    expect(tabs[0]!.asked()).toHaveLength(1)
  })

  test('[F28] [F32] is told, to whoever asks for one, what else was sent and asked for, from every tab', async () => {
    const world = createWorld()
    const [one, other] = [world.open(), world.open()]
    await one.remember(sentOf(1))
    await one.ask(askedOf('one'))
    world.node.mine(hashOf(1))
    await world.clock.advance(4_000)
    expect(await other.ask(askedOf('two'))).toMatchObject({
      payments: [{ hash: hashOf(1), status: 'confirmed' }],
      asked: [{ id: 'one' }, { id: 'two' }],
    })
  })

  test('[F33] of an account that has left is kept no more', async () => {
    const world = createWorld()
    const tab = world.open()
    await tab.ask(askedOf('one'))
    await world.durable.forget(`eip155:${account.split(':')[2]}`)
    expect(world.records.size).toBe(0)
  })

  test('[F31] is told of where the disk cannot be asked', async () => {
    const world = createWorld()
    world.isBroken = true
    const tab = world.open()
    await tab.ask(askedOf('one'))
    await world.clock.advance(1_000)
    expect(tab.asked()).toEqual([askedOf('one')])
  })
})

describe('How often its network is asked', () => {
  test('[A213] each 30 s once 25 s are over, and not at all when nothing is open', async () => {
    const world = createWorld()
    const tab = world.open()
    await world.clock.advance(600_000)
    expect(world.node.asked).toEqual([])
    await tab.remember(sentOf(1))
    await world.clock.advance(60_000)
    world.node.asked.length = 0
    await world.clock.advance(300_000)
    expect(world.node.looks()).toBe(10)
  })

  test('[A212] for 99 at most: the next one is kept, and looked for when one of them has settled', async () => {
    const world = createWorld()
    const tab = world.open()
    for (let at = 0; at < 150; at += 1) {
      await tab.remember(sentOf(at))
      await world.clock.advance(1)
    }
    await world.clock.advance(60_000)
    const asked = new Set(world.node.asked.map(([, hash]) => hash))
    expect(asked.size).toBe(99)
    expect(asked).not.toContain(hashOf(99))
    world.node.mine(hashOf(0))
    world.node.height += 5
    await world.clock.advance(60_000)
    expect(new Set(world.node.asked.map(([, hash]) => hash))).toContain(hashOf(99))
    expect(tab.statuses()).toHaveLength(150)
  })

  test('[F32] by one of eight tabs', async () => {
    const world = createWorld()
    const tabs = Array.from({ length: 8 }, () => world.open())
    for (const tab of tabs) await tab.remember(sentOf(1))
    await world.clock.advance(60_000)
    world.node.asked.length = 0
    await world.clock.advance(300_000)
    expect(world.node.looks()).toBeLessThanOrEqual(11)
    world.node.mine(hashOf(1))
    await world.clock.advance(31_000)
    for (const tab of tabs) expect(tab.statuses()).toEqual(['confirmed'])
  })
})

test('[F32] by a tab that was open before, when the one that has sent it is gone', async () => {
  const world = createWorld()
  const other = world.open()
  await world.clock.advance(60_000)
  const one = world.open()
  await one.remember(sentOf(1))
  one.close()
  world.node.mine(hashOf(1))
  await world.clock.advance(4_000)
  expect(other.statuses()).toEqual(['confirmed'])
})

test('[F31] where the disk cannot be asked it is followed all the same', async () => {
  const world = createWorld()
  world.isBroken = true
  const tab = world.open()
  await tab.remember(sentOf(1))
  await world.clock.advance(40_000)
  expect(tab.statuses()).toEqual(['late'])
  world.isBroken = false
  world.node.mine(hashOf(1))
  await world.clock.advance(31_000)
  expect(tab.statuses()).toEqual(['confirmed'])
  expect(world.records.size).toBe(1)
})

describe('Of Solana', () => {
  const signature = '5'.repeat(88)
  const sent: SentTransaction = {
    ...sentOf(1),
    account: solana,
    hash: signature,
    to: solana.split(':')[2]!,
    lastValidBlockHeight: 100,
  }

  test('it is confirmed when the cluster has voted for it, and failed when it ended in an error', async () => {
    const world = createWorld()
    const tab = world.open(solana)
    await tab.remember(sent)
    world.node.statuses.set(signature, { confirmationStatus: 'processed', err: null })
    await world.clock.advance(10_000)
    expect(tab.statuses()).toEqual(['pending'])
    world.node.statuses.set(signature, { confirmationStatus: 'confirmed', err: null })
    await world.clock.advance(4_000)
    expect(tab.statuses()).toEqual(['confirmed'])
    const other = '6'.repeat(88)
    await tab.remember({ ...sent, hash: other })
    world.node.statuses.set(other, { confirmationStatus: 'finalized', err: { InstructionError: [0, 'x'] } })
    await world.clock.advance(4_000)
    expect(tab.statuses()).toEqual(expect.arrayContaining(['confirmed', 'failed']))
  })

  test('it has expired only past the height at which it could last go through, and where nobody knows it', async () => {
    const world = createWorld()
    const tab = world.open(solana)
    await tab.remember(sent)
    await world.clock.advance(4_000)
    // Its own height and a younger block's, from its first look on.
    world.node.height = 350
    await world.clock.advance(120_000)
    expect(tab.statuses()).toEqual(['late'])
    world.node.height = 351
    await world.clock.advance(31_000)
    expect(tab.statuses()).toEqual(['expired'])
  })

  test.each([
    ['[F28] of which nobody was asked for days is lost where the node keeps little', 'lost', 1_000],
    [
      'of which nobody was asked for days has expired where the node keeps what was then',
      'expired',
      -601_000,
    ],
    [
      '[F28] of which nobody was asked for days is lost where the node does not say what it keeps',
      'lost',
      undefined,
    ],
  ] as const)('%s', async (_, status, keptFrom) => {
    const world = createWorld()
    const first = world.open(solana)
    const start = world.clock.now()
    await first.remember(sent)
    await world.clock.advance(10_000)
    first.close()
    world.node.keptFrom = keptFrom === undefined ? undefined : start + keptFrom
    await world.clock.advance(3 * 86_400_000)
    world.node.height = 1_000_000
    const tab = world.open(solana)
    await world.clock.advance(31_000)
    expect(tab.rows()).toMatchObject([{ status, isSettled: true }])
  })

  test('[F28] and a node that was away for long, one that forgets does not make it expire', async () => {
    const world = createWorld()
    const tab = world.open(solana)
    await tab.remember(sent)
    await world.clock.advance(10_000)
    world.node.breaks = true
    await world.clock.advance(600_000)
    Object.assign(world.node, { breaks: false, height: 1_000_000 })
    await world.clock.advance(61_000)
    expect(tab.statuses()).toEqual(['lost'])
  })

  test('of which it is not known how long it lives expires past what any can live from its first look on', async () => {
    const world = createWorld()
    const tab = world.open(solana)
    const { lastValidBlockHeight: _, ...other } = sent
    await tab.remember(other)
    await world.clock.advance(4_000)
    world.node.height = 350
    await world.clock.advance(900_000)
    expect(tab.statuses()).toEqual(['late'])
    world.node.height = 351
    await world.clock.advance(31_000)
    expect(tab.statuses()).toEqual(['expired'])
  })

  describe('one that a wallet never answered for', () => {
    const friend = toKey('So11111111111111111111111111111111111111112')
    const payer = toKey(solana.split(':')[2]!)
    const asked: AskedPayment = {
      account: solana,
      kind: 'send',
      to: 'So11111111111111111111111111111111111111112',
      out: { symbol: 'SOL', text: '0.000000005', units: '5' },
      id: 'one',
      askedAt: createFakeClock().now(),
    }
    const pay = (amount: bigint) =>
      encodeTransaction(payer, [transferCoin({ from: payer, to: friend, amount })], friend).transaction

    test.each([0, 3])('is found by what it does among what came after %i others', async (before) => {
      const world = createWorld()
      const tab = world.open(solana)
      const name = (at: number) => String(at + 1).repeat(88)
      for (let at = 0; at < before; at += 1) world.node.put(name(at), pay(5n))
      await tab.ask(asked)
      await world.clock.advance(1_000)
      world.node.put(name(4), pay(6n))
      await world.clock.advance(31_000)
      expect(tab.asked()).toEqual([asked])
      world.node.put(name(5), pay(5n))
      await world.clock.advance(35_000)
      expect(tab.asked()).toEqual([])
      expect(tab.rows()).toMatchObject([{ hash: name(5), asked: 'one', out: { units: '5' } }])
    })
  })
})

test('[F28] never ends as failed, replaced or expired what goes through later, in whatever order things happen', async () => {
  const event = fc.oneof(
    fc.record({
      what: fc.constantFrom('see', 'drop', 'mine', 'undo', 'unmine', 'break', 'mend', 'reload', 'open'),
    }),
    // Of several nodes behind one address, one that is behind, one that is ahead, and one that keeps no past.
    {
      weight: 2,
      arbitrary: fc.record({
        what: fc.constant('lag'),
        view: fc.constantFrom('whole', 'behind', 'ahead'),
        forgetsState: fc.boolean(),
      }),
    },
    // Another one with its number, such as from another wallet, in a block that does not stay.
    fc.record({ what: fc.constant('rival'), isSame: fc.boolean() }),
    fc.record({ what: fc.constant('wait'), ms: fc.integer({ min: 100, max: 90_000 }) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(event, { maxLength: 30 }), async (isSeen, events) => {
      const world = createWorld()
      const { node } = world
      let tabs = [world.open()]
      await tabs[0]!.remember(sentOf(1))
      // Its number is known then.
      if (isSeen) node.see(hashOf(1), 7)
      await world.clock.advance(4_000)
      for (const step of events) {
        if (step.what === 'see') node.see(hashOf(1), 7)
        if (step.what === 'drop') node.forget(hashOf(1))
        if (step.what === 'mine') node.mine(hashOf(1))
        // It was undone in a block that goes away before the next look at a deep one.
        if (step.what === 'undo' && !node.isMined(hashOf(1))) {
          node.see(hashOf(1), 7)
          node.mine(hashOf(1), '0x0')
          await world.clock.advance(31_000)
          node.unmine(hashOf(1), 7)
        }
        if (step.what === 'rival' && !node.isMined(hashOf(1))) {
          const value = 'isSame' in step && step.isSame ? 10n ** 18n : 1n
          node.forget(hashOf(1))
          node.include(hashOf(9), 7, { to: `0x${'b'.repeat(40)}`, value })
          await world.clock.advance(65_000)
          node.exclude(hashOf(9))
        }
        if (step.what === 'unmine') node.unmine(hashOf(1), 7)
        if (step.what === 'break' || step.what === 'mend') node.breaks = step.what === 'break'
        if ('view' in step) Object.assign(node, { view: step.view, forgetsState: step.forgetsState })
        if (step.what === 'open') tabs.push(world.open())
        if (step.what === 'reload') {
          for (const tab of tabs) tab.close()
          tabs = [world.open()]
          await tabs[0]!.remember(sentOf(1))
        }
        if ('ms' in step) await world.clock.advance(step.ms)
        for (const tab of tabs)
          for (const status of tab.said) expect(['pending', 'late', 'dropped', 'confirmed']).toContain(status)
      }
      Object.assign(node, { breaks: false, view: 'whole', forgetsState: false })
      node.mine(hashOf(1))
      node.height += 10
      await world.clock.advance(65_000)
      for (const tab of tabs) expect(tab.statuses()).toEqual(['confirmed'])
      for (const tab of tabs) tab.close()
    }),
    { numRuns: 300 },
  )
})

test('A payment on a network that names no node does not stay open for ever', async () => {
  const world = createWorld()
  world.networks = [{ caipNetworkId: 'eip155:1', rpcUrls: [] }] as unknown as Network[]
  const tab = world.open()
  await tab.remember(sentOf(1))
  await world.clock.advance(3 * 86_400_000)
  expect(tab.statuses()).not.toEqual(['late'])
})

test('A payment whose network the page no longer names does not stay open for ever', async () => {
  const world = createWorld()
  world.networks = []
  const tab = world.open()
  await tab.remember(sentOf(1))
  await world.clock.advance(3 * 86_400_000)
  expect(tab.statuses()).not.toEqual(['late'])
})

test('Solana: a status without err is no failure', async () => {
  const world = createWorld()
  const signature = '5'.repeat(88)
  const tab = world.open(solana)
  await tab.remember({
    ...sentOf(1),
    account: solana,
    hash: signature,
    to: solana.split(':')[2]!,
    lastValidBlockHeight: 100,
  })
  world.node.statuses.set(signature, {
    confirmationStatus: 'finalized',
    confirmations: null,
    slot: 1,
    status: { Ok: null },
  })
  await world.clock.advance(10_000)
  expect(tab.statuses()).not.toEqual(['failed'])
})

test('A clock that was set back by an hour since keeps nobody waiting', async () => {
  const world = createWorld()
  const tab = world.open()
  await tab.remember({ ...sentOf(1), sentAt: world.clock.now() + 3_600_000 })
  world.node.mine(hashOf(1))
  world.node.height += 5
  await world.clock.advance(600_000)
  expect(tab.statuses()).toEqual(['confirmed'])
})

test('[F31] on a disk that can be read and is full, the node is asked as often as before', async () => {
  const world = createWorld()
  const tab = world.open()
  await tab.remember(sentOf(1))
  await world.clock.advance(60_000)
  world.isFull = true
  world.node.asked.length = 0
  const answer = world.node.answer.bind(world.node)
  world.node.answer = (method, params) => {
    if (world.node.looks() > 500) tab.close()
    return answer(method, params)
  }
  await world.clock.advance(31_000)
  expect(world.node.looks()).toBeLessThan(5)
})

test('[F31] [F33] what a full disk could not be told goes with the account', async () => {
  const world = createWorld()
  const tab = world.open()
  await tab.remember(sentOf(1))
  world.node.mine(hashOf(1))
  world.node.height += 5
  world.isFull = true
  await world.clock.advance(60_000)
  expect(tab.statuses()).toEqual(['confirmed'])
  world.isFull = false
  await world.durable.forget(ownerOf(account))
  // Whatever happens next, the list is read anew.
  await tab.remember(sentOf(2))
  expect(tab.rows().map(({ hash }) => hash)).toEqual([hashOf(2)])
})

test('[F31] on a disk that is full by now, what is kept already is followed to its end', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const world = createWorld()
  const idb = createFaultyIndexedDb(new IDBFactory())
  world.makeDurable = () =>
    createDurableStore({ clock: world.clock, indexedDB: idb.indexedDB, IDBKeyRange: idb.IDBKeyRange })
  const tab = world.open()
  await tab.remember(sentOf(1))
  await world.clock.advance(26_000)
  expect(tab.statuses()).toEqual(['late'])
  idb.breaks = () => 'is full'
  world.node.mine(hashOf(1))
  world.node.height += 5
  world.node.asked.length = 0
  await world.clock.advance(300_000)
  const first = tab.statuses()
  tab.close()
  const again = world.open()
  await world.clock.advance(300_000)
  expect([first, again.statuses()]).toEqual([['confirmed'], ['confirmed']])
})

function hashOf(at: number): string {
  return `0x${(at + 1).toString(16).padStart(64, '0')}`
}

function sentOf(at: number): SentTransaction {
  return {
    account,
    hash: hashOf(at),
    kind: 'send',
    to: `0x${'b'.repeat(40)}`,
    out: { symbol: 'ETH', text: '1', units: '1000000000000000000' },
    sentAt: 0,
  }
}

function askedOf(id: string): AskedPayment {
  const { hash: _, sentAt: __, ...payment } = sentOf(1)
  return { ...payment, id, askedAt: createFakeClock().now() }
}

/** A node of every network, one disk, and tabs that hear of each other. */
function createWorld() {
  const clock = createFakeClock()
  const records = new Map<string, DurableRecord>()
  const channel = new Set<{ owner: object; listener(message: TabMessage): void }>()
  const locks = new Map<string, Promise<unknown>>()
  const node = createNode()
  const world = {
    clock,
    records,
    node,
    isBroken: false,
    isFull: false,
    makeDurable: undefined as undefined | (() => DurableStore),
    networks: [
      { caipNetworkId: 'eip155:1', rpcUrls: ['node'] },
      { caipNetworkId: 'solana:devnet', rpcUrls: ['node'] },
    ] as unknown as Network[],
    durable: undefined as unknown as DurableStore,
    open(own: CaipAddress = account) {
      const durable = world.makeDurable?.() ?? createDurable(world)
      const jobs = createJobs()
      const tab = {}
      const end = new AbortController()
      const networks = world.networks
      const context = {
        config: { networks },
        clock,
        durable,
        jobs,
        signal: end.signal,
        http: { rpc: (_: string, method: string, params: unknown[]) => node.answer(method, params) },
        tabs: {
          onMessage(listener: (message: TabMessage) => void) {
            channel.add({ owner: tab, listener })
            return () => {}
          },
          announce(message: TabMessage) {
            for (const one of channel) if (one.owner !== tab) one.listener(message)
          },
          exclusive<T>(key: string, run: () => Promise<T>) {
            const turn = (locks.get(key) ?? Promise.resolve()).then(run, run)
            locks.set(
              key,
              turn.catch(() => {}),
            )
            return turn
          },
        },
      } as unknown as CommandContext
      let last: SentList = { payments: [], asked: [] }
      const said: string[] = []
      const emit = {
        known({ data }: { data: SentList }) {
          last = data
          said.push(...data.payments.map(({ status }) => status))
        },
        event() {},
      } as unknown as Emit<SentList, never>
      const source = createSentSource(context, own)
      void source.start(emit, end.signal)
      return {
        said,
        statuses: () => last.payments.map(({ status }) => status),
        rows: () => last.payments,
        asked: () => last.asked,
        async ask(asked: AskedPayment) {
          const told = await rememberAsked(asked, context)
          await settle()
          return told
        },
        async forgetAsked(id: string) {
          await forgetAsked({ id }, context)
          await settle()
        },
        async remember(sent: SentTransaction) {
          await rememberSent({ ...sent, sentAt: sent.sentAt || clock.now() }, context)
          await settle()
        },
        close() {
          end.abort()
          jobs.stopAll()
          for (const one of channel) if (one.owner === tab) channel.delete(one)
        },
      }
    },
  }
  world.durable = createDurable(world)
  return world
}

function createDurable(world: {
  records: Map<string, DurableRecord>
  isBroken: boolean
  isFull: boolean
}): DurableStore {
  const { records } = world
  const assertThere = () => {
    if (world.isBroken) throw new Error('the disk is away')
  }
  return {
    async get(key) {
      assertThere()
      return structuredClone(records.get(key))
    },
    async list(prefix) {
      assertThere()
      return structuredClone([...records.values()].filter(({ key }) => key.startsWith(prefix)))
    },
    async update(key, decide) {
      assertThere()
      const next = decide(structuredClone(records.get(key)))
      if (next && world.isFull) throw new Error('full')
      if (next) records.set(key, structuredClone({ ...next, key }))
      return next !== undefined
    },
    async remove(key) {
      assertThere()
      records.delete(key)
    },
    async forget(owner) {
      for (const record of records.values()) {
        if (record.owner !== owner) continue
        if (record.remains === undefined) records.delete(record.key)
        else records.set(record.key, { key: record.key, owner: '', value: record.remains })
      }
    },
  }
}

function toHex(value: number | bigint): string {
  return `0x${value.toString(16)}`
}

function createNode() {
  const waiting = new Map<string, number>()
  const mined = new Map<string, { status: string; block: number }>()
  const sender = account.slice(account.lastIndexOf(':') + 1)
  /** Of the account. */
  const included: {
    block: number
    nonce: number
    hash: string
    to: string | null
    value: bigint
    input: string
  }[] = []
  /** Of Solana, the oldest first. */
  const put: [signature: string, transaction: Uint8Array][] = []
  const node = {
    asked: [] as [string, string][],
    statuses: new Map<string, unknown>(),
    logs: [] as unknown[],
    put: (signature: string, transaction: Uint8Array) => void put.push([signature, transaction]),
    breaks: false,
    /** Of Solana: the oldest that it has is from then. Milliseconds since 1970. */
    keptFrom: undefined as number | undefined,
    height: 50,
    /** Transactions of the account. */
    count: 7,
    /** How many there were at a block of the past is not known. */
    forgetsState: false,
    /**
     * What the node that happens to be asked knows. behind: nothing of what is in blocks now. ahead: how many there are, and
     * not yet which.
     */
    view: 'whole' as 'whole' | 'behind' | 'ahead',
    include(
      hash: string,
      nonce: number,
      {
        hasReceipt = true,
        ...call
      }: { to: string | null; value?: bigint; input?: string; hasReceipt?: boolean },
    ) {
      node.height += 1
      included.push({ block: node.height, nonce, hash, value: 0n, input: '0x', ...call })
      node.count = Math.max(node.count, nonce + 1)
      if (hasReceipt) mined.set(hash, { status: '0x1', block: node.height })
    },
    isMined: (hash: string) => mined.has(hash),
    looks: () => node.asked.filter(([method]) => /Receipt$|SignatureStatuses$/.test(method)).length,
    see(hash: string, nonce: number) {
      if (!mined.has(hash)) waiting.set(hash, nonce)
    },
    forget: (hash: string) => void waiting.delete(hash),
    /** What is taken back by another block. */
    exclude(hash: string) {
      const at = included.findIndex((one) => one.hash === hash)
      if (at >= 0) included.splice(at, 1)
      mined.delete(hash)
      node.count = Math.max(7, ...included.map(({ nonce }) => nonce + 1))
    },
    mine(hash: string, status = '0x1') {
      const nonce = waiting.get(hash)
      waiting.delete(hash)
      if (mined.has(hash)) return
      const call = { to: `0x${'b'.repeat(40)}`, value: 10n ** 18n }
      if (nonce === undefined) mined.set(hash, { status, block: (node.height += 1) })
      else node.include(hash, nonce, call)
      mined.get(hash)!.status = status
    },
    unmine(hash: string, nonce: number) {
      // A block that is deep does not go.
      const found = mined.get(hash)
      if (!found || node.height >= found.block + 2) return
      node.exclude(hash)
      waiting.set(hash, nonce)
    },
    async answer(method: string, params: unknown[]): Promise<unknown> {
      const hash = String([params[0]].flat()[0])
      node.asked.push([method, hash])
      if (node.breaks) throw new Error('the node is away')
      const receipt = node.view === 'whole' ? mined.get(hash) : undefined
      const count = node.view === 'behind' ? 7 : node.count
      switch (method) {
        case 'eth_getTransactionReceipt':
          if (!receipt) return null
          return { status: receipt.status, blockNumber: toHex(receipt.block), logs: node.logs }
        case 'eth_getTransactionByHash':
          return waiting.has(hash) && node.view === 'whole'
            ? { hash, nonce: `0x${waiting.get(hash)!.toString(16)}` }
            : null
        case 'eth_getTransactionCount': {
          if (params[1] === 'latest') return toHex(count)
          if (node.forgetsState) throw new Error('missing trie node')
          const later = included.filter(({ block }) => block > Number(params[1]))
          return toHex(Math.min(count, ...later.map(({ nonce }) => nonce)))
        }
        case 'eth_getBlockByNumber': {
          const held = included.filter(({ block }) => block === Number(params[0]))
          const transactions = held.map(({ nonce, value, hash, to, input }) => ({
            hash,
            to,
            input,
            from: sender.toUpperCase().replace('0X', '0x'),
            nonce: toHex(nonce),
            value: toHex(value),
          }))
          return { transactions: [{ from: `0x${'e'.repeat(40)}`, nonce: '0x7' }, ...transactions] }
        }
        case 'eth_blockNumber':
          return `0x${node.height.toString(16)}`
        case 'getSignatureStatuses':
          return { value: [node.statuses.get(hash) ?? null] }
        case 'getSignaturesForAddress': {
          const { limit, until } = params[1] as { limit: number; until?: string }
          const newest = put.map(([signature]) => signature).reverse()
          const end = until === undefined ? newest.length : newest.indexOf(until)
          return newest.slice(0, Math.min(limit, end)).map((signature) => ({ signature }))
        }
        case 'getTransaction': {
          const [, bytes] = put.find(([signature]) => signature === hash)!
          return { transaction: [toBase64(bytes), 'base64'] }
        }
        case 'getBlockHeight':
          return node.height
        case 'getFirstAvailableBlock':
          if (node.keptFrom === undefined) throw new Error('method not found')
          return 5
        case 'getBlockTime':
          return params[0] === 5 ? Math.floor(node.keptFrom! / 1_000) : null
        default:
          throw new Error(`Nobody should ask for ${method}.`)
      }
    },
  }
  return node
}
