/** Shows one state of one view: `?view=account&theme=light&dir=rtl`. Without a view: a list of them all. */
import { signal } from '@preact/signals-core'
import type { Attempt } from '../../../src/wallets/account.ts'
import type { Connector } from '../../../src/wallets/connector.ts'
import { toChecksumAddress } from '../../../src/core/chains/checksum-address.ts'
import { BillfoldError, type ErrorRecord } from '../../../src/core/base/errors.ts'
import type { NftRow } from '../../../src/core/assets/nfts.ts'
import type { OnRampOptions, OnRampQuote } from '../../../src/core/payments/onramp.ts'
import { onRampProviders } from '../../../src/core/payments/onramp-providers.ts'
import type { TokenRow } from '../../../src/core/assets/portfolio.ts'
import type { Wallet } from '../../../src/core/assets/wallet.ts'
import type { RegistrationState } from '../../../src/shell/registration-state.ts'
import type { SignIn, SignInState } from '../../../src/siwx/sign-in.ts'
import type { SIWXSession } from '../../../src/siwx/siwx.ts'
import { createWalletConnect } from '../../../src/wallets/walletconnect/connector.ts'
import { getPurchase, type PurchasePlan, type PurchaseStatus } from '../../../src/onramp/purchase.ts'
import { createTransfer } from '../../../src/payments/create-transfer.ts'
import { type PreparedTransfer, type ReceiverWarning } from '../../../src/core/payments/transfer.ts'
import {
  type PendingRequest,
  type SentRow,
  type SentStatus,
  sentStatuses,
} from '../../../src/core/payments/sent.ts'
import '../../../ui/payments/sent-payment-view.tsx'
import '../../../ui/payments/unknown-payment-view.tsx'
import { enter, getForm, toDraft } from '../../../src/payments/send-form.ts'
import '../../../ui/portfolio/token-view.tsx'
import { mountView } from '../../../ui/modal/mount.tsx'
import '../../../ui/nfts/nft-view.tsx'
import '../../../ui/unverified/unverified-view.tsx'
import '../../../ui/all-wallets/all-wallets-view.tsx'
import '../../../ui/walletconnect/connecting-wallet-connect-basic-view.tsx'
import '../../../ui/guides/what-is-a-wallet-view.tsx'
import '../../../ui/networks/what-is-a-network-view.tsx'
import {
  activityAt,
  activityHead,
  address,
  bitcoin,
  connected,
  createFakeShell,
  harbor,
  mara,
  months,
  network,
  nftsHead,
  onBitcoin,
  onSolana,
  portfolioHead,
  solana,
  tokenAt,
} from '../fake-shell.ts'
import { createSmartSessionStates } from './smart-session-states.ts'
import { createPayStates } from './pay-states.ts'
import { createSwapStates } from './swap-states.ts'
import { encodeTransfer } from '../../encode-transfer.ts'

const query = new URLSearchParams(location.search)
const shell = createFakeShell()
const art = (hue: number, shape: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="hsl(${hue} 60% 38%)"/>${shape}</svg>`)}`
const wave = '<path d="M10 20a10 10 0 0 1 20 0zM10 24h20v2H10zM14 29h12v2H14z" fill="#fff"/>'
const kite = '<path d="m20 9 8 11-8 11-8-11z" fill="#fff"/>'
const sun = '<circle cx="20" cy="20" r="8" fill="#fff"/>'
const shore =
  '<rect width="40" height="40" fill="#e8d3a0"/><circle cx="27" cy="13" r="6" fill="#fdeee3"/><path d="M0 23c8-6 14-5 21-1s13 3 19-1v19H0z" fill="#df8a62"/><path d="M0 30c7-4 16-3 23 0s12 2 17-1v11H0z" fill="#7c4236"/>'

const harborIcon: Connector = { ...harbor, imageUrl: art(205, wave) }
const wallets: Connector[] = [
  harborIcon,
  { ...harbor, id: 'tern', name: 'Tern', imageUrl: art(8, kite) },
  { ...harbor, id: 'lantern', name: 'Lantern', imageUrl: art(42, sun) },
]
const hues = [225, 205, 150, 40, 20, 280]
shell.rows.portfolio = (index) => ({ ...tokenAt(index), iconUrl: art(hues[index % 6] ?? 0, sun) })
shell.rows.activity = (index) => ({
  ...activityAt(index),
  ...(index % 6 === 4
    ? {}
    : { iconUrl: index % 6 === 5 ? art(40, shore) : art(hues[(index * 2) % 6] ?? 0, sun) }),
})
shell.rows.nfts = (index) => ({
  id: `nft ${index}`,
  name: ['Low Tide 114', 'Crease 9', 'Dune with a very long name that cannot fit 12'][index % 3] ?? '',
  collection: ['Shorelines', 'Paper Studies', 'Shorelines'][index % 3] ?? '',
  imageUrl: art(index * 47, index % 2 ? kite : shore),
  contract: '0x8C05E92bA17f02D4a3e0A7E5bC9B41d27De37EB2',
  tokenId: index === 1 ? (2n ** 255n).toString() : String(114 + index),
  count: index === 3 ? 12n : 1n,
})

const offline: ErrorRecord = {
  code: 'balance_unavailable',
  message: 'Token Balance Unavailable',
  category: 'API_ERROR',
  context: { reason: 'http_network', since: Date.now() - 12_000, retryAt: Date.now() + 24_000 },
}
const serverFault: ErrorRecord = {
  code: 'history_failed',
  message: 'Failed to fetch transactions',
  category: 'API_ERROR',
  context: { reason: 'http_status', status: 500 },
}

const golden: NftRow = {
  id: 'golden',
  name: 'Golden Pass #88120',
  collection: 'Golden Pass',
  contract: '0x4bE2E92bA17f02D4a3e0A7E5bC9B41d27De37C0E',
  tokenId: '88120',
  count: 1n,
  unverified: { reason: 'mass', receivers: 40_000 },
}

function showScams(): void {
  const { nfts } = shell.rows
  const voucher = '$5,000 VOUCHER - claim at voucher-91.example'
  const scams: NftRow[] = [
    { ...golden, id: '1', name: voucher, unverified: { reason: 'link' } },
    golden,
    { ...golden, id: '2', name: 'Claim your reward', unverified: { reason: 'lure' } },
  ]
  shell.rows.nfts = (index) => scams[index - 3] ?? nfts(index)
  shell.set('nfts', { data: nftsHead(6, { unverifiedFrom: 3 }) })
}

async function answerDetails() {
  return {
    description: 'One stretch of coast at every hour of a year.\nThe number is the hour of ebb.',
    traits: [
      { name: 'Sky', value: 'Dusk' },
      { name: 'Tide', value: 'Low' },
      { name: 'Birds', value: 'None' },
      { name: 'Weather in the afternoon', value: 'A storm from the north-west' },
    ],
    imageUrl: art(0, shore),
  }
}

const harvest = {
  contract: '0x3B7e51c902d4AF86190EC75da8231F604BE97d18',
  value: 1023.4,
}

/** Tokens of which some stand apart. */
function apart(): void {
  connect()
  const seen: Partial<TokenRow>[] = [
    { name: 'UЅDС', unusual: true, unverified: { reason: 'imitation', imitates: 'USDC' } },
    { name: 'USD Coin', unverified: { reason: 'imitation', imitates: 'USDC' } },
    { name: 'claim-reward.example', unverified: { reason: 'link' } },
    { name: '$5,000 VOUCHER', unverified: { reason: 'lure' } },
  ]
  const { portfolio } = shell.rows
  shell.rows.portfolio = (index) =>
    index < 3
      ? portfolio(index)
      : ({ ...portfolio(index), iconUrl: '', group: 'unverified', ...seen[(index - 3) % 4] } as TokenRow)
  shell.set('portfolio', { data: portfolioHead(10, { otherFrom: 3, unverifiedFrom: 3 }) })
}

/** Reef has two ways in, and a wallet of that name but of another picture is no third. */
const reef: Connector = {
  ...harbor,
  id: 'reef',
  name: 'Reef',
  imageUrl: art(268, kite),
  provider: { reef: 1 },
}
const ofChains: Connector[] = [
  harborIcon,
  reef,
  { ...reef, id: 'reef-solana', chain: 'solana', namespaces: ['solana'], provider: { reef: 2 } },
  { ...reef, id: 'other', imageUrl: art(8, kite), chain: 'solana', namespaces: ['solana'], provider: {} },
  {
    ...harbor,
    id: 'keel',
    name: 'Keel',
    imageUrl: art(24, sun),
    chain: 'bip122',
    namespaces: ['bip122'],
    provider: { keel: 1 },
  },
]

const networks = [
  { ...network, id: 8453, caipNetworkId: 'eip155:8453' as const, name: 'Base', imageUrl: art(225, sun) },
  { ...network, id: 10, caipNetworkId: 'eip155:10' as const, name: 'OP Mainnet', imageUrl: art(0, kite) },
  { ...network, id: 137, caipNetworkId: 'eip155:137' as const, name: 'Polygon' },
]

function connect(): void {
  shell.account.value = { ...connected, connector: harborIcon }
  shell.set('identity', { data: mara })
  shell.set('portfolio', { data: portfolioHead(9, { otherFrom: 7, unverifiedFrom: 9 }) })
  shell.set('activity', {
    data: activityHead([{ kind: 'pending', count: 1 }, ...months(2_400, 100)], {
      next: 'older',
      hidden: { spam: 7, otherChain: 0, invalid: 0 },
    }),
  })
  shell.set('nfts', { data: nftsHead(7) })
  const { activity } = shell.rows
  shell.rows.activity = (index) =>
    index === 0
      ? { ...activityAt(1), id: 'pending', status: 'pending', minedAt: Date.now() - 40_000 }
      : activity(index - 1)
  shell.show('Account')
}

const nadia = '0x9fA341b7c08E5d26e7f130ab84c9d25e6f07B1E4'
shell.facts = {
  isWhole: true,
  status: 'confirmed',
  minedAt: Date.UTC(2026, 10, 14, 9, 41, 12),
  fee: 210_000_000_063_000n,
  signer: address,
  from: address,
  to: nadia,
  token: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
}

function openRow(index: number): void {
  void pressTab('Activity').then(async () => {
    await new Promise((resolve) => setTimeout(resolve, 100))
    const rows = document
      .querySelector('billfold-modal')
      ?.shadowRoot?.querySelectorAll<HTMLElement>('button.entry')
    rows?.[index]?.click()
  })
}

async function pressTab(name: string): Promise<void> {
  const find = () =>
    document.querySelector('billfold-modal')?.shadowRoot?.querySelectorAll<HTMLElement>('[role=tab]')
  // The view of an account is fetched when it is first shown.
  while (!find()?.length) await new Promise((resolve) => setTimeout(resolve, 50))
  for (const tab of find() ?? []) if (tab.textContent === name) tab.click()
}

const limits = [
  { id: 'card', min: '10.00', max: '7500.00' },
  { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
]
const chain = {
  name: 'ethereum',
  display_name: 'Ethereum',
  chain_id: String(network.id),
  contract_address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
}
const bought: OnRampOptions = {
  source: 'api',
  paymentCurrencies: ['USD', 'EUR', 'GBP'].map((id) => ({ id, payment_method_limits: limits })),
  purchaseCurrencies: [
    { id: 'usdc', name: 'USD Coin', symbol: 'USDC', networks: [chain] },
    {
      id: 'eth',
      name: 'Ether',
      symbol: 'ETH',
      networks: [{ ...chain, contract_address: `0x${'e'.repeat(40)}` }],
    },
  ],
}

function showBuying(options: OnRampOptions = bought, part: Partial<OnRampQuote> = {}): void {
  connect()
  const of = (amount: string, currency: string) => ({ amount, currency })
  shell.answer = async (command) =>
    command === 'onRampOptions'
      ? options
      : {
          paymentTotal: of('100', 'USD'),
          paymentSubtotal: of('98', 'USD'),
          purchaseAmount: of('97.9412345', 'USDC'),
          quoteId: '1',
          ...part,
        }
  shell.router.push('OnRampProviders')
}

function showPurchase(status: PurchaseStatus, names = ['Ethereum']): void {
  connect()
  const { caipAddress, caipNetworkId } = connected
  const token = `${caipNetworkId}:${chain.contract_address}` as const
  const [first, ...others] = names.map((networkName) => ({ account: caipAddress, token, networkName }))
  const plan = {
    provider: onRampProviders[names.length > 1 ? 1 : 0]!,
    address,
    symbol: 'USDC',
    places: [first!, ...others],
    network: 'ethereum',
    presetFiatAmount: 100,
  } satisfies PurchasePlan
  getPurchase(shell).value = {
    plan,
    status,
    url: 'https://pay.example/',
    amount: '97.941\u00a0USDC',
    arrivedOn: 'Ethereum',
    ...(status === 'unreachable' && { error: offline }),
  }
  shell.router.push('BuyInProgress', { provider: 'coinbase' })
}

const usdc: TokenRow = {
  ...tokenAt(1),
  decimals: 6,
  amount: 4_250_000_001n,
  iconUrl: art(205, sun),
}

function showForm(entered: Parameters<typeof enter>[1] = {}, account?: typeof onSolana): void {
  connect()
  if (account) shell.account.value = account
  getForm(shell)
  shell.answer = answerSending
  enter(shell, { token: usdc, amountText: '250.00', receiverText: nadia, ...entered })
  shell.router.push('WalletSend')
}

/** Of whoever stands in the form. */
let seen: readonly ReceiverWarning[] = []

async function answerSending(command: string, input: unknown): Promise<unknown> {
  if (command === 'transferFee') return { expected: 210_000n * 10n ** 9n, max: 315_000n * 10n ** 9n }
  if (command === 'prices') {
    const { tokens } = input as { tokens: readonly string[] }
    return tokens.map((token) => ({ token, price: token.includes('eeeeee') ? 3000.1 : 1 }))
  }
  if (command === 'checkReceiver') return seen
  if (command === 'recentReceivers')
    return {
      receivers: [
        { address: nadia, name: 'nadia.eth' },
        { address: '0x5be1077D20C94A3eF8861D0bb2F7C6e59a3340d8' },
      ],
      leftOut: 2,
      isPartial: false,
    }
  return undefined
}

type Shown = 'ready' | 'asking' | 'unknown' | 'declined' | SentStatus

function showPreview(
  shown: Shown,
  part: Partial<PreparedTransfer> = {},
  entered: Parameters<typeof enter>[1] = {},
  account?: typeof onSolana,
): void {
  showForm(entered, account)
  const draft = toDraft(getForm(shell).peek(), 'en')!
  const to = draft.receiverText
  const native = draft.token?.kind === 'native'
  const amount = native ? 123_456_789_012_345_678n : 250_000_000n
  const prepared: PreparedTransfer = {
    draft,
    amount,
    receiver: { status: 'address', address: to, isChecked: true, name: 'nadia.eth' },
    warnings: [],
    fee: { expected: 210_000n * 10n ** 9n, max: 315_000n * 10n ** 9n },
    simulation: { status: 'passed' },
    ...part,
    transaction: part.transaction ?? encodeTransfer(draft.token!, to, amount),
  }
  const hash = `0x8c07${'4be1'.repeat(14)}e41b`
  shell.answer = async (command, input) =>
    command === 'prepareTransfer'
      ? prepared
      : command === 'checkReceiver'
        ? prepared.warnings
        : answerSending(command, input)
  shell.payments = async () => ({
    dismiss() {},
    async pay({ account, kind, to, out }) {
      if (shown === 'asking') await new Promise(() => {})
      if (shown === 'unknown') throw new BillfoldError('outcome_unknown', 'Unknown.')
      if (shown === 'declined') throw new BillfoldError('wallet_declined', 'Declined.')
      const sent = { account, kind, to, out, hash, sentAt: Date.now() }
      if (shown !== 'ready' && shown !== 'asking')
        shell.set('sent', { data: { payments: [{ ...sent, status: shown }], asked: [] } })
      return sent
    },
  })
  const transfer = createTransfer(draft, { shell, own: [], onSent: () => {} })
  void transfer.prepare().then(() => (shown === 'ready' ? undefined : transfer.send(prepared, draft)))
  shell.router.push('WalletSendPreview', { transfer })
}

const asked: PendingRequest = {
  account: `eip155:1:${nadia.toLowerCase()}`,
  kind: 'send',
  to: nadia,
  out: { symbol: 'ETH', text: '0.123456789012345678', units: '123456789012345678' },
  id: 'asked',
  askedAt: Date.now() - 95_000,
}

function sentOf(status: SentStatus): SentRow {
  const { id: _, askedAt, ...payment } = asked
  const hash = `0x${status.length}c07${'4be1'.repeat(14)}e41b`
  return { ...payment, hash, sentAt: askedAt, status }
}

const lookAlike: ReceiverWarning = {
  code: 'look_alike',
  anchor: nadia,
  name: 'nadia.eth',
  prefix: 6,
  suffix: 5,
  isBait: true,
}
const ether = { token: tokenAt(0), amountText: '0.123456789012345678' }

const states: Record<string, () => void> = {
  ...createSwapStates({ shell, connect, art }),
  ...createPayStates({ shell, connect, answer: answerSending }),
  send: () => showForm(),
  'send-new': () => {
    seen = [{ code: 'new' }]
    showForm({ token: { ...tokenAt(0), amount: 10n ** 19n, iconUrl: art(225, sun) }, amountText: '1.5' })
  },
  'send-unread': () => {
    seen = [{ code: 'unread' }]
    showForm({ token: { ...tokenAt(0), amount: 10n ** 19n, iconUrl: art(225, sun) }, amountText: '1.5' })
  },
  'send-empty': () => showForm({ token: undefined, amountText: '', receiverText: '' }),
  'send-failing': () => showForm({ amountText: '4900.00', receiverText: `${nadia.slice(0, -2)}` }),
  'send-checksum': () => showForm({ amountText: '1,5', receiverText: nadia.replace('B1E4', 'b1E4') }),
  'send-tokens': () => {
    apart()
    shell.router.push('WalletSend')
    const { portfolio } = shell.rows
    shell.rows.portfolio = (index) => ({ ...portfolio(index), amount: 10n ** 18n })
    shell.router.push('WalletSendSelectToken')
  },
  'send-none': () => {
    connect()
    shell.set('portfolio', { data: portfolioHead(0) })
    shell.router.push('WalletSend')
    shell.router.push('WalletSendSelectToken')
  },
  'send-preview': () => showPreview('ready'),
  'send-preview-unread': () => {
    const found = {
      query: nadia,
      name: 'nadia.eth',
      address: nadia,
      foundOn: 'eip155:1',
      foundAt: 0,
    } as const
    showPreview('ready', { warnings: [{ code: 'unread' }] }, { found })
  },
  'send-preview-native': () =>
    showPreview(
      'ready',
      { warnings: [{ code: 'new' }, { code: 'unchecked' }] },
      { ...ether, token: { ...tokenAt(0), amount: 10n ** 19n, iconUrl: art(225, sun) } },
    ),
  'send-preview-multiplied': () => {
    const id = `${onSolana.caipNetworkId}:${onSolana.address}` as const
    const token = { ...usdc, id, contract: onSolana.address, symbol: 'TIDE', decimals: 6 }
    showPreview(
      'ready',
      {
        amount: 250_000_009n,
        multiplied: { raw: 25_000_000n, shown: 250_000_000n, by: '10' },
        received: 247_500_000n,
        hasDelegate: true,
        receiver: { status: 'address', address: onSolana.address, isChecked: true },
        fee: { expected: 2_044_280n, max: 2_044_280n, rent: 2_039_280n },
        transaction: { namespace: 'solana', transaction: Uint8Array.of(1) },
      },
      { token, amountText: '250.000009', receiverText: onSolana.address },
      onSolana,
    )
  },
  'send-fails': () =>
    showPreview('ready', { simulation: { status: 'failed', fault: 'reverted', reason: 'Paused' } }),
  'send-look-alike': () =>
    showPreview(
      'ready',
      {
        warnings: [lookAlike],
        receiver: {
          status: 'address',
          address: toChecksumAddress('0x9fa341c27e190bd4a355f8e619b077cd6fa7b1e4'),
          isChecked: true,
        },
      },
      { receiverText: '0x9fa341c27e190bd4a355f8e619b077cd6fa7b1e4' },
    ),
  'send-zero': () => showPreview('ready', { warnings: [{ code: 'zero' }] }),
  'send-asking': () => showPreview('asking'),
  'send-declined': () => showPreview('declined'),
  'send-unknown': () => showPreview('unknown'),
  'send-pending': () => showPreview('pending'),
  'send-late': () => showPreview('late'),
  'send-confirmed': () =>
    showPreview('confirmed', {}, { ...ether, token: { ...tokenAt(0), amount: 10n ** 19n } }),
  'send-failed': () => showPreview('failed'),
  'send-void': () => {
    showPreview('ready')
    setTimeout(() => enter(shell, { amountText: '251' }), 300)
  },
  connect: () => {
    shell.connectors.value = wallets
    shell.show('Connect')
  },
  'connect-code': () => {
    shell.connectors.value = [...wallets, walletConnect]
    shell.show('Connect')
  },
  'connect-many': () => {
    shell.connectors.value = Array.from({ length: 24 }, (_, index) => ({
      ...wallets[index % 3]!,
      id: String(index),
      ...(index % 5 === 1 ? { looksLike: { name: 'Harbor', by: 'name' as const } } : {}),
      name: index === 2 ? 'A wallet whose name is far longer than any row' : wallets[index % 3]!.name,
    }))
    shell.show('Connect')
  },
  'connect-empty': () => {
    shell.connectors.value = []
    shell.show('Connect')
  },
  ...Object.fromEntries(
    (['waiting', 'declined', 'busy', 'failed'] as const).map((status) => [
      `connecting-${status}`,
      () => {
        shell.connectors.value = wallets
        shell.connect = async () => {}
        const error: ErrorRecord = {
          code: 'wallet_failed',
          message: 'Harbor could not do this: Internal error in the vault',
          category: 'INTERNAL_SDK_ERROR',
          context: { said: 'Internal error in the vault' },
        }
        shell.attempts.value = [
          { id: 1, connector: harborIcon, startedAt: Date.now() - 12_000, status, error },
        ]
        shell.router.reset('Connect')
        shell.router.push('ConnectingExternal', { connector: harborIcon })
        shell.open.value = true
      },
    ]),
  ),
  'connecting-long': () => {
    shell.connect = async () => {}
    shell.attempts.value = [
      { id: 1, connector: harborIcon, startedAt: Date.now() - 42_000, status: 'waiting' },
    ]
    shell.show('ConnectingExternal', { connector: harborIcon })
  },
  'connect-copies': () => {
    const looksLike = (name: string, by: 'name' | 'rdns') => ({ looksLike: { name, by } })
    shell.connectors.value = [
      harborIcon,
      {
        ...harbor,
        id: 'copy',
        name: 'H\uFFFDrbor',
        imageUrl: art(205, wave),
        ...looksLike('Harbor', 'name'),
      },
      {
        ...harbor,
        id: 'claim',
        name: 'A wallet whose name is long',
        imageUrl: art(8, kite),
        ...looksLike('Harbor', 'rdns'),
      },
      wallets[2]!,
    ]
    shell.show('Connect')
  },
  'connect-chains': () => {
    shell.connectors.value = ofChains
    shell.others.value = [{ ...connected, connector: harborIcon }]
    shell.show('Connect')
  },
  'connect-none-of-chain': () => {
    connect()
    shell.connectors.value = [harborIcon]
    shell.router.push('Connect', { namespace: 'bip122', network: bitcoin })
  },
  'connecting-multi-chain': () => {
    shell.networks.push(...networks, solana)
    shell.connectors.value = ofChains
    shell.show('Connect')
    const [, wallet, ...others] = ofChains
    const ofBitcoin = { ...wallet!, id: 'reef-bitcoin', chain: 'bip122', namespaces: ['bip122'] } as const
    shell.router.push('ConnectingMultiChain', { connectors: [wallet!, others[0]!, ofBitcoin] })
  },
  'connecting-all': () => {
    shell.networks.push(...networks, solana)
    shell.show('Connect')
    const all = ofChains.slice(1, 3)
    shell.router.push('ConnectingExternal', { connector: all[0]!, all })
  },
  'connecting-all-declined': () => {
    states['connecting-all']!()
    shell.connect = async (connector) => {
      shell.attempts.value = [{ id: 1, connector, startedAt: Date.now(), status: 'declined' }]
    }
  },
  'networks-chains': () => {
    connect()
    shell.networks.push(...networks, solana, bitcoin)
    shell.others.value = [onSolana]
    shell.router.push('Networks')
  },
  'switch-active-chain': () => {
    connect()
    shell.connectors.value = ofChains
    shell.router.push('SwitchActiveChain', { network: bitcoin })
  },
  'switch-active-chain-own': () => {
    connect()
    shell.account.value = { ...connected, connector: ofChains[1]! }
    shell.connectors.value = ofChains
    shell.router.push('SwitchActiveChain', { network: solana })
  },
  wallets: () => {
    connect()
    shell.others.value = [
      { ...onSolana, connector: { ...onSolana.connector, imageUrl: art(268, kite) } },
      { ...onBitcoin, connector: { ...onBitcoin.connector, imageUrl: art(24, sun) } },
    ]
    shell.router.push('Wallets')
  },
  'wallets-one': () => {
    connect()
    const second = { address: nadia, purpose: 'eoa' } as const
    const caipAddress = `eip155:31337:${nadia.toLowerCase()}` as const
    shell.account.value = {
      ...connected,
      connector: harborIcon,
      allAccounts: [...connected.allAccounts, { ...second, caipAddress }],
    }
    shell.router.push('Wallets')
  },
  'what-is-a-wallet': () => {
    shell.connectors.value = wallets
    shell.show('Connect')
    shell.router.push('WhatIsAWallet')
  },
  'what-is-a-network': () => {
    connect()
    shell.networks.push(...networks)
    shell.router.push('Networks')
    shell.router.push('WhatIsANetwork')
  },
  networks: () => {
    connect()
    shell.networks.push(...networks)
    shell.router.push('Networks')
  },
  'networks-approved': () => {
    connect()
    shell.networks.push(...networks, solana)
    const approved = [connected.caipNetworkId, networks[1]!.caipNetworkId]
    shell.account.value = { ...connected, approved }
    shell.router.push('Networks')
  },
  'what-is-a-network-alone': () => shell.show('WhatIsANetwork'),
  'networks-many': () => {
    connect()
    const names =
      'Arbitrum One,Avalanche,Base,BNB Smart Chain,Celo,Gnosis,Linea,OP Mainnet,Polygon,Scroll,ZKsync Era'
    for (const [at, name] of names.split(',').entries())
      shell.networks.push({
        ...network,
        id: at + 1,
        caipNetworkId: `eip155:${at + 1}`,
        name,
        imageUrl: art(at * 33, sun),
      })
    shell.router.push('Networks')
  },
  'wrong-network': () => {
    connect()
    shell.networks.push(...networks)
    shell.account.value = {
      ...connected,
      connector: harborIcon,
      caipNetworkId: 'eip155:137',
      network: undefined,
      unsupported: true,
    }
    shell.router.goHome()
  },
  'other-network': () => {
    connect()
    shell.account.value = {
      ...connected,
      connector: harborIcon,
      caipNetworkId: 'eip155:137',
      network: undefined,
    }
  },
  'switch-waiting': () => {
    connect()
    shell.router.push('SwitchNetwork', { network: networks[0]! })
  },
  'switch-failed': () => {
    connect()
    shell.networks.push(...networks)
    shell.router.push('Networks')
    shell.snacks.show({
      variant: 'error',
      message: { code: 'switch_failed' },
      detail: {
        code: 'wallet_failed',
        message: 'Harbor could not do this: it is asleep',
        category: 'INTERNAL_SDK_ERROR',
        context: { said: 'it is asleep', wallet: 'Harbor' },
      },
      action: { label: 'Try again', run: () => {} },
    })
  },
  nft: () => {
    connect()
    shell.answer = answerDetails
    shell.router.push('Nft', { account: connected.caipAddress, network, row: shell.rows.nfts(0) as NftRow })
  },
  'nft-wide': () => {
    connect()
    shell.answer = async () => ({ traits: [] })
    const picture =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 24"><rect width="80" height="24" fill="#446"/></svg>'
    const row = {
      ...(shell.rows.nfts(3) as NftRow),
      imageUrl: `data:image/svg+xml,${encodeURIComponent(picture)}`,
    }
    shell.router.push('Nft', { account: connected.caipAddress, network, row })
  },
  'nft-failed': () => {
    connect()
    shell.answer = async () => {
      throw new BillfoldError('nfts_unavailable', 'No.', { context: { reason: 'http_network' } })
    }
    const { imageUrl: _, ...row } = shell.rows.nfts(1) as NftRow
    shell.router.push('Nft', { account: connected.caipAddress, network, row })
  },
  'nft-unverified': () => {
    connect()
    shell.answer = async (_, input) => ({
      description: 'Claim $5,000 at pass-claim·example',
      traits: [],
      ...((input as { show: boolean }).show ? { imageUrl: art(50, sun) } : { host: 'pass-claim.example' }),
    })
    shell.router.push('Nft', { account: connected.caipAddress, network, row: golden })
  },
  'nfts-unverified': () => {
    connect()
    showScams()
    void pressTab('NFTs')
  },
  'nfts-unverified-list': () => {
    connect()
    showScams()
    shell.router.push('Unverified', { kind: 'nfts', account: connected.caipAddress, network })
  },
  'nfts-empty': () => {
    connect()
    shell.set('nfts', { data: nftsHead(0) })
    void pressTab('NFTs')
  },
  account: connect,
  ...Object.fromEntries(
    (
      [
        'opening',
        'unreachable',
        'open',
        'blocked',
        'closed',
        'declined',
        'late',
        'cancelled',
        'arrived',
      ] as const
    ).map((status) => [`buying-${status}`, () => showPurchase(status)]),
  ),
  'buying-anywhere': () => showPurchase('open', ['Ethereum', 'Base', 'Arbitrum One']),
  buy: () => showBuying(),
  'buy-sample': () => showBuying({ ...bought, source: 'sample' }, { isPlaceholder: true }),
  'buy-tokens': () => {
    showBuying()
    setTimeout(() => shell.router.push('OnRampTokenSelect'), 300)
  },
  'buy-currencies': () => {
    showBuying()
    setTimeout(() => shell.router.push('OnRampFiatSelect'), 300)
  },
  'buy-nothing': () => showBuying({ ...bought, purchaseCurrencies: [] }),
  'what-is-a-buy': () => {
    showBuying()
    shell.router.push('WhatIsABuy')
  },
  receive: () => {
    connect()
    shell.networks.push(...networks)
    shell.router.push('WalletReceive')
  },
  'receive-bitcoin': () => {
    connect()
    shell.account.value = onBitcoin
    shell.router.push('WalletReceive')
  },
  'receive-networks': () => {
    connect()
    shell.networks.push(...networks)
    shell.router.push('WalletReceive')
    shell.router.push('WalletCompatibleNetworks')
  },
  nfts: () => (connect(), void pressTab('NFTs')),
  activity: () => (connect(), void pressTab('Activity')),
  'activity-sent': () => {
    connect()
    shell.set('sent', { data: { payments: [sentOf('cancelled'), sentOf('late')], asked: [asked] } })
    void pressTab('Activity')
  },
  'payment-unknown': () => {
    connect()
    shell.set('sent', { data: { payments: [], asked: [asked] } })
    shell.router.push('UnknownPayment', { account: asked.account, id: asked.id })
  },
  ...Object.fromEntries(
    sentStatuses.map((status) => [
      `payment-${status}`,
      () => {
        connect()
        const payment = sentOf(status)
        shell.set('sent', { data: { payments: [payment], asked: [] } })
        shell.router.push('SentPayment', { account: payment.account, hash: payment.hash })
      },
    ]),
  ),
  'activity-100000': () => {
    connect()
    shell.set('activity', { data: activityHead(months(100_000, 4_200)) })
    void pressTab('Activity')
  },
  detail: () => {
    connect()
    openRow(2)
  },
  'detail-approved': () => {
    connect()
    const { from: _, to: __, ...rest } = shell.facts
    shell.facts = { ...rest, approval: { spender: nadia, symbol: 'USDC', limit: { kind: 'unlimited' } } }
    openRow(5)
  },
  'detail-reading': () => {
    connect()
    const { answer } = shell
    shell.answer = (command, input) =>
      command === 'transactionFacts' ? new Promise(() => {}) : answer(command, input)
    openRow(2)
  },
  'detail-unknown': () => {
    connect()
    shell.facts = { isWhole: false }
    openRow(2)
  },
  'activity-empty': () => {
    connect()
    shell.set('activity', { data: activityHead([], { hidden: { spam: 3, otherChain: 0, invalid: 0 } }) })
    void pressTab('Activity')
  },
  'activity-unverified': () => {
    connect()
    shell.set('activity', {
      data: activityHead(months(3, 3), { hidden: { spam: 7, otherChain: 0, invalid: 0 } }),
    })
    void pressTab('Activity')
  },
  'activity-unverified-list': () => {
    connect()
    shell.unverified = [
      { id: '1', name: 'U\uFFFDD\uFFFD', reason: 'disguise', date: '19 Nov' },
      { id: '2', name: '\u22120.000\u00a0USDC', reason: 'nothing', date: '19 Nov' },
      { id: '3', name: 'claim-reward.example', reason: 'link', date: '12 Nov' },
      { id: '4', name: 'Golden Pass #88120', reason: 'flagged', date: '8 Nov 2025' },
    ]
    shell.router.push('Unverified', { kind: 'activity', account: connected.caipAddress, network })
  },
  'activity-error': () => {
    connect()
    shell.set('activity', {
      data: activityHead(months(5, 5), { empty: true }),
      status: 'failed',
      error: serverFault,
    })
    void pressTab('Activity')
  },
  'activity-failed': () => {
    connect()
    shell.set('activity', { status: 'failed', error: serverFault })
    void pressTab('Activity')
  },
  offline: () => {
    connect()
    shell.online.value = false
    shell.set('portfolio', {
      data: portfolioHead(7),
      status: 'failed',
      error: offline,
      fetchedAt: Date.now() - 190_000,
    })
  },
  'service-away': () => {
    connect()
    shell.set('portfolio', {
      data: portfolioHead(7),
      status: 'failed',
      error: offline,
      fetchedAt: Date.now() - 190_000,
    })
  },
  snack: () => {
    connect()
    shell.snacks.show({
      variant: 'error',
      message: 'Token balance unavailable',
      detail: 'The price service did not answer. Showing values from 14:02.',
      action: { label: 'Try again', run: () => {} },
    })
    shell.snacks.show({ variant: 'error', message: 'Failed to fetch transactions' })
  },
  copied: () => {
    connect()
    shell.snacks.show({ variant: 'success', message: 'Address copied', autoClose: false })
  },
  loading: () => {
    shell.account.value = { ...connected, connector: harborIcon }
    shell.show('Account')
  },
  failed: () => {
    connect()
    shell.set('portfolio', { status: 'failed', error: offline })
  },
  empty: () => {
    connect()
    shell.set('portfolio', { data: portfolioHead(0, { value: undefined, native: undefined }) })
  },
  'no-price': () => {
    connect()
    shell.rows.portfolio = () => tokenAt(5)
    shell.set('portfolio', { data: portfolioHead(4, { value: undefined }) })
  },
  'one-token': () => {
    connect()
    const named = {
      symbol: 'HUSD',
      amount: 4_250_000_001n,
      decimals: 6,
      text: '4,250.000',
      full: '4250.000001',
    }
    shell.set('portfolio', { data: portfolioHead(9, { otherFrom: 7, unverifiedFrom: 9, named }) })
  },
  huge: () => {
    connect()
    shell.set('portfolio', { data: portfolioHead(6, { value: 1234567890123.45 }) })
  },
  unsupported: () => {
    connect()
    shell.account.value = {
      ...connected,
      connector: harborIcon,
      network: undefined,
      caipNetworkId: 'eip155:4242',
    }
  },
  token: () => {
    connect()
    shell.rows.portfolio = (index) => ({
      ...tokenAt(index),
      iconUrl: art(hues[index % 6] ?? 0, sun),
      ...harvest,
    })
    shell.router.push('Token', {
      account: connected.caipAddress,
      row: shell.rows.portfolio(2) as TokenRow,
      index: 2,
    })
  },
  'token-own': () => {
    connect()
    const row = { ...tokenAt(0), value: 7254.24, iconUrl: art(225, sun) }
    shell.router.push('Token', { account: connected.caipAddress, row, index: 50 })
  },
  'token-unusual': () => {
    connect()
    const most = (2n ** 256n - 1n).toString()
    const row = {
      ...tokenAt(5),
      contract: harvest.contract,
      name: 'UЅD Сoin',
      symbol: 'U\u0405DС WITH A LONG SYMBOL',
      unusual: true,
      text: '999,999.999',
      full: `${most.slice(0, 20)}.${most.slice(20)}`,
    }
    shell.router.push('Token', { account: connected.caipAddress, row, index: 50 })
  },
  unverified: () => {
    apart()
    shell.router.push('Unverified', { kind: 'portfolio', account: connected.caipAddress, network })
  },
  'unverified-closed': apart,
  settings: () => {
    connect()
    shell.router.push('AccountSettings')
  },
  'settings-signed-in': () => {
    connect()
    const state = signal<SignInState>({ status: 'signed-in', session: {} as SIWXSession })
    const signOut = async () => void (state.value = { status: 'signed-out' })
    const signIn: Partial<SignIn> = { state, signOut, isRequired: () => false, isHeld: () => false }
    shell.signIn.current = signIn as SignIn
    shell.router.push('AccountSettings')
  },
}

/** A wallet of the directory, on its way to be connected. */
const lantern: Wallet = {
  id: 'lantern',
  name: 'Lantern',
  image_url: art(42, sun),
  mobile_link: 'lantern:',
  webapp_link: 'https://web.lantern.example',
  desktop_link: 'lantern-desktop:',
  homepage: 'https://lantern.example',
}
const walletConnect = createWalletConnect(['eip155'])
const pairingUri =
  'wc:7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9@2?expiryTimestamp=1705667684&relay-protocol=irn&symKey=587d5484ce2a2a6ee3ba1962fdd7e8588e06200c46823bd18fbd67def96ad303'

/** @param update what became of it; without it no code is there yet */
function pair(update: Partial<Attempt> = {}, wallet: Wallet | undefined = lantern): void {
  shell.connectors.value = [...wallets, walletConnect]
  shell.connect = async (connector) => {
    const progress = { kind: 'uri', uri: pairingUri, expiresAt: Date.now() + 232_000 } as const
    shell.attempts.value = [
      { id: 1, connector, startedAt: Date.now(), status: 'waiting', progress, ...update } as Attempt,
    ]
  }
  shell.show('Connect')
  shell.router.push('ConnectingWalletConnect', wallet && { wallet })
}

const refuse = (code: ErrorRecord['code']): Partial<Attempt> => ({
  status: code === 'wallet_declined' ? 'declined' : 'failed',
  error: { code, message: 'It didn’t give a reason.', category: 'INTERNAL_SDK_ERROR', context: {} },
})

Object.assign(states, {
  walletconnect: () => pair(),
  'walletconnect-making': () => pair({ progress: undefined as never }),
  'walletconnect-any': () => {
    pair()
    shell.router.replace('ConnectingWalletConnect')
  },
  'walletconnect-basic': () => {
    pair()
    shell.router.reset('ConnectingWalletConnectBasic')
  },
  'all-wallets-unaccepted': () => {
    const names =
      'Lantern Tern Cobble Fathom Mesa Quill Harbor Reef Osprey Kelp Dune Ember Flint Grove Hazel Iris'
    const wallets = names.split(' ').map((name) => ({ id: name, name, mobile_link: `${name}://` }))
    shell.set('wallets', { data: { count: wallets.length, wallets } })
    shell.connectors.value = [createWalletConnect(['eip155'])]
    shell.features.value = { ...shell.features.value, legalCheckbox: true }
    shell.accepted.value = false
    shell.show('AllWallets')
  },
  'walletconnect-unaccepted': () => {
    pair()
    shell.attempts.value = []
    shell.features.value = { ...shell.features.value, legalCheckbox: true }
    shell.accepted.value = false
    shell.router.reset('ConnectingWalletConnectBasic')
  },
  'walletconnect-declined': () => pair(refuse('wallet_declined')),
  'walletconnect-failed': () => pair(refuse('wallet_failed')),
  'walletconnect-expired': () => pair(refuse('pairing_expired')),
  'walletconnect-offline': () => pair({ ...refuse('relay_unreachable'), progress: undefined as never }),
} satisfies Record<string, () => void>)

/** On the view where a name is registered. */
function register(state: RegistrationState): void {
  connect()
  shell.answer = async (command) => {
    if (command !== 'nameSuggestions') return undefined
    const labels = ['mara', 'mara1', 'themara', 'mara-x', 'mara417']
    const suggestions = labels.map((label, index) => ({
      name: `${label}.reown.id`,
      registered: index === 0,
    }))
    return { suggestions }
  }
  shell.registration.value = state
  shell.router.push('RegisterAccountName')
}

const named = { name: 'mara-driftwood.reown.id', account: { ...connected, connector: harborIcon } }
const stamped = '{"name":"mara-driftwood.reown.id","attributes":{},"timestamp":1795471220}'
const late = { code: 'name_stale', message: '', category: 'API_ERROR', context: {} } as const

Object.assign(states, {
  'name-intro': () => {
    connect()
    shell.router.push('ChooseAccountName')
  },
  name: () => register({ status: 'idle' }),
  'name-late': () => register({ status: 'failed', name: 'mara1.reown.id', error: late }),
  'name-signing': () => register({ status: 'signing', message: stamped, ...named }),
  'name-registering': () => register({ status: 'registering', message: stamped, ...named }),
  'name-unknown': () => register({ status: 'unknown', ...named }),
  'name-success': () => {
    connect()
    shell.router.push('RegisterAccountNameSuccess', named)
  },
} satisfies Record<string, () => void>)

Object.assign(states, createSmartSessionStates(shell, connect))

shell.themeMode.value = query.get('theme') === 'light' ? 'light' : 'dark'
document.dir = query.get('dir') ?? 'ltr'
document.body.style.background =
  shell.themeMode.value === 'light' ? 'oklch(.905 .008 78)' : 'oklch(.15 .004 50)'
document.body.style.minHeight = '200vh'

const state = states[query.get('view') ?? '']
if (state) {
  state()
  const host = document.createElement('billfold-modal')
  document.body.append(host)
  mountView(shell, host)
  Object.assign(globalThis, { shell })
} else {
  for (const name of Object.keys(states)) {
    const link = document.createElement('a')
    link.href = `?view=${name}`
    link.textContent = name
    document.body.append(link, ' ')
  }
}
