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
    ['of a token by its event', row(), { logs: [transfer(OWN, TO, units)] }],
    [
      'of a token among other events',
      row(),
      { logs: [null, { address: 1 }, transfer(OTHER, TO, 5n), transfer(OWN, TO, units), operation(true)] },
    ],
    [
      'of a token, one of two in the same bundle',
      row(),
      { logs: [transfer(OWN, TO, units), transfer(OWN, TO, units)] },
    ],
    ['of a token that rounds by one unit, as stETH does', row(), { logs: [transfer(OWN, TO, units - 1n)] }],
    ['of coins by the transaction itself', payCoins, { transaction: direct }],
    ['of coins to a contract that logs', payCoins, { transaction: direct, logs: [transfer(TO, OTHER, 1n)] }],
    [
      'of coins by a user operation that succeeded',
      payCoins,
      { transaction: bundled, logs: [operation(true)] },
    ],
    ['of coins by a Safe', payCoins, { transaction: { from: OTHER, to: OWN }, logs: [execution(true)] }],
    [
      'of coins by an older Safe',
      payCoins,
      { transaction: { from: OTHER, to: OWN }, logs: [execution(true, true)] },
    ],
    [
      'of coins by any contract account, by the balance',
      payCoins,
      {
        transaction: { from: OTHER, to: OWN },
        balances: { [TO]: [1n, 1n + 10n ** 18n], [OWN]: [10n ** 19n, 9n * 10n ** 18n - 5n] },
      },
    ],
    [
      'of coins that a contract account has sent, where the receiver is also paid by others',
      payCoins,
      {
        transaction: { from: OTHER, to: OWN },
        logs: [execution(true)],
        balances: { [TO]: [0n, 5n * 10n ** 18n], [OWN]: [3n * 10n ** 18n, 2n * 10n ** 18n] },
      },
    ],
    [
      'of coins by the transaction itself, whatever its receiver has logged',
      payCoins,
      { transaction: direct, logs: [operation(false), { ...operation(false), address: TO }] },
    ],
    [
      'of a token by its event, whatever a stranger has logged in the account’s name',
      row(),
      { logs: [{ ...operation(false), address: OTHER }, transfer(OWN, TO, units)] },
    ],
    [
      'of a token among 300 transfers of nothing',
      row(),
      { logs: [...Array.from({ length: 300 }, () => transfer(OWN, TO, 0n)), transfer(OWN, TO, units)] },
    ],
    [
      'of a token that writes events of its own, by both balances',
      row(),
      {
        logs: [{ address: TOKEN, topics: [hash], data: '0x' }],
        tokens: { [TO]: [0n, units], [OWN]: [units, 0n] },
      },
    ],
    [
      'of the largest allowance of a token that keeps 96 bits',
      approveAll,
      { logs: [approval(OWN, ROUTER, 2n ** 96n - 1n)] },
    ],
    ['of coins that were wrapped, by the deposit', swap, { logs: [deposit(OWN, 99_000_000n)] }],
    [
      'of coins that were wrapped, once where the token writes both events',
      swap,
      { logs: [transfer(`0x${'0'.repeat(40)}`, OWN, 99_000_000n), deposit(OWN, 99_000_000n)] },
    ],
    [
      'of a swap to a token that writes events of its own, by the balance',
      swap,
      { logs: [{ address: TOKEN, topics: [hash], data: '0x' }], tokens: { [OWN]: [1n, 99_000_001n] } },
    ],
    ['of an allowance by its event', approve, { logs: [approval(OWN, ROUTER, units)] }],
    ['of a swap that brought the minimum', swap, { logs: [transfer(ROUTER, OWN, 99_000_000n)] }],
    [
      'of a swap for coins, by the balance less the fee',
      swapForCoins,
      { transaction: { from: OWN, to: ROUTER }, balances: { [OWN]: [1_000n, 800n + 5n * 10n ** 17n] } },
    ],
    [
      'of a swap for coins on a node without the past, as its router keeps to the minimum',
      swapForCoins,
      { transaction: { from: OWN, to: ROUTER } },
    ],
  ])('confirms the payment %s', async (_, payment, node) => {
    expect(await look(payment, node)).toMatchObject({ status: 'confirmed' })
  })
})

describe('[D2] The check of a mined payment that differs from its review', () => {
  test.each<[string, SentRow, Node]>([
    ['where the user operation inside has failed', row(), { logs: [operation(false)] }],
    [
      'where the user operation inside has failed, of coins',
      payCoins,
      { transaction: bundled, logs: [operation(false), operation(true, OTHER)] },
    ],
    [
      'where the Safe says that its call has failed',
      payCoins,
      { transaction: { from: OTHER, to: OWN }, logs: [execution(false)] },
    ],
    [
      'where an older Safe says so',
      payCoins,
      { transaction: { from: OTHER, to: OWN }, logs: [execution(false, true)] },
    ],
    ['where the token returns false without an event', row(), { transaction: { from: OWN, to: TOKEN } }],
    ['where another token has moved', row(), { logs: [transfer(OWN, TO, units, OTHER)] }],
    ['where the token has gone to somebody else', row(), { logs: [transfer(OWN, OTHER, units)] }],
    ['where somebody else has paid', row(), { logs: [transfer(OTHER, TO, units)] }],
    ['where more has left', row(), { logs: [transfer(OWN, TO, units + 5_000n)] }],
    ['where the wallet has changed the coins', payCoins, { transaction: { ...direct, value: 5n } }],
    [
      'where the wallet has changed the receiver',
      payCoins,
      { transaction: { ...direct, to: OTHER }, balances: { [TO]: [5n, 5n], [OWN]: [5n, 5n] } },
    ],
    [
      'where a contract was made',
      payCoins,
      { transaction: { ...direct, to: null }, balances: { [TO]: [5n, 5n], [OWN]: [5n, 5n] } },
    ],
    [
      'where a contract account has moved nothing',
      payCoins,
      { transaction: { from: OTHER, to: OWN }, balances: { [TO]: [5n, 5n], [OWN]: [5n, 5n] } },
    ],
    ['where the wallet has changed the allowance', approve, { logs: [approval(OWN, ROUTER, units * 2n)] }],
    ['where another one may spend', approve, { logs: [approval(OWN, OTHER, units)] }],
    ['where no allowance was logged', approve, {}],
    ['of a swap that brought less than the minimum', swap, { logs: [transfer(ROUTER, OWN, 98_999_999n)] }],
    ['of a swap that brought nothing', swap, {}],
    [
      'of coins that were wrapped for somebody else',
      swap,
      { logs: [deposit(OTHER, 99_000_000n)], tokens: { [OWN]: [1n, 1n] } },
    ],
    [
      'of a swap for coins that brought less',
      swapForCoins,
      { transaction: { from: OWN, to: ROUTER }, balances: { [OWN]: [1_000n, 800n + 4n * 10n ** 17n] } },
    ],
  ])('reports a mismatch %s', async (_, payment, node) => {
    const seen = await look(payment, node)
    expect(seen).toMatchObject({ status: 'mismatched' })
    expect(seen.isSettled).toBe(false)
  })

  test('reports the received amount when the token keeps a fee', async () => {
    const logs = [transfer(OWN, TO, units - 5_000_000n), transfer(OWN, TOKEN, 5_000_000n)]
    expect(await look(row(), { logs })).toMatchObject({ status: 'mismatched', received: '95000000' })
  })

  test('keeps the payment pending until the node returns its transaction', async () => {
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
      'where only the payer has less',
      payCoins,
      { transaction: relayed, balances: { [TO]: before, [OWN]: spent } },
    ],
    [
      'where only the receiver has more, whom others pay, too',
      payCoins,
      { transaction: relayed, balances: { [TO]: gained, [OWN]: before } },
    ],
    [
      'where a contract account says that its call succeeded, and it has paid nothing',
      payCoins,
      { transaction: relayed, logs: [execution(true)], balances: { [TO]: gained, [OWN]: before } },
    ],
    ['where a relayed account pays itself', row({ to: OWN, out: coins }), { transaction: relayed }],
  ])('ends as uncompared %s', async (_, payment, node) => {
    expect(await look(payment, node)).toMatchObject({ status: 'uncompared' })
  })

  test.each<[string, SentRow, Node]>([
    ['an error', payCoins, { transaction: relayed }],
    ['a receipt whose events cannot be read', row(), { logs: 'none' as never }],
    [
      'more events than can be read',
      row(),
      { logs: Array.from({ length: 300 }, () => transfer(OWN, TO, 1n)) },
    ],
    [
      'a token of its own kind and a node without the past',
      row(),
      { logs: [{ address: TOKEN, topics: [hash], data: '0x' }] },
    ],
  ])('stays pending for ten minutes after %s, then ends as uncompared', async (_, payment, node) => {
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
    'keeps its result %s when the node answers nothing later',
    async (status) => {
      const part = { block: 16, minedAt: 1_000, comparedIn: '16', row: { ...payCoins, status } }
      for (const now of [2_000, 700_000])
        expect(await look(payCoins, {}, { part, now })).toMatchObject({ status, isSettled: false })
      expect(await look(payCoins, {}, { part, now: 3_700_000 })).toMatchObject({ status, isSettled: true })
    },
  )

  test('runs again when the payment moves to another block', async () => {
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

test('[D14] a payment on a network with deep reorganisations (Ethereum Classic) is not confirmed after 1,000 s', async () => {
  const caipNetworkId = 'eip155:61'
  const at = (now: number) =>
    look(row(), { logs: [transfer(OWN, TO, units)] }, { part: { caipNetworkId, block: 16, minedAt: 0 }, now })
  expect(await at(1_000_000)).toMatchObject({ status: 'pending' })
  expect(await at(7_200_000)).toMatchObject({ status: 'confirmed' })
})
