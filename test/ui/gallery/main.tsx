/** Shows one state of one view: `?view=account&theme=light&dir=rtl`. Without a view: a list of them all. */
import type { Connector } from '../../../src/connections/connector.ts'
import type { ErrorRecord } from '../../../src/core/errors.ts'
import type { TokenRow } from '../../../src/core/portfolio.ts'
import '../../../ui/portfolio/token.tsx'
import '../../../ui/portfolio/unverified.tsx'
import { mountView } from '../../../ui/mount.tsx'
import {
  activityAt,
  activityHead,
  connected,
  createFakeShell,
  harbor,
  mara,
  months,
  network,
  nftsHead,
  portfolioHead,
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

async function pressTab(name: string): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 50))
  const tabs = document
    .querySelector('billfold-modal')
    ?.shadowRoot?.querySelectorAll<HTMLElement>('[role=tab]')
  for (const tab of tabs ?? []) if (tab.textContent === name) tab.click()
}

const states: Record<string, () => void> = {
  connect: () => {
    shell.connectors.value = wallets
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
  networks: () => {
    connect()
    shell.networks.push(...networks)
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
    void pressTab('Activity').then(async () => {
      await new Promise((resolve) => setTimeout(resolve, 100))
      const rows = document
        .querySelector('billfold-modal')
        ?.shadowRoot?.querySelectorAll<HTMLElement>('button.entry')
      rows?.[2]?.click()
    })
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
    shell.router.push('UnverifiedTokens', { account: connected.caipAddress })
  },
  'unverified-closed': apart,
  settings: () => {
    connect()
    shell.router.push('AccountSettings')
  },
}

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
