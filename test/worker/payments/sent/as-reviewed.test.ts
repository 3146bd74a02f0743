/** What was mined is compared with what was reviewed, before it is called confirmed. */
import { encodeAbiParameters, encodeEventTopics, erc20Abi, type Hex, numberToHex, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import type { CaipAddress } from '../../../../src/core/chains/caip.ts'
import type { SentRow } from '../../../../src/core/payments/sent.ts'
import { checkEvmPayment } from '../../../../worker/payments/sent/check-evm-payment.ts'
import type { SentRecord } from '../../../../worker/payments/sent/sent-records.ts'

const OWN = `0x${'a1'.repeat(20)}` as const
const TO = `0x${'b2'.repeat(20)}` as const
const OTHER = `0x${'d4'.repeat(20)}` as const
const TOKEN = `0x${'c3'.repeat(20)}` as const
const ROUTER = `0x${'e5'.repeat(20)}` as const
const ENTRY = '0x0000000071727de22e5e9d8baf0edac6f37da032'
const hash = `0x${'1'.repeat(64)}` as const
const account: CaipAddress = `eip155:1:${OWN}`
const token: CaipAddress = `eip155:1:${TOKEN}`

const coins = { symbol: 'ETH', text: '1', units: `${10n ** 18n}` }
const dollars = { symbol: 'USDC', text: '100', units: '100000000', token }
const row = (part: Partial<SentRow> = {}): SentRow => ({
  account,
  kind: 'send',
  to: TO,
  out: dollars,
  hash,
  sentAt: 0,
  status: 'pending',
  ...part,
})
const payCoins = row({ out: coins })
const approve = row({ kind: 'approve', to: ROUTER })
const approveAll = row({ kind: 'approve', to: ROUTER, out: { ...dollars, units: `${2n ** 256n - 1n}` } })
const swap = row({ kind: 'swap', to: ROUTER, out: coins, in: { ...dollars, units: '99000000', text: '99' } })
const swapForCoins = row({
  kind: 'swap',
  to: ROUTER,
  in: { symbol: 'ETH', text: '0.5', units: `${5n * 10n ** 17n}` },
})

const transfer = (from: Hex, to: Hex, value: bigint, address: string = TOKEN) => ({
  address,
  topics: encodeEventTopics({ abi: erc20Abi, eventName: 'Transfer', args: { from, to } }),
  data: encodeAbiParameters([{ type: 'uint256' }], [value]),
})
const deposit = (dst: Hex, wad: bigint) => ({
  address: TOKEN,
  topics: encodeEventTopics({
    abi: parseAbi(['event Deposit(address indexed dst, uint256 wad)']),
    eventName: 'Deposit',
    args: { dst },
  }),
  data: encodeAbiParameters([{ type: 'uint256' }], [wad]),
})
const approval = (owner: Hex, spender: Hex, value: bigint) => ({
  address: TOKEN,
  topics: encodeEventTopics({ abi: erc20Abi, eventName: 'Approval', args: { owner, spender } }),
  data: encodeAbiParameters([{ type: 'uint256' }], [value]),
})
const accounts = parseAbi([
  'event UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, address indexed paymaster, uint256 nonce, bool success, uint256 actualGasCost, uint256 actualGasUsed)',
  'event ExecutionSuccess(bytes32 indexed txHash, uint256 payment)',
  'event ExecutionFailure(bytes32 indexed txHash, uint256 payment)',
])
const operation = (success: boolean, sender: Hex = OWN, userOpHash: Hex = `0x${'7'.repeat(64)}`) => ({
  address: ENTRY,
  topics: encodeEventTopics({
    abi: accounts,
    eventName: 'UserOperationEvent',
    args: { userOpHash, sender, paymaster: OTHER },
  }),
  data: encodeAbiParameters(
    [{ type: 'uint256' }, { type: 'bool' }, { type: 'uint256' }, { type: 'uint256' }],
    [0n, success, 9n, 9n],
  ),
})
/** Since 1.4.1 the hash is a topic. */
const execution = (isDone: boolean, isOld = false) => {
  const eventName = isDone ? 'ExecutionSuccess' : 'ExecutionFailure'
  const [topic] = encodeEventTopics({ abi: accounts, eventName })
  const safeHash = `0x${'8'.repeat(64)}` as const
  const zero = '0'.repeat(64)
  return isOld
    ? { address: OWN, topics: [topic], data: `${safeHash}${zero}` }
    : { address: OWN, topics: [topic, safeHash], data: `0x${zero}` }
}

interface Node {
  logs?: readonly unknown[]
  status?: '0x0' | '0x1'
  transaction?: { from: string; to: string | null; value?: bigint }
  /** Of the block and of the one before, by address. */
  balances?: Record<string, readonly [before: bigint, after: bigint]>
  /** The same of a token's. */
  tokens?: Record<string, readonly [before: bigint, after: bigint]>
}

/** The block has followers, and none is final. */
function look(
  payment: SentRow,
  { logs = [], status = '0x1', transaction, balances, tokens }: Node,
  { part = {}, now = 1_000 }: { part?: Partial<SentRecord>; now?: number } = {},
) {
  const rpc = async (method: string, params: readonly unknown[]) => {
    switch (method) {
      case 'eth_getTransactionReceipt':
        return { status, blockNumber: '0x10', logs, gasUsed: '0x64', effectiveGasPrice: '0x2' }
      case 'eth_getTransactionByHash':
        return transaction
          ? { ...transaction, hash, nonce: '0x5', input: '0x', value: numberToHex(transaction.value ?? 0n) }
          : null
      case 'eth_blockNumber':
        return '0x20'
      case 'eth_getTransactionCount':
        return params[1] === '0x10' ? '0x6' : '0x5'
      case 'eth_getBalance': {
        const found = balances?.[params[0] as string]
        if (!found) throw new Error('missing trie node')
        return numberToHex(found[params[1] === '0x10' ? 1 : 0])
      }
      case 'eth_call': {
        const owner = `0x${(params[0] as { data: string }).data.slice(-40)}`
        const found = tokens?.[owner]
        if (!found) throw new Error('missing trie node')
        return numberToHex(found[params[1] === '0x10' ? 1 : 0], { size: 32 })
      }
      default:
        return null
    }
  }
  const record: SentRecord = {
    caipNetworkId: 'eip155:1',
    hash,
    sentAt: 0,
    account,
    row: payment,
    isSettled: false,
    ...part,
  }
  return checkEvmPayment(record, rpc, now)
}

const direct = { from: OWN, to: TO, value: 10n ** 18n }
const bundled = { from: OTHER, to: ENTRY }
const units = BigInt(dollars.units)

describe('[D2] The check of a successful payment against its review', () => {
  test.each<[string, SentRow, Node]>([
    ['a token payment by its Transfer event', row(), { logs: [transfer(OWN, TO, units)] }],
    [
      'a token payment whose Transfer event is among other events',
      row(),
      { logs: [null, { address: 1 }, transfer(OTHER, TO, 5n), transfer(OWN, TO, units), operation(true)] },
    ],
    [
      'one of two equal token payments in one bundle',
      row(),
      { logs: [transfer(OWN, TO, units), transfer(OWN, TO, units)] },
    ],
    [
      'a payment of a token that rounds by one unit, as stETH does',
      row(),
      { logs: [transfer(OWN, TO, units - 1n)] },
    ],
    ['a payment in the native token by the transaction itself', payCoins, { transaction: direct }],
    [
      'a payment in the native token to a contract that emits events',
      payCoins,
      { transaction: direct, logs: [transfer(TO, OTHER, 1n)] },
    ],
    [
      'a payment in the native token by a successful user operation',
      payCoins,
      { transaction: bundled, logs: [operation(true)] },
    ],
    [
      'a Safe’s payment in the native token',
      payCoins,
      { transaction: { from: OTHER, to: OWN }, logs: [execution(true)] },
    ],
    [
      'an older Safe’s payment in the native token',
      payCoins,
      { transaction: { from: OTHER, to: OWN }, logs: [execution(true, true)] },
    ],
    [
      'a contract account’s payment in the native token by both balances',
      payCoins,
      {
        transaction: { from: OTHER, to: OWN },
        balances: { [TO]: [1n, 1n + 10n ** 18n], [OWN]: [10n ** 19n, 9n * 10n ** 18n - 5n] },
      },
    ],
    [
      'a contract account’s payment to a receiver that others pay too',
      payCoins,
      {
        transaction: { from: OTHER, to: OWN },
        logs: [execution(true)],
        balances: { [TO]: [0n, 5n * 10n ** 18n], [OWN]: [3n * 10n ** 18n, 2n * 10n ** 18n] },
      },
    ],
    [
      'a payment in the native token despite misleading events of its receiver',
      payCoins,
      { transaction: direct, logs: [operation(false), { ...operation(false), address: TO }] },
    ],
    [
      'a token payment despite events in the account’s name from an unrelated contract',
      row(),
      { logs: [{ ...operation(false), address: OTHER }, transfer(OWN, TO, units)] },
    ],
    [
      'a token payment among 300 transfers of 0',
      row(),
      { logs: [...Array.from({ length: 300 }, () => transfer(OWN, TO, 0n)), transfer(OWN, TO, units)] },
    ],
    [
      'a payment of a token with custom events by both balances',
      row(),
      {
        logs: [{ address: TOKEN, topics: [hash], data: '0x' }],
        tokens: { [TO]: [0n, units], [OWN]: [units, 0n] },
      },
    ],
    [
      'an unlimited approval of a token with allowances of 96 bits',
      approveAll,
      { logs: [approval(OWN, ROUTER, 2n ** 96n - 1n)] },
    ],
    ['wrapping of the native token by the Deposit event', swap, { logs: [deposit(OWN, 99_000_000n)] }],
    [
      'wrapping of the native token with both a Transfer and a Deposit event',
      swap,
      { logs: [transfer(`0x${'0'.repeat(40)}`, OWN, 99_000_000n), deposit(OWN, 99_000_000n)] },
    ],
    [
      'a swap to a token with custom events by the balance',
      swap,
      { logs: [{ address: TOKEN, topics: [hash], data: '0x' }], tokens: { [OWN]: [1n, 99_000_001n] } },
    ],
    ['an approval by its Approval event', approve, { logs: [approval(OWN, ROUTER, units)] }],
    ['a swap that received the minimum', swap, { logs: [transfer(ROUTER, OWN, 99_000_000n)] }],
    [
      'a swap to the native token by the balance and the network fee',
      swapForCoins,
      { transaction: { from: OWN, to: ROUTER }, balances: { [OWN]: [1_000n, 800n + 5n * 10n ** 17n] } },
    ],
    [
      'a swap to the native token on a node without old state, because its router enforces the minimum',
      swapForCoins,
      { transaction: { from: OWN, to: ROUTER } },
    ],
  ])('confirms %s', async (_, payment, node) => {
    expect(await look(payment, node)).toMatchObject({ status: 'confirmed' })
  })
})

describe('[D2] The check of a mined payment against its review', () => {
  test.each<[string, SentRow, Node]>([
    ['the user operation failed', row(), { logs: [operation(false)] }],
    [
      'the user operation failed for a payment in the native token',
      payCoins,
      { transaction: bundled, logs: [operation(false), operation(true, OTHER)] },
    ],
    [
      'the Safe reports a failed execution',
      payCoins,
      { transaction: { from: OTHER, to: OWN }, logs: [execution(false)] },
    ],
    [
      'an older Safe reports a failed execution',
      payCoins,
      { transaction: { from: OTHER, to: OWN }, logs: [execution(false, true)] },
    ],
    ['the token emits no event', row(), { transaction: { from: OWN, to: TOKEN } }],
    [
      'a token other than the reviewed one was transferred',
      row(),
      { logs: [transfer(OWN, TO, units, OTHER)] },
    ],
    [
      'the token went to a receiver other than the reviewed one',
      row(),
      { logs: [transfer(OWN, OTHER, units)] },
    ],
    ['an account other than the reviewed one paid', row(), { logs: [transfer(OTHER, TO, units)] }],
    ['more of the token was transferred than reviewed', row(), { logs: [transfer(OWN, TO, units + 5_000n)] }],
    ['the wallet changed the amount', payCoins, { transaction: { ...direct, value: 5n } }],
    [
      'the wallet changed the receiver',
      payCoins,
      { transaction: { ...direct, to: OTHER }, balances: { [TO]: [5n, 5n], [OWN]: [5n, 5n] } },
    ],
    [
      'the transaction created a contract',
      payCoins,
      { transaction: { ...direct, to: null }, balances: { [TO]: [5n, 5n], [OWN]: [5n, 5n] } },
    ],
    [
      'a contract account transferred nothing',
      payCoins,
      { transaction: { from: OTHER, to: OWN }, balances: { [TO]: [5n, 5n], [OWN]: [5n, 5n] } },
    ],
    ['the wallet changed the amount of the approval', approve, { logs: [approval(OWN, ROUTER, units * 2n)] }],
    ['a spender other than the reviewed one was approved', approve, { logs: [approval(OWN, OTHER, units)] }],
    ['there is no Approval event', approve, {}],
    ['a swap received less than the minimum', swap, { logs: [transfer(ROUTER, OWN, 98_999_999n)] }],
    ['a swap received nothing', swap, {}],
    [
      'the wrapped token went to an account other than the reviewed one',
      swap,
      { logs: [deposit(OTHER, 99_000_000n)], tokens: { [OWN]: [1n, 1n] } },
    ],
    [
      'a swap to the native token received less than the minimum',
      swapForCoins,
      { transaction: { from: OWN, to: ROUTER }, balances: { [OWN]: [1_000n, 800n + 4n * 10n ** 17n] } },
    ],
  ])('reports a mismatch if %s', async (_, payment, node) => {
    const seen = await look(payment, node)
    expect(seen).toMatchObject({ status: 'mismatched' })
    expect(seen.isSettled).toBe(false)
  })

  test('reports a mismatch with the received amount if the token’s contract keeps a fee', async () => {
    const logs = [transfer(OWN, TO, units - 5_000_000n), transfer(OWN, TOKEN, 5_000_000n)]
    expect(await look(row(), { logs })).toMatchObject({ status: 'mismatched', received: '95000000' })
  })

  test('keeps the payment pending while the node returns the receipt but not the transaction', async () => {
    expect(await look(payCoins, {})).toMatchObject({ status: 'pending', block: 16 })
  })
})

test('[D2] a payment that the network reverted is failed, even if its logs show a transfer', async () => {
  expect(await look(row(), { status: '0x0', logs: [transfer(OWN, TO, units)] })).toMatchObject({
    status: 'failed',
  })
})

describe('[D2] The comparison of a payment with its review', () => {
  const relayed = { from: OTHER, to: OWN }
  const before = [5n, 5n] as const
  const spent = [2n * 10n ** 18n, 0n] as const
  const gained = [0n, 2n * 10n ** 18n] as const

  test.each<[string, SentRow, Node]>([
    [
      'only the payer’s balance changed',
      payCoins,
      { transaction: relayed, balances: { [TO]: before, [OWN]: spent } },
    ],
    [
      'only the receiver’s balance changed',
      payCoins,
      { transaction: relayed, balances: { [TO]: gained, [OWN]: before } },
    ],
    [
      'a contract account reports success but its balance did not change',
      payCoins,
      { transaction: relayed, logs: [execution(true)], balances: { [TO]: gained, [OWN]: before } },
    ],
    ['a relayed account pays itself', row({ to: OWN, out: coins }), { transaction: relayed }],
  ])('ends as uncompared if %s', async (_, payment, node) => {
    expect(await look(payment, node)).toMatchObject({ status: 'uncompared' })
  })

  test.each<[string, SentRow, Node]>([
    ['a node error', payCoins, { transaction: relayed }],
    ['a receipt with unreadable events', row(), { logs: 'none' as never }],
    [
      'a receipt with too many events',
      row(),
      { logs: Array.from({ length: 300 }, () => transfer(OWN, TO, 1n)) },
    ],
    [
      'custom events of a token on a node without old state',
      row(),
      { logs: [{ address: TOKEN, topics: [hash], data: '0x' }] },
    ],
  ])('is repeated for ten minutes after %s, and then ends as uncompared', async (_, payment, node) => {
    const part = { block: 16, minedAt: 1_000 }
    expect(await look(payment, node, { part })).toMatchObject({ status: 'pending' })
    const late = await look(payment, node, { part, now: 602_000 })
    expect(late).toMatchObject({ status: 'uncompared', isSettled: false })
    expect(await look(payment, node, { part, now: 3_700_000 })).toMatchObject({
      status: 'uncompared',
      isSettled: true,
    })
  })

  test.each(['confirmed', 'mismatched', 'uncompared'] as const)(
    'keeps its result %s when the node does not answer later requests',
    async (status) => {
      const part = { block: 16, minedAt: 1_000, comparedIn: '16', row: { ...payCoins, status } }
      for (const now of [2_000, 700_000])
        expect(await look(payCoins, {}, { part, now })).toMatchObject({ status, isSettled: false })
      expect(await look(payCoins, {}, { part, now: 3_700_000 })).toMatchObject({ status, isSettled: true })
    },
  )

  test('is repeated when the payment moves to a different block', async () => {
    const part = {
      block: 15,
      minedAt: 1_000,
      comparedIn: '15',
      row: { ...payCoins, status: 'confirmed' as const },
    }
    const transaction = { ...direct, value: 5n }
    expect(await look(payCoins, { transaction }, { part })).toMatchObject({ status: 'mismatched' })
  })
})

test('[D14] a payment on a network with deep reorganisations (Ethereum Classic) is pending after 1,000 s, and confirmed after two hours', async () => {
  const caipNetworkId = 'eip155:61'
  const at = (now: number) =>
    look(row(), { logs: [transfer(OWN, TO, units)] }, { part: { caipNetworkId, block: 16, minedAt: 0 }, now })
  expect(await at(1_000_000)).toMatchObject({ status: 'pending' })
  expect(await at(7_200_000)).toMatchObject({ status: 'confirmed' })
})
