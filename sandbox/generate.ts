/**
 * Makes histories of any length that nobody lived: always the same for the same seed, about 742 bytes of JSON for
 * each transaction, every tenth of them spam, over 24 months. Any page can be made without those before it.
 */
import type { ApiTransaction, ApiTransfer, OperationType } from './api-types.ts'
import { createRandom, type Random } from './random.ts'
import { nativeCoin, tokenPlans } from './tokens.ts'

export interface GeneratorOptions {
  account: string
  count: number
  seed: number
  /** The newest transaction is this old or older; milliseconds since 1970. */
  now: number
  /** CAIP-2. Default: the sandbox's. */
  chain?: string
  /** Where pictures come from. Default: the address of the API in the demo. */
  assetsUrl?: string
}

export interface GeneratedHistory {
  count: number
  /** Number of pages; at least 1. */
  pages: number
  /** The whole answer as text: `{"data":[…],"next":…}`. */
  page(index: number): string
  /** 0 is the newest. */
  transaction(index: number): ApiTransaction
}

export const GENERATED_PAGE = 500

export function generateHistory(options: GeneratorOptions): GeneratedHistory {
  const pages = Math.max(1, Math.ceil(options.count / GENERATED_PAGE))
  const transaction = (index: number) => createTransaction(index, options)
  return {
    count: options.count,
    pages,
    transaction,
    page(index) {
      const first = index * GENERATED_PAGE
      const length = Math.max(0, Math.min(GENERATED_PAGE, options.count - first))
      const data = Array.from({ length }, (_, place) => transaction(first + place))
      return JSON.stringify({ data, next: index + 1 < pages ? `generated-${index + 1}` : null })
    },
  }
}

const MONTHS_24 = 730 * 86_400_000
/** The newest few are still waiting. */
const PENDING = 3

/** Of 100 transactions that are not spam. */
const shares: [type: OperationType, share: number][] = [
  ['receive', 27],
  ['send', 24],
  ['trade', 17],
  ['approve', 7],
  ['mint', 5],
  ['execute', 4],
  ['deposit', 4],
  ['withdraw', 3],
  ['claim', 3],
  ['stake', 2],
  ['unstake', 1],
  ['borrow', 0.7],
  ['repay', 0.7],
  ['bought', 0.6],
  ['burn', 0.4],
  ['cancel', 0.4],
  ['deploy', 0.2],
]

const applications = [
  'Driftwood Exchange',
  'Harbor Savings',
  'Lighthouse Bridge',
  'Tidelines Market',
  'Kelp Finance',
] as const

const collections = ['Tidelines', 'Signal Flags', 'Night Ferries', 'Harbor Pilots'] as const
const coins = [nativeCoin, ...tokenPlans]
type Coin = (typeof coins)[number]

function createTransaction(index: number, options: GeneratorOptions): ApiTransaction {
  const random = createRandom(Math.imul(options.seed + 1, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b))
  const age = (MONTHS_24 * (index + random.next())) / options.count
  const spam = isSpam(index, options.seed)
  const type = spam ? 'receive' : pickType(random)
  const pending = index < PENDING && options.count > 10 * PENDING
  const status = pending ? 'pending' : random.next() < 0.03 ? 'failed' : 'confirmed'
  const incoming = type === 'receive'
  const other = `0x${random.hex(40)}`
  const application = incoming || type === 'send' ? null : random.pick(applications)
  return {
    id: random.hex(32),
    metadata: {
      operationType: type,
      hash: `0x${random.hex(64)}`,
      minedAt: new Date(Math.floor(options.now - age)).toISOString(),
      sentFrom: incoming ? other : options.account,
      sentTo: incoming ? options.account : other,
      status,
      nonce: incoming ? random.between(0, 900) : options.count - index,
      chain: options.chain ?? 'eip155:31337',
      application: application && { name: application, iconUrl: assets(options, 'application', application) },
    },
    transfers: spam ? [createSpam(random, options)] : createTransfers(type, random, options),
  }
}

/** One in each ten, not always the same one. */
function isSpam(index: number, seed: number): boolean {
  const decade = Math.floor(index / 10)
  return index % 10 === createRandom(Math.imul(seed + 7, 0xc2b2ae35) ^ decade).between(0, 9)
}

function pickType(random: Random): OperationType {
  let left = random.next() * 100
  for (const [type, share] of shares) {
    if (left < share) return type
    left -= share
  }
  return 'receive'
}

function createTransfers(
  type: OperationType,
  random: Random,
  options: GeneratorOptions,
): ApiTransfer[] | null {
  const nft = random.next() < 0.12
  switch (type) {
    case 'approve':
    case 'cancel':
    case 'deploy':
      return random.next() < 0.5 ? [] : null
    case 'execute':
      return []
    case 'receive':
    case 'bought':
      return nft ? [createNft(random, 'in', options)] : createFungibles(random, 'in', options)
    case 'mint':
      return [createNft(random, 'in', options)]
    case 'claim':
    case 'unstake':
    case 'borrow':
      return createFungibles(random, 'in', options)
    case 'send':
      if (nft) return [createNft(random, 'out', options)]
      return createFungibles(random, random.next() < 0.02 ? 'self' : 'out', options)
    case 'burn':
    case 'repay':
    case 'stake':
      return createFungibles(random, 'out', options)
    case 'trade':
    case 'deposit':
    case 'withdraw':
      return [...createFungibles(random, 'out', options), ...createFungibles(random, 'in', options)].slice(
        0,
        3,
      )
  }
}

/** Mostly one; sometimes a batch of two or three, as multi-sends and routed trades are. */
function createFungibles(
  random: Random,
  direction: ApiTransfer['direction'],
  options: GeneratorOptions,
): ApiTransfer[] {
  const roll = random.next()
  const length = roll < 0.06 ? 3 : roll < 0.17 ? 2 : 1
  return Array.from({ length }, () =>
    createFungible(random, random.pick(coins as [Coin, ...Coin[]]), direction, options),
  )
}

function createFungible(
  random: Random,
  coin: Coin,
  direction: ApiTransfer['direction'],
  options: GeneratorOptions,
): ApiTransfer {
  const places = Math.min(coin.decimals, random.pick([2, 6, 12, 18]))
  const worth = 2 + 4000 * random.next() ** 4
  const numeric = (worth / coin.price).toFixed(Math.min(places, 18))
  return {
    fungible_info: {
      name: coin.name,
      symbol: coin.symbol,
      icon: { url: assets(options, 'token', coin.symbol) },
    },
    nft_info: null,
    direction,
    quantity: { numeric },
    value: Number(numeric) * coin.price,
    price: coin.price,
  }
}

function createNft(
  random: Random,
  direction: ApiTransfer['direction'],
  options: GeneratorOptions,
): ApiTransfer {
  const id = random.between(1, 9_999)
  return {
    fungible_info: null,
    nft_info: {
      name: `${random.pick(collections)} #${id}`,
      content: {
        preview: { url: assets(options, 'nft', `generated/${id}`), content_type: 'image/svg+xml' },
        detail: null,
      },
      flags: { is_spam: false },
    },
    direction,
    quantity: { numeric: '1' },
    value: null,
    price: null,
  }
}

function createSpam(random: Random, options: GeneratorOptions): ApiTransfer {
  const voucher = createNft(random, 'in', options)
  return {
    ...voucher,
    nft_info: {
      ...voucher.nft_info!,
      name: `$${random.between(1, 9)},000 VOUCHER - claim at voucher-${random.hex(6)}.example`,
      flags: { is_spam: true },
    },
  }
}

function assets(
  { assetsUrl = 'http://127.0.0.1:5174' }: GeneratorOptions,
  kind: string,
  name: string,
): string {
  return `${assetsUrl}/assets/${kind}/${encodeURIComponent(name).replace('%2F', '/')}.svg`
}
