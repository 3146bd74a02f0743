/** Hashes that are of no transaction yet, of none of this account, or of none that a node has ever seen. */
import { encodeAbiParameters, encodeEventTopics, erc20Abi, type Hex, numberToHex, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { BillfoldError } from '../../../../src/core/base/errors.ts'
import type { CaipAddress } from '../../../../src/core/chains/caip.ts'
import type { SentRow } from '../../../../src/core/payments/sent.ts'
import { checkEvmPayment } from '../../../../worker/payments/sent/check-evm-payment.ts'
import type { SentRecord } from '../../../../worker/payments/sent/sent-records.ts'
import { account as payer, askedOf, createWorld, hashOf, sentOf } from './sent-world.ts'

const OWN = `0x${'a1'.repeat(20)}` as const
const TO = `0x${'b2'.repeat(20)}` as const
const TOKEN = `0x${'c3'.repeat(20)}` as const
const account: CaipAddress = `eip155:1:${OWN}`
const hash = `0x${'1'.repeat(64)}` as const
const carrier = `0x${'2'.repeat(64)}` as const
const units = 100_000_000n
const row: SentRow = {
  account,
  kind: 'send',
  to: TO,
  hash,
  sentAt: 0,
  status: 'pending',
  out: { symbol: 'USDC', text: '100', units: `${units}`, token: `eip155:1:${TOKEN}` },
}
const events = parseAbi([
  'event UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, address indexed paymaster, uint256 nonce, bool success, uint256 actualGasCost, uint256 actualGasUsed)',
  'event ExecutionSuccess(bytes32 indexed txHash, uint256 payment)',
])
const moved = {
  address: TOKEN,
  topics: encodeEventTopics({ abi: erc20Abi, eventName: 'Transfer', args: { from: OWN, to: TO } }),
  data: encodeAbiParameters([{ type: 'uint256' }], [units]),
}
const [EXECUTED] = encodeEventTopics({ abi: events, eventName: 'ExecutionSuccess' })
const zero = '0'.repeat(64)
const safe = { address: OWN, topics: [EXECUTED, hash], data: `0x${zero}` as Hex }
const oldSafe = { address: OWN, topics: [EXECUTED], data: `${hash}${zero}` as Hex }
const operation = (success: boolean) => ({
  address: '0x0000000071727de22e5e9d8baf0edac6f37da032',
  topics: encodeEventTopics({
    abi: events,
    eventName: 'UserOperationEvent',
    args: { userOpHash: hash, sender: OWN, paymaster: TOKEN },
  }),
  data: encodeAbiParameters(
    [{ type: 'uint256' }, { type: 'bool' }, { type: 'uint256' }, { type: 'uint256' }],
    [0n, success, 9n, 9n],
  ),
})

/** A contract account, of which `logs` are in block 100 from some moment on. */
function createNode({ threshold, code = '0x6080' }: { threshold?: bigint; code?: string } = {}) {
  const node = {
    logs: undefined as readonly { address: string; topics: readonly unknown[] }[] | undefined,
    height: 100,
    ranges: [] as [number, number][],
    /** Blocks that may be searched at once. */
    widest: Infinity,
    async rpc(method: string, [param]: readonly unknown[]): Promise<unknown> {
      switch (method) {
        case 'eth_getCode':
          return code
        case 'eth_getTransactionCount':
          return '0x1'
        case 'eth_blockNumber':
          return numberToHex(node.height)
        case 'eth_call':
          return threshold === undefined ? '0x' : numberToHex(threshold, { size: 32 })
        case 'eth_getTransactionReceipt':
          if (param !== carrier || !node.logs) return null
          return { status: '0x1', blockNumber: '0x64', logs: node.logs }
        case 'eth_getLogs': {
          const { fromBlock, toBlock, address, topics } = param as Record<'fromBlock' | 'toBlock', string> & {
            address: string | string[]
            topics: unknown[]
          }
          if (Number(toBlock) - Number(fromBlock) >= node.widest) throw new Error('block range is too large')
          node.ranges.push([Number(fromBlock), Number(toBlock)])
          if (Number(fromBlock) > 100 || Number(toBlock) < 100) return []
          return (node.logs ?? [])
            .filter(
              (log) =>
                (!address || [address].flat().includes(log.address)) &&
                [topics[0]].flat().includes(log.topics[0]),
            )
            .map((log) => ({ ...log, transactionHash: carrier }))
        }
        default:
          return null
      }
    },
  }
  return node
}

/** What becomes of it by looks every 30 s. */
async function follow(rpc: Parameters<typeof checkEvmPayment>[1], part: Partial<SentRecord> = {}) {
  let record: SentRecord = {
    caipNetworkId: 'eip155:1',
    hash,
    sentAt: 0,
    account,
    row,
    isSettled: false,
    ...part,
  }
  let now = 0
  const said = new Set<string | undefined>()
  return {
    said,
    async look(times: number) {
      for (let at = 0; at < times && !record.isSettled; at += 1) {
        const { status, ...seen } = await checkEvmPayment(record, rpc, now)
        record = {
          ...record,
          ...seen,
          isSettled: seen.isSettled === true,
          row: { ...record.row!, ...(status && { status }) },
          lookedAt: now,
        }
        said.add(record.row!.status)
        now += 30_000
      }
      return { ...record, status: record.row!.status }
    },
  }
}

describe('[D4] A payment whose hash is not a transaction hash (Safe, ERC-4337)', () => {
  test('waits for the remaining signers, never gets the status lost, and is confirmed when a Safe executes it', async () => {
    const node = createNode({ threshold: 2n })
    const payment = await follow(node.rpc)
    expect(await payment.look(3_000)).toMatchObject({ status: 'cosigning' })
    expect(payment.said).not.toContain('lost')
    node.logs = [moved, safe]
    node.height = 101
    expect(await payment.look(1)).toMatchObject({ status: 'confirmed', executedBy: carrier })
  })

  test.each([
    ['an older Safe (confirmed)', [moved, oldSafe], 'confirmed'],
    ['a user operation (confirmed)', [moved, operation(true)], 'confirmed'],
    ['a failed user operation (mismatched)', [operation(false)], 'mismatched'],
    ['a user operation without a transfer (mismatched)', [operation(true)], 'mismatched'],
  ])(
    'is found by the contract’s event, and gets the event’s result as its status: %s',
    async (_, logs, status) => {
      const node = createNode()
      const payment = await follow(node.rpc)
      expect(await payment.look(4)).toMatchObject({ status: 'queued' })
      node.logs = logs
      node.height = 101
      expect(await payment.look(1)).toMatchObject({ status, executedBy: carrier })
    },
  )

  test('stays pending for a day if its account has delegated code, and is found as a user operation or a transaction', async () => {
    const code = '0xef0100' + 'c3'.repeat(20)
    const node = createNode({ code })
    const payment = await follow(node.rpc)
    expect(await payment.look(2_000)).toMatchObject({ status: 'pending' })
    expect([...payment.said]).toEqual(['pending'])
    node.logs = [moved, operation(true)]
    node.height = 101
    expect(await payment.look(1)).toMatchObject({ status: 'confirmed', executedBy: carrier })
    const spedUp = createSpedUp(1e9, code)
    const seen = await (await follow(spedUp, sentHere({ startNonce: 5, startBlock: 450 }))).look(60)
    expect(seen).toMatchObject({ status: 'renewed', replacedBy: carrier })
  })

  test('gets the status queued after a day if its account has delegated code, and then no longer blocks new payments', async () => {
    const node = createNode({ code: '0xef0100' + 'c3'.repeat(20) })
    const payment = await follow(node.rpc)
    expect(await payment.look(3_000)).toMatchObject({ status: 'queued' })
    expect(payment.said).not.toContain('lost')
  })

  test.each([500, 10, 1])(
    'is found on a node that searches only a limited number of blocks at once (%i)',
    async (widest) => {
      const node = createNode()
      Object.assign(node, { widest, height: 130 })
      const payment = await follow(node.rpc, { startBlock: 90, startNonce: 1 })
      node.logs = [moved, operation(true)]
      expect(await payment.look(10)).toMatchObject({ status: 'confirmed', executedBy: carrier })
    },
  )

  test('waits for 30 days on a node that refuses every search', async () => {
    const node = createNode({ threshold: 2n })
    node.widest = 0
    const payment = await follow(node.rpc)
    expect(await payment.look(10)).toMatchObject({ status: 'cosigning', isSettled: false })
    expect(await payment.look(90_000)).toMatchObject({ status: 'cosigning', isSettled: true })
  })

  test('is not confirmed by events of contracts other than the account and the entry point', async () => {
    const node = createNode()
    node.logs = [{ ...operation(false), address: `0x${'f6'.repeat(20)}` }]
    expect(await (await follow(node.rpc)).look(10)).toMatchObject({ status: 'queued' })
  })

  test('returns to the status queued when the block of its execution is replaced', async () => {
    const node = createNode()
    const payment = await follow(node.rpc)
    node.logs = [moved, operation(true)]
    node.height = 101
    expect(await payment.look(3)).toMatchObject({ status: 'confirmed' })
    node.logs = undefined
    expect(await payment.look(4)).toMatchObject({ status: 'queued', executedBy: '' })
    node.logs = [moved, operation(true)]
    expect(await payment.look(3)).toMatchObject({ status: 'confirmed' })
  })

  test('is searched for in ranges of less than 1,000 blocks, starting at the block of the request', async () => {
    const node = createNode()
    node.height = 1_000_000
    const payment = await follow(node.rpc, { startBlock: 990_000, startNonce: 1 })
    await payment.look(8)
    expect(node.ranges.every(([from, to]) => from >= 990_000 && to - from < 1_000)).toBe(true)
    expect(Math.max(...node.ranges.map(([, to]) => to))).toBe(1_000_000)
  })

  test('is searched for often while a day of blocks is unread, and rarely after that', async () => {
    const world = createWorld()
    const { node } = world
    const ranges: number[] = []
    node.code = '0x6080'
    node.height = 1_000_000
    const { answer } = node
    node.answer = async (method, params) => {
      if (method !== 'eth_getLogs') return answer(method, params)
      ranges.push(Number((params[0] as { toBlock: string }).toBlock))
      return []
    }
    const tab = world.open()
    await tab.remember(sentOf(1))
    await world.clock.advance(3_700_000)
    expect(tab.statuses()).toEqual(['queued'])
    ranges.length = 0
    await world.clock.advance(600_000)
    const rarely = ranges.length
    expect(rarely).toBeLessThan(8)
    // Four blocks a second, for a day.
    node.height += 345_600
    await world.clock.advance(900_000)
    expect(Math.max(...ranges)).toBe(node.height)
    ranges.length = 0
    await world.clock.advance(600_000)
    expect(ranges.length).toBeLessThanOrEqual(rarely + 2)
    tab.close()
  })

  test('does not count as open while it waits for signers or a bundle, so that the person can request the payment a second time', async () => {
    const { isOpen, isQueued } = await import('../../../../src/core/payments/sent.ts')
    for (const status of ['queued', 'cosigning'] as const)
      expect([isOpen({ status }), isQueued({ status })]).toEqual([false, true])
  })
})

const sentHere = (part: Partial<SentRecord> = {}): Partial<SentRecord> => ({
  row: { ...row, out: { symbol: 'ETH', text: '1', units: '1' } },
  ...part,
})

/** It was sped up: in block 500 of 1,000 the same payment has number 5 under another hash. */
function createSpedUp(keptStates: number, code = '0x', isHeld = true) {
  return async (method: string, params: readonly unknown[]): Promise<unknown> => {
    if (method === 'eth_blockNumber') return numberToHex(1_000)
    if (method === 'eth_getCode') return code
    if (method === 'eth_getTransactionCount') {
      const block = params[1] === 'latest' ? 1_000 : Number(params[1])
      if (1_000 - block > keptStates) throw new BillfoldError('bad_envelope', 'missing trie node')
      return block >= 500 ? '0x6' : '0x5'
    }
    if (method !== 'eth_getBlockByNumber' || params[0] === 'finalized') return null
    const held = { hash: carrier, from: OWN, nonce: '0x5', to: TO, value: '0x1', input: '0x' }
    return { transactions: isHeld && Number(params[0]) === 500 ? [held] : [] }
  }
}

describe('[D4] A payment that was sped up', () => {
  test.each([
    ['on a node with old state', 1e9, { nonce: 5 }],
    ['after 128 blocks on a node without old state', 128, { nonce: 5 }],
    ['after 128 blocks if the block of the request is known', 128, { nonce: 5, startBlock: 450 }],
    ['if no node ever saw the first hash', 1e9, { startNonce: 5, startBlock: 450 }],
    ['if no node ever saw the first hash or keeps old state', 128, { startNonce: 5, startBlock: 450 }],
    ['if neither the first hash nor the block of the request is known', 128, { startNonce: 5 }],
    ['if nothing was recorded at the request', 1e9, {}],
  ])('is followed under its new hash %s', async (_, keptStates, part) => {
    const seen = await (await follow(createSpedUp(keptStates), sentHere(part))).look(60)
    expect(seen).toMatchObject({ status: 'renewed', replacedBy: carrier })
  })

  test('is followed under its new hash if the payment is a swap and the new transaction uses the swap’s router', async () => {
    const swap = { ...row, kind: 'swap' as const, to: TO, in: row.out }
    const seen = await (await follow(createSpedUp(1e9), { row: swap, nonce: 5 })).look(2)
    expect(seen).toMatchObject({ status: 'renewed', replacedBy: carrier })
  })
})

test('[D4] A swap whose nonce is unknown is marked replaced, and is not matched to another swap through its router', async () => {
  const swap = { ...row, kind: 'swap' as const, to: TO, in: row.out }
  const payment = await follow(createSpedUp(1e9), { row: swap, startNonce: 5, startBlock: 450 })
  expect(await payment.look(3_000)).toMatchObject({ status: 'replaced' })
  expect([...payment.said]).toEqual(['pending', 'replaced'])
})

test('[D4] An executed payment returns to the status queued while no block includes its execution', async () => {
  const node = createNode()
  const payment = await follow(node.rpc)
  node.logs = [moved, operation(true)]
  node.height = 101
  expect(await payment.look(3)).toMatchObject({ status: 'confirmed' })
  const { rpc } = node
  node.rpc = async (method, params) =>
    method === 'eth_getTransactionByHash' ? { hash: carrier, nonce: '0x5', from: TOKEN } : rpc(method, params)
  node.logs = undefined
  const again = await follow(node.rpc, { executedBy: carrier, row: { ...row, status: 'queued' } })
  expect(await again.look(3)).toMatchObject({ status: 'queued' })
  expect([...again.said]).toEqual(['queued'])
})

describe('[D4] A payment whose nonce was used by an unknown transaction', () => {
  test.each([
    ['on a node without old state', 128, { nonce: 5, startBlock: 450 }],
    ['on a node without old state if the block of the request is unknown', 128, { nonce: 5 }],
    ['if an EIP-7702 authorisation used the nonce', 1e9, { nonce: 5, startBlock: 450 }],
  ])('stays pending for at most an hour, and is then marked replaced, %s', async (_, keptStates, part) => {
    const payment = await follow(createSpedUp(keptStates, '0x', false), sentHere(part))
    expect(await payment.look(3)).toMatchObject({ status: 'pending' })
    expect(await payment.look(130)).toMatchObject({ status: 'replaced' })
    expect([...payment.said]).toEqual(['pending', 'replaced'])
  })

  test('is marked replaced, not lost, when no node knows its hash and old blocks are missing', async () => {
    const part = { startNonce: 5, startBlock: 900 }
    const payment = await follow(createSpedUp(128, '0x', false), sentHere(part))
    expect(await payment.look(3_000)).toMatchObject({ status: 'replaced', isSettled: true })
    expect(payment.said).not.toContain('lost')
  })
})

test('[D4] The nonce of a relayer is not taken for the account’s nonce', async () => {
  const old = { hash: `0x${'9'.repeat(64)}`, from: OWN, nonce: '0x5', to: TOKEN, value: '0x0', input: '0x' }
  let isKnown = true
  const node = createNode()
  const rpc = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    if (method === 'eth_getTransactionByHash' && isKnown)
      return { hash, from: `0x${'43'.repeat(20)}`, nonce: '0x5' }
    if (method === 'eth_getTransactionCount') return Number(params[1]) < 100 ? '0x0' : '0x64'
    if (method === 'eth_getBlockByNumber') return { transactions: [old] }
    return node.rpc(method, params)
  }
  const payment = await follow(rpc)
  expect(await payment.look(1)).not.toHaveProperty('nonce')
  isKnown = false
  await payment.look(10)
  expect([...payment.said]).toEqual(['pending', 'queued'])
})

test('[D4] A sent payment is stored with the account’s nonce and the block at the time of the request', async () => {
  const world = createWorld()
  const tab = world.open()
  await tab.ask(askedOf('one'))
  await world.clock.advance(1_000)
  await tab.remember({ ...sentOf(3), asked: 'one' })
  expect([...world.records.values()].map(({ value }) => value)).toMatchObject([
    { startNonce: 7, startBlock: 50 },
  ])
})

test('[D4] A payment that was sped up is listed as renewed, and its speed-up as confirmed, even if no node saw the first hash', async () => {
  const world = createWorld()
  const tab = world.open()
  await tab.ask(askedOf('one'))
  await world.clock.advance(1_000)
  await tab.remember({ ...sentOf(3), asked: 'one' })
  await world.clock.advance(10_000)
  world.node.include(hashOf(9), 7, { to: `0x${'b'.repeat(40)}`, value: 10n ** 18n })
  world.node.height += 4
  await world.clock.advance(120_000)
  expect(payer).toBe(tab.rows()[0]?.account)
  expect(new Map(tab.rows().map((one) => [one.hash, one.status]))).toEqual(
    new Map([
      [hashOf(9), 'confirmed'],
      [hashOf(3), 'renewed'],
    ]),
  )
})
