/**
 * Generates plausible transaction histories of any length over 24 months: monthly wages and rent, coffee in the
 * morning, swaps at the day's price, quiet nights. The same seed gives the same history. A transaction takes about 742
 * bytes of JSON; one in ten is spam. Each page can be generated without the pages before it.
 */
import type { ApiTransaction } from '../services/api-types.ts'
import { createCalendar } from './generated-calendar.ts'
import { createDeeds, type Deeds } from './generated-deeds.ts'
import { createRandom } from './random.ts'

export interface GeneratorOptions {
  account: string
  count: number
  seed: number
  /** Upper bound for the time of the newest transaction; milliseconds since 1970. */
  now: number
  /** CAIP-2. Default: the sandbox's first chain. */
  chain?: string
  /**
   * Time zone of the account's owner, in minutes as `getTimezoneOffset` returns it: UTC minus local time. Default: 0.
   */
  utcOffset?: number
  /** Base URL of the pictures. Default: the demo's API. */
  assetsUrl?: string
  /** Whether one transaction in ten is spam. Default: true. */
  hasSpam?: boolean
}

export interface GeneratedHistory {
  count: number
  /** Number of pages; at least 1. */
  pages: number
  /** The JSON text of a whole response: `{"data":[…],"next":…}`. */
  page(index: number): string
  /** @param index 0 is the newest */
  transaction(index: number): ApiTransaction
}

export const GENERATED_PAGE = 500

export function generateHistory(options: GeneratorOptions): GeneratedHistory {
  const pages = Math.max(1, Math.ceil(options.count / GENERATED_PAGE))
  const life = createLife(options)
  const transaction = (index: number) => createTransaction(index, options, life)
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

/**
 * Number of newest transactions that may be pending. The newest transaction is always pending, the others only within
 * their first hour.
 */
const PENDING = 3
const HOUR = 3_600_000

/** State shared by all transactions of a history. */
interface Life {
  /** Time of a transaction in milliseconds since 1970. @param part position within its time slot, from 0 to below 1 */
  timeOf(index: number, part: number): number
  /** Monthly events, by the index of their transaction. */
  due: ReadonlyMap<number, keyof Deeds['monthly']>
  deeds: Deeds
}

function createLife(options: GeneratorOptions): Life {
  const { seed, count, now, utcOffset = 0, assetsUrl, account, hasSpam = true } = options
  const calendar = createCalendar({ seed, now, utcOffset })
  const deeds = createDeeds({
    seed,
    now,
    utcOffset,
    account,
    assetsUrl: assetsUrl ?? 'http://127.0.0.1:5174',
  })
  const due = new Map<number, keyof Deeds['monthly']>()
  for (const { time, name } of calendar.listDue()) {
    let index = Math.floor(calendar.placeOf(time) * count)
    const isTaken = (at: number) => (hasSpam && isSpam(at, seed)) || due.has(at)
    while (isTaken(index)) index += 1
    if (index < count) due.set(index, name)
  }
  return { timeOf: (index, part) => calendar.timeAt((index + part) / count), due, deeds }
}

function createTransaction(index: number, options: GeneratorOptions, life: Life): ApiTransaction {
  const { seed, count, account, chain = 'eip155:31337', hasSpam = true } = options
  const random = createRandom(Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b))
  const time = life.timeOf(index, random.next())
  const { deeds } = life
  const due = life.due.get(index)
  const { type, other, application, transfers, failing } =
    hasSpam && isSpam(index, seed)
      ? deeds.spam(random)
      : due
        ? deeds.monthly[due](random, time)
        : deeds.pick(random, time)
  const waits = index === 0 || (index < PENDING && options.now - time < HOUR)
  const pending = waits && count > 10 * PENDING
  const incoming = type === 'receive'
  return {
    id: random.hex(32),
    metadata: {
      operationType: type,
      hash: `0x${random.hex(64)}`,
      minedAt: new Date(Math.floor(time)).toISOString(),
      sentFrom: incoming ? other : account,
      sentTo: incoming ? account : other,
      status: pending ? 'pending' : random.next() < failing ? 'failed' : 'confirmed',
      nonce: incoming ? random.between(0, 900) : count - index,
      chain,
      application,
    },
    transfers,
  }
}

/** Exactly one index in each ten is spam; its position varies. */
function isSpam(index: number, seed: number): boolean {
  const decade = Math.floor(index / 10)
  return index % 10 === createRandom(Math.imul(seed + 7, 0xc2b2ae35) ^ decade).between(0, 9)
}
