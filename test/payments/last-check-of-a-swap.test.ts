/** What reaches the wallet for a swap, when something has changed it between the worker's first check and its signature. */
import { Interface } from 'ethers'
import { describe, expect, test } from 'vitest'
import type { CaipAddress } from '../../src/core/chains/caip.ts'
import type { PreparedSwap, SwapCall, SwapDraft, SwapReading } from '../../src/core/payments/swap.ts'
import { createPayments } from '../../src/payments/create-payments.ts'
import type { PaymentIntent } from '../../src/payments/payments.ts'
import { toSwapIntent } from '../../src/payments/to-swap-intent.ts'
import { encodeApproval, isSwapPayment } from '../../worker/market/swap/check-swap.ts'

const OWN = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045'
const THIEF = '0x000000000000000000000000000000000000dEaD'
const USDC = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const DAI = '0x6b175474e89094c44da98b954eedeac495271d0f'
const WETH = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const COIN = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const UNISWAP = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'
const ONE_INCH = '0x111111125421cA6dc452d289314280a0f8842A65'
const desc = '(address,address,address,address,uint256,uint256,uint256)'
const abi = new Interface([
  'function swapExactTokensForTokens(uint256,uint256,address[],address,uint256)',
  'function swapExactETHForTokens(uint256,address[],address,uint256)',
  `function swap(address,${desc},bytes)`,
])
const account: CaipAddress = `eip155:1:${OWN}`
const AMOUNT = 500_000_000n
const MINIMUM = 495n * 10n ** 18n
const SOON = BigInt(Math.floor(Date.now() / 1_000) + 600)

interface Parts {
  from: string
  to: string
  amount: bigint
  minimum: bigint
  receiver: string
  deadline: bigint
}

const encoders = {
  tokens: ({ from, to, amount, minimum, receiver, deadline }: Parts): SwapCall => ({
    to: UNISWAP,
    value: 0n,
    data: abi.encodeFunctionData('swapExactTokensForTokens', [
      amount,
      minimum,
      [from, to],
      receiver,
      deadline,
    ]),
  }),
  coins: ({ to, amount, minimum, receiver, deadline }: Parts): SwapCall => ({
    to: UNISWAP,
    value: amount,
    data: abi.encodeFunctionData('swapExactETHForTokens', [minimum, [WETH, to], receiver, deadline]),
  }),
  oneInch: ({ from, to, amount, minimum, receiver }: Parts): SwapCall => ({
    to: ONE_INCH,
    value: from === COIN ? amount : 0n,
    data: abi.encodeFunctionData(`swap(address,${desc},bytes)`, [
      THIEF,
      [from, to, THIEF, receiver, amount, minimum, 0n],
      '0x1234',
    ]),
  }),
}
type Shape = keyof typeof encoders
const shapes = Object.keys(encoders) as Shape[]

function partsOf(shape: Shape): Parts {
  const from = shape === 'coins' ? COIN : USDC
  return { from, to: DAI, amount: AMOUNT, minimum: MINIMUM, receiver: OWN, deadline: SOON }
}

function prepare(shape: Shape, part: Partial<PreparedSwap> = {}): PreparedSwap {
  const parts = partsOf(shape)
  const token = (address: string) =>
    ({ token: `eip155:1:${address}`, name: 'Token', symbol: 'TKN', decimals: 18 }) as const
  const draft: SwapDraft = { account, from: token(parts.from), to: token(parts.to), amount: AMOUNT }
  const transaction = encoders[shape](parts)
  return {
    draft,
    transaction,
    expected: MINIMUM,
    minimum: MINIMUM,
    provider: '1inch',
    router: transaction.to,
    approvals: [],
    simulation: { status: 'passed' },
    preparedAt: 0,
    ...part,
  }
}

function createPage() {
  const given: unknown[] = []
  const page = {
    given,
    /** What the worker reads; the test may change what it says. */
    read: (transaction: SwapCall, payment: PaymentIntent): unknown => ({
      transaction,
      isPayment: isSwapPayment(payment, transaction, Date.now()),
    }),
    payments: createPayments({
      storage: undefined,
      getAccount: () => ({ status: 'connected', caipAddress: account }) as never,
      loadWalletCalls: async () => ({
        sendTransaction: async (transaction) => {
          given.push(transaction)
          return `0x${given.length.toString(16).padStart(64, '0')}`
        },
      }),
      call: (async (command: string, input: { transaction: SwapCall; payment: PaymentIntent }) =>
        command === 'readSwap' ? page.read(input.transaction, input.payment) : undefined) as never,
      topic: (() => ({ subscribe: () => () => {} })) as never,
      snacks: { show() {} },
    }),
  }
  return page
}

async function pay(prepared: PreparedSwap, page = createPage()) {
  const outcome = await page.payments.pay(toSwapIntent(prepared, prepared.draft)).then(
    () => 'asked',
    (error: { code: string }) => error.code,
  )
  return [outcome, page.given.length]
}

describe('[D12] The last check of a swap before it is signed', () => {
  test.each(shapes)('accepts the calldata that was shown, of the kind “%s”', async (shape) => {
    expect(await pay(prepare(shape))).toEqual(['asked', 1])
  })

  const changes: Readonly<Record<string, Partial<Parts>>> = {
    'another receiver': { receiver: THIEF },
    'a lower minimum': { minimum: MINIMUM - 1n },
    'no minimum': { minimum: 0n },
    'another receiver and minimum': { receiver: THIEF, minimum: 1n },
    // Better for the person, and still not what was shown.
    'a higher minimum': { minimum: MINIMUM + 1n },
    'a larger amount': { amount: AMOUNT + 1n },
    'another token to receive': { to: WETH },
    'another token to pay with': { from: DAI, to: USDC },
    'a deadline in the far future': { deadline: 2n ** 40n },
  }
  const cases = shapes.flatMap((shape) =>
    Object.entries(changes)
      .filter(([name]) => !(shape === 'oneInch' && name === 'a deadline in the far future'))
      .filter(([name]) => !(shape === 'coins' && name === 'another token to pay with'))
      .map(([name, part]) => [shape, name, part] as const),
  )
  test.each(cases)('refuses calldata of the kind “%s” if it has %s', async (shape, _, part) => {
    const transaction = encoders[shape]({ ...partsOf(shape), ...part })
    expect(await pay(prepare(shape, { transaction }))).toEqual(['payment_changed', 0])
  })

  test.each(shapes)(
    'refuses a changed value or contract for calldata of the kind “%s”, even if the review has the same change',
    async (shape) => {
      const { transaction } = prepare(shape)
      const value = transaction.value + 1n
      expect(await pay(prepare(shape, { transaction: { ...transaction, value } }))).toEqual([
        'payment_changed',
        0,
      ])
      const moved = prepare(shape, { router: THIEF, transaction: { ...transaction, to: THIEF } })
      expect(await pay(moved)).toEqual(['payment_changed', 0])
      const other = transaction.to === UNISWAP ? ONE_INCH : UNISWAP
      const swapped = prepare(shape, { router: other, transaction: { ...transaction, to: other } })
      expect(await pay(swapped)).toEqual(['payment_changed', 0])
    },
  )

  test('refuses a call to the router if its calldata is not a swap', async () => {
    for (const data of ['0x', '0xdeadbeef', '0x095ea7b3', 'not hexadecimal'])
      expect(await pay(prepare('tokens', { transaction: { to: UNISWAP, value: 0n, data } }))).toEqual([
        'payment_changed',
        0,
      ])
  })

  const from = { token: `eip155:1:${USDC}` } as const
  const approve = (spender: string, amount = AMOUNT, token = USDC) => ({
    amount,
    transaction: encodeApproval({ token: `eip155:1:${token}` }, spender, amount),
  })

  test('accepts an approval of the amount, or of zero, for the router', async () => {
    expect(await pay(prepare('tokens', { approvals: [approve(UNISWAP)] }))).toEqual(['asked', 1])
    const reset = [approve(ONE_INCH, 0n), approve(ONE_INCH)]
    expect(await pay(prepare('oneInch', { approvals: reset }))).toEqual(['asked', 1])
  })

  test.each<[string, Partial<PreparedSwap>]>([
    ['for another spender', { approvals: [approve(THIEF)] }],
    [
      'for another spender that the review names as the router',
      { router: THIEF, approvals: [approve(THIEF)] },
    ],
    ['of another token', { approvals: [approve(UNISWAP, AMOUNT, DAI)] }],
    [
      'of more than the amount of the review',
      { approvals: [{ amount: AMOUNT, transaction: encodeApproval(from, UNISWAP, 2n ** 256n - 1n) }] },
    ],
    [
      'that also sends the native token',
      { approvals: [{ amount: AMOUNT, transaction: { ...approve(UNISWAP).transaction, value: 1n } }] },
    ],
    [
      'followed by extra bytes',
      {
        approvals: [
          {
            amount: AMOUNT,
            transaction: { ...approve(UNISWAP).transaction, data: `${approve(UNISWAP).transaction.data}00` },
          },
        ],
      },
    ],
  ])('refuses an approval %s', async (_, part) => {
    expect(await pay(prepare('tokens', part))).toEqual(['payment_changed', 0])
  })

  test.each<[string, (said: SwapReading) => unknown]>([
    ['does not recognise the swap', (said) => ({ ...said, isPayment: false })],
    ['confirms other calldata', (said) => ({ ...said, transaction: { ...said.transaction, data: '0x' } })],
    ['confirms another value', (said) => ({ ...said, transaction: { ...said.transaction, value: 1n } })],
    ['confirms another contract', (said) => ({ ...said, transaction: { ...said.transaction, to: THIEF } })],
    ['confirms raw bytes', (said) => ({ ...said, transaction: new Uint8Array(8) })],
    ['answers with an unexpected object', () => ({ isPayment: 'yes' })],
    ['answers with undefined', () => undefined],
  ])('does not ask the wallet if the worker %s', async (_, change) => {
    for (const prepared of [prepare('tokens'), prepare('tokens', { approvals: [approve(UNISWAP)] })]) {
      const page = createPage()
      const { read } = page
      page.read = (transaction, payment) => change(read(transaction, payment) as SwapReading)
      const [code, count] = await pay(prepared, page)
      expect([code === 'asked', count]).toEqual([false, 0])
    }
  })

  test('checks exactly the call that the wallet gets, even if the caller changes the object during the check', async () => {
    const page = createPage()
    const { read } = page
    const prepared = prepare('tokens')
    const evil = encoders.tokens({ ...partsOf('tokens'), receiver: THIEF })
    const intent = structuredClone(toSwapIntent(prepared, prepared.draft)) as PaymentIntent
    page.read = (transaction, payment) => {
      const said = read({ ...transaction }, payment)
      Object.assign(intent.transaction, evil)
      Object.assign(transaction, evil)
      return said
    }
    await page.payments.pay(intent)
    expect(page.given).toEqual([prepared.transaction])
  })
})
