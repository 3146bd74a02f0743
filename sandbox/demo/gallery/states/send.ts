/** States of sending: form, review and outcome. */
import { encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { toChecksumAddress } from '../../../../src/core/chains/checksum-address.ts'
import type { SentStatus } from '../../../../src/core/payments/sent.ts'
import type {
  PreparedTransfer,
  ReceiverWarning,
  TransferDraft,
} from '../../../../src/core/payments/transfer.ts'
import type { PreparedWorker } from '../prepared-worker.ts'
import { nadia, portfolioHead, solanaAddress, tokenAt } from '../sample-data.ts'
import type { State, Step } from '../state.ts'
import { draw, type Mood } from '../wallets.ts'
import { ofAccount, unknown, unverifiedTokens } from './account.ts'

/** Prepares the answers for a successful payment. */
export function answerSending(worker: PreparedWorker, part: Partial<PreparedTransfer> = {}): void {
  const held = { ...tokenAt(1), decimals: 6, amount: 4_250_000_001n, iconUrl: draw('USD Coin') }
  worker.rows.portfolio = (index) =>
    index === 1 ? held : { ...tokenAt(index), amount: 10n ** 19n, iconUrl: draw(tokenAt(index).name) }
  Object.assign(worker.answers, {
    transferFee: () => ({ expected: 210_000n * 10n ** 9n, max: 315_000n * 10n ** 9n }),
    prices: ({ tokens }) => tokens.map((token) => ({ token, price: token.includes('eeeeee') ? 3_000.1 : 1 })),
    checkReceiver: () => part.warnings ?? [],
    checksumAddress: ({ address: given }) => toChecksumAddress(given),
    findReceiver: () => undefined,
    recentReceivers: () => ({
      receivers: [
        { address: nadia, name: 'nadia.eth' },
        { address: '0x5be1077D20C94A3eF8861D0bb2F7C6e59a3340d8' },
      ],
      leftOut: 2,
      isPartial: false,
    }),
    tokenFacts: () => ({ decimals: 6, symbol: 'USDC', name: 'USD Coin' }),
    tokenBalance: () => ({ amount: held.amount, decimals: 6 }),
    prepareTransfer: ({ draft }) => prepare(draft, part),
    trackRequest: () => ({ payments: [], asked: [] }),
  } satisfies PreparedWorker['answers'])
}

/** Sets the status of every transaction that the wallet sends. */
export function settle({ answers, set }: PreparedWorker, status: SentStatus): void {
  answers.rememberSent = (sent) => {
    set('sent', { data: { payments: [{ ...sent, status }], asked: [] } })
    return undefined
  }
}

function prepare(draft: TransferDraft, part: Partial<PreparedTransfer>): PreparedTransfer {
  const { token, receiverText, amountText } = draft
  const isNative = token?.kind === 'native'
  const amount = BigInt(Math.round(Number(amountText) * 1e6)) * (isNative ? 10n ** 12n : 1n)
  const args = [receiverText.toLowerCase() as Hex, amount] as const
  return {
    draft,
    amount,
    receiver: { status: 'address', address: receiverText, isChecked: true },
    warnings: [],
    fee: { expected: 210_000n * 10n ** 9n, max: 315_000n * 10n ** 9n },
    simulation: { status: 'passed' },
    ...part,
    transaction:
      part.transaction ??
      (isNative
        ? { namespace: 'eip155', to: receiverText, value: amount, data: '0x' }
        : {
            namespace: 'eip155',
            to: token!.contract!,
            value: 0n,
            data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args }),
          }),
  }
}

const choose = /^Select token|choose another token$/i
/** Name of the button that switches the amount to dollars. */
const inDollars = /Enter in USD$/

function fill(amount = '250', to = nadia, token = 'USD Coin'): readonly Step[] {
  return [choose, token, ['Amount', amount], ['Receiver', to]]
}

type Part = Pick<State, 'name' | 'when' | 'see'> & Partial<State>

function form(part: Part, warnings: ReceiverWarning[] = []): State {
  return ofAccount({
    view: 'WalletSend',
    worker: (worker) => answerSending(worker, { warnings }),
    open: 'WalletSend',
    steps: fill(),
    ...part,
  })
}

/** A state in the payment's review. */
function review(part: Part, prepared: Partial<PreparedTransfer> = {}): State {
  return ofAccount({
    view: 'WalletSendPreview',
    worker: (worker) => answerSending(worker, prepared),
    open: 'WalletSend',
    steps: [...fill(), 'Review send'],
    ...part,
  })
}

/** A state after the wallet was asked. @param becomes status of the sent transaction */
function sending(part: Part, mood: Mood, becomes?: SentStatus): State {
  return review({
    wallets: [{ name: 'Harbor', later: mood }],
    worker(worker) {
      answerSending(worker)
      if (becomes) settle(worker, becomes)
    },
    steps: [...fill(), 'Review send', /^Send 250/],
    ...part,
  })
}

const lookAlike: ReceiverWarning = {
  code: 'look_alike',
  anchor: '0x9fA341c27E190bd4a355F8e619B077cd6fa7B1E4',
  name: 'nadia.eth',
  prefix: 6,
  suffix: 5,
  isBait: true,
}

const bonk = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263'
/** A Solana token with a transfer fee, whose mint multiplies amounts by ten. */
const multiplied: Partial<PreparedTransfer> = {
  amount: 250_000_009n,
  multiplied: { raw: 25_000_000n, shown: 250_000_000n, by: '10' },
  received: 247_500_000n,
  hasDelegate: true,
  receiver: { status: 'address', address: bonk, isChecked: true },
  fee: { expected: 2_044_280n, max: 2_044_280n, rent: 2_039_280n },
  transaction: { namespace: 'solana', transaction: Uint8Array.of(1) },
}

const forms: readonly State[] = [
  form({ name: 'Send', when: 'The empty form.', steps: [], see: 'Add amount' }),
  form({ name: 'Send, filled in', when: 'A token, an amount and a receiver.', see: 'Review send' }),
  form({
    name: 'Send, insufficient funds',
    when: 'The amount is more than the account holds.',
    steps: fill('9000'),
    see: 'Insufficient funds',
  }),
  form({
    name: 'Send, in dollars',
    when: 'The amount is entered in dollars.',
    steps: [choose, 'Ether', inDollars, ['Amount in USD', '25'], ['Receiver', nadia]],
    see: '0.00833305',
  }),
  form({
    name: 'Send, in dollars, long names and huge numbers',
    when: 'A symbol and an amount that don’t fit on a line.',
    worker(worker) {
      answerSending(worker)
      const { portfolio } = worker.rows
      const long = {
        symbol: 'LONGESTSYMBOLEVER',
        name: 'Tide',
        amount: 10n ** 30n,
        text: '1.000T',
        decimals: 18,
      }
      worker.rows.portfolio = (index) => ({ ...portfolio(index), ...(index === 1 && long) })
      worker.answers.prices = ({ tokens }) => tokens.map((token) => ({ token, price: 0.000_712_4 }))
    },
    steps: [choose, 'Tide', inDollars, ['Amount in USD', '123456789.99'], ['Receiver', nadia]],
    see: '173,297,010,092',
  }),
  form({
    name: 'Send, incomplete address',
    when: 'Part of the receiver’s address is missing.',
    steps: fill('250', nadia.slice(0, 30)),
    see: 'characters are missing',
  }),
  form({
    name: 'Send, wrong checksum',
    when: 'A character of the receiver’s address may be wrong.',
    steps: fill('1.5', nadia.replace('B1E4', 'b1E4')),
    see: 'A character of this address may be wrong',
  }),
  form({ name: 'Send, new receiver', when: 'This account has never paid this address.', see: 'First time' }, [
    { code: 'new' },
  ]),
  form(
    {
      name: 'Send, activity not loaded',
      when: 'Until the activity has loaded, Billfold can’t tell whether this account has paid the address before.',
      see: 'Your activity isn’t fully loaded',
    },
    [{ code: 'unread' }],
  ),
  form({
    name: 'Send, choose a token',
    view: 'WalletSendSelectToken',
    when: 'The account’s tokens.',
    steps: [choose],
    see: 'USD Coin',
  }),
  form({
    name: 'Send, choose a token, some unverified',
    view: 'WalletSendSelectToken',
    when: 'Unverified tokens are listed separately.',
    worker(worker) {
      answerSending(worker)
      const { portfolio } = worker.rows
      worker.rows.portfolio = (index) =>
        index < 3
          ? portfolio(index)
          : ({ ...portfolio(index), group: 'unverified', ...unverifiedTokens[(index - 3) % 4] } as never)
      worker.set('portfolio', { data: portfolioHead(7, { otherFrom: 3, unverifiedFrom: 3 }) })
    },
    steps: [choose],
    see: 'Unverified',
  }),
  form({
    name: 'Send, tokens loading',
    view: 'WalletSendSelectToken',
    when: 'The tokens haven’t loaded yet.',
    worker(worker) {
      answerSending(worker)
      worker.set('portfolio', { status: 'loading', ...unknown })
    },
    steps: [choose],
    see: /^\s*Select token/,
  }),
  form({
    name: 'Send, no tokens',
    view: 'WalletSendSelectToken',
    when: 'The account has no tokens to send.',
    worker(worker) {
      answerSending(worker)
      worker.set('portfolio', { data: portfolioHead(0) })
    },
    steps: [choose],
    see: 'No tokens',
  }),
]

const reviews: readonly State[] = [
  review({
    name: 'Review send',
    when: 'The whole transfer, before the wallet opens.',
    see: 'Transfers can’t be undone.',
  }),
  review({
    name: 'Review send, native token',
    when: 'The native token, to a new address without a checksum.',
    worker: (worker) => answerSending(worker, { warnings: [{ code: 'new' }, { code: 'unchecked' }] }),
    steps: [...fill('0.123456', nadia, 'Ether'), 'Review send'],
    see: 'Typos in this address',
  }),
  review(
    {
      name: 'Review send, activity not loaded',
      when: 'Until the activity has loaded, Billfold can’t tell whether this account has paid the address before.',
      see: 'Your activity isn’t fully loaded',
    },
    { warnings: [{ code: 'unread' }] },
  ),
  review(
    {
      name: 'Review send, lookalike address',
      when: 'The receiver imitates an address in the account’s activity.',
      see: 'Stop and compare',
    },
    { warnings: [lookAlike] },
  ),
  review(
    {
      name: 'Review send, address without a key',
      when: 'No one has the key to the receiver’s address.',
      see: 'No one has the key',
    },
    { warnings: [{ code: 'zero' }] },
  ),
  review(
    {
      name: 'Review send, simulation failed',
      when: 'The simulation shows that the transfer would fail.',
      see: 'Simulation failed',
    },
    { simulation: { status: 'failed', fault: 'reverted', reason: 'Paused' } },
  ),
  review({
    name: 'Review send, on Solana',
    when: 'A token whose shown amount differs from the one onchain, and which keeps part of each transfer.',
    wallets: [{ name: 'Reef', chains: ['solana'] }],
    chains: ['solana'],
    connected: ['Reef'],
    worker(worker) {
      answerSending(worker, multiplied)
      const { portfolio } = worker.rows
      const id = `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${solanaAddress}` as const
      const tide = { id, contract: solanaAddress, symbol: 'TIDE', name: 'Tide' }
      worker.rows.portfolio = (index) => ({ ...portfolio(index), ...(index === 1 && tide) })
      worker.answers.readSolana = ({ transaction }) => ({ transaction, steps: undefined, isPayment: true })
    },
    steps: [...fill('250.000009', bonk, 'Tide'), 'Review send'],
    see: 'Onchain amount',
  }),
  sending(
    { name: 'Send, in the wallet', when: 'The wallet is waiting for approval.', see: 'Approve in Harbor' },
    'waits',
  ),
  sending(
    { name: 'Send, declined', when: 'The user declined in the wallet.', see: 'You declined in Harbor' },
    'declines',
  ),
  sending(
    {
      name: 'Send, no clear answer',
      when: 'The wallet’s answer doesn’t say whether the payment was sent.',
      see: 'Check Harbor before you send again',
    },
    'fails',
  ),
  sending(
    { name: 'Send, on its way', when: 'The wallet has sent the payment.', see: 'On its way' },
    'approves',
    'pending',
  ),
  sending(
    {
      name: 'Send, late',
      when: 'The payment isn’t confirmed after 25 seconds.',
      see: 'Submitted, not yet confirmed',
    },
    'approves',
    'late',
  ),
  sending(
    {
      name: 'Send, confirmed',
      when: 'The network confirmed the payment.',
      steps: [...fill('0.123456', nadia, 'Ether'), 'Review send', /^Send 0/],
      see: 'The network confirmed it',
    },
    'approves',
    'confirmed',
  ),
  sending(
    { name: 'Send, failed', when: 'The network reverted the payment.', see: 'the network reverted it' },
    'approves',
    'failed',
  ),
  review({
    name: 'Review send, out of date',
    when: 'The wallet switched to another network during the review.',
    steps: [
      ...fill(),
      'Review send',
      ({ person }) => person.see('Transfers can’t be undone.'),
      ({ billfold }) => billfold.switchNetwork('eip155:10'),
    ],
    see: 'This review is out of date',
  }),
]

export const sendStates: readonly State[] = [...forms, ...reviews]
