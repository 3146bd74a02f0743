/** Sending, paying, buying and swapping. */
import { encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { BillfoldError } from '../../../../src/core/base/errors.ts'
import type { OnRampOptions } from '../../../../src/core/payments/onramp.ts'
import type { SentAmount, SentRow, SentStatus } from '../../../../src/core/payments/sent.ts'
import type { SwapToken } from '../../../../src/core/payments/swap.ts'
import {
  type EvmTransfer,
  type PreparedTransfer,
  type ReceiverWarning,
  type TransferDraft,
} from '../../../../src/core/payments/transfer.ts'
import type { Person } from '../person.ts'
import type { PreparedWorker } from '../prepared-worker.ts'
import { account, address, CHAIN, tokenAt } from '../sample-data.ts'
import type { State } from '../state.ts'
import { draw, type Mood } from '../wallets.ts'

const nadia = '0x9fA341b7c08E5d26e7f130ab84c9d25e6f07B1E4'
const usdc = `0x${'1'.padStart(40, '0')}`
const hash = `0x8c07${'4be1'.repeat(14)}e41b`

/** Somebody who can send, and a node that says yes. */
function answerSending(worker: PreparedWorker, part: Partial<PreparedTransfer> = {}): void {
  const held = { ...tokenAt(1), decimals: 6, amount: 4_250_000_001n }
  worker.rows.portfolio = (index) => (index === 1 ? held : { ...tokenAt(index), amount: 10n ** 19n })
  Object.assign(worker.answers, {
    transferFee: () => ({ expected: 210_000n * 10n ** 9n, max: 315_000n * 10n ** 9n }),
    prices: ({ tokens }) => tokens.map((token) => ({ token, price: token.includes('eeeeee') ? 3_000.1 : 1 })),
    checkReceiver: () => part.warnings ?? [],
    checksumAddress: ({ address: given }) => given,
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

function prepare(draft: TransferDraft, part: Partial<PreparedTransfer>): PreparedTransfer {
  const amount = BigInt(Math.round(Number(draft.amountText) * 1e6))
  return {
    draft,
    amount,
    receiver: { status: 'address', address: draft.receiverText, isChecked: true },
    warnings: [],
    fee: { expected: 210_000n * 10n ** 9n, max: 315_000n * 10n ** 9n },
    simulation: { status: 'passed' },
    transaction: encode(draft, amount),
    ...part,
  }
}

function encode({ token, receiverText }: TransferDraft, amount: bigint): EvmTransfer {
  const args = [receiverText.toLowerCase() as Hex, amount] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
  return { namespace: 'eip155', to: token!.contract!, value: 0n, data }
}

async function fillForm(person: Person, amount = '250', to = nadia): Promise<void> {
  await person.press(/^Select token|Choose another token$/)
  await person.press('USD Coin')
  await person.fill('Amount', amount)
  await person.fill('Receiver', to)
}

function form(text: string | RegExp, amount?: string, to?: string, warnings?: ReceiverWarning[]): State {
  return {
    isConnected: true,
    worker: (worker) => answerSending(worker, warnings && { warnings }),
    async show({ billfold, person }) {
      await billfold.open({ view: 'WalletSend' })
      await fillForm(person, amount, to)
      await person.see(text)
    },
  }
}

function review(text: string | RegExp, part: Partial<PreparedTransfer> = {}, mood?: Mood): State {
  return {
    isConnected: true,
    ...(mood && { wallets: [{ name: 'Harbor', later: mood }] }),
    worker: (worker) => answerSending(worker, part),
    async show({ billfold, person }) {
      await billfold.open({ view: 'WalletSend' })
      await fillForm(person)
      await person.press('Review send')
      if (mood) await person.press(/^Send 250/)
      await person.see(text)
    },
  }
}

const lookAlike: ReceiverWarning = {
  code: 'look_alike',
  anchor: '0x9fA341c27E190bd4a355F8e619B077cd6fa7B1E4',
  name: 'nadia.eth',
  prefix: 6,
  suffix: 5,
  isBait: true,
}

const out: SentAmount = {
  symbol: 'ETH',
  text: '0.123456789012345678',
  units: '123456789012345678',
}

function sent(status: SentStatus, text: string | RegExp): State {
  return {
    isConnected: true,
    worker(worker) {
      const row: SentRow = {
        account,
        kind: 'send',
        to: nadia,
        out,
        hash,
        sentAt: Date.now() - 95_000,
        status,
      }
      worker.set('sent', { data: { payments: [row], asked: [] } })
    },
    async show({ billfold, person }) {
      await billfold.open({ view: 'Account' })
      await person.press(text)
      await person.see('Hash')
    },
  }
}

const limits = [{ id: 'card', min: '10.00', max: '7500.00' }]
const options: OnRampOptions = {
  source: 'api',
  paymentCurrencies: ['USD', 'EUR', 'GBP'].map((id) => ({ id, payment_method_limits: limits })),
  purchaseCurrencies: [
    {
      id: 'usdc',
      name: 'USD Coin',
      symbol: 'USDC',
      networks: [
        {
          name: 'ethereum',
          display_name: 'Ethereum',
          chain_id: String(CHAIN),
          contract_address: usdc,
        },
      ],
    },
  ],
}

function buying(
  text: string,
  press: readonly (string | RegExp)[] = [],
  part: Partial<OnRampOptions> = {},
): State {
  return {
    isConnected: true,
    worker(worker) {
      const of = (amount: string, currency: string) => ({ amount, currency })
      Object.assign(worker.answers, {
        onRampOptions: () => ({ ...options, ...part }),
        onRampQuote: () => ({
          paymentTotal: of('100', 'USD'),
          paymentSubtotal: of('98', 'USD'),
          purchaseAmount: of('97.9412345', 'USDC'),
          quoteId: '1',
        }),
        onRampUrl: () => 'https://pay.example/',
        onRampPurchases: () => [],
        tokenBalance: () => ({ amount: 0n, decimals: 6 }),
      } satisfies PreparedWorker['answers'])
    },
    async show({ billfold, person }) {
      window.open = () => null
      await billfold.open({ view: 'OnRampProviders' })
      for (const name of press) await person.press(name)
      await person.see(text)
    },
  }
}

const swapToken = (at: number, symbol: string, name: string, decimals: number): SwapToken => ({
  token: `eip155:${CHAIN}:0x${String(at).padStart(40, '0')}`,
  name,
  symbol,
  decimals,
  iconUrl: draw(name),
})
const ether: SwapToken = {
  ...swapToken(0, 'ETH', 'Ether', 18),
  token: `eip155:${CHAIN}:0x${'e'.repeat(40)}`,
}
const others = ['Aave', 'Balancer', 'Curve', 'Gnosis', 'Optimism', 'Uniswap'].map((name, at) =>
  swapToken(at + 10, name.slice(0, 4).toUpperCase(), name, 18),
)

function swapping(text: string | RegExp, press: readonly (string | RegExp)[], fails?: BillfoldError): State {
  return {
    isConnected: true,
    worker(worker) {
      answerSending(worker)
      Object.assign(worker.answers, {
        swapTokens: () => ({
          suggested: [ether, swapToken(1, 'USDC', 'USD Coin', 6), ...others.slice(0, 3)],
          held: [ether, swapToken(1, 'USDC', 'USD Coin', 6)],
          popular: others.slice(0, 3),
          others: others.slice(3),
          more: 1_204,
        }),
        swapQuote() {
          if (fails) throw fails
          return { expected: 375_012_500n, networkFee: 366_000n * 10n ** 9n, provider: '1inch' }
        },
      } satisfies PreparedWorker['answers'])
    },
    async show({ billfold, person }) {
      await billfold.open({ view: 'Swap' })
      for (const name of press) await person.press(name)
      if (press.length > 1) await person.fill('Amount you pay', '0.125')
      await person.see(text)
    },
  }
}

const chooseUsdc = ['Select token you receive', /^USD Coin/]

export const paymentStates: Record<string, State> = {
  'Send, all of it': form('Review send'),
  'Send, too much': form('Insufficient funds', '9000'),
  'Send, half an address': form('characters are missing', '250', nadia.slice(0, 30)),
  'Send, a new receiver': form('Review send', '250', nadia, [{ code: 'new' }]),
  'Send, which token': {
    isConnected: true,
    worker: (worker) => answerSending(worker),
    async show({ billfold, person }) {
      await billfold.open({ view: 'WalletSend' })
      await person.press(/^Select token|Choose another token$/)
      await person.see('USD Coin')
    },
  },
  'Send, to be checked': review('Transfers can’t be undone.'),
  'Send, a look-alike': review('Stop and compare', { warnings: [lookAlike] }),
  'Send, a failed trial': review('Simulation failed', {
    simulation: { status: 'failed', fault: 'reverted', reason: 'Paused' },
  }),
  'Send, in the wallet': review('Approve in Harbor', {}, 'waits'),
  'Send, declined': review('You declined in Harbor', {}, 'declines'),
  'Sent, on its way': review('On its way', {}, 'approves'),
  'Payment request, without a wallet': {
    options: { features: { pay: true, analytics: false } },
    worker: (worker) => answerSending(worker),
    async show({ billfold, person }) {
      void pay(billfold)
      await person.see('asks you to pay')
    },
  },
  'Payment request': paying('Transfers can’t be undone.', 5_000_000n),
  'Payment request, not enough': paying('Not enough USDC', 9_000_000_000n),
  'A payment, on its way': sent('pending', /^Sending 0/),
  'A payment, late': sent('late', /^Sending 0/),
  'A payment, nobody knows': {
    isConnected: true,
    worker(worker) {
      const asked = {
        account,
        kind: 'send' as const,
        to: nadia,
        out,
        id: 'asked',
        askedAt: Date.now() - 95_000,
      }
      worker.set('sent', { data: { payments: [], asked: [asked] } })
    },
    async show({ billfold, person }) {
      await billfold.open({ view: 'Account' })
      await person.press(/^Sending 0/)
      await person.see('We don’t know if it was sent')
    },
  },
  Buy: buying('Continue to Coinbase'),
  'Buy, nothing to buy': buying('Buy', [], { purchaseCurrencies: [] }),
  'What to buy': buying('Choose a token', [/^You buy/]),
  'What to pay in': buying('Choose a currency', [/^You pay in/]),
  'What is buying?': buying('Fees are included', ['How does buying work?']),
  'Buying, the window blocked': buying('Your browser blocked the window', [/^Continue to Coinbase/]),
  Swap: swapping('Select token', []),
  'Tokens to swap': swapping('Other tokens', ['Select token you receive']),
  'Swap, with its price': swapping('Review swap', chooseUsdc),
  'Swap, no price': swapping(/./, chooseUsdc, new BillfoldError('swap_no_quote', 'Nobody swaps this.')),
}

type Billfold = Parameters<State['show']>[0]['billfold']

async function pay(billfold: Billfold, amount = 5_000_000n): Promise<void> {
  await billfold
    .pay({ caipNetworkId: `eip155:${CHAIN}`, asset: usdc, amount, recipient: address, memo: 'Order 1042' })
    .catch(() => {})
}

function paying(text: string, amount: bigint): State {
  return {
    options: { features: { pay: true, analytics: false } },
    isConnected: true,
    worker: (worker) => answerSending(worker),
    async show({ billfold, person }) {
      void pay(billfold, amount)
      await person.see(text)
    },
  }
}
