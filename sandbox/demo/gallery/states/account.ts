/** The account's views: typical, loading, empty, failed, and with names and numbers that don't fit. */
import type { ErrorRecord } from '../../../../src/core/base/errors.ts'
import type { TokenRow } from '../../../../src/core/assets/portfolio.ts'
import type { PreparedWorker } from '../prepared-worker.ts'
import { activityHead, address, mara, nadia, nftsHead, portfolioHead, tokenAt } from '../sample-data.ts'
import type { State } from '../state.ts'
import { allowCopying, goOffline } from '../steps.ts'

const later = (): ErrorRecord => ({
  code: 'balance_unavailable',
  message: 'Token Balance Unavailable',
  category: 'API_ERROR',
  context: { reason: 'http_network', since: Date.now() - 12_000, retryAt: Date.now() + 24_000 },
})

/** A snapshot without data and without a time. */
export const unknown = { data: undefined, fetchedAt: undefined }

export function empty(worker: PreparedWorker): void {
  worker.set('portfolio', { data: portfolioHead(0, { value: undefined, native: undefined }) })
  worker.set('nfts', { data: nftsHead(0) })
  worker.set('activity', { data: activityHead([]) })
}

function fallBehind(worker: PreparedWorker): void {
  const fetchedAt = Date.now() - 190_000
  worker.set('portfolio', { data: portfolioHead(7), status: 'failed', error: later(), fetchedAt })
}

/** Amounts and names that don't fit in a row or a header. */
const most = (2n ** 256n - 1n).toString()
const longest: Partial<TokenRow> = {
  name: 'A token whose name is far longer than any row of a list has room for',
  symbol: 'LONGSYMBOLOFATOKEN',
  text: '999,999,999,999.999',
  full: `${most.slice(0, 60)}.${most.slice(60)}`,
  valueText: '$999,999,999,999,999.00',
  priceText: '$0.00000000000123',
}

export const unverifiedTokens = [
  { name: 'U\u0405DC', unusual: true, unverified: { reason: 'imitation', imitates: 'USDC' } },
  { name: 'USD Coin', unverified: { reason: 'imitation', imitates: 'USDC' } },
  { name: 'claim-reward.example', unverified: { reason: 'link' } },
  { name: '$5,000 VOUCHER', unverified: { reason: 'lure' } },
] as const

function receiveScams(worker: PreparedWorker): void {
  const { portfolio } = worker.rows
  worker.rows.portfolio = (index) =>
    index < 3
      ? portfolio(index)
      : ({ ...tokenAt(index), group: 'unverified', ...unverifiedTokens[(index - 3) % 4] } as TokenRow)
  worker.set('portfolio', { data: portfolioHead(7, { otherFrom: 3, unverifiedFrom: 3 }) })
}

/** A state in which Harbor is connected. */
export function ofAccount(part: Pick<State, 'name' | 'when' | 'see'> & Partial<State>): State {
  return { view: 'Account', connected: ['Harbor'], open: 'Account', ...part }
}

const tokens: readonly State[] = [
  ofAccount({ name: 'Tokens', when: 'An account with a few tokens.', see: 'Wrapped Bitcoin' }),
  ofAccount({
    name: 'Tokens, loading',
    when: 'The balance hasn’t loaded yet.',
    worker: (worker) => worker.set('portfolio', { status: 'loading', ...unknown }),
    see: 'Tokens',
  }),
  ofAccount({
    name: 'Tokens, none',
    when: 'A new account without tokens.',
    worker: empty,
    see: 'No tokens yet',
  }),
  ofAccount({
    name: 'Tokens, failed',
    when: 'The API isn’t responding, and no earlier figures are stored.',
    worker: (worker) => worker.set('portfolio', { status: 'failed', error: later(), ...unknown }),
    see: /Next try|Try again/,
  }),
  ofAccount({
    name: 'Tokens, last known',
    when: 'The API isn’t responding. The last known figures stay, with their age.',
    worker: fallBehind,
    see: 'Next try',
  }),
  ofAccount({
    name: 'Tokens, offline',
    when: 'The device is offline. The last known figures stay, with their age.',
    worker: fallBehind,
    steps: [goOffline],
    see: 'You are offline',
  }),
  ofAccount({
    name: 'Tokens, long names and huge numbers',
    when: 'Names, symbols and figures that don’t fit in a row.',
    worker(worker) {
      worker.rows.portfolio = (index) => ({ ...tokenAt(index), ...(index % 2 === 0 && longest) })
      worker.set('portfolio', { data: portfolioHead(6, { value: 1_234_567_890_123.45 }) })
    },
    see: 'A token whose name',
  }),
  ofAccount({
    name: 'Tokens, no prices',
    when: 'The tokens’ prices aren’t available.',
    worker(worker) {
      worker.rows.portfolio = () => tokenAt(5)
      worker.set('portfolio', { data: portfolioHead(4, { value: undefined }) })
    },
    see: 'Driftwood Points',
  }),
  ofAccount({
    name: 'Tokens, one token as the balance',
    when: 'The page shows the amount of one token as the balance.',
    worker(worker) {
      const figures = { amount: 4_250_000_001n, decimals: 6, text: '4,250.000', full: '4250.000001' }
      const named = { symbol: 'HUSD', ...figures }
      worker.set('portfolio', { data: portfolioHead(9, { otherFrom: 7, unverifiedFrom: 9, named }) })
    },
    see: 'HUSD',
  }),
  ofAccount({
    name: 'Tokens, some unverified',
    when: 'Unsolicited tokens are grouped in one row.',
    worker: receiveScams,
    see: 'Unverified (4)',
  }),
  ofAccount({
    name: 'Unverified tokens',
    view: 'Unverified',
    when: 'Unsolicited tokens, each with the reason why it is unverified.',
    worker: receiveScams,
    steps: [/^Unverified/],
    see: 'You didn’t request these',
  }),
  ofAccount({
    name: 'Token',
    view: 'Token',
    when: 'Balance, price and contract of one token.',
    worker(worker) {
      const { portfolio } = worker.rows
      worker.rows.portfolio = (index) => ({ ...portfolio(index), ...(index > 0 && { value: 1_023.4 }) })
    },
    steps: ['USD Coin'],
    see: 'Exact balance',
  }),
  ofAccount({
    name: 'Token, native',
    view: 'Token',
    when: 'A native token has no contract.',
    worker(worker) {
      const { portfolio } = worker.rows
      worker.rows.portfolio = (index) => ({ ...portfolio(index), value: 7_254.24 })
    },
    steps: ['Ether'],
    see: 'Exact balance',
  }),
  ofAccount({
    name: 'Token, long names and huge numbers',
    view: 'Token',
    when: 'A name, a symbol and figures that don’t fit in a row.',
    worker(worker) {
      worker.rows.portfolio = (index) => ({ ...tokenAt(index), ...longest, contract: `0x${'c'.repeat(40)}` })
    },
    steps: [/^A token whose name/],
    see: 'Exact balance',
  }),
  ofAccount({
    name: 'Token, unusual name',
    view: 'Token',
    when: 'The name mixes letters of two alphabets.',
    worker(worker) {
      const letters = { name: 'U\u0405D \u0421oin', symbol: 'U\u0405D\u0421', unusual: true }
      worker.rows.portfolio = (index) => ({ ...tokenAt(index), ...(index === 1 && letters) })
    },
    steps: [/^0x0000.*0001$/],
    see: 'Exact balance',
  }),
  ofAccount({
    name: 'Token, unverified',
    view: 'Token',
    when: 'An unsolicited token that imitates another one.',
    worker: receiveScams,
    steps: [/^Unverified/, 'USD Coin'],
    see: 'Exact balance',
  }),
]

export const accountStates: readonly State[] = [
  ...tokens,
  ofAccount({
    name: 'Account, smart sessions',
    when: 'The page turns on smart sessions, so the account view links to them.',
    features: { smartSessions: true },
    see: 'Wrapped Bitcoin',
  }),
  ofAccount({
    name: 'Account, another network',
    when: 'The wallet is on a network that the page doesn’t list, and the page allows it.',
    wallets: [{ name: 'Harbor', chainId: 137 }],
    options: { allowUnsupportedChain: true },
    see: 'You’re on another network',
  }),
  ofAccount({
    name: 'Account, network not supported',
    when: 'The API doesn’t support this network.',
    worker: (worker) =>
      worker.set('portfolio', {
        status: 'failed',
        error: { code: 'network_unsupported', message: 'No.', category: 'API_ERROR', context: {} },
        ...unknown,
      }),
    see: 'This network isn’t supported',
  }),
  ofAccount({
    name: 'Account, address copied',
    when: 'The address was copied.',
    view: 'AccountSettings',
    open: 'AccountSettings',
    steps: [allowCopying, 'Copy'],
    see: 'Address copied',
  }),
  ofAccount({
    name: 'Settings',
    view: 'AccountSettings',
    when: 'The account, its network and Disconnect.',
    open: 'AccountSettings',
    see: 'Connected with Harbor',
  }),
  ofAccount({
    name: 'Settings, profile',
    view: 'AccountSettings',
    when: 'The account’s name has a profile with a long text.',
    open: 'AccountSettings',
    worker: (worker) =>
      worker.set('identity', {
        data: {
          ...mara,
          attributes: [
            { name: 'bio', text: 'Sails, and writes about it. '.repeat(6).trim() },
            { name: 'url', text: 'mara.driftwood.example', link: 'https://mara.driftwood.example/' },
            { name: 'com.github', text: 'mara', link: 'https://github.com/mara' },
          ],
        },
      }),
    see: 'Website',
  }),
  ofAccount({
    name: 'Wallets',
    view: 'Wallets',
    when: 'One wallet with one account.',
    open: 'Wallets',
    see: 'Add a wallet',
  }),
  ofAccount({
    name: 'Wallets, several accounts',
    view: 'Wallets',
    when: 'One wallet shares two accounts.',
    wallets: [{ name: 'Harbor', accounts: [address, nadia] }],
    open: 'Wallets',
    see: 'Add a wallet',
  }),
  ofAccount({
    name: 'Wallets, three chains',
    view: 'Wallets',
    when: 'Three wallets, on Ethereum, Solana and Bitcoin.',
    wallets: [{ name: 'Harbor' }, { name: 'Reef', chains: ['solana'] }, { name: 'Keel', chains: ['bip122'] }],
    chains: ['solana', 'bip122'],
    connected: ['Harbor', 'Reef', 'Keel'],
    open: 'Wallets',
    see: 'Disconnect all',
  }),
  ofAccount({
    name: 'Receive',
    view: 'WalletReceive',
    when: 'The account’s address as text and QR code.',
    open: 'WalletReceive',
    see: 'can be lost permanently',
  }),
  ofAccount({
    name: 'Receive, on Bitcoin',
    view: 'WalletReceive',
    when: 'A Bitcoin address can only receive bitcoin.',
    wallets: [{ name: 'Keel', chains: ['bip122'] }],
    chains: ['bip122'],
    connected: ['Keel'],
    open: 'WalletReceive',
    see: 'Only send bitcoin',
  }),
  ofAccount({
    name: 'Receive, networks',
    view: 'WalletCompatibleNetworks',
    when: 'The networks on which the address is the same.',
    open: 'WalletReceive',
    steps: [/^Works on/],
    see: 'Your address is the same on all of them',
  }),
]
