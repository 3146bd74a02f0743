/** Sample rows and heads of lists, for the gallery and for tests of views. */
import type { ActivityGroup, ActivityHead, ActivityRow } from '../../../src/core/assets/activity.ts'
import type { Identity } from '../../../src/core/assets/identity.ts'
import type { NftRow, NftsHead } from '../../../src/core/assets/nfts.ts'
import type { PortfolioHead, TokenRow } from '../../../src/core/assets/portfolio.ts'
import { type PackedPage, PAGE_SIZE } from '../../../src/core/contract/list.ts'
import type { ListRow } from '../../../src/core/contract/protocol.ts'
import { packPage } from '../../../worker/base/message-size.ts'

export const address = '0x71C4A09E5b2Df8361C7e90D4Af52E8137BD6c02A'
/** Another person's address. */
export const nadia = '0x9fA341b7c08E5d26e7f130ab84c9d25e6f07B1E4'
/** EIP-155 id of the samples' network. */
export const CHAIN = 31_337
export const account = `eip155:${CHAIN}:${address.toLowerCase()}` as const
export const solanaAddress = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
/** Addresses for payments and for ordinals. */
export const bitcoinAddresses = [
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
]

export function pageOf(
  index: number,
  version: number,
  total: number,
  rowAt: (index: number) => ListRow,
): PackedPage {
  const from = index * PAGE_SIZE
  const length = Math.max(0, Math.min(PAGE_SIZE, total - from))
  return packPage({ version, rows: Array.from({ length }, (_, offset) => rowAt(from + offset)) }, 'A page')
}

export function portfolioHead(total: number, more: Partial<PortfolioHead> = {}): PortfolioHead {
  return {
    version: 1,
    since: 0,
    dirty: [[0, total]],
    total,
    value: 12881.58,
    currency: 'USD',
    native: { symbol: 'ETH', amount: 2418n * 10n ** 15n, decimals: 18, text: '2.418', full: '2.418' },
    otherFrom: total,
    unverifiedFrom: total,
    unpriced: 0,
    dropped: 0,
    ...more,
  }
}

export function activityHead(
  groups: readonly ActivityGroup[],
  more: Partial<ActivityHead> = {},
): ActivityHead {
  const total = groups.reduce((sum, { count }) => sum + count, 0)
  return {
    version: 1,
    since: 0,
    dirty: [[0, total]],
    total,
    groups,
    next: null,
    stalled: false,
    empty: false,
    hidden: { spam: 0, otherChain: 0, invalid: 0 },
    ...more,
  }
}

export function nftsHead(total: number, more: Partial<NftsHead> = {}): NftsHead {
  return {
    version: 1,
    since: 0,
    dirty: [[0, total]],
    total,
    source: 'chain',
    unseen: 0,
    unverifiedFrom: total,
    ...more,
  }
}

export const mara: Identity = { address, name: 'mara.eth', unusualName: false }

/** Groups of months from the current one back, with `total` rows altogether. */
export function months(total: number, each: number): ActivityGroup[] {
  const groups: ActivityGroup[] = []
  const date = new Date()
  for (let left = total; left > 0; left -= each) {
    groups.push({
      kind: 'month',
      year: date.getFullYear(),
      month: date.getMonth() + 1,
      count: Math.min(each, left),
    })
    date.setDate(1)
    date.setMonth(date.getMonth() - 1)
  }
  return groups
}

const tokens: readonly Pick<TokenRow, 'name' | 'symbol' | 'text' | 'full' | 'valueText' | 'priceText'>[] = [
  {
    name: 'Ether',
    symbol: 'ETH',
    text: '2.418',
    full: '2.418123456789012345',
    valueText: '$7,254.24',
    priceText: '$3,000.10',
  },
  {
    name: 'USD Coin',
    symbol: 'USDC',
    text: '4,250.000',
    full: '4250.000001',
    valueText: '$4,250.00',
    priceText: '$1.00',
  },
  {
    name: 'Harvest',
    symbol: 'HRV',
    text: '1,204.000',
    full: '1204',
    valueText: '$1,023.40',
    priceText: '$0.85',
  },
  { name: 'Dai', symbol: 'DAI', text: '292.760', full: '292.76', valueText: '$292.76', priceText: '$1.00' },
  {
    name: 'Wrapped Bitcoin',
    symbol: 'WBTC',
    text: '<0.001',
    full: '0.00094123',
    valueText: '$61.18',
    priceText: '$65,000.00',
  },
  { name: 'Driftwood Points', symbol: 'DRIFT', text: '12.000', full: '12' },
]

export function tokenAt(index: number): TokenRow {
  const token = tokens[index % tokens.length]!
  return {
    id: index === 0 ? 'eip155:31337' : `eip155:31337:0x${String(index).padStart(40, '0')}`,
    kind: index === 0 ? 'native' : 'token',
    ...(index === 0 ? {} : { contract: `0x${String(index).padStart(40, '0')}` }),
    group: 'main',
    unusual: false,
    amount: 1n,
    decimals: 18,
    ...token,
  }
}

const happenings: readonly Pick<ActivityRow, 'kind' | 'party' | 'amounts' | 'nft' | 'status'>[] = [
  {
    kind: 'received',
    status: 'confirmed',
    party: { kind: 'from', name: 'Harvest pool' },
    amounts: [{ direction: 'in', text: '+204.000\u00a0HRV', full: '204\u00a0HRV', value: '$173.40' }],
    nft: false,
  },
  {
    kind: 'sent',
    status: 'confirmed',
    party: { kind: 'to', name: 'nadia.eth' },
    amounts: [{ direction: 'out', text: '−80.000\u00a0USDC', full: '80\u00a0USDC', value: '$80.00' }],
    nft: false,
  },
  {
    kind: 'swapped',
    status: 'confirmed',
    party: { kind: 'on', name: 'Driftwood' },
    amounts: [
      { direction: 'in', text: '+0.165\u00a0ETH', full: '0.165123\u00a0ETH' },
      { direction: 'out', text: '−500.000\u00a0USDC', full: '500\u00a0USDC' },
    ],
    nft: false,
  },
  {
    kind: 'sent',
    status: 'failed',
    party: { kind: 'to', name: nadia },
    amounts: [{ direction: 'out', text: '0.050\u00a0ETH' }],
    nft: false,
  },
  {
    kind: 'approved',
    status: 'confirmed',
    party: { kind: 'on', name: 'Driftwood' },
    amounts: [],
    nft: false,
  },
  {
    kind: 'minted',
    status: 'confirmed',
    party: { kind: 'from', name: 'Shorelines' },
    amounts: [{ direction: 'in', text: 'Low Tide 114' }],
    nft: true,
  },
]

export function activityAt(index: number): ActivityRow {
  return {
    id: `tx ${index}`,
    minedAt: Date.UTC(2026, 10, 18, 9, 41, 12) - index * 3_600_000,
    date: '18 Nov',
    future: false,
    hash: `0x4be1${String(index).padStart(56, '0')}07c9`,
    from: address,
    to: nadia,
    ...happenings[index % happenings.length]!,
  }
}

export function nftAt(index: number): NftRow {
  return { id: `nft ${index}`, name: `Low Tide ${index}`, collection: 'Shorelines', count: 1n }
}
