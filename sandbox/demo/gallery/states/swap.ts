/** States of swapping: form, review and outcome. */
import { encodeFunctionData, erc20Abi } from 'viem'
import { BillfoldError } from '../../../../src/core/base/errors.ts'
import type { SentStatus } from '../../../../src/core/payments/sent.ts'
import { type PreparedSwap, QUOTE_LIFE, type SwapToken } from '../../../../src/core/payments/swap.ts'
import type { PreparedWorker } from '../prepared-worker.ts'
import { CHAIN } from '../sample-data.ts'
import type { State, Step } from '../state.ts'
import { answerLater } from '../steps.ts'
import { draw, type Mood } from '../wallets.ts'
import { ofAccount } from './account.ts'
import { answerSending, settle } from './send.ts'

const router = '0x26f40B8EC17D93a5E2807fD6419c30be852A7D94'

const token = (at: number, symbol: string, name: string, decimals: number): SwapToken => ({
  token: `eip155:${CHAIN}:0x${String(at).padStart(40, '0')}`,
  name,
  symbol,
  decimals,
  iconUrl: draw(name),
})
const ether: SwapToken = { ...token(0, 'ETH', 'Ether', 18), token: `eip155:${CHAIN}:0x${'e'.repeat(40)}` }
const usdc = token(1, 'USDC', 'USD Coin', 6)
const others = ['Aave', 'Balancer', 'Curve', 'Gnosis', 'Optimism', 'Uniswap'].map((name, at) =>
  token(at + 10, name.slice(0, 4).toUpperCase(), name, 18),
)
const fake: SwapToken = {
  ...token(250, 'DAI', 'Dai Stablecoin', 18),
  unverified: { reason: 'imitation', imitates: 'DAI' },
}
const quote = { expected: 165_248_123_456_789_012n, networkFee: 366_000n * 10n ** 9n, provider: '1inch' }

const least = 163_595_642_222_221_121n

/** An approval of this much USDC for the router. */
function approve(amount: bigint): PreparedSwap['approvals'][number] {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [router, amount] })
  return { amount, transaction: { to: usdc.token.slice(-42), value: 0n, data } }
}

interface Answers {
  /** Changes to the prepared swap. */
  prepared?: Partial<PreparedSwap> | (() => Partial<PreparedSwap>)
  /** US dollars for one ether; 0: unknown. */
  price?: number
  /** Error of the quote, or of the review. */
  quoteFails?: BillfoldError
  reviewFails?: BillfoldError
  becomes?: SentStatus
}

function answerSwapping(worker: PreparedWorker, answers: Answers): void {
  const { prepared, price = 3_000.1, quoteFails, reviewFails, becomes } = answers
  const call = { to: router, value: 0n, data: '0x' }
  answerSending(worker)
  if (becomes) settle(worker, becomes)
  Object.assign(worker.answers, {
    prices: ({ tokens }) =>
      price ? tokens.map((one) => ({ token: one, price: one.includes('eeeeee') ? price : 1 })) : [],
    swapTokens: () => ({
      suggested: [ether, usdc, ...others.slice(0, 3), fake],
      held: [ether, usdc],
      popular: others.slice(0, 3),
      others: [fake, ...others.slice(3)],
      more: 1_204,
    }),
    swapQuote() {
      if (quoteFails) throw quoteFails
      return quote
    },
    prepareSwap(draft) {
      if (reviewFails) throw reviewFails
      return {
        ...quote,
        draft,
        router,
        minimum: least,
        approvals: [approve(draft.amount)],
        transaction: call,
        simulation: { status: 'unknown' },
        preparedAt: Date.now(),
        ...(typeof prepared === 'function' ? prepared() : prepared),
      }
    },
    readSwap: ({ transaction }) => ({ transaction, isPayment: true }),
  } satisfies PreparedWorker['answers'])
}

const choosePaid = /^(Select token you pay|You pay .*)$/
const chooseReceived = /^(Select token you receive|You receive .*)$/

function fill(amount = '500', to = /^Ether/): readonly Step[] {
  return [choosePaid, /^USD Coin/, chooseReceived, to, ['Amount you pay', amount]]
}

type Part = Pick<State, 'name' | 'when' | 'see'> & Partial<State>

function form(part: Part, answers: Answers = {}): State {
  return ofAccount({
    view: 'Swap',
    worker: (worker) => answerSwapping(worker, answers),
    open: 'Swap',
    steps: fill(),
    ...part,
  })
}

function review(part: Part, answers: Answers = {}): State {
  return form({ view: 'SwapPreview', steps: [...fill(), 'Review swap'], ...part }, answers)
}

/** A swap that needs no approval, only one signature. */
const alone = { approvals: [], simulation: { status: 'passed' } } as const

/** A state after the wallet was asked. */
function signing(part: Part, mood: Mood, answers: Answers = { prepared: alone }): State {
  return review(
    {
      wallets: [{ name: 'Harbor', later: mood }],
      steps: [...fill(), 'Review swap', /^(Sign swap|Approve 500)/],
      ...part,
    },
    answers,
  )
}

const forms: readonly State[] = [
  form({ name: 'Swap', when: 'The empty form.', steps: [], see: 'Select token' }),
  form({ name: 'Swap, filled in', when: 'Two tokens and an amount, with the price.', see: 'Review swap' }),
  form({
    name: 'Swap, insufficient balance',
    when: 'The amount is more than the account holds.',
    steps: fill('9000'),
    see: /Network fee[^]*Insufficient balance/,
  }),
  form({
    name: 'Swap, ambiguous amount',
    when: 'The typed text could mean two amounts.',
    steps: fill('1,500'),
    see: 'Incorrect value',
  }),
  form({
    name: 'Swap, many digits',
    when: 'An amount with all its decimals.',
    steps: fill('1234.567891', /^Balancer/),
    see: 'Review swap',
  }),
  form(
    {
      name: 'Swap, no liquidity',
      when: 'The provider can’t swap this amount.',
      see: 'Insufficient liquidity',
    },
    { quoteFails: new BillfoldError('swap_no_quote', 'Nobody swaps this.') },
  ),
  form(
    { name: 'Swap, no price', when: 'The API isn’t responding.', see: 'Couldn’t get a price' },
    { quoteFails: new BillfoldError('http_timeout', 'Late.') },
  ),
  form({
    name: 'Swap, doubtful token',
    when: 'The token’s contract isn’t the known one for its symbol.',
    steps: fill('500', /^Dai Stablecoin/),
    see: 'Not a known DAI',
  }),
  form({
    name: 'Swap, network not supported',
    when: 'Swaps aren’t available on this network.',
    options: {
      networks: [
        {
          id: 11_155_111,
          name: 'Sepolia',
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          rpcUrls: { default: { http: [] } },
        },
        {
          id: 8453,
          name: 'Base',
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          rpcUrls: { default: { http: [] } },
        },
      ],
    },
    wallets: [{ name: 'Harbor', chainId: 11_155_111 }],
    steps: [],
    see: 'Network not supported for Swaps',
  }),
  form({
    name: 'Swap, choose a token',
    view: 'SwapSelectToken',
    when: 'Tokens that can be swapped.',
    steps: [chooseReceived],
    see: 'Other tokens',
  }),
  form({
    name: 'Swap, tokens loading',
    view: 'SwapSelectToken',
    when: 'The tokens haven’t loaded yet.',
    worker(worker) {
      answerSwapping(worker, {})
      worker.answers.swapTokens = () => new Promise(() => {})
    },
    steps: [chooseReceived],
    see: /^\s*Select token/,
  }),
]

const reviews: readonly State[] = [
  review({
    name: 'Review swap',
    when: 'Two signatures: the approval, then the swap.',
    see: '2 signatures in Harbor',
  }),
  review(
    {
      name: 'Review swap, one signature',
      when: 'The spending cap is already set.',
      see: '1 signature in Harbor',
    },
    { prepared: alone },
  ),
  review(
    {
      name: 'Review swap, three signatures',
      when: 'The token requires the old spending cap to be revoked first.',
      see: '3 signatures in Harbor',
    },
    {
      prepared: { approvals: [approve(0n), approve(500_000_000n)] },
    },
  ),
  review(
    {
      name: 'Review swap, doubtful token',
      when: 'The token’s contract isn’t the known one for its symbol.',
      steps: [...fill('500', /^Dai Stablecoin/), 'Review swap'],
      see: 'Not a known DAI',
    },
    { prepared: alone },
  ),
  review(
    {
      name: 'Review swap, high price impact',
      when: 'The swap would lose part of the value.',
      see: 'You lose',
    },
    { prepared: alone, price: 2_800 },
  ),
  review(
    {
      name: 'Review swap, impact unknown',
      when: 'A price is missing, so the price impact is unknown.',
      see: 'Impact unknown',
    },
    { prepared: alone, price: 0 },
  ),
  review(
    {
      name: 'Review swap, simulation failed',
      when: 'The simulation shows that the swap would fail.',
      see: 'Simulation failed',
    },
    {
      prepared: {
        approvals: [],
        simulation: {
          status: 'failed',
          fault: 'reverted',
          reason: 'UniswapV2Router: INSUFFICIENT_OUTPUT_AMOUNT',
        },
      },
    },
  ),
  review(
    {
      name: 'Review swap, fee not covered',
      when: 'The account doesn’t hold enough for the network fee.',
      see: 'Not enough ETH',
    },
    { prepared: { ...alone, shortage: 'fee' } },
  ),
  review(
    {
      name: 'Review swap, refused',
      when: 'The provider’s transaction doesn’t match the user’s request, so Billfold rejects it.',
      see: 'We rejected this quote',
    },
    { reviewFails: new BillfoldError('swap_refused', 'Refused.', { context: { reason: 'receiver' } }) },
  ),
  review({
    name: 'Review swap, price changed',
    when: 'The user would receive less than first shown, and must accept the new price.',
    worker(worker) {
      const prepared = answerLater({ ...alone, preparedAt: Date.now() - QUOTE_LIFE }, 1, {
        ...alone,
        minimum: least - 10n ** 14n,
      })
      answerSwapping(worker, { prepared })
    },
    see: 'The price has changed',
  }),
  signing(
    { name: 'Swap, in the wallet', when: 'The wallet is waiting for approval.', see: 'Approve in Harbor' },
    'waits',
  ),
  signing(
    {
      name: 'Swap, approval in the wallet',
      when: 'The first of two signatures.',
      see: 'Step 1 of 2',
    },
    'waits',
    {},
  ),
  signing(
    { name: 'Swap, declined', when: 'The user declined in the wallet.', see: 'You declined in Harbor' },
    'declines',
  ),
  signing(
    {
      name: 'Swap, no clear answer',
      when: 'The wallet’s answer doesn’t say whether the swap was sent.',
      see: 'Check Harbor before you sign again',
    },
    'fails',
  ),
  signing(
    {
      name: 'Swap, approval on its way',
      when: 'The approval isn’t confirmed yet. The swap follows.',
      see: 'Waiting for the approval',
    },
    'approves',
    { becomes: 'pending' },
  ),
  signing(
    { name: 'Swap, on its way', when: 'The wallet has sent the swap.', see: 'On its way' },
    'approves',
    {
      prepared: alone,
      becomes: 'pending',
    },
  ),
  signing(
    {
      name: 'Swap, late',
      when: 'The swap isn’t confirmed after 25 seconds.',
      see: 'Submitted, not yet confirmed',
    },
    'approves',
    { prepared: alone, becomes: 'late' },
  ),
  signing({ name: 'Swap, confirmed', when: 'The network confirmed the swap.', see: 'Swapped' }, 'approves', {
    prepared: alone,
    becomes: 'confirmed',
  }),
  signing(
    { name: 'Swap, failed', when: 'The network reverted the swap.', see: 'the network reverted it' },
    'approves',
    { prepared: alone, becomes: 'failed' },
  ),
]

export const swapStates: readonly State[] = [...forms, ...reviews]
