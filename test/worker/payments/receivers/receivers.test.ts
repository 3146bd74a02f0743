/** [F26] What is known of receivers by what was paid before, and whom a name stands for. */
import { encodeFunctionData, erc20Abi } from 'viem'
import { holesky, sepolia } from 'viem/chains'
import { describe, expect, test } from 'vitest'
import type { CaipAddress } from '../../../../src/core/chains/caip.ts'
import { domain as evm } from '../../../../worker/main/files/billfold-evm.ts'
import { toChecksumAddress } from '../../../../src/core/chains/checksum-address.ts'
import { BillfoldError } from '../../../../src/core/base/errors.ts'
import { type Network, toNetwork } from '../../../../src/core/chains/networks.ts'
import { sentStatuses } from '../../../../src/core/payments/sent.ts'
import type { CommandContext } from '../../../../worker/base/context.ts'
import { extendContext } from '../../../../worker/base/extend-context.ts'
import type { TransferDraft } from '../../../../src/core/payments/transfer.ts'
import { createTransfer } from '../../../../src/payments/create-transfer.ts'
import { checkReceiver, prepareTransfer } from '../../../../worker/payments/transfer/prepare-transfer.ts'
import {
  checkAddress,
  findReceiver,
  recentReceivers,
} from '../../../../worker/payments/receivers/receivers.ts'
import { getSentRecords } from '../../../../worker/payments/sent/sent-records.ts'
import { createBench, token, transaction, type TransactionOptions } from '../../activity/history.ts'
import { ACCOUNT, ADDRESS, OTHER_ADDRESS } from '../../fake-api.ts'
import { createPaymentContext, keptPayment } from '../transfer/create-context.ts'

const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const network = toNetwork({
  id: 1,
  name: 'Ethereum',
  nativeCurrency,
  rpcUrls: { default: { http: [] } },
  contracts: { ensUniversalResolver: { address: '0xeeeeeeee14d718c2b47d9923deab1335e144eeee' } },
})
const skerry = toNetwork({ id: 10, name: 'Skerry', nativeCurrency, rpcUrls: { default: { http: [] } } })

/** What was meant, and what was paid: 20 December 2025. */
const MEANT = '0xbaf4b1aF7E3B560d937DA0458514552B6495F8b5'
const GROUND = '0xBaFF2F13638C04B10F8119760B2D2aE86b08f8b5'
/** Begins as what was meant does, and ends otherwise. */
const HALF = toChecksumAddress(`0xbaf4${'0'.repeat(36)}`)

type Row = TransactionOptions & { sentFrom?: string; sentTo?: string }

function send(id: number, to: string, options: Row = {}) {
  const row: Row = {
    operationType: 'send',
    sentFrom: ADDRESS,
    sentTo: to,
    transfers: [token('out', '50', 'ETH', 50)],
    ...options,
  }
  return transaction(id, id, row)
}

/** What a node says of payments in coins: of everything that has a price. */
function tellOf(rows: readonly ReturnType<typeof transaction>[]) {
  return async (_: string, method: string, [hash]: unknown[]) => {
    const row = rows.find(({ metadata }) => metadata.hash === hash)
    const [moved] = (row?.transfers ?? []) as { value: number | null }[]
    const value = moved?.value ? '0x1' : '0x0'
    if (!row || method !== 'eth_getTransactionByHash') return null
    return { hash, from: ADDRESS, to: row.metadata.sentTo, input: '0x', value }
  }
}

/** After this history was read, and a node has told of it. */
async function createWorld(rows: ReturnType<typeof transaction>[], isRead = true, isLearned = isRead) {
  const bench = createBench()
  bench.pages.set('', { data: rows, next: null })
  if (isRead) await bench.fetch()
  const { context, sent } = createPaymentContext([network, skerry], {
    store: bench.store,
    clock: bench.clock,
    isSupported: async () => true,
    load: (async () => ({
      ...evm,
      resolveAddress: async (_: unknown, __: unknown, name: string, coinType?: number) =>
        name === 'nadia.eth' && coinType === undefined ? MEANT.toLowerCase() : undefined,
    })) as unknown as CommandContext['load'],
  })
  const look = async (address: string, account: CaipAddress = ACCOUNT) =>
    (await checkAddress({ account, address, own: [] }, context)).filter(({ code }) => code !== 'unknown')
  const learn = async (rows: ReturnType<typeof transaction>[]) => {
    const networks = [{ ...network, rpcUrls: ['https://node.example'] }]
    const config = { ...context.config, networks }
    const asked = { ...context, config, http: { rpc: tellOf(rows) } as never }
    await recentReceivers({ account: ACCOUNT, own: [] }, asked)
  }
  if (isLearned) await learn(rows)
  return { bench, context, sent, look, learn }
}

describe('The check whether an address was paid before', () => {
  test('[F26] accepts an address that was paid before, and warns of look-alikes of that address on every network', async () => {
    const { look } = await createWorld([send(1, MEANT)])
    expect(await look(MEANT)).toEqual([])
    const warning = { code: 'look_alike', anchor: MEANT, prefix: 3, suffix: 4, isBait: false }
    expect(await look(GROUND)).toEqual([warning, { code: 'new' }])
    expect(await look(GROUND, `eip155:10:${ADDRESS}`)).toEqual([warning, { code: 'new' }])
    expect(await look(HALF)).toEqual([
      { code: 'half_look_alike', anchor: MEANT, prefix: 4, suffix: 0 },
      { code: 'new' },
    ])
  })

  test('[F26] takes an address as paid after the account’s confirmed payment, but not after an approval or another account’s payment', async () => {
    const { look, sent } = await createWorld([])
    expect(await look(MEANT)).toEqual([{ code: 'new' }])
    sent.push(keptPayment(ACCOUNT, MEANT))
    expect(await look(MEANT)).toEqual([])
    expect(await look(GROUND)).toMatchObject([{ code: 'look_alike', anchor: MEANT }, { code: 'new' }])
    // Somebody else's, and what is no payment.
    sent.splice(
      0,
      1,
      keptPayment('eip155:1:0x0000000000000000000000000000000000000001', MEANT),
      keptPayment(ACCOUNT, MEANT, { kind: 'approve' }),
    )
    expect(await look(MEANT)).toEqual([{ code: 'new' }])
  })

  test('[F26] takes an address as paid even if its payment was confirmed while the disk could not be written', async () => {
    const { look, context, sent } = await createWorld([])
    sent.push(keptPayment(ACCOUNT, MEANT, { status: 'pending' }))
    expect(await look(MEANT)).toEqual([{ code: 'new' }])
    const records = getSentRecords(context)
    const [payment] = (await records.list()).sent
    // This disk can be read and not written.
    await records.change(payment!, { status: 'confirmed', lookedAt: context.clock.now() })
    expect(await look(MEANT)).toEqual([])
    const { receivers } = await recentReceivers({ account: ACCOUNT, own: [] }, context)
    expect(receivers).toMatchObject([{ address: MEANT }])
  })

  test('[F26] ignores incoming, empty, failed and contract transactions, and transactions of other accounts', async () => {
    const { look } = await createWorld([
      transaction(1, 1, { sentFrom: MEANT, transfers: [token('in', '50', 'USDT', 50)] } as Row),
      send(2, MEANT, { transfers: [token('out', '0', 'USDT', 0)] }),
      send(3, MEANT, { sentFrom: '0x00000000000000000000000000000000000000aa' }),
      send(4, MEANT, { status: 'failed' }),
      send(5, MEANT, { operationType: 'execute' }),
    ])
    expect(await look(MEANT)).toEqual([{ code: 'new' }])
    expect(await look(GROUND)).toEqual([{ code: 'new' }])
  })

  test.each(sentStatuses.filter((status) => status !== 'confirmed'))(
    '[D3] ignores a payment to the address while the payment’s status is %s',
    async (status) => {
      const { look, sent } = await createWorld([send(1, MEANT)])
      sent.push(keptPayment(ACCOUNT, GROUND, { status }))
      expect((await look(GROUND)).map(({ code }) => code)).toEqual(['look_alike', 'new'])
    },
  )

  test('[D3] ignores a pending payment in the history', async () => {
    const { look } = await createWorld([send(1, MEANT), send(2, GROUND, { status: 'pending' })])
    expect((await look(GROUND)).map(({ code }) => code)).toEqual(['look_alike', 'new'])
  })

  test.each<[string, readonly [string, string, number | null]]>([
    ['a worthless token with the name of the native token', ['50', 'ETH', 0]],
    ['a token without a price, with the name of the native token', ['50', 'ETH', null]],
    ['dust of the native token', ['0.0000001', 'ETH', 0.0003]],
    ['an amount of 0 of the native token', ['0', 'ETH', 0]],
    ['dust of USDT', ['0.01', 'USDT', 0.01]],
  ])('[D16] ignores a transfer of %s', async (_, [numeric, name, value]) => {
    const fake = send(2, GROUND, { transfers: [token('out', numeric, name, value as number)] })
    const { look } = await createWorld([send(1, MEANT), fake])
    const codes = (await look(GROUND)).map(({ code }) => code)
    expect(codes[0]).toBe('look_alike')
    expect((await look(MEANT)).map(({ code }) => code)).toEqual([])
  })

  describe('[D16] for a history entry that names the native token', () => {
    const there = { ...network, rpcUrls: ['https://node.example'] }
    const hash = (id: number) => `0x${String(id).padStart(64, '0')}`

    /** The second one went to a look-alike. */
    async function look(address: string, second: object | null, row: Row = {}) {
      const { context } = await createWorld([send(1, MEANT), send(2, GROUND, row)], true, false)
      const rpc = async (_: string, method: string, [asked]: unknown[]) => {
        if (method !== 'eth_getTransactionByHash') return '0x'
        const answer = { hash: asked, from: ADDRESS, input: '0x', value: '0x1' }
        return asked === hash(1) ? { ...answer, to: MEANT } : second && { ...answer, ...second }
      }
      const config = { ...context.config, networks: [there] }
      const own = { ...context, config, http: { rpc } as never }
      return (await checkAddress({ account: ACCOUNT, address, own: [] }, own)).map(({ code }) => code)
    }
    const transferOf = (to: string) =>
      encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to as `0x${string}`, 50n] })

    test.each<[string, object, Row]>([
      ['transfers a token with a price', { to: HALF, value: '0x0', input: transferOf(GROUND) }, {}],
      ['transfers nothing', { to: GROUND, value: '0x0' }, {}],
      [
        'transfers a token without a price that is named like the native token',
        { to: HALF, value: '0x0', input: transferOf(GROUND) },
        { transfers: [token('out', '50', 'ETH', null as never)] },
      ],
      [
        'transfers a token without a price that has a different name',
        { to: HALF, value: '0x0', input: transferOf(GROUND) },
        { transfers: [token('out', '50', 'USDT', null as never)] },
      ],
    ])('ignores the entry when the transaction %s', async (_, second, row) => {
      expect(await look(GROUND, second, row)).toEqual(['look_alike', 'new'])
    })

    test('counts the entry when the transaction itself pays the native token, even without a price', async () => {
      expect(await look(GROUND, { to: GROUND })).toEqual([])
      const row = { transfers: [token('out', '50', 'ETH', null as never)] }
      expect(await look(GROUND, { to: GROUND }, row)).toEqual([])
    })

    test('reports "unread" while the node does not know the transaction, and still warns of look-alikes', async () => {
      expect(await look(GROUND, null)).toEqual(['look_alike', 'new'])
      const { look: ask } = await createWorld([send(1, MEANT)], true, false)
      expect(await ask(MEANT)).toEqual([{ code: 'unread' }])
      expect(await ask(GROUND)).toMatchObject([
        { code: 'look_alike', anchor: MEANT, isClaimed: true },
        { code: 'unread' },
      ])
    })

    test('adds isClaimed to a look-alike warning if only the history names the imitated address, and names a paid address first', async () => {
      // The look-alike stands in the history, as anybody's token can make it; what is meant was never paid.
      const bait = await createWorld([send(1, GROUND)], true, false)
      expect(await bait.look(MEANT)).toMatchObject([
        { code: 'look_alike', anchor: GROUND, isClaimed: true },
        { code: 'unread' },
      ])
      expect(await bait.look(HALF)).toEqual([{ code: 'unread' }])
      const half = await createWorld([send(1, MEANT)], true, false)
      expect(await half.look(HALF)).toMatchObject([
        { code: 'half_look_alike', anchor: MEANT, isClaimed: true },
        { code: 'unread' },
      ])
      // Of both, the one that was paid counts, however much more the other is like what was entered.
      const like = toChecksumAddress(`0xbaff2f${'1'.repeat(26)}6b08f8b5`)
      const { look, context, sent } = bait
      sent.push(keptPayment(ACCOUNT, MEANT))
      const [first] = await look(like)
      expect(first).toMatchObject({ code: 'look_alike', anchor: MEANT })
      expect(first).not.toHaveProperty('isClaimed')
      expect(
        (await checkAddress({ account: ACCOUNT, address: MEANT, own: [] }, context)).map(({ code }) => code),
      ).toEqual(['unknown'])
    })
  })

  test('[D3] ignores a sent payment without a status', async () => {
    const { look, sent } = await createWorld([send(1, MEANT)])
    sent.push(keptPayment(ACCOUNT, GROUND, { status: undefined }))
    expect((await look(GROUND)).map(({ code }) => code)).toEqual(['look_alike', 'new'])
  })

  test('[F26] warns of a partial look-alike as of a full look-alike if it sent dust to the account or got a payment of 0', async () => {
    const dust = { sentFrom: HALF, transfers: [token('in', '0.005', 'USDT', 0.005)] } as Row
    const { look } = await createWorld([send(1, MEANT), transaction(0, 0, dust)])
    expect(await look(HALF)).toMatchObject([
      { code: 'look_alike', anchor: MEANT, isBait: true },
      { code: 'new' },
    ])
    const nothing = send(0, HALF, { transfers: [token('out', '0', 'USDT', 0)] })
    const other = await createWorld([send(1, MEANT), nothing])
    expect(await other.look(HALF)).toMatchObject([{ code: 'look_alike', isBait: true }, { code: 'new' }])
  })

  test('[F26] recognises the person’s own accounts without any history', async () => {
    const { context } = await createWorld([])
    const own = [
      `eip155:10:${MEANT}`,
      'solana:localnet:7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
      'junk',
      7,
    ] as never
    const look = (address: string) => checkAddress({ account: ACCOUNT, address, own }, context)
    expect(await look(MEANT)).toMatchObject([{ code: 'own' }, { code: 'unknown' }])
    expect(await look(GROUND)).toMatchObject([{ code: 'look_alike', anchor: MEANT }, { code: 'new' }, {}])
    expect(await look(ADDRESS)).toMatchObject([{ code: 'self' }, { code: 'unknown' }])
  })

  test('[F26] reports "unknown" while the store cannot be read', async () => {
    const { context } = await createWorld([send(1, MEANT)])
    const gone = async () => {
      throw new BillfoldError('store_unavailable', 'The disk is away.')
    }
    const there = { ...network, rpcUrls: ['https://node.example'] }
    const look = async (change: Partial<CommandContext>) => {
      const http = { rpc: async () => '0x' } as never
      const config = { ...context.config, networks: [there] }
      const warnings = await checkAddress(
        { account: ACCOUNT, address: GROUND, own: [] },
        { ...context, config, http, ...change },
      )
      return warnings.map(({ code }) => code)
    }
    expect(await look({})).toEqual(['look_alike', 'new'])
    const store = { ...context.store, kind: 'indexeddb' as const }
    expect(await look({ store: { ...store, get: gone } })).toEqual(['new', 'unknown'])
    expect(await look({ store, durable: { list: gone } as never })).toEqual(['new', 'unknown'])
    // Without a disk nothing was ever kept there.
    expect(await look({ durable: { list: gone } as never })).toEqual(['look_alike', 'new'])
  })

  test('[F26] reports "unread" while the history is not loaded, or is older than two minutes', async () => {
    const { bench, context, learn } = await createWorld([send(1, MEANT)], false)
    const look = async (change: Partial<CommandContext> = {}) => {
      const input = { account: ACCOUNT, address: GROUND, own: [] }
      const warnings = await checkAddress(input, { ...context, ...change })
      return warnings.map(({ code }) => code).filter((code) => code !== 'unknown')
    }
    expect(await look()).toEqual(['unread'])
    expect((await recentReceivers({ account: ACCOUNT, own: [] }, context)).isPartial).toBe(true)
    // Nobody has a history of this network, or nobody can say so.
    expect(await look({ isSupported: async () => false })).toEqual(['new'])
    const isSupported = async () => Promise.reject(new BillfoldError('networks_unknown', 'Offline.'))
    expect(await look({ isSupported })).toEqual(['unread'])
    const hanging = look({ isSupported: () => new Promise(() => {}) })
    await bench.clock.advance(2_000)
    expect(await hanging).toEqual(['unread'])

    await bench.fetch()
    await learn([send(1, MEANT)])
    expect(await look()).toEqual(['look_alike', 'new'])
    const other = { account: ACCOUNT, address: OTHER_ADDRESS, own: [] }
    const read = async () => (await checkAddress(other, context)).map(({ code }) => code)
    expect(await read()).toEqual(['new', 'unknown'])
    // Who was paid since is not known.
    await bench.clock.advance(120_000)
    expect(await read()).toEqual(['unread', 'unknown'])
  })

  test('[F26] reports "unread" while the loaded history has a gap', async () => {
    const { bench, context, learn } = await createWorld([send(90, HALF)])
    await bench.clock.advance(600_000)
    bench.pages.set('', { data: [send(1, MEANT)], next: 'hole' })
    bench.pages.set('hole', 500)
    await bench.fetch().catch(() => {})
    await learn([send(1, MEANT)])
    const look = async (address: string) =>
      (await checkAddress({ account: ACCOUNT, address, own: [] }, context)).map(({ code }) => code)
    expect(await look(OTHER_ADDRESS)).toEqual(['unread', 'unknown'])
    expect(await look(MEANT)).toEqual(['unknown'])
  })

  test('recognises the address as soon as the fetched history contains the payment', async () => {
    const { look, bench, learn } = await createWorld([send(2, HALF)])
    expect(await look(MEANT)).toMatchObject([{ code: 'half_look_alike' }, { code: 'new' }])
    bench.pages.set('', { data: [send(1, MEANT), send(2, HALF)], next: null })
    await bench.clock.advance(60_000)
    await bench.fetch()
    await learn([send(1, MEANT)])
    expect(await look(MEANT)).toEqual([])
  })
})

describe('The receiver of a token payment', () => {
  const CONTRACT = '0xdac17f958d2ee523a2206206994597c13d831ec7'
  const usdt = { transfers: [token('out', '50', 'USDT', 50)] }
  const hashOf = (id: number) => `0x${String(id).padStart(64, '0')}`
  const toTransfer = (to: string) =>
    encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to as `0x${string}`, 50n] })

  /** The history names the contract; a node knows the calldata. */
  async function createTokenWorld(receivers: readonly string[], row: Row = usdt) {
    const { context, bench } = await createWorld(
      receivers.map((_, at) => send(at, CONTRACT, row)),
      true,
      false,
    )
    const asked: unknown[] = []
    const node = { down: false, hangs: false, from: ADDRESS as string }
    const rpc = async (_: string, method: string, [hash]: unknown[], { signal }: { signal: AbortSignal }) => {
      if (method !== 'eth_getTransactionByHash') return '0x'
      asked.push(hash)
      if (node.hangs)
        await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      if (node.down) throw new BillfoldError('http_network', 'The node is gone.')
      const at = receivers.findIndex((_, id) => hashOf(id) === hash)
      return { hash, from: node.from, to: CONTRACT, input: toTransfer(receivers[at]!) }
    }
    const own = { ...context, http: { rpc } as never }
    own.config = { ...context.config, networks: [{ ...network, rpcUrls: ['https://node.example'] }] }
    const look = async (address: string) =>
      (await checkAddress({ account: ACCOUNT, address, own: [] }, own)).map(({ code }) => code)
    const recent = async () => recentReceivers({ account: ACCOUNT, own: [] }, own)
    return { node, asked, look, recent, context: own, store: context.store, clock: bench.clock }
  }

  test('[F26] is read once from the transaction’s calldata, and is never the token contract', async () => {
    const { asked, look, recent, node } = await createTokenWorld([MEANT])
    expect(await look(GROUND)).toEqual(['look_alike', 'new'])
    expect(await look(MEANT)).toEqual([])
    expect((await recent()).receivers.map(({ address }) => address)).toEqual([MEANT])
    expect(asked).toEqual([hashOf(0)])
    node.down = true
    expect(await look(GROUND)).toEqual(['look_alike', 'new'])
  })

  test('[F26] is requested again if the node failed or its answer named a different signer', async () => {
    const { asked, look, recent, node, clock } = await createTokenWorld([MEANT])
    node.down = true
    expect(await look(GROUND)).toEqual(['unread'])
    expect(await recent()).toEqual({ receivers: [], leftOut: 0, isPartial: true })
    Object.assign(node, { down: false, from: `0x${'ab'.repeat(20)}` })
    expect(await look(GROUND)).toEqual(['unread'])
    expect(asked).toHaveLength(1)
    await clock.advance(30_000)
    expect(await look(GROUND)).toEqual(['unread'])
    await clock.advance(30_000)
    node.from = ADDRESS
    expect(await look(GROUND)).toEqual(['look_alike', 'new'])
    expect(asked).toHaveLength(3)
  })

  test('[F26] is known to an offline check only if an online check has read the receiver before', async () => {
    const { asked, look, context } = await createTokenWorld([MEANT])
    // As in the worker: the config of now, whatever a later hello says.
    const { config, ...rest } = context
    const own = extendContext(
      {
        get config() {
          return config
        },
      },
      rest,
    ) as CommandContext
    const draft = { account: ACCOUNT, locale: 'en', token: undefined, amountText: '', receiverText: GROUND }
    const check = async (receiverText = GROUND) => {
      const input = { draft: { ...draft, receiverText }, own: [], isOffline: true }
      return (await checkReceiver(input, own)).map(({ code }) => code)
    }
    expect(await check()).toEqual(['unread', 'unknown'])
    expect(asked).toEqual([])
    await look(OTHER_ADDRESS)
    expect(await check()).toEqual(['look_alike', 'new', 'unknown'])
    expect(await check(MEANT)).toEqual(['unknown'])
    expect(asked).toHaveLength(1)
  })

  test('[F26] is requested for at most 4 s if the node hangs, and is requested again at the next check', async () => {
    const receivers = Array.from({ length: 25 }, (_, at) => `0x${String(at + 10).repeat(20)}`)
    const { asked, look, node, clock } = await createTokenWorld([...receivers, MEANT])
    node.hangs = true
    const looking = look(GROUND)
    await clock.advance(4_000)
    expect(await looking).toEqual(['unread'])
    expect(asked).toHaveLength(5)
    node.hangs = false
    expect(await look(GROUND)).toEqual(['unread'])
    expect(await look(GROUND)).toEqual(['look_alike', 'new'])
    expect(await look(HALF)).toEqual(['half_look_alike', 'unread'])
    await clock.advance(30_000)
    expect(await look(HALF)).toEqual(['half_look_alike', 'new'])
  })

  test('[F26] counts as read if the transaction is too old for the node, and is requested again after a day', async () => {
    // Each an hour or more old; the node keeps those of the last two hours.
    const rows = Array.from({ length: 45 }, (_, at) =>
      transaction(at, 60 * (at + 1), {
        operationType: 'send',
        sentFrom: ADDRESS,
        sentTo: at === 3 ? GROUND : toChecksumAddress(`0x${String(at + 10).repeat(20)}`),
        transfers: [token('out', '50', 'ETH', 50)],
      } as Row),
    )
    const { context, bench } = await createWorld(rows, true, false)
    const asked: unknown[] = []
    const tell = tellOf(rows.slice(0, 2))
    const rpc = async (url: string, method: string, input: unknown[]) => {
      if (method !== 'eth_getTransactionByHash') return '0x'
      asked.push(input[0])
      return tell(url, method, input)
    }
    const own = { ...context, http: { rpc } as never }
    own.config = { ...context.config, networks: [{ ...network, rpcUrls: ['https://node.example'] }] }
    const look = async (address: string) =>
      (await checkAddress({ account: ACCOUNT, address, own: [] }, own)).map(({ code }) => code)
    const paidFirst = rows[0]!.metadata.sentTo
    expect(await look(HALF)).toEqual(['unread'])
    expect(await look(HALF)).toEqual(['unread'])
    expect(await look(HALF)).toEqual(['new'])
    expect(await look(paidFirst)).toEqual([])
    expect(asked).toHaveLength(45)
    // What the history alone says is still compared.
    expect(await look(MEANT)).toEqual(['look_alike', 'new'])
    const { isPartial, receivers } = await recentReceivers({ account: ACCOUNT, own: [] }, own)
    expect([isPartial, receivers.length]).toEqual([false, 2])
    await bench.clock.advance(3_600_000)
    await bench.fetch()
    await look(HALF)
    expect(asked).toHaveLength(45)
    // Another day, or another node: everything else is asked for once more.
    await bench.clock.advance(86_400_000)
    await bench.fetch()
    for (let at = 0; at < 4; at += 1) expect(await look(HALF)).toEqual(['new'])
    expect(asked).toHaveLength(45 + 43)
  })

  test('[F26] is read at a later check if the node does not know a recent transaction yet', async () => {
    const { context, bench } = await createWorld([send(5, MEANT)], true, false)
    let known: Parameters<typeof tellOf>[0] = []
    const rpc = async (url: string, method: string, input: unknown[]) =>
      method === 'eth_getTransactionByHash' ? tellOf(known)(url, method, input) : '0x'
    const own = { ...context, http: { rpc } as never }
    own.config = { ...context.config, networks: [{ ...network, rpcUrls: ['https://node.example'] }] }
    const look = async () =>
      (await checkAddress({ account: ACCOUNT, address: MEANT, own: [] }, own)).map(({ code }) => code)
    expect(await look()).toEqual(['unread'])
    known = [send(5, MEANT)]
    await bench.clock.advance(30_000)
    expect(await look()).toEqual([])
  })

  test('[F26] is read from the calldata even if the history names no receiver', async () => {
    const { look } = await createTokenWorld([MEANT], { ...usdt, sentTo: null } as never)
    expect(await look(GROUND)).toEqual(['look_alike', 'new'])
  })

  test('is read for 20 payments at a time from a long history, newest first, and is removed with the account', async () => {
    const receivers = Array.from({ length: 45 }, (_, at) => `0x${String(at + 10).repeat(20)}`)
    const { asked, recent, look, store } = await createTokenWorld(receivers)
    expect((await recent()).receivers.map(({ address }) => address)).toEqual(receivers.slice(0, 5))
    expect(asked).toHaveLength(20)
    expect(await look(receivers[30]!)).toEqual([])
    expect(await look(receivers[44]!)).toEqual([])
    expect(asked).toHaveLength(45)
    const key = `activity/${ACCOUNT}/paid`
    expect(await store.get(key)).toBeDefined()
    await store.forget(`eip155:${ADDRESS}`)
    expect(await store.get(key)).toBeUndefined()
  })
})

describe('Recent receivers', () => {
  test('are the last five paid addresses, newest first; if two addresses look alike, both are left out', async () => {
    const others = Array.from({ length: 6 }, (_, at) => `0x${String(at + 1).repeat(40)}`)
    const rows = [
      send(0, MEANT),
      send(1, GROUND),
      ...others.map((to, at) => send(at + 2, to)),
      send(9, MEANT),
    ]
    const { context } = await createWorld(rows)
    const { receivers, leftOut } = await recentReceivers({ account: ACCOUNT, own: [] }, context)
    // Of two that look alike nobody can tell which one is meant.
    expect(receivers.map(({ address }) => address)).toEqual(others.slice(0, 5))
    expect(receivers[0]!.sentAt).toBeGreaterThan(receivers[1]!.sentAt!)
    expect(leftOut).toBe(2)
    const own = [`eip155:1:${others[0]!.slice(0, 6)}${'a'.repeat(30)}${others[0]!.slice(-6)}`] as never
    const beside = await recentReceivers({ account: ACCOUNT, own }, context)
    expect(beside.receivers.map(({ address }) => address)).toEqual(others.slice(1))
    expect(beside.leftOut).toBe(3)
  })

  test('[F33] show the names that the person looked up, until the account is forgotten', async () => {
    const { context, look } = await createWorld([send(1, MEANT)])
    await expect(findReceiver({ account: ACCOUNT, name: ' nadia.eth ' }, context)).resolves.toEqual({
      query: 'nadia.eth',
      name: 'nadia.eth',
      address: MEANT,
      foundAt: context.clock.now(),
    })
    const read = async () => (await recentReceivers({ account: ACCOUNT, own: [] }, context)).receivers
    expect(await read()).toMatchObject([{ address: MEANT, name: 'nadia.eth' }])
    expect(await look(GROUND)).toMatchObject([{ code: 'look_alike', name: 'nadia.eth' }, { code: 'new' }])
    await context.store.forget(`eip155:${ADDRESS}`)
    expect(await read()).toEqual([])
    expect(await look(MEANT)).toEqual([{ code: 'unread' }])
  })

  test('[F33] show a name only while the name resolves to the receiver’s address', async () => {
    const { context } = await createWorld([send(1, MEANT), send(2, OTHER_ADDRESS)])
    let resolved: string | undefined = MEANT
    const world = {
      ...context,
      load: (async () => ({
        ...evm,
        resolveAddress: async (_: unknown, __: unknown, ___: string, coinType?: number) =>
          coinType === undefined ? resolved?.toLowerCase() : undefined,
      })) as unknown as CommandContext['load'],
    }
    const names = async () => {
      const { receivers } = await recentReceivers({ account: ACCOUNT, own: [] }, world)
      return Object.fromEntries(receivers.map(({ address, name }) => [address, name]))
    }
    const find = (name: string) => findReceiver({ account: ACCOUNT, name }, world)
    const other = toChecksumAddress(OTHER_ADDRESS)
    await find('nadia.eth')
    expect(await names()).toEqual({ [MEANT]: 'nadia.eth', [other]: undefined })
    resolved = OTHER_ADDRESS
    await find('nadia.eth')
    expect(await names()).toEqual({ [MEANT]: undefined, [other]: 'nadia.eth' })
    await find('other.eth')
    expect(await names()).toEqual({ [MEANT]: undefined, [other]: 'other.eth' })
    resolved = undefined
    expect(await find('other.eth')).toBeUndefined()
    expect(await names()).toEqual({ [MEANT]: undefined, [other]: undefined })
  })
})

describe('The contract check of a receiver', () => {
  const there = { ...network, rpcUrls: ['https://ethereum.example'] }
  const here = { ...skerry, rpcUrls: ['https://skerry.example'] }
  const third = toNetwork({
    id: 137,
    name: 'Reef',
    nativeCurrency,
    rpcUrls: { default: { http: ['https://reef.example'] } },
  })

  /** `codes`: of the address, by the host that is asked. */
  async function look(codes: Record<string, unknown>, account: CaipAddress) {
    const { context } = await createWorld([send(1, MEANT)])
    const rpc = async (url: string, method: string) => {
      if (method !== 'eth_getCode') throw new BillfoldError('bad_envelope', '', { context: { rpcCode: 3 } })
      const code = codes[new URL(url).hostname.split('.')[0]!] ?? '0x'
      if (code instanceof Error) throw code
      return code
    }
    const changed = extendContext(context, {
      config: { ...context.config, networks: [third, there, here] },
      http: { ...context.http, rpc } as never,
    })
    return checkAddress({ account, address: MEANT, own: [] }, changed)
  }
  const onSkerry: CaipAddress = `eip155:10:${ADDRESS}`

  test('[D6] reports a contract that exists only on a network other than the payment’s, even if the address was paid before', async () => {
    expect(await look({ ethereum: '0x6080' }, ACCOUNT)).toEqual([{ code: 'contract' }])
    expect(await look({ ethereum: '0x6080' }, onSkerry)).toEqual([
      { code: 'contract_elsewhere', caipNetworkId: 'eip155:1' },
    ])
    expect(await look({ reef: '0x6080' }, onSkerry)).toEqual([
      { code: 'contract_elsewhere', caipNetworkId: 'eip155:137' },
    ])
    expect(await look({ reef: '0x6080', ethereum: '0x6080' }, onSkerry)).toEqual([
      { code: 'contract_elsewhere', caipNetworkId: 'eip155:1' },
    ])
    expect(await look({ skerry: '0x6080' }, ACCOUNT)).toEqual([
      { code: 'contract_elsewhere', caipNetworkId: 'eip155:10' },
    ])
  })

  test('[D6] asks each network other than the network of the payment only once, however often the address is checked', async () => {
    const { context } = await createWorld([send(1, MEANT)])
    const asked: string[] = []
    const rpc = async (url: string, method: string) => {
      if (method === 'eth_getCode') asked.push(new URL(url).hostname)
      return '0x'
    }
    const changed = extendContext(context, {
      config: { ...context.config, networks: [third, there, here] },
      http: { ...context.http, rpc } as never,
    })
    for (let turn = 0; turn < 3; turn += 1)
      await checkAddress({ account: onSkerry, address: MEANT, own: [] }, changed)
    expect(asked.filter((host) => host !== 'skerry.example').sort()).toEqual([
      'ethereum.example',
      'reef.example',
    ])
  })

  test('[D6] reports no danger if the code is a delegated account’s, or the contract also exists on the payment’s network', async () => {
    const delegated = `0xef0100${'ab'.repeat(20)}`
    expect(await look({}, onSkerry)).toEqual([])
    expect(await look({ ethereum: delegated }, onSkerry)).toEqual([])
    expect(await look({ skerry: delegated, ethereum: '0x6080' }, onSkerry)).toEqual([])
    expect(await look({ skerry: '0x6080', ethereum: '0x6080' }, onSkerry)).toEqual([{ code: 'contract' }])
  })

  test('[D6] waits at most 3 s for nodes of networks other than the payment’s, and does not ask a hanging node for the next 30 s', async () => {
    const { context, bench } = await createWorld([send(1, MEANT)])
    const asked: string[] = []
    const hanging = new Set(['reef.example', 'ethereum.example'])
    const rpc = async (url: string, method: string, _: unknown, { signal }: { signal: AbortSignal }) => {
      const host = new URL(url).hostname
      if (method !== 'eth_getCode') return '0x'
      asked.push(host)
      if (hanging.has(host))
        await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      return '0x'
    }
    const changed = extendContext(context, {
      config: { ...context.config, networks: [third, there, here] },
      http: { ...context.http, rpc } as never,
    })
    const check = async (address: string) =>
      (await checkAddress({ account: onSkerry, address, own: [] }, changed)).map(({ code }) => code)
    const first = check(MEANT)
    await bench.clock.advance(3_000)
    // Most contract accounts live on Ethereum.
    expect(await first).toEqual(['unknown'])
    expect(await check(OTHER_ADDRESS)).toContain('unknown')
    expect(asked.filter((host) => host !== 'skerry.example').sort()).toEqual([
      'ethereum.example',
      'reef.example',
    ])
    hanging.delete('ethereum.example')
    await bench.clock.advance(30_000)
    const next = check(MEANT)
    await bench.clock.advance(3_000)
    expect(await next).toEqual([])
    hanging.clear()
    await bench.clock.advance(30_000)
    expect(await check(MEANT)).toEqual([])
    expect(asked.filter((host) => host === 'reef.example')).toHaveLength(3)
  })

  test('[D6] has the result unknown while Ethereum’s node fails, and ignores a failing node of a network other than Ethereum', async () => {
    const down = new BillfoldError('http_network', 'down')
    expect(await look({ ethereum: down }, onSkerry)).toEqual([{ code: 'unknown' }])
    expect(await look({ ethereum: 'what?' }, onSkerry)).toEqual([{ code: 'unknown' }])
    expect(await look({ reef: down }, onSkerry)).toEqual([])
  })
})

describe('A receiver’s name', () => {
  const NAMED: Record<number, string> = {
    60: MEANT,
    [0x80000000]: toChecksumAddress(`0x${'11'.repeat(20)}`),
    [0x80000000 + 10]: toChecksumAddress(`0x${'22'.repeat(20)}`),
    [0x80000000 + 137]: toChecksumAddress(`0x${'33'.repeat(20)}`),
  }
  const reef = toNetwork({ id: 137, name: 'Reef', nativeCurrency, rpcUrls: { default: { http: [] } } })
  const huge = toNetwork({ id: 2 ** 33, name: 'Huge', nativeCurrency, rpcUrls: { default: { http: [] } } })
  const find = (coinTypes: readonly number[], id: number, failing: readonly number[] = []) => {
    const resolveAddress = async (_: unknown, __: unknown, ___: unknown, coinType = 60) => {
      if (failing.includes(coinType)) throw new BillfoldError('http_network', 'down')
      return coinTypes.includes(coinType) ? NAMED[coinType] : undefined
    }
    const load = (async () => ({ resolveAddress })) as unknown as CommandContext['load']
    const { context } = createPaymentContext([network, skerry, reef, huge], { load })
    return findReceiver({ account: `eip155:${id}:${ADDRESS}`, name: 'nadia.eth' }, context)
  }

  test('[D7] resolves to the address for the payment’s network if the name has addresses for several networks', async () => {
    for (const [id, coinType] of [
      [10, 0x80000000 + 10],
      [137, 0x80000000 + 137],
      [1, 60],
    ] as const) {
      const found = await find(Object.keys(NAMED).map(Number), id)
      const address = NAMED[coinType]
      expect(found).toEqual({ query: 'nadia.eth', name: 'nadia.eth', address, foundAt: expect.any(Number) })
    }
  })

  test('[D7] resolves to the default EVM address of the name, even if the name also has an address for Ethereum', async () => {
    expect(await find([60, 0x80000000], 10)).toMatchObject({ address: NAMED[0x80000000] })
    expect(await find([60, 0x80000000], 10)).not.toHaveProperty('foundOn')
  })

  test('[D7] resolves to the address for Ethereum, reported as such, if the name has no default EVM address and no address for the payment’s network', async () => {
    expect(await find([60, 0x80000000 + 137], 10)).toMatchObject({ address: MEANT, foundOn: 'eip155:1' })
    expect(await find([60], 2 ** 33)).toMatchObject({ address: MEANT, foundOn: 'eip155:1' })
  })

  test('[D7] causes a warning in the review if the name’s address is for Ethereum and the payment is on a different network', async () => {
    const { context } = await createWorld([send(1, MEANT)])
    const draft = {
      account: `eip155:10:${ADDRESS}`,
      locale: 'en',
      token: undefined,
      amountText: '1',
      receiverText: 'nadia.eth',
      found: { query: 'nadia.eth', name: 'nadia.eth', address: MEANT, foundOn: 'eip155:1', foundAt: 0 },
    } as const
    const see = (given: Partial<typeof draft>) =>
      checkReceiver({ draft: { ...draft, ...given }, own: [] }, context)
    const warning = { code: 'name_of_other_network', caipNetworkId: 'eip155:1' }
    expect(await see({})).toContainEqual(warning)
    // The address itself was chosen by the person.
    expect(await see({ receiverText: MEANT as never })).not.toContainEqual(warning)
  })

  test('[D7] is looked up again for the preview after five minutes, and is refused if the address has changed', async () => {
    const { bench, context } = await createWorld([send(1, MEANT)])
    const prepare = (address: string, foundAt: number) => {
      const draft: TransferDraft = {
        account: ACCOUNT,
        locale: 'en',
        token: { id: 'eip155:1', kind: 'native', symbol: 'ETH', decimals: 18, amount: 10n ** 18n },
        amountText: '0.5',
        receiverText: 'nadia.eth',
        found: { query: 'nadia.eth', name: 'nadia.eth', address, foundAt },
      }
      return prepareTransfer({ draft, own: [] }, context)
    }
    const start = bench.clock.now()
    await expect(prepare(GROUND, start)).resolves.toMatchObject({ receiver: { address: GROUND } })
    await bench.clock.advance(300_001)
    const refused = { code: 'transfer_refused', context: { reason: 'name' } }
    for (const foundAt of [start, bench.clock.now() + 300_001, undefined as never])
      await expect(prepare(GROUND, foundAt)).rejects.toMatchObject(refused)
    await expect(prepare(MEANT, start)).resolves.toMatchObject({ receiver: { address: MEANT } })
    await expect(prepare(GROUND, bench.clock.now())).resolves.toBeDefined()
  })

  test('[D7] is looked up again before the payment is sent, and is refused if the address has changed since the preview', async () => {
    const { bench, context } = await createWorld([send(1, MEANT)])
    const { clock } = bench
    let resolved = MEANT
    let lookUps = 0
    const world = {
      ...context,
      load: (async () => ({
        ...evm,
        resolveAddress: async (_: unknown, __: unknown, ___: string, coinType?: number) => {
          if (coinType !== undefined) return undefined
          lookUps += 1
          return resolved.toLowerCase()
        },
      })) as unknown as CommandContext['load'],
    }
    const start = clock.now()
    const draft: TransferDraft = {
      account: ACCOUNT,
      locale: 'en',
      token: { id: 'eip155:1', kind: 'native', symbol: 'ETH', decimals: 18, amount: 10n ** 18n },
      amountText: '0.5',
      receiverText: 'nadia.eth',
      found: { query: 'nadia.eth', name: 'nadia.eth', address: MEANT, foundAt: start },
    }
    const commands = { prepareTransfer, checkReceiver }
    const asked: unknown[] = []
    const shell = {
      call: async (command: keyof typeof commands, input: never) => commands[command](input, world),
      payments: async () => ({ pay: async (intent: unknown) => asked.push(intent) }),
    }
    const transfer = createTransfer(draft, {
      shell: shell as never,
      own: [],
      onSent: () => {},
      now: clock.now,
    })
    const confirm = async () => {
      const state = transfer.state.peek()
      if ('prepared' in state) await transfer.send(state.prepared, draft)
    }
    await clock.advance(240_000)
    await transfer.prepare()
    // It counts from when the name was looked up, and not from the preview.
    expect(transfer.state.peek()).toMatchObject({ prepared: { freshUntil: start + 300_000 } })
    await clock.advance(60_000)
    await transfer.prepare()
    expect(lookUps).toBe(1)
    expect(transfer.state.peek()).toMatchObject({ prepared: { freshUntil: clock.now() + 300_000 } })
    resolved = GROUND
    await clock.advance(12 * 3_600_000)
    await confirm()
    expect(asked).toEqual([])
    expect(transfer.state.peek()).toMatchObject({
      status: 'unprepared',
      error: { code: 'transfer_refused', context: { reason: 'name' } },
    })
    // An address that was entered as such is nobody's name.
    const plain = await prepareTransfer({ draft: { ...draft, receiverText: MEANT }, own: [] }, world)
    expect(plain).not.toHaveProperty('freshUntil')
  })

  test('[D7] is refused if the name has an address only for a network that is neither the payment’s network nor Ethereum', async () => {
    const elsewhere = { code: 'name_elsewhere', context: { caipNetworkId: 'eip155:137' } }
    await expect(find([0x80000000 + 137], 10)).rejects.toMatchObject(elsewhere)
    await expect(find([0x80000000 + 137], 1)).rejects.toMatchObject(elsewhere)
    await expect(find([], 10)).resolves.toBeUndefined()
  })

  test('[D8] fails to resolve if the lookup of an address with a higher priority fails', async () => {
    const failed = { code: 'name_unresolved' }
    for (const coinType of [60, 0x80000000, 0x80000000 + 10])
      await expect(find([60], 10, [coinType])).rejects.toMatchObject(failed)
    await expect(find([60, 0x80000000], 10, [0x80000000 + 10])).rejects.toMatchObject(failed)
    await expect(find([0x80000000], 1, [60])).rejects.toMatchObject(failed)
    await expect(find([], 10, [0x80000000 + 137])).rejects.toMatchObject({ code: 'name_unresolved' })
  })

  test('[D7] resolves to the address with the highest priority even if the lookup of an address with a lower priority fails', async () => {
    const own = 0x80000000 + 10
    expect(await find([60, own], 10, [60, 0x80000000])).toMatchObject({ address: NAMED[own] })
    expect(await find([60, 0x80000000], 10, [60])).toMatchObject({ address: NAMED[0x80000000] })
    expect(await find([60], 1, [0x80000000])).toMatchObject({ address: MEANT })
  })

  test('[D7] resolves to the default EVM address for a payment on Ethereum if the name has no address for Ethereum', async () => {
    const found = await find([0x80000000], 1)
    expect(found).toMatchObject({ address: NAMED[0x80000000] })
    expect(found).not.toHaveProperty('foundOn')
  })

  test('[D7] resolves together with the network of its address if the name is under reown.id and that network is not the payment’s network', async () => {
    const ask = (addresses: Record<number, { address: string }>) => {
      const http = { client: () => ({ get: async () => ({ name: 'nadia.reown.id', addresses }) }) } as never
      const { context } = createPaymentContext([skerry], { http, isSupported: async () => true })
      return findReceiver({ account: `eip155:10:${ADDRESS}`, name: 'nadia.reown.id' }, context)
    }
    await expect(ask({ 60: { address: MEANT } })).resolves.toMatchObject({
      address: MEANT,
      foundOn: 'eip155:1',
    })
    await expect(ask({ [0x80000000 + 137]: { address: MEANT } })).rejects.toMatchObject({
      code: 'name_elsewhere',
      context: { caipNetworkId: 'eip155:137' },
    })
  })
})

describe('A receiver’s name', () => {
  test('resolves to undefined if the name has no address, and is refused if the name has no normal form', async () => {
    const { context } = await createWorld([])
    await expect(findReceiver({ account: ACCOUNT, name: 'theo.eth' }, context)).resolves.toBeUndefined()
    await expect(
      findReceiver({ account: ACCOUNT, name: `${'a'.repeat(300)}.eth` }, context),
    ).rejects.toMatchObject({
      code: 'name_invalid',
    })
  })

  test('is looked up on Ethereum for a payment on any EVM network, and fails for a payment on Solana', async () => {
    const { context } = await createWorld([])
    await expect(
      findReceiver({ account: `eip155:10:${ADDRESS}`, name: 'nadia.eth' }, context),
    ).resolves.toMatchObject({ query: 'nadia.eth', name: 'nadia.eth', address: MEANT, foundOn: 'eip155:1' })
    const account = 'solana:localnet:7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'
    await expect(findReceiver({ account, name: 'nadia.eth' }, context)).rejects.toMatchObject({
      code: 'network_missing',
    })
  })

  test('[F25] [T20] is never looked up on a testnet for a payment on a mainnet', async () => {
    const asked: unknown[] = []
    const load = (async () => ({
      resolveAddress: async (_: unknown, where: string, __: unknown, coinType?: number) => {
        if (coinType !== undefined) return undefined
        asked.push(where)
        return GROUND
      },
    })) as unknown as CommandContext['load']
    const others = [toNetwork(sepolia), toNetwork(holesky), skerry]
    const find = (networks: readonly Network[], id: number) =>
      findReceiver(
        { account: `eip155:${id}:${ADDRESS}`, name: 'nadia.eth' },
        createPaymentContext(networks, { load, http: { rpc: async () => '0x' } as never }).context,
      )
    await expect(find(others, 10)).rejects.toMatchObject({ code: 'network_missing' })
    expect(asked).toEqual([])
    await expect(find([...others, network], 10)).resolves.toMatchObject({ foundOn: 'eip155:1' })
    // Whoever is there pays there.
    expect(await find([...others, network], sepolia.id)).not.toHaveProperty('foundOn')
    expect(asked).toEqual(['eip155:1', 'eip155:11155111'])
  })

  test('is looked up in the name provider’s API if the name is under reown.id, even on a network without ENS', async () => {
    const asked: unknown[] = []
    const answer = { name: 'nadia.reown.id', addresses: { [0x80000000 + 10]: { address: MEANT } } }
    const http = { client: () => ({ get: async (path: string) => (asked.push(path), answer) }) } as never
    const { context } = createPaymentContext([skerry], { http, isSupported: async () => true })
    await expect(
      findReceiver({ account: `eip155:10:${ADDRESS}`, name: 'nadia.reown.id' }, context),
    ).resolves.toMatchObject({ query: 'nadia.reown.id', name: 'nadia.reown.id', address: MEANT })
    expect(asked).toEqual(['/v1/profile/account/nadia.reown.id'])
  })
})
