import { IDBFactory } from 'fake-indexeddb'
import * as fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { CaipAddress } from '../../../../src/core/chains/caip.ts'
import type { Network } from '../../../../src/core/chains/networks.ts'
import type { PendingRequest, SentTransaction } from '../../../../src/core/payments/sent.ts'
import { ownerOf } from '../../../../worker/base/context.ts'
import { createDurableStore } from '../../../../worker/store/durable.ts'
import { createFakeClock } from '../../fake-clock.ts'
import { createFaultyIndexedDb } from '../../store/faulty-indexeddb.ts'
import { propertyRuns } from '../../../property-runs.ts'
import { payCoin, writeByKit } from '../transfer/read-by-kit.ts'
import { account, askedOf, createWorld, hashOf, sentOf, solana } from './sent-world.ts'

describe('A sent transaction', () => {
  test.each([24, 26, 300])(
    '[A214] [F28] [T13] is confirmed by a receipt after %i s, and is never reported as failed before the receipt',
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

  test('[F28] [T13] keeps the status late through reloads while the node fails or does not know the transaction', async () => {
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

  test('[F28] gets the status failed only if the block with its failed receipt stays in the chain', async () => {
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
    })
    world.node.final = world.node.height
    await world.clock.advance(4_000)
    expect(tab.rows().find(({ hash }) => hash === hashOf(2))).toMatchObject({
      status: 'failed',
      isSettled: true,
    })
  })

  test('[F28] gets the status failed two minutes after a failed receipt even if the chain gets no new block', async () => {
    const world = createWorld()
    const tab = world.open()
    await tab.remember(sentOf(1))
    world.node.mine(hashOf(1), '0x0')
    await world.clock.advance(119_000)
    expect(tab.statuses()).toEqual(['late'])
    await world.clock.advance(31_000)
    expect(tab.statuses()).toEqual(['failed'])
  })

  test('[D14] is confirmed once a second block follows its block, and settled when its block is final', async () => {
    const world = createWorld()
    const tab = world.open()
    await tab.remember(sentOf(1))
    world.node.mine(hashOf(1), '0x1', 0)
    await world.clock.advance(4_000)
    expect(tab.statuses()).toEqual(['pending'])
    world.node.height += 1
    await world.clock.advance(4_000)
    expect(tab.rows()[0]).toMatchObject({ status: 'confirmed' })
    world.node.height += 40
    await world.clock.advance(4_000)
    expect(tab.rows()[0]).not.toHaveProperty('isSettled')
    world.node.final = world.node.height - 10
    await world.clock.advance(4_000)
    expect(tab.rows()[0]).toMatchObject({ status: 'confirmed', isSettled: true })
  })

  test('has a received amount, taken from the token’s events for the account, if it is a swap', async () => {
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

  test.each([
    [200, '200'],
    // No swap has so many: they are not read, and it is not called confirmed.
    [201, undefined],
  ])(
    'has, as a swap with %i events of the token, the received amount %s (undefined: too many events, stays pending)',
    async (count, told) => {
      const world = createWorld()
      const token: CaipAddress = `eip155:1:0x${'c'.repeat(40)}`
      const word = (digits: string) => `0x${digits.padStart(64, '0')}`
      const event = word('ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef')
      world.node.logs = Array.from({ length: count }, () => ({
        address: `0x${'c'.repeat(40)}`,
        topics: [event, word('d'.repeat(40)), word('a'.repeat(40))],
        data: word('1'),
      }))
      const tab = world.open()
      await tab.remember({ ...sentOf(1), kind: 'swap', in: { symbol: 'C', text: '4', units: '4', token } })
      world.node.mine(hashOf(1))
      await world.clock.advance(4_000)
      expect(tab.rows()[0]).toMatchObject({ status: told ? 'confirmed' : 'pending' })
      expect(tab.rows()[0]?.received).toBe(told)
    },
  )

  test('settles an hour after the receipt on a node without finality, even if the worker’s code for payments loads late', async () => {
    const world = createWorld()
    let come = () => {}
    world.code = new Promise<void>((resolve) => (come = resolve))
    const tab = world.open()
    await tab.remember(sentOf(1))
    world.node.mine(hashOf(1))
    await world.clock.advance(100_000)
    expect(tab.rows()[0]).toMatchObject({ status: 'late' })
    come()
    await world.clock.advance(30_000)
    expect(tab.rows()[0]).toMatchObject({ status: 'confirmed' })
    expect(tab.rows()[0]).not.toHaveProperty('isSettled')
    await world.clock.advance(3_500_000)
    expect(tab.rows()[0]).not.toHaveProperty('isSettled')
    await world.clock.advance(130_000)
    expect(tab.rows()[0]).toMatchObject({ status: 'confirmed', isSettled: true })
  })

  test('[D14] is marked as reopened when its block is replaced, until a new block includes the transaction', async () => {
    const world = createWorld()
    const tab = world.open()
    await tab.remember(sentOf(1))
    world.node.mine(hashOf(1))
    await world.clock.advance(4_000)
    expect(tab.rows()[0]).toMatchObject({ status: 'confirmed' })
    expect(tab.rows()[0]).not.toHaveProperty('isReopened')
    world.node.unmine(hashOf(1), 7)
    await world.clock.advance(40_000)
    expect(tab.rows()[0]).toMatchObject({ status: 'late', isReopened: true })
    tab.close()
    const next = world.open()
    await world.clock.advance(1)
    expect(next.rows()[0]).toMatchObject({ status: 'late', isReopened: true })
    world.node.mine(hashOf(1))
    world.node.height += 5
    world.node.final = world.node.height
    await world.clock.advance(40_000)
    expect(next.rows()[0]).toMatchObject({ status: 'confirmed', isSettled: true })
    expect(next.rows()[0]).not.toHaveProperty('isReopened')
    const asked = world.node.asked.length
    await world.clock.advance(300_000)
    expect(world.node.asked.length).toBe(asked)
  })

  test('[F28] gets the status late if its nonce was used by an unknown transaction, and the status lost after a day', async () => {
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

  test('gets the status dropped when the node no longer knows the transaction, and the status lost after a day', async () => {
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

  test('gets the status lost when no node has known the transaction for a day', async () => {
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

  describe('with a used nonce', () => {
    const whom = `0x${'b'.repeat(40)}`
    const coin = 1_000_000_000_000_000_000n
    const token: CaipAddress = `eip155:1:0x${'c'.repeat(40)}`
    const transfer = (units: bigint) =>
      `0xa9059cbb${whom.slice(2).padStart(64, '0')}${units.toString(16).padStart(64, '0')}`
    const tokens = { ...sentOf(1), out: { symbol: 'C', text: '5', units: '5', token } }

    test.each([
      ['the payment’s receiver and amount', 'renewed', sentOf(1), { to: whom, value: coin }],
      [
        'the payment’s token, receiver and amount',
        'renewed',
        tokens,
        { to: token.split(':')[2]!, input: transfer(5n) },
      ],
      [
        'an empty payment to the account itself',
        'cancelled',
        sentOf(1),
        { to: account.split(':')[2]!, value: 0n },
      ],
      ['a different amount', 'replaced', sentOf(1), { to: whom, value: coin + 1n }],
      ['a different receiver', 'replaced', sentOf(1), { to: `0x${'d'.repeat(40)}`, value: coin }],
      ['a payment with calldata', 'replaced', sentOf(1), { to: whom, value: coin, input: '0x00' }],
      ['a larger amount of the token', 'replaced', tokens, { to: token.split(':')[2]!, input: transfer(6n) }],
      ['a contract creation', 'replaced', sentOf(1), { to: null, value: coin }],
    ] as const)(
      'has, if the nonce was used by a transaction with %s, the status %s',
      async (_, status, sent, other) => {
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
        // The token has written no event: nothing has moved.
        const outcome = sent.out.token ? 'mismatched' : 'confirmed'
        if (status === 'renewed')
          expect(followed).toMatchObject({ out: sent.out, to: sent.to, status: outcome })
        else expect(followed).toBeUndefined()
      },
    )

    test('[F28] has the status late while the node does not return the transaction that used the nonce', async () => {
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

    test('[F28] has the status late while the block of the replacing transaction may still be reorganised away', async () => {
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

    test('has the status late while the node has the transaction’s block but not yet the receipt', async () => {
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

  test('has the status late if no node has returned the transaction, however high the account’s nonce is', async () => {
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

  test('[F33] is stored only as network and hash, until it settles, after its account was disconnected', async () => {
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

describe('A payment request that the wallet never answered', () => {
  const whom = `0x${'b'.repeat(40)}`
  const coin = 1_000_000_000_000_000_000n

  test('[F28] is shown in every tab until the user dismisses it', async () => {
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
    await next.dropRequest('one')
    expect(next.asked()).toEqual([])
    expect(world.records.size).toBe(0)
  })

  test('[F28] is matched only to an onchain transaction with the receiver and amount of the request', async () => {
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
    world.node.height += 1
    await world.clock.advance(35_000)
    expect(tab.asked()).toEqual([])
    expect(tab.rows()).toMatchObject([
      { hash: hashOf(6), asked: 'one', status: 'confirmed', out: { units: String(coin) } },
    ])
    // Whoever still thinks that nobody knows is not believed.
    await tab.ask(askedOf('one'))
    expect(tab.asked()).toEqual([])
  })

  test('is matched neither to a transaction from before the request nor to the transaction of a known payment', async () => {
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

  test('is matched to one transaction only: a second request for the same payment waits for a second transaction', async () => {
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

  test('disappears when the wallet answers the request after all', async () => {
    const world = createWorld()
    const tab = world.open()
    await tab.ask(askedOf('one'))
    await tab.remember({ ...sentOf(3), asked: 'one' })
    expect(tab.asked()).toEqual([])
    expect(tab.rows()).toMatchObject([{ hash: hashOf(3), asked: 'one' }])
  })

  test('is searched for on the chain by one tab only, every 30 s for at most an hour', async () => {
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

  test('[F28] [F32] is reported to the tab that makes the next payment request, with the payments of all tabs', async () => {
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

  test('[F33] is removed from the store when its account is disconnected', async () => {
    const world = createWorld()
    const tab = world.open()
    await tab.ask(askedOf('one'))
    await world.durable.forget(`eip155:${account.split(':')[2]}`)
    expect(world.records.size).toBe(0)
  })

  test('[F31] is shown even if the disk cannot be read', async () => {
    const world = createWorld()
    world.isBroken = true
    const tab = world.open()
    await tab.ask(askedOf('one'))
    await world.clock.advance(1_000)
    expect(tab.asked()).toEqual([askedOf('one')])
  })
})

describe('The node of a sent payment', () => {
  test('[A213] is asked every 30 s after the first 25 s, and never while no payment is open', async () => {
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

  test('[F32] is asked by only one of eight tabs', async () => {
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

test('[F32] A sent payment is followed by another open tab when the tab that sent the payment is closed', async () => {
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

test('[F31] A sent payment is followed while the disk cannot be read', async () => {
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

describe('A sent Solana transaction', () => {
  const signature = '5'.repeat(88)
  const payer = solana.split(':')[2]!
  const sent: SentTransaction = {
    ...sentOf(1),
    account: solana,
    hash: signature,
    to: 'So11111111111111111111111111111111111111112',
    out: { symbol: 'SOL', text: '1', units: '1000000000' },
    lastValidBlockHeight: 100,
  }

  test('is confirmed when the cluster has confirmed the transaction, and failed when its status is an error', async () => {
    const world = createWorld()
    const tab = world.open(solana)
    await tab.remember(sent)
    world.node.statuses.set(signature, { confirmationStatus: 'processed', err: null })
    await world.clock.advance(10_000)
    expect(tab.statuses()).toEqual(['pending'])
    world.node.statuses.set(signature, { confirmationStatus: 'confirmed', err: null })
    await world.clock.advance(4_000)
    // The node does not have the transaction yet.
    expect(tab.statuses()).toEqual(['pending'])
    world.node.put(signature, writeByKit(payer, [payCoin(payer, sent.to, 10n ** 9n)], sent.to))
    await world.clock.advance(4_000)
    expect(tab.statuses()).toEqual(['confirmed'])
    const other = '6'.repeat(88)
    await tab.remember({ ...sent, hash: other })
    world.node.statuses.set(other, { confirmationStatus: 'finalized', err: { InstructionError: [0, 'x'] } })
    await world.clock.advance(4_000)
    expect(tab.statuses()).toEqual(expect.arrayContaining(['confirmed', 'failed']))
  })

  test('expires when the last possible block height has passed and no node knows the transaction', async () => {
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
    ['[F28] the status becomes lost if the node keeps only recent statuses', 'lost', 1_000],
    [
      'the status becomes expired if the node still keeps the statuses from three days ago',
      'expired',
      -601_000,
    ],
    ['[F28] the status becomes lost if the node does not say how long it keeps statuses', 'lost', undefined],
  ] as const)('after three days without a check: %s', async (_, status, keptFrom) => {
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

  test('[F28] gets the status lost, not expired, when its node has failed for ten minutes', async () => {
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

  test('expires after the longest possible validity, counted from the first check, if its last valid block height is unknown', async () => {
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

  describe('with a request that the wallet never answered', () => {
    const friend = 'So11111111111111111111111111111111111111112'
    const asked: PendingRequest = {
      account: solana,
      kind: 'send',
      to: friend,
      out: { symbol: 'SOL', text: '0.000000005', units: '5' },
      id: 'one',
      askedAt: createFakeClock().now(),
    }
    const pay = (amount: bigint) => writeByKit(payer, [payCoin(payer, friend, amount)], friend)

    test.each([0, 3])(
      'is found as the first payment of the requested amount after the request (%i payments of this amount before the request)',
      async (before) => {
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
      },
    )
  })
})

test('[F28] A payment that is mined in the end is never reported as failed, replaced or expired, in any order of events', async () => {
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
    { numRuns: propertyRuns(300) },
  )
})

test('A payment on a network without a node leaves the status late within three days', async () => {
  const world = createWorld()
  world.networks = [{ caipNetworkId: 'eip155:1', rpcUrls: [] }] as unknown as Network[]
  const tab = world.open()
  await tab.remember(sentOf(1))
  await world.clock.advance(3 * 86_400_000)
  expect(tab.statuses()).not.toEqual(['late'])
})

test('A payment on a network that the page has removed leaves the status late within three days', async () => {
  const world = createWorld()
  world.networks = []
  const tab = world.open()
  await tab.remember(sentOf(1))
  await world.clock.advance(3 * 86_400_000)
  expect(tab.statuses()).not.toEqual(['late'])
})

test('A Solana payment is not reported as failed when its status has no err field', async () => {
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

test('A payment is still followed after the clock was set back by an hour', async () => {
  const world = createWorld()
  const tab = world.open()
  await tab.remember({ ...sentOf(1), sentAt: world.clock.now() + 3_600_000 })
  world.node.mine(hashOf(1))
  world.node.height += 5
  await world.clock.advance(600_000)
  expect(tab.statuses()).toEqual(['confirmed'])
})

test('[F31] A full disk does not make the worker ask the node of a payment more often', async () => {
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

test('[F31] [F33] Payment updates that a full disk refused are removed when their account is forgotten', async () => {
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

test('[F31] A stored payment is followed until it is confirmed, even when the disk is full', async () => {
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
