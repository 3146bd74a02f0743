import { Interface } from 'ethers'
import { describe, expect, test } from 'vitest'
import { getMinimumReceived, type PreparedSwap, type SwapDraft } from '../../../../src/core/payments/swap.ts'
import { toNetwork } from '../../../../src/core/chains/networks.ts'
import { findSwapNetwork, swapNetworks } from '../../../../src/core/chains/swap-networks.ts'
import { assertSamePayment } from '../../../../src/payments/assert-same-payment.ts'
import { toSwapIntent } from '../../../../src/payments/to-swap-intent.ts'
import type { Random } from '../../../../sandbox/history/random.ts'
import { getRouter } from '../../../../worker/market/swap/routers.ts'
import { checkApproval, checkSwap } from '../../../../worker/market/swap/check-swap.ts'
import { propertyRuns } from '../../../property-runs.ts'
import { useRandom } from '../../../seed.ts'

const OWN = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045'
const THIEF = '0x00000000000000000000000000000000deadbeef'
const USDC = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const DAI = '0x6b175474e89094c44da98b954eedeac495271d0f'
const WETH = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const COIN = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const UNISWAP = '0x7a250d5630b4cf539739df2c5dacb4c659f2488d'
const ONE_INCH_5 = '0x1111111254eeb25477b68fb85ed929f73a960582'
const ONE_INCH_6 = '0x111111125421ca6dc452d289314280a0f8842a65'
const NOW = 1_764_000_000_000

const desc = '(address,address,address,address,uint256,uint256,uint256)'
const abi = new Interface([
  'function swapExactTokensForTokens(uint256,uint256,address[],address,uint256)',
  'function swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256,uint256,address[],address,uint256)',
  'function swapExactETHForTokens(uint256,address[],address,uint256)',
  'function swapExactETHForTokensSupportingFeeOnTransferTokens(uint256,address[],address,uint256)',
  'function swapExactTokensForETH(uint256,uint256,address[],address,uint256)',
  'function swapExactTokensForETHSupportingFeeOnTransferTokens(uint256,uint256,address[],address,uint256)',
  `function swap(address,${desc},bytes,bytes)`,
  `function swap(address,${desc},bytes)`,
  'function approve(address,uint256)',
  'function transfer(address,uint256)',
  'function transferFrom(address,address,uint256)',
  'function increaseAllowance(address,uint256)',
  'function setApprovalForAll(address,bool)',
  'function permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
  'function unoswapTo(address,address,uint256,uint256,uint256[])',
])
const word = (byte: string) => `0x${byte.repeat(64)}`

type Shape = 'tokens' | 'coinIn' | 'coinOut' | 'inch5' | 'inch6' | 'inchCoin'
const shapes: readonly [Shape, ...Shape[]] = ['tokens', 'coinIn', 'coinOut', 'inch5', 'inch6', 'inchCoin']

interface Case {
  shape: Shape
  draft: SwapDraft
  least: bigint
  router: string
  parts: Parts
}
interface Parts {
  from: string
  to: string
  amount: bigint
  minimum: bigint
  receiver: string
  deadline: bigint
  flags: bigint
  permit: string
}

function token(address: string) {
  return { token: `eip155:1:${address}` as const, name: 'Token', symbol: 'TKN', decimals: 18 }
}

function makeCase(random: Random): Case {
  const shape = random.pick(shapes)
  const isInch = shape.startsWith('inch')
  const from = shape === 'coinIn' || shape === 'inchCoin' ? COIN : USDC
  const to = shape === 'coinOut' ? COIN : DAI
  const amount = BigInt(random.between(1, 2 ** 31)) * BigInt(random.between(1, 2 ** 31))
  const expected = BigInt(random.between(1_000, 2 ** 31))
  const least = getMinimumReceived(expected)
  const draft: SwapDraft = { account: `eip155:1:${OWN}`, from: token(from), to: token(to), amount }
  const parts: Parts = {
    from,
    to,
    amount,
    minimum: least + BigInt(random.between(0, 5)),
    receiver: OWN,
    deadline: BigInt(NOW / 1_000 + random.between(60, 1_800)),
    flags: shape === 'inch5' ? BigInt(random.pick([0, 4])) : 0n,
    permit: '0x',
  }
  const router = isInch ? (shape === 'inch5' ? ONE_INCH_5 : ONE_INCH_6) : UNISWAP
  return { shape, draft, least, router, parts }
}

function encode({ shape, parts }: Case): string {
  const { from, to, amount, minimum, receiver, deadline, flags, permit } = parts
  const path = (...ends: string[]) => ends.map((one) => (one === COIN ? WETH : one))
  const about = [from, to, THIEF, receiver, amount, minimum, flags]
  switch (shape) {
    case 'tokens':
      return abi.encodeFunctionData('swapExactTokensForTokens', [
        amount,
        minimum,
        path(from, WETH, to),
        receiver,
        deadline,
      ])
    case 'coinIn':
      return abi.encodeFunctionData('swapExactETHForTokensSupportingFeeOnTransferTokens', [
        minimum,
        path(from, to),
        receiver,
        deadline,
      ])
    case 'coinOut':
      return abi.encodeFunctionData('swapExactTokensForETH', [
        amount,
        minimum,
        path(from, to),
        receiver,
        deadline,
      ])
    case 'inch5':
      return abi.encodeFunctionData(`swap(address,${desc},bytes,bytes)`, [THIEF, about, permit, '0x123456'])
    default:
      return abi.encodeFunctionData(`swap(address,${desc},bytes)`, [THIEF, about, '0x1234'])
  }
}

/** As the public API says it: `amount` is what comes, and the coins that go along it does not say. */
function toTx({ draft, least, router }: Case, data: string) {
  const eip155 = { gas: '180000', gasPrice: '1000000000' }
  return { from: draft.account as string, to: `eip155:1:${router}`, data, amount: String(least), eip155 }
}

/** Each makes something else of what was asked for. */
const attacks: readonly ((one: Case, random: Random) => object)[] = [
  (one) => toTx(one, encode({ ...one, parts: { ...one.parts, receiver: THIEF } })),
  (one) => toTx(one, encode({ ...one, parts: { ...one.parts, minimum: one.least - 1n } })),
  (one) => toTx(one, encode({ ...one, parts: { ...one.parts, minimum: 0n } })),
  (one) => ({ ...toTx(one, encode(one)), to: `eip155:1:${THIEF}` }),
  (one) => ({ ...toTx(one, encode(one)), to: `eip155:10:${one.router}` }),
  (one) => ({ ...toTx(one, encode(one)), to: one.router === UNISWAP ? ONE_INCH_6 : UNISWAP }),
  (one) => ({ ...toTx(one, encode(one)), value: String(one.draft.amount + 1n) }),
  (one) => ({ ...toTx(one, encode(one)), value: '-1' }),
  (one) => ({ ...toTx(one, encode(one)), from: `eip155:1:${THIEF}` }),
  (one) => ({ ...toTx(one, encode(one)), to: `eip155:1:${USDC}` }),
  (one, random) => {
    const end = random.pick(['from', 'to'] as const)
    // The coin that goes in is the value: what its path begins with, the router itself refuses.
    const at = one.parts.from === COIN && !one.shape.startsWith('inch') ? 'to' : end
    const isOut = one.shape === 'coinOut' && at === 'to'
    return toTx(one, encode({ ...one, parts: { ...one.parts, [isOut ? 'from' : at]: THIEF } }))
  },
  (one) => {
    const parts = { ...one.parts, amount: one.parts.amount + 1n }
    return one.shape === 'coinIn'
      ? { ...toTx(one, encode(one)), value: String(parts.amount) }
      : toTx(one, encode({ ...one, parts }))
  },
  (one) =>
    one.router === UNISWAP
      ? toTx(one, encode({ ...one, parts: { ...one.parts, deadline: 2n ** 200n } }))
      : toTx(one, encode({ ...one, parts: { ...one.parts, flags: 2n } })),
  (one) => {
    const parts = { ...one.parts, permit: word('ab') }
    return toTx({ ...one, router: ONE_INCH_5 }, encode({ ...one, shape: 'inch5', parts }))
  },
  // Words behind a call of Uniswap; behind one of 1inch there are bytes of its executor anyway.
  (one) =>
    toTx(one, one.router === UNISWAP ? `${encode(one)}${'00'.repeat(32)}` : `${encode(one).slice(0, 74)}`),
  (one) => toTx(one, abi.encodeFunctionData('approve', [THIEF, 2n ** 256n - 1n])),
  (one) => toTx(one, abi.encodeFunctionData('transfer', [THIEF, one.draft.amount])),
  (one) => toTx(one, abi.encodeFunctionData('transferFrom', [OWN, THIEF, one.draft.amount])),
  (one) => toTx(one, abi.encodeFunctionData('setApprovalForAll', [THIEF, true])),
  (one) => toTx(one, abi.encodeFunctionData('permit', [OWN, THIEF, 1n, 2n ** 60n, 27, word('1'), word('2')])),
  (one) => toTx(one, abi.encodeFunctionData('unoswapTo', [THIEF, USDC, one.draft.amount, one.least, [1n]])),
  // More than the zeros at its end.
  (one, random) => toTx(one, encode(one).slice(0, -random.between(64, 300))),
  (one) => toTx(one, '0x'),
  (one) => ({ ...toTx(one, encode(one)), data: undefined }),
]

describe('[F30] the check of a swap transaction from the provider', () => {
  test('refuses every transaction that differs from the requested swap, and accepts every transaction that matches', () => {
    const random = useRandom()
    for (let at = 0; at < propertyRuns(1_000); at += 1) {
      const one = makeCase(random)
      const tx = attacks[at % attacks.length]!(one, random)
      const check = () => checkSwap(tx, one.draft, one.least, NOW)
      expect(check, `attack ${at % attacks.length} on ${one.shape}`).toThrow(
        'does not match what was asked for',
      )
    }
    for (let at = 0; at < propertyRuns(200); at += 1) {
      const one = makeCase(random)
      const coins = one.parts.from === COIN ? one.draft.amount : 0n
      // 1inch puts four bytes of its own behind each call.
      const data = one.router === UNISWAP ? encode(one) : `${encode(one)}6d5e854a`
      const tx = { ...toTx(one, data), ...(at % 2 ? { value: String(coins) } : {}) }
      const { minimum, transaction, router } = checkSwap(tx, one.draft, one.least, NOW)
      expect(minimum).toBe(one.parts.minimum)
      expect(router.toLowerCase()).toBe(one.router)
      expect(transaction).toEqual({ to: router, value: coins, data })
    }
  })

  test('refuses a path of more than eight tokens, and calldata of more than 300,000 characters', () => {
    const random = useRandom()
    const find = (shape: Shape) => {
      for (;;) {
        const one = makeCase(random)
        if (one.shape === shape) return one
      }
    }
    const check = (one: Case, data: string) => checkSwap(toTx(one, data), one.draft, one.least, NOW)
    const swap = find('tokens')
    const { from, to, amount, minimum, receiver, deadline } = swap.parts
    const over = (tokens: number) => {
      const path = [from, ...Array.from({ length: tokens - 2 }, () => WETH), to]
      return abi.encodeFunctionData('swapExactTokensForTokens', [amount, minimum, path, receiver, deadline])
    }
    expect(check(swap, over(8)).minimum).toBe(minimum)
    expect(() => check(swap, over(9))).toThrow('does not match what was asked for')
    const inch = find('inch6')
    const long = (length: number) => encode(inch).padEnd(length, '0')
    expect(check(inch, long(300_000)).minimum).toBe(inch.parts.minimum)
    expect(() => check(inch, long(300_002))).toThrow('does not match what was asked for')
  })

  test('refuses a token that is not on the account’s network', () => {
    const one = makeCase(useRandom())
    const away = { ...one.draft.to, token: one.draft.to.token.replace('eip155:1:', 'eip155:10:') as `a:b:c` }
    const tx = toTx(one, encode(one))
    const check = () => checkSwap(tx, { ...one.draft, to: away }, one.least, NOW)
    expect(check).toThrow('does not match what was asked for')
  })

  test('turns the checked transaction into a payment, or fails if the swap form has changed since the check', () => {
    const one = makeCase(useRandom())
    const checked = checkSwap(toTx(one, encode(one)), one.draft, one.least, NOW)
    const prepared: PreparedSwap = {
      ...checked,
      draft: one.draft,
      expected: one.least,
      provider: '1inch',
      approvals: [],
      simulation: { status: 'passed' },
      preparedAt: NOW,
    }
    const intent = toSwapIntent(prepared, one.draft)
    const reading = { transaction: checked.transaction, isPayment: true }
    expect(() => assertSamePayment(intent, intent.transaction, reading)).not.toThrow()
    expect(intent.in?.units).toBe(String(checked.minimum))
    const other = { ...one.draft, amount: one.draft.amount + 1n }
    for (const form of [undefined, other])
      expect(() => toSwapIntent(prepared, form)).toThrow('differs from what was shown')
  })
})

describe('[F29] [T15] the check of an approval for a swap', () => {
  const draft: SwapDraft = {
    account: `eip155:1:${OWN}`,
    from: token(USDC),
    to: token(DAI),
    amount: 500_000_000n,
  }
  const most = 2n ** 256n - 1n
  /** As the public API says it: of both tokens, and of nobody's account. */
  const genuine = {
    from: draft.from.token as string,
    to: draft.to.token as string,
    data: abi.encodeFunctionData('approve', [ONE_INCH_6, most]),
    value: '0',
  }

  test('sets the allowance to exactly the swapped amount, whatever the provider proposes', () => {
    const others = { from: draft.account, to: draft.from.token }
    for (const [at, amount] of [most, 1n, 0n, draft.amount, most].entries()) {
      const data = abi.encodeFunctionData('approve', [ONE_INCH_6, amount])
      const answer = { ...genuine, ...(at === 4 ? others : {}), data }
      const { to, value, data: signed } = checkApproval(answer, draft, ONE_INCH_6)
      expect(to.toLowerCase()).toBe(USDC)
      expect(value).toBe(0n)
      const [spender, units] = abi.decodeFunctionData('approve', signed)
      expect([String(spender).toLowerCase(), units]).toEqual([ONE_INCH_6, draft.amount])
    }
  })

  test.each([
    ['for a spender other than the router', { data: abi.encodeFunctionData('approve', [THIEF, 1n]) }],
    ['of a token other than the swapped token', { to: `eip155:1:${WETH}` }],
    ['of the swapped token’s contract on a different network', { to: `eip155:10:${USDC}` }],
    ['that also sends the native token', { value: '1' }],
    ['from an account other than the swapping account', { from: `eip155:1:${THIEF}` }],
    ['of a whole NFT collection', { data: abi.encodeFunctionData('setApprovalForAll', [ONE_INCH_6, true]) }],
    ['that is a transfer', { data: abi.encodeFunctionData('transfer', [ONE_INCH_6, 1n]) }],
    ['that calls transferFrom', { data: abi.encodeFunctionData('transferFrom', [OWN, ONE_INCH_6, 1n]) }],
    ['that calls increaseAllowance', { data: abi.encodeFunctionData('increaseAllowance', [ONE_INCH_6, 1n]) }],
    ['followed by extra bytes', { data: `${genuine.data}${'00'.repeat(32)}` }],
    ['without an amount', { data: genuine.data.slice(0, -64) }],
    ['with empty calldata', { data: '0x' }],
  ])('refuses an approval %s', (_, change) => {
    expect(() => checkApproval({ ...genuine, ...change }, draft, ONE_INCH_6)).toThrow(
      'does not match what was asked for',
    )
  })
})

test('[A200] [S17] swaps are offered on exactly twelve networks, and on no test or local network', () => {
  const ids = [1, 42161, 10, 324, 8453, 56, 137, 100, 43114, 250, 8217, 1313161554]
  expect(swapNetworks).toEqual(ids.map((id) => `eip155:${id}`))
  for (const id of [11155111, 1337, 31337, 31338]) expect(findSwapNetwork(`eip155:${id}`, [])).toBeUndefined()
})

test('[S17] a fork trusts only the swap routers of the network in its forkOf option', () => {
  const networks = [
    { caipNetworkId: 'eip155:31337', forkOf: 'eip155:1' },
    { caipNetworkId: 'eip155:71', forkOf: 'eip155:10' },
    { caipNetworkId: 'eip155:72' },
  ] as const
  expect(getRouter('eip155:31337', networks, UNISWAP)).toBe('uniswap')
  expect(getRouter('eip155:31337', networks, ONE_INCH_6)).toBe('1inch')
  expect(getRouter('eip155:71', networks, UNISWAP)).toBeUndefined()
  expect(getRouter('eip155:71', networks, ONE_INCH_6)).toBe('1inch')
  expect(getRouter('eip155:72', networks, ONE_INCH_6)).toBeUndefined()
  expect(getRouter('eip155:31337', [], UNISWAP)).toBeUndefined()
})

test('[S17] toNetwork refuses a forkOf that names a network without swaps, or that is set on a network with swaps or outside EVM', () => {
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const input = { id: 31337, name: 'Fork', nativeCurrency, rpcUrls: { default: { http: [] } } }
  expect(toNetwork({ ...input, forkOf: 'eip155:1' }).forkOf).toBe('eip155:1')
  expect(toNetwork(input)).not.toHaveProperty('forkOf')
  for (const wrong of [
    { forkOf: 'eip155:11155111' },
    { forkOf: 'eip155:31337' },
    { forkOf: '1' as never },
    { id: 10, forkOf: 'eip155:1' },
    { id: 1, forkOf: 'eip155:1' },
    { id: 'x', chainNamespace: 'solana', forkOf: 'eip155:1' },
  ] as const)
    expect(() => toNetwork({ ...input, ...wrong })).toThrow('forkOf')
})
