/** What is prepared, where the provider and the network's node say different things. */
import { Interface } from 'ethers'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PreparedSwap, SwapCall, SwapDraft } from '../../../../src/core/payments/swap.ts'
import { assertSamePayment } from '../../../../src/payments/assert-same-payment.ts'
import type { PaymentIntent } from '../../../../src/payments/payments.ts'
import { toSwapIntent } from '../../../../src/payments/to-swap-intent.ts'
import type { EvmTransaction } from '../../../../src/wallets/namespace-calls.ts'
import type { CommandContext } from '../../../../worker/base/context.ts'
import { createHttp } from '../../../../worker/http/http.ts'
import { prices } from '../../../../worker/market/domain.ts'
import { prepareSwap } from '../../../../worker/market/swap/prepare-swap.ts'
import { swapQuote } from '../../../../worker/market/swap/quote.ts'
import { config } from '../../create-tab.ts'
import { json } from '../../fake-api.ts'
import { loadOnlyEvm } from '../../load-evm.ts'
import { createFakeClock } from '../../fake-clock.ts'
import { propertyRuns } from '../../../property-runs.ts'

const OWN = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045'
const USDC = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const DAI = '0x6b175474e89094c44da98b954eedeac495271d0f'
const WETH = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const UNISWAP = '0x7a250d5630b4cf539739df2c5dacb4c659f2488d'
const COIN = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const NODE = 'https://node.example/'
const token = (address: string, decimals: number) =>
  ({ token: `eip155:1:${address}`, name: 'Token', symbol: 'TKN', decimals }) as const
const draft: SwapDraft = {
  account: `eip155:1:${OWN}`,
  from: token(USDC, 6),
  to: token(DAI, 18),
  amount: 500_000_000n,
}
const abi = new Interface([
  'function swapExactTokensForTokens(uint256,uint256,address[],address,uint256)',
  'function swapExactETHForTokens(uint256,address[],address,uint256)',
  'function approve(address,uint256)',
])
const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`
const GAS_PRICE = 10n ** 9n
const QUOTED = 500n * 10n ** 18n

/** What a node holds; undefined: it does not answer that. */
interface Node {
  allowance?: bigint
  balance?: bigint
  coins?: bigint
  decimals?: Readonly<Record<string, bigint>>
  /** Of the account. */
  code?: string
  /** What a rollup takes for publishing a transaction: wei. */
  layerFee?: bigint
  /** What it says of a swap that is tried. */
  trial?: { code: number; message: string }
}

type Answers = Record<string, unknown>

/** `change`: of what the provider answers. */
function createContext(
  of: SwapDraft,
  node: Node | undefined,
  allowance = 0n,
  built = QUOTED,
  change: (answers: Answers) => Answers = (answers) => answers,
) {
  const asked: string[] = []
  const clock = createFakeClock()
  const own = {
    ...config,
    projectId: 'prepared',
    networks: [{ caipNetworkId: 'eip155:1', rpcUrls: node ? [NODE] : [] }],
  } as unknown as CommandContext['config']
  const least = (built * 99n) / 100n
  const isNativeToken = of.from.token.endsWith(COIN)
  const until = BigInt(Math.floor(clock.now() / 1_000) + 600)
  const tx = {
    from: of.account,
    to: `eip155:1:${UNISWAP}`,
    amount: String(built),
    data: isNativeToken
      ? abi.encodeFunctionData('swapExactETHForTokens', [least, [WETH, DAI], OWN, until])
      : abi.encodeFunctionData('swapExactTokensForTokens', [of.amount, least, [USDC, WETH, DAI], OWN, until]),
  }
  const answers = change({
    '/v1/convert/gas-price': { standard: String(GAS_PRICE) },
    '/v1/convert/quotes': { quotes: [{ toAmount: String(QUOTED) }] },
    '/v1/convert/build-transaction': { tx },
    '/v1/convert/allowance': { allowance: String(allowance) },
    '/v1/convert/build-approve': {
      tx: {
        from: of.from.token,
        to: of.to.token,
        data: abi.encodeFunctionData('approve', [UNISWAP, 2n ** 256n - 1n]),
        value: '0',
      },
    },
  })

  function answerNode({
    method,
    params,
  }: {
    method: string
    params: [{ to: string; data: string }]
  }): unknown {
    const refuse = { error: { code: -32_000, message: 'no' } }
    const say = (value: bigint | undefined) => (value === undefined ? refuse : { result: word(value) })
    if (method === 'eth_getBalance') return say(node?.coins)
    if (method === 'eth_getCode') return { result: node?.code ?? '0x' }
    const [{ to, data }] = params
    if (data.startsWith('0xdd62ed3e')) return say(node?.allowance)
    if (data.startsWith('0x70a08231')) return say(node?.balance)
    if (data.startsWith('0x313ce567')) return say(node?.decimals?.[to])
    if (data.startsWith('0x095ea7b3')) return say(1n)
    if (to.toLowerCase() === '0x420000000000000000000000000000000000000f')
      return node?.layerFee === undefined ? { result: '0x' } : say(node.layerFee)
    return node?.trial ? { error: node.trial } : { result: '0x' }
  }
  const http = createHttp({
    config: own,
    clock,
    fetch: async (url, init) => {
      const { pathname, host } = new URL(String(url))
      if (host === new URL(NODE).host)
        return json({ jsonrpc: '2.0', id: 1, ...(answerNode(JSON.parse(String(init?.body))) as object) })
      asked.push(pathname)
      return json(answers[pathname])
    },
  })
  const context = { config: own, clock, http, signal: new AbortController().signal, load: loadOnlyEvm }
  return { context: context as unknown as CommandContext, asked }
}

const rich: Node = {
  allowance: 0n,
  balance: 10n ** 12n,
  coins: 10n ** 18n,
  decimals: { [USDC]: 6n, [DAI]: 18n },
}
const prepare = (node: Node | undefined, of = draft, allowance = 0n) =>
  prepareSwap(of, createContext(of, node, allowance).context)

describe('[F30] The provider’s swap transaction', () => {
  const build = (built: bigint) => prepareSwap(draft, createContext(draft, rich, 0n, built).context)

  test('is shown with its actual amounts if these are slightly below the quote, or above the quote', async () => {
    for (const built of [QUOTED - 1n, QUOTED + 1n, QUOTED * 2n, (QUOTED * 99n) / 100n])
      expect(await build(built)).toMatchObject({ expected: built, minimum: (built * 99n) / 100n })
  })

  test('is refused when it guarantees less than the minimum of the quote', async () => {
    await expect(build((QUOTED * 99n) / 100n - 1n)).rejects.toMatchObject({
      code: 'swap_refused',
      context: { reason: 'minimum' },
    })
  })
})

describe('The preparation of a swap', () => {
  test('uses the node’s allowance instead of the provider’s, which may be a few blocks old', async () => {
    const { approvals } = await prepare({ ...rich, allowance: draft.amount })
    expect(approvals).toEqual([])
    expect((await prepare({ ...rich, allowance: 0n }, draft, draft.amount)).approvals).toHaveLength(1)
  })

  test('[A137] uses the provider’s allowance when the node does not answer', async () => {
    const { allowance: _, ...silent } = rich
    for (const node of [undefined, silent]) {
      expect((await prepare(node, draft, draft.amount)).approvals).toEqual([])
      expect((await prepare(node, draft)).approvals.map(({ amount }) => amount)).toEqual([draft.amount])
    }
  })

  test.each([
    ['the token to pay with', { [USDC]: 18n, [DAI]: 18n }],
    ['the token to receive', { [USDC]: 6n, [DAI]: 6n }],
  ])('[F24] fails when the node’s decimals differ from the provider’s for %s', async (_, decimals) => {
    await expect(prepare({ ...rich, decimals })).rejects.toMatchObject({
      code: 'swap_refused',
      context: { reason: 'decimals' },
    })
  })

  test('reports a shortage when a balance does not cover the swapped amount or the network fee', async () => {
    expect(await prepare(rich)).not.toHaveProperty('shortage')
    expect(await prepare({ ...rich, balance: draft.amount - 1n })).toMatchObject({ shortage: 'funds' })
    expect(await prepare({ ...rich, balance: draft.amount })).not.toHaveProperty('shortage')
    const { networkFee } = await prepare(rich)
    expect(networkFee).toBe(GAS_PRICE * 240_000n)
    expect(await prepare({ ...rich, coins: networkFee! - 1n })).toMatchObject({ shortage: 'fee' })
    expect(await prepare({ ...rich, coins: networkFee! })).not.toHaveProperty('shortage')
  })

  test('[D5] only warns of an uncovered network fee, instead of reporting a shortage, if the account is a contract or delegated', async () => {
    for (const code of ['0x6080', `0xef0100${'ab'.repeat(20)}`]) {
      const prepared = await prepare({ ...rich, coins: 0n, code })
      expect(prepared).toMatchObject({ isFeeUncovered: true })
      expect(prepared).not.toHaveProperty('shortage')
      expect(await prepare({ ...rich, coins: 0n, code, balance: 0n })).toMatchObject({ shortage: 'funds' })
    }
    expect(await prepare({ ...rich, coins: 0n })).toMatchObject({ shortage: 'fee' })
  })

  test('[D13] includes the rollup fees of the swap and of its approval in the network fee', async () => {
    const layerFee = 10n ** 15n
    const { networkFee } = await prepare({ ...rich, layerFee })
    // A bound for the first layer and a fee of the operator, for the swap and for its approval.
    expect(networkFee).toBe(GAS_PRICE * 240_000n + 4n * layerFee)
    expect(await prepare({ ...rich, layerFee, coins: networkFee! - 1n })).toMatchObject({ shortage: 'fee' })
    expect(await prepare({ ...rich, layerFee, coins: networkFee! })).not.toHaveProperty('shortage')
    const quoted = await swapQuote(draft, createContext(draft, { ...rich, layerFee }).context)
    expect(quoted.networkFee).toBe(GAS_PRICE * 180_000n + 2n * layerFee)
  })

  test('reports a shortage if the native token is swapped and the balance does not cover both amount and network fee', async () => {
    const coins: SwapDraft = { ...draft, from: token(COIN, 18), amount: 10n ** 18n }
    const fee = GAS_PRICE * 180_000n
    expect(await prepare({ ...rich, coins: 10n ** 18n - 1n }, coins)).toMatchObject({ shortage: 'funds' })
    expect(await prepare({ ...rich, coins: 10n ** 18n + fee - 1n }, coins)).toMatchObject({ shortage: 'fee' })
    const enough = await prepare({ ...rich, coins: 10n ** 18n + fee }, coins)
    expect(enough).toMatchObject({ simulation: { status: 'passed' }, approvals: [] })
    expect(enough).not.toHaveProperty('shortage')
  })

  test('simulates the swap only if the allowance already suffices, and reports a failed simulation', async () => {
    const trial = { code: 3, message: 'execution reverted: INSUFFICIENT_OUTPUT_AMOUNT' }
    expect((await prepare({ ...rich, trial })).simulation).toEqual({ status: 'unknown' })
    expect((await prepare({ ...rich, allowance: draft.amount, trial })).simulation).toMatchObject({
      status: 'failed',
      fault: 'reverted',
      reason: 'INSUFFICIENT_OUTPUT_AMOUNT',
    })
    expect((await prepare({ ...rich, allowance: draft.amount })).simulation).toEqual({ status: 'passed' })
  })

  test('leaves simulation and shortage unknown when the page names no node', async () => {
    const prepared = await prepare(undefined)
    expect(prepared.simulation).toEqual({ status: 'unknown' })
    expect(prepared).not.toHaveProperty('shortage')
  })
})

describe('[F30] [D12] A swap from an untrusted provider', () => {
  const THIEF = '0x00000000000000000000000000000000deadbeef'
  const ONE_INCH = '0x111111125421ca6dc452d289314280a0f8842a65'
  const desc = '(address,address,address,address,uint256,uint256,uint256)'
  const calls = new Interface([
    'function swapExactTokensForTokens(uint256 amount, uint256 minimum, address[] path, address to, uint256 deadline)',
    'function swapExactTokensForETH(uint256 amount, uint256 minimum, address[] path, address to, uint256 deadline)',
    'function swapExactETHForTokens(uint256 minimum, address[] path, address to, uint256 deadline)',
    `function swap(address,${desc},bytes)`,
    'function approve(address,uint256)',
    'function transfer(address,uint256)',
  ])
  const drafts = [draft, { ...draft, from: token(COIN, 18) }, { ...draft, to: token(COIN, 18) }] as const

  const ALL = 2n ** 256n - 1n
  const units = (about: bigint) =>
    fc
      .oneof(
        { weight: 12, arbitrary: fc.constant(about) },
        fc.constantFrom(about - 1n, about + 1n, about / 2n, about * 2n, 0n, 1n, ALL),
        fc.bigInt({ min: 0n, max: ALL }),
      )
      .map((one) => (one < 0n ? 0n : one > ALL ? ALL : one))
  const address = (usual: string) =>
    fc.oneof(
      { weight: 20, arbitrary: fc.constant(usual) },
      fc.constantFrom(THIEF, OWN, USDC, DAI, WETH, COIN),
    )
  /** What an answer may hold in place of what it should. */
  const junk = fc.oneof(
    fc.constantFrom(null, undefined, '', '0x', '-1', '1e18', [], {}, Number.NaN, 2 ** 60, true),
    fc.string(),
    fc.bigInt().map(String),
    fc.jsonValue({ maxDepth: 2 }),
  )
  const call = fc.constantFrom(...drafts).chain((of) =>
    fc.record({
      of: fc.constant(of),
      isInch: fc.boolean(),
      from: address(of.from.token.slice(9)),
      to: address(of.to.token.slice(9)),
      amount: units(of.amount),
      built: units(QUOTED),
      minimum: units((QUOTED * 99n) / 100n),
      receiver: address(OWN),
      router: address(''),
      deadline: fc.constantFrom(600, 600, 600, 3_600, 3_601, 2 ** 40),
      flags: fc.constantFrom(0n, 0n, 0n, 1n, 2n, 4n),
      spender: address(''),
      allowed: units(ALL),
      allowance: units(0n),
      node: fc.constantFrom(rich, { ...rich, allowance: of.amount }, undefined),
      /** One digit, or the end, of the calldata of the swap, of the approval, or of neither. */
      flip: fc.option(
        fc.record({ at: fc.nat(), digit: fc.nat(15), how: fc.constantFrom('digit', 'cut', 'more') }),
        { freq: 1 },
      ),
      isApproval: fc.boolean(),
      wrong: fc.option(
        fc.record({
          path: fc.constantFrom('gas-price', 'quotes', 'build-transaction', 'build-approve', 'allowance'),
          key: fc.constantFrom(
            '',
            'tx',
            'from',
            'to',
            'data',
            'value',
            'amount',
            'eip155',
            'quotes',
            'standard',
          ),
          value: junk,
        }),
        { freq: 1 },
      ),
    }),
  )
  type Call = typeof call extends fc.Arbitrary<infer T> ? T : never

  function encode(
    { of, isInch, from, to, amount, minimum, receiver, deadline, flags }: Call,
    now: number,
  ): string {
    const until = BigInt(Math.floor(now / 1_000) + deadline)
    const path = [from, WETH, to].map((one) => (one === COIN ? WETH : one))
    if (isInch) {
      const about = [from, to, THIEF, receiver, amount, minimum, flags]
      return calls.encodeFunctionData('swap', [THIEF, about, '0x1234'])
    }
    if (of.from.token.endsWith(COIN))
      return calls.encodeFunctionData('swapExactETHForTokens', [minimum, path, receiver, until])
    const name = of.to.token.endsWith(COIN) ? 'swapExactTokensForETH' : 'swapExactTokensForTokens'
    return calls.encodeFunctionData(name, [amount, minimum, path, receiver, until])
  }

  function change(data: string, flip: Call['flip']): string {
    if (!flip) return data
    const at = 2 + (flip.at % (data.length - 2))
    const digit = flip.digit.toString(16)
    if (flip.how === 'cut') return data.slice(0, at)
    return flip.how === 'more' ? data + digit.repeat(64) : data.slice(0, at) + digit + data.slice(at + 1)
  }

  function answerFor(one: Call, now: number, answers: Answers): Answers {
    const { of, flip, isApproval, built, amount, wrong } = one
    const router = one.router || (one.isInch ? ONE_INCH : UNISWAP)
    const data = encode(one, now)
    const approval = calls.encodeFunctionData('approve', [one.spender || router, one.allowed])
    const value = of.from.token.endsWith(COIN) ? { value: String(amount) } : {}
    const said: Answers = {
      ...answers,
      '/v1/convert/allowance': { allowance: String(one.allowance) },
      '/v1/convert/build-transaction': {
        tx: {
          from: of.account,
          to: `eip155:1:${router}`,
          amount: String(built),
          data: isApproval ? data : change(data, flip),
          ...value,
        },
      },
      '/v1/convert/build-approve': {
        tx: {
          from: of.from.token,
          to: of.to.token,
          data: isApproval ? change(approval, flip) : approval,
          value: '0',
        },
      },
    }
    if (!wrong) return said
    const path = `/v1/convert/${wrong.path}`
    const whole = said[path] as { tx?: object }
    if (wrong.key === '') return { ...said, [path]: wrong.value }
    const part = { [wrong.key]: wrong.value }
    const isOuter = !whole.tx || wrong.key === 'tx'
    return { ...said, [path]: isOuter ? { ...whole, ...part } : { tx: { ...whole.tx, ...part } } }
  }

  /** As another library reads what the wallet would be given. */
  function readSwap({ transaction }: Pick<PreparedSwap, 'transaction'>) {
    // A contract reads zeros behind the end.
    const data = transaction.data + '0'.repeat(128)
    const read = calls.parseTransaction({ ...transaction, data })
    if (read?.name === 'swap') {
      const [from, to, , receiver, amount, minimum] = read.args[1] as string[]
      return { from, to, receiver, amount, minimum }
    }
    const { path, to, amount, minimum } = read!.args as unknown as Record<string, unknown>
    const ends = path as string[]
    const toAsset = (name: string, one: string | undefined) => (read!.name.includes(name) ? COIN : one)
    return {
      from: toAsset('ExactETH', ends[0]),
      to: toAsset('ForETH', ends.at(-1)),
      receiver: to,
      amount: amount ?? transaction.value,
      minimum,
    }
  }

  /** The last look before the wallet: what the worker reads from these bytes, and what the page makes of it. */
  async function assertSame(intent: PaymentIntent, given: SwapCall, context: CommandContext): Promise<void> {
    const { transaction: _, ...payment } = intent
    const reading = await prices.commands.readSwap({ transaction: given, payment }, context)
    assertSamePayment(intent, { namespace: 'eip155', ...given }, reading)
  }

  /** The next payment, and the swap that comes after the approvals. */
  function toIntents(prepared: PreparedSwap, of: SwapDraft): PaymentIntent[] {
    const next = toSwapIntent(prepared, of)
    return next.kind === 'swap' ? [next] : [next, toSwapIntent({ ...prepared, approvals: [] }, of)]
  }

  async function assertHarmless(
    prepared: PreparedSwap,
    of: SwapDraft,
    context: CommandContext,
  ): Promise<void> {
    const { router, minimum, expected, approvals, transaction } = prepared
    const lower = (one: unknown) => String(one).toLowerCase()
    expect([UNISWAP, ONE_INCH, '0x1111111254eeb25477b68fb85ed929f73a960582']).toContain(lower(router))
    expect(transaction.to).toBe(router)
    const read = readSwap(prepared)
    expect([lower(read.from), lower(read.to), lower(read.receiver)]).toEqual([
      of.from.token.slice(9),
      of.to.token.slice(9),
      OWN,
    ])
    expect([read.amount, read.minimum]).toEqual([of.amount, minimum])
    expect(transaction.value).toBe(of.from.token.endsWith(COIN) ? of.amount : 0n)
    expect(minimum).toBeGreaterThan(0n)
    expect(minimum).toBeGreaterThanOrEqual((expected * 99n) / 100n)
    for (const approval of approvals) {
      const { name, args } = calls.parseTransaction(approval.transaction)!
      expect([name, args[0], args[1]]).toEqual(['approve', router, approval.amount])
      expect([0n, of.amount]).toContain(approval.amount)
      expect(lower(approval.transaction.to)).toBe(of.from.token.slice(9))
      expect(approval.transaction.value).toBe(0n)
    }
    for (const intent of toIntents(prepared, of)) await assertSame(intent, toCall(intent), context)
  }

  function toCall({ transaction }: PaymentIntent): SwapCall {
    const { to, value = 0n, data = '0x' } = transaction as EvmTransaction
    return { to, value, data }
  }

  test('is refused, or does what the person asked for and is shown with its real amounts, whatever the provider answers', async () => {
    const seen = { refused: 0, shown: 0 }
    await fc.assert(
      fc.asyncProperty(call, async (one) => {
        const now = createFakeClock().now()
        const { context } = createContext(one.of, one.node, one.allowance, QUOTED, (answers) =>
          answerFor(one, now, answers),
        )
        let prepared: PreparedSwap
        try {
          prepared = await prepareSwap(one.of, context)
        } catch (error) {
          expect(error).toMatchObject({ name: 'BillfoldError', code: expect.any(String) })
          seen.refused += 1
          return
        }
        seen.shown += 1
        await assertHarmless(prepared, one.of, context)
      }),
      { numRuns: propertyRuns(1_000) },
    )
    console.log(`answers to swaps: ${seen.refused} refused, ${seen.shown} shown`)
    expect(seen.refused).toBeGreaterThan(0)
    expect(seen.shown).toBeGreaterThan(0)
  })

  /** As an honest provider answers. */
  const honest = ({ of, isInch, allowance }: Pick<Call, 'of' | 'isInch' | 'allowance'>): Call => ({
    of,
    isInch,
    allowance,
    from: of.from.token.slice(9),
    to: of.to.token.slice(9),
    amount: of.amount,
    built: QUOTED,
    minimum: (QUOTED * 99n) / 100n,
    receiver: OWN,
    router: '',
    deadline: 600,
    flags: 0n,
    spender: '',
    allowed: ALL,
    node: undefined,
    flip: null,
    isApproval: false,
    wrong: null,
  })

  async function prepareHonest(part: Parameters<typeof honest>[0]) {
    const one = honest(part)
    const now = createFakeClock().now()
    const { context } = createContext(one.of, one.node, one.allowance, QUOTED, (answers) =>
      answerFor(one, now, answers),
    )
    return { context, intents: toIntents(await prepareSwap(one.of, context), one.of) }
  }

  const changed = { code: 'payment_changed' }

  test('is not signed when its calldata is replaced by a payment to another address', async () => {
    for (const of of drafts) {
      const { context, intents } = await prepareHonest({ of, isInch: false, allowance: 0n })
      for (const intent of intents) {
        const data = calls.encodeFunctionData('transfer', [THIEF, of.amount])
        const own = toCall(intent)
        for (const theft of [
          { ...own, data },
          { ...own, to: THIEF },
          { to: THIEF, value: own.value, data },
        ]) {
          await expect(assertSame(intent, theft, context)).rejects.toMatchObject(changed)
          // Also where it was changed in everything that the page holds.
          const forged = { ...intent, to: theft.to, transaction: { namespace: 'eip155', ...theft } } as const
          await expect(assertSame(forged, theft, context)).rejects.toMatchObject(changed)
        }
      }
    }
  })

  test('is not signed if a digit of the calldata changes after the review, unless the swap stays as reviewed', async () => {
    const flips = fc.record({
      of: fc.constantFrom(...drafts),
      isInch: fc.boolean(),
      allowance: fc.constantFrom(0n, ALL),
      at: fc.nat(),
      by: fc.integer({ min: 1, max: 15 }),
    })
    const seen = { refused: 0, harmless: 0 }
    await fc.assert(
      fc.asyncProperty(flips, async ({ at, by, ...part }) => {
        const { context, intents } = await prepareHonest(part)
        for (const intent of intents) {
          const own = toCall(intent)
          const place = 2 + (at % (own.data.length - 2))
          const digit = ((Number.parseInt(own.data[place]!, 16) + by) % 16).toString(16)
          const data = own.data.slice(0, place) + digit + own.data.slice(place + 1)
          const given = { ...own, data }
          await expect(assertSame(intent, given, context)).rejects.toMatchObject(changed)
          // Where the page holds the changed bytes, too, the worker's reading alone decides.
          const forged: PaymentIntent = { ...intent, transaction: { namespace: 'eip155', ...given } }
          const error = await assertSame(forged, given, context).catch((error: unknown) => error)
          if (error) {
            expect(error).toMatchObject(changed)
            seen.refused += 1
            continue
          }
          // The way through the pools and the time may be another; an approval has nothing of the kind.
          expect(intent.kind).toBe('swap')
          const [before, after] = [own, given].map((transaction) => readSwap({ transaction }))
          expect(after).toEqual(before)
          seen.harmless += 1
        }
      }),
      { numRuns: propertyRuns(300) },
    )
    expect(seen.refused).toBeGreaterThan(seen.harmless)
  })
})
