/** Shows one state of one view: `?view=account&theme=light&dir=rtl`. Without a view: a list of them all. */
import { signal } from '@preact/signals-core'
import type { Attempt } from '../../../src/connections/account.ts'
import type { Connector } from '../../../src/connections/connector.ts'
import { BillfoldError, type ErrorRecord } from '../../../src/core/errors.ts'
import type { NftRow } from '../../../src/core/nfts.ts'
import type { TokenRow } from '../../../src/core/portfolio.ts'
import type { Wallet } from '../../../src/core/wallet.ts'
import type { SignIn, SignInState } from '../../../src/siwx/sign-in.ts'
import type { SIWXSession } from '../../../src/siwx/siwx.ts'
import { createWalletConnect } from '../../../src/wallets/walletconnect/connector.ts'
import '../../../ui/portfolio/token.tsx'
import { mountView } from '../../../ui/mount.tsx'
import '../../../ui/nfts/nft.tsx'
import '../../../ui/unverified/unverified.tsx'
import '../../../ui/walletconnect/connecting-wallet-connect-basic.tsx'
import '../../../ui/guides/what-is-a-wallet.tsx'
import '../../../ui/networks/what-is-a-network.tsx'
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
  worth: 1023.4,
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

const states: Record<string, () => void> = {
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
          message: 'Harbor answered with an internal error.',
          category: 'INTERNAL_SDK_ERROR',
          context: {},
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
    const [, door, ...others] = ofChains
    const ofBitcoin = { ...door!, id: 'reef-bitcoin', chain: 'bip122', namespaces: ['bip122'] } as const
    shell.router.push('ConnectingMultiChain', { doors: [door!, others[0]!, ofBitcoin] })
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
      message: 'You declined in Harbor',
      detail: 'You are still on Ethereum.',
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
  nfts: () => (connect(), void pressTab('NFTs')),
  activity: () => (connect(), void pressTab('Activity')),
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
    const row = { ...tokenAt(0), worth: 7254.24, iconUrl: art(225, sun) }
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
  error: { code, message: 'It gave no reason.', category: 'INTERNAL_SDK_ERROR', context: {} },
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
  'walletconnect-declined': () => pair(refuse('wallet_declined')),
  'walletconnect-failed': () => pair(refuse('wallet_failed')),
  'walletconnect-expired': () => pair(refuse('pairing_expired')),
  'walletconnect-offline': () => pair({ ...refuse('relay_unreachable'), progress: undefined as never }),
} satisfies Record<string, () => void>)

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
