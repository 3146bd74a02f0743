/** The states of a swap, with made-up prices. */
import { BillfoldError } from '../../../src/core/base/errors.ts'
import type { Network } from '../../../src/core/chains/networks.ts'
import type { SentStatus } from '../../../src/core/payments/sent.ts'
import type { PreparedSwap, SwapDraft, SwapQuote, SwapToken } from '../../../src/core/payments/swap.ts'
import { createSwap } from '../../../src/payments/create-swap.ts'
import { chooseToken, enterAmount, getForm } from '../../../src/payments/swap-form.ts'
import { connected, type FakeShell, network, tokenAt } from '../fake-shell.ts'

interface Tools {
  shell: FakeShell
  /** Somebody is connected, and holds something. */
  connect(): void
  art(hue: number, shape: string): string
}

const router = '0x26f40B8EC17D93a5E2807fD6419c30be852A7D94'

export function createSwapStates({ shell, connect, art }: Tools): Record<string, () => void> {
  const sun = '<circle cx="20" cy="20" r="8" fill="#fff"/>'
  const token = (at: number, symbol: string, name: string, decimals: number, hue: number): SwapToken => ({
    token: `eip155:31337:0x${String(at).padStart(40, '0')}`,
    name,
    symbol,
    decimals,
    iconUrl: art(hue, sun),
  })
  const ether: SwapToken = {
    ...token(0, 'ETH', 'Ether', 18, 225),
    token: 'eip155:31337:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  }
  const usdc = token(1, 'USDC', 'USD Coin', 6, 205)
  const others = ['Aave', 'Balancer', 'Curve', 'Dai', 'Gnosis', 'Optimism', 'Uniswap', 'Wrapped Bitcoin'].map(
    (name, at) => token(at + 10, name.slice(0, 4).toUpperCase(), name, 18, at * 40),
  )
  const fake: SwapToken = {
    ...token(250, 'DAI', 'Dai Stablecoin', 18, 40),
    unverified: { reason: 'imitation', imitates: 'DAI' },
  }
  const quote: SwapQuote = {
    expected: 165_248_123_456_789_012n,
    networkFee: 366_000n * 10n ** 9n,
    provider: '1inch',
  }
  let price = 3_000.1
  const { answer } = shell

  async function answerSwapping(command: string, input: unknown): Promise<unknown> {
    if (command === 'transferFee') return { expected: 21_000n * 10n ** 9n, max: 42_000n * 10n ** 9n }
    if (command === 'swapQuote') return quote
    if (command === 'swapTokens') {
      const { words } = input as { words: string }
      const fits = ({ name }: SwapToken) => name.toLowerCase().includes(words.toLowerCase())
      return {
        suggested: [ether, usdc, ...others.slice(0, 4), fake],
        held: [usdc, ether].filter(fits),
        popular: others.slice(0, 5).filter(fits),
        others: [fake, ...others.slice(5)].filter(fits),
        more: words ? 0 : 1_204,
      }
    }
    if (command === 'prices') {
      const { tokens } = input as { tokens: readonly string[] }
      return price ? tokens.map((token) => ({ token, price: token.includes('eeeeee') ? price : 1 })) : []
    }
    return (answer as (command: string, input: unknown) => Promise<unknown>)(command, input)
  }

  function showForm(amountText = '500.00', to: SwapToken | undefined = ether): void {
    connect()
    shell.answer = answerSwapping as never
    shell.rows.portfolio = (index) =>
      index === 1
        ? { ...tokenAt(1), id: usdc.token, decimals: 6, amount: 4_250_000_001n, iconUrl: usdc.iconUrl! }
        : { ...tokenAt(index), amount: 10n ** 18n }
    getForm(shell)
    chooseToken(shell, 'from', usdc)
    if (to) chooseToken(shell, 'to', to)
    enterAmount(shell, amountText)
    shell.router.push('Swap')
  }

  type Shown = 'ready' | 'asking' | 'declined' | 'unknown' | 'approving' | SentStatus

  function showPreview(shown: Shown, part: Partial<PreparedSwap> = {}, to = ether): void {
    showForm('500.00', to)
    const draft: SwapDraft = {
      account: connected.caipAddress,
      from: usdc,
      to: getForm(shell).peek().to ?? ether,
      amount: 500_000_000n,
    }
    const limit = (amount: bigint) => ({ amount, transaction: { to: router, value: 0n, data: '0x' } })
    const prepared = (): PreparedSwap => ({
      ...quote,
      draft,
      router,
      minimum: 163_595_642_222_221_121n,
      approvals: [limit(draft.amount)],
      transaction: { to: router, value: 0n, data: '0x' },
      simulation: { status: 'unknown' },
      preparedAt: Date.now(),
      ...part,
    })
    shell.answer = (async (command: string, input: unknown) => {
      if (command !== 'prepareSwap') return answerSwapping(command, input)
      if (prepared().router === 'refused')
        throw new BillfoldError('swap_refused', 'Refused.', { context: { reason: 'receiver' } })
      return prepared()
    }) as never
    shell.payments = async () => ({
      dismiss() {},
      async pay({ account, kind, to, out }) {
        if (shown === 'asking') await new Promise(() => {})
        if (shown === 'unknown') throw new BillfoldError('outcome_unknown', 'Unknown.')
        if (shown === 'declined') throw new BillfoldError('wallet_declined', 'Declined.')
        const hash = `0x8c07${'4be1'.repeat(14)}e41b`
        const sent = { account, kind, to, out, hash, sentAt: Date.now() }
        const status = shown === 'approving' || shown === 'ready' || shown === 'asking' ? 'pending' : shown
        shell.set('sent', { data: { payments: [{ ...sent, status }], asked: [] } })
        return sent
      },
    })
    const swap = createSwap(draft, { shell, onSent: () => {} })
    void swap.prepare().then(() => {
      const state = swap.state.peek()
      return shown === 'ready' || state.status !== 'ready' ? undefined : swap.sign(state.prepared, draft)
    })
    shell.router.push('SwapPreview', { swap })
  }
  const alone = { approvals: [], simulation: { status: 'passed' } } as const

  return {
    swap: () => showForm(),
    'swap-empty': () => showForm('', undefined),
    'swap-short': () => showForm('4900.00'),
    'swap-wrong': () => showForm('1,5'),
    'swap-dry': () => {
      showForm()
      shell.answer = (async (command: string, input: unknown) => {
        if (command === 'swapQuote') throw new BillfoldError('swap_no_quote', 'Nobody swaps this.')
        return answerSwapping(command, input)
      }) as never
    },
    'swap-failed': () => {
      showForm()
      shell.answer = (async (command: string, input: unknown) => {
        if (command === 'swapQuote') throw new BillfoldError('http_timeout', 'Late.')
        return answerSwapping(command, input)
      }) as never
    },
    'swap-long': () => showForm('1234.567891', others[0]),
    'swap-tokens': () => {
      showForm()
      shell.router.push('SwapSelectToken', { side: 'to' })
    },
    'swap-unsupported': () => {
      connect()
      const away: Network = { ...network, caipNetworkId: 'eip155:11155111', id: 11155111, name: 'Sepolia' }
      const base: Network = { ...network, caipNetworkId: 'eip155:8453', id: 8453, name: 'Base' }
      shell.networks.push(base, away)
      shell.account.value = {
        ...connected,
        network: away,
        caipNetworkId: away.caipNetworkId,
        caipAddress: connected.caipAddress.replace('31337', '11155111') as never,
      }
      shell.router.push('Swap')
    },
    'swap-preview': () => showPreview('ready'),
    'swap-doubt': () => showForm('500.00', fake),
    'swap-preview-doubt': () => showPreview('ready', alone, fake),
    'swap-preview-alone': () => showPreview('ready', alone),
    'swap-preview-three': () =>
      showPreview('ready', {
        approvals: [0n, 500_000_000n].map((amount) => ({
          amount,
          transaction: { to: router, value: 0n, data: '0x' },
        })),
      }),
    'swap-high': () => {
      price = 2_800
      showPreview('ready', alone)
    },
    'swap-unpriced': () => {
      price = 0
      showPreview('ready', alone)
    },
    'swap-fails': () =>
      showPreview('ready', {
        approvals: [],
        simulation: {
          status: 'failed',
          fault: 'reverted',
          reason: 'UniswapV2Router: INSUFFICIENT_OUTPUT_AMOUNT',
        },
      }),
    'swap-no-fee': () => showPreview('ready', { ...alone, shortage: 'fee' }),
    'swap-refused': () => showPreview('ready', { router: 'refused' }),
    'swap-worse': () => {
      let least = 163_595_642_222_221_121n
      showPreview('ready', {
        ...alone,
        get minimum() {
          return (least -= 10n ** 14n)
        },
        get preparedAt() {
          return Date.now() - 25_000
        },
      })
    },
    'swap-asking': () => showPreview('asking'),
    'swap-declined': () => showPreview('declined', alone),
    'swap-unknown': () => showPreview('unknown', alone),
    'swap-approving': () => showPreview('approving'),
    'swap-pending': () => showPreview('pending', alone),
    'swap-late': () => showPreview('late', alone),
    'swap-confirmed': () => showPreview('confirmed', alone),
    'swap-failed-on-chain': () => showPreview('failed', alone),
  }
}
