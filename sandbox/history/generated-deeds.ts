/** The transactions of a generated history: their type, other party, application and amounts. */
import type { ApiTransaction, ApiTransfer, OperationType } from '../services/api-types.ts'
import type { Due } from './generated-calendar.ts'
import { MONTHS_24 } from './generated-calendar.ts'
import { createRandom, type Random } from './random.ts'
import { nativeCoin, tokenPlans, vaultShare } from '../chains/tokens.ts'

export interface Deed {
  type: OperationType
  /** Address of the other party. */
  other: string
  application: ApiTransaction['metadata']['application']
  transfers: ApiTransfer[] | null
  /** Probability from 0 to 1 that the transaction fails. */
  failing: number
}

export interface Deeds {
  /** @param time milliseconds since 1970; prices and habits depend on it */
  pick(random: Random, time: number): Deed
  monthly: Record<Due['name'], (random: Random, time: number) => Deed>
  spam(random: Random): Deed
}

export interface DeedsOptions {
  seed: number
  now: number
  /** As in `GeneratorOptions`. */
  utcOffset: number
  account: string
  assetsUrl: string
}

interface Habit {
  /** How often this happens, relative to the other habits. */
  share: number
  /** Local hours at which this happens, the last one excluded; absent: at any hour. */
  hours?: readonly [from: number, to: number]
  act(random: Random, time: number): Deed
}

const coins = {
  ETH: nativeCoin,
  ...Object.fromEntries(tokenPlans.map((plan) => [plan.symbol, plan])),
  sHUSD: vaultShare,
} as Record<Symbol, Coin>
type Coin = Pick<(typeof tokenPlans)[number], 'decimals'> & { name: string; symbol: string; price: number }
type Symbol = (typeof tokenPlans)[number]['symbol'] | 'ETH' | 'sHUSD'

const collections = ['Tidelines', 'Signal Flags', 'Night Ferries', 'Harbor Pilots'] as const
/** The tokens that are swapped, and the amounts that people type, in US dollars. */
const traded: readonly [Symbol, ...Symbol[]] = ['ETH', 'DRIFT', 'LTRN', 'HBTC', 'KELP']
const spent = [25, 40, 50, 75, 100, 120, 150, 200, 250, 300, 400, 500, 750] as const
const shared = [5, 8, 10, 12.5, 15, 20, 25, 30, 40] as const

export function createDeeds({ seed, now, utcOffset, assetsUrl }: DeedsOptions): Deeds {
  const start = createRandom(Math.imul(seed + 5, 0x165667b1))
  const meet = (count: number) =>
    Array.from({ length: count }, () => `0x${start.hex(40)}`) as [string, ...string[]]
  const friends = meet(9)
  const cafes = meet(3)
  const kitchens = meet(7)
  const shops = meet(6)
  const strangers = meet(60)
  const [employer, landlord, telephone] = meet(3)
  const contracts = new Map<string, string>()

  const asset = (kind: string, name: string) =>
    `${assetsUrl}/assets/${kind}/${encodeURIComponent(name).replace('%2F', '/')}.svg`

  /** Price of a token in US dollars: most prices rise, with waves, over the two years. */
  function priceAt(symbol: Symbol, time: number): number {
    const { price } = coins[symbol]
    if (symbol === 'HUSD' || symbol === 'sHUSD' || symbol === 'FERRY') return price
    const age = (now - time) / MONTHS_24
    const phase = symbol.charCodeAt(0) + symbol.length
    const wave = (turns: number) => Math.sin(turns * age * 2 * Math.PI + phase) - Math.sin(phase)
    return price * (1 - 0.42 * age) * (1 + 0.11 * wave(6.3) + 0.04 * wave(29))
  }

  /** @param amount whole tokens: a number is rounded to the token's decimals, a text is used as it is */
  function move(
    direction: ApiTransfer['direction'],
    symbol: Symbol,
    amount: number | string,
    time: number,
  ): ApiTransfer {
    const { name, decimals } = coins[symbol]
    const price = priceAt(symbol, time)
    const numeric = typeof amount === 'string' ? amount : amount.toFixed(decimals)
    return {
      fungible_info: { name, symbol, icon: { url: asset('token', symbol) } },
      nft_info: null,
      direction,
      quantity: { numeric },
      value: Number(numeric) * price,
      price,
    }
  }

  function moveNft(direction: ApiTransfer['direction'], random: Random, name?: string): ApiTransfer {
    const id = random.between(1, 9_999)
    return {
      fungible_info: null,
      nft_info: {
        name: name ?? `${random.pick(collections)} #${id}`,
        content: {
          preview: { url: asset('nft', `generated/${id}`), content_type: 'image/svg+xml' },
          detail: null,
        },
        flags: { is_spam: name !== undefined },
      },
      direction,
      quantity: { numeric: '1' },
      value: null,
      price: null,
    }
  }

  const between = (type: OperationType, other: string, transfers: ApiTransfer[], failing = 0.004): Deed => ({
    type,
    other,
    application: null,
    transfers,
    failing,
  })

  function on(name: string, type: OperationType, transfers: ApiTransfer[] | null, failing = 0.02): Deed {
    const known = contracts.get(name)
    const other = known ?? `0x${createRandom(name.length * 7919 + name.charCodeAt(0) + seed).hex(40)}`
    if (!known) contracts.set(name, other)
    return { type, other, application: { name, iconUrl: asset('application', name) }, transfers, failing }
  }

  /** A price with cents, as a decimal text. */
  const cents = (random: Random, low: number, high: number) =>
    (random.between(low * 20, high * 20) / 20 - random.pick([0, 0, 0.01])).toFixed(2)
  const pay = (other: string, amount: string, time: number) =>
    between('send', other, [move('out', 'HUSD', amount, time)])

  function swap(random: Random, time: number): Deed {
    const dollars = random.pick(spent)
    const symbol = random.pick(traded)
    // Subtract the pool's fee and slippage.
    const got = dollars * (0.997 - 0.004 * random.next())
    const transfers =
      random.next() < 0.6
        ? [move('out', 'HUSD', `${dollars}`, time), move('in', symbol, got / priceAt(symbol, time), time)]
        : [
            move('out', symbol, roundAmount(dollars / priceAt(symbol, time)), time),
            move('in', 'HUSD', got, time),
          ]
    return on('Driftwood Exchange', 'trade', transfers, 0.06)
  }

  const habits: readonly Habit[] = [
    { share: 15, hours: [6, 11], act: (random, time) => pay(random.pick(cafes), cents(random, 3, 6), time) },
    {
      share: 13,
      hours: [11, 15],
      act: (random, time) => pay(random.pick(kitchens), cents(random, 8, 21), time),
    },
    { share: 9, hours: [15, 22], act: (random, time) => pay(random.pick(shops), cents(random, 9, 96), time) },
    { share: 5, act: (random, time) => pay(random.pick(friends), random.pick(shared).toFixed(2), time) },
    {
      share: 8,
      act: (random, time) =>
        between('receive', random.pick(friends), [move('in', 'HUSD', random.pick(shared).toFixed(2), time)]),
    },
    {
      share: 7,
      act: (random, time) => {
        const symbol = random.pick(traded)
        const amount = (random.pick(spent) * (0.4 + random.next())) / priceAt(symbol, time)
        return between('receive', random.pick(strangers), [move('in', symbol, amount, time)])
      },
    },
    {
      // Several payments at once, as when friends split a bill.
      share: 3,
      hours: [18, 24],
      act: (random, time) => {
        const amount = cents(random, 6, 30)
        const transfers = [1, 2, 3].slice(random.between(0, 1)).map(() => move('out', 'HUSD', amount, time))
        return between('send', random.pick(friends), transfers)
      },
    },
    { share: 20, act: swap },
    {
      share: 6,
      act: (random) =>
        on(random.pick(['Driftwood Exchange', 'Harbor Savings', 'Kelp Finance']), 'approve', [], 0.005),
    },
    { share: 2.5, act: (random) => on('Tidelines Market', 'mint', [moveNft('in', random)]) },
    {
      share: 1.6,
      act: (random, time) => {
        const price = roundAmount(0.01 + 0.09 * random.next() ** 3)
        const isSold = random.next() < 0.4
        const coin = move(isSold ? 'in' : 'out', 'ETH', price, time)
        return on('Tidelines Market', 'trade', [moveNft(isSold ? 'out' : 'in', random), coin], 0.04)
      },
    },
    { share: 0.8, act: (random) => between('receive', random.pick(friends), [moveNft('in', random)]) },
    { share: 0.6, act: (random) => between('send', random.pick(friends), [moveNft('out', random)]) },
    {
      share: 3,
      act: (random, time) => {
        const amount = `${random.pick(spent)}`
        return on('Harbor Savings', 'deposit', [
          move('out', 'HUSD', amount, time),
          move('in', 'sHUSD', amount, time),
        ])
      },
    },
    {
      share: 2,
      act: (random, time) => {
        const amount = random.pick(spent)
        const grown = (amount * (1.004 + 0.02 * random.next())).toFixed(6)
        return on('Harbor Savings', 'withdraw', [
          move('out', 'sHUSD', `${amount}`, time),
          move('in', 'HUSD', grown, time),
        ])
      },
    },
    {
      share: 3,
      act: (random, time) =>
        on('Kelp Finance', 'claim', [move('in', 'KELP', 40 + 300 * random.next(), time)]),
    },
    {
      share: 1.4,
      act: (random, time) =>
        on('Kelp Finance', 'stake', [move('out', 'KELP', `${random.between(5, 60) * 100}`, time)]),
    },
    {
      share: 0.8,
      act: (random, time) =>
        on('Kelp Finance', 'unstake', [move('in', 'KELP', `${random.between(5, 60) * 100}`, time)]),
    },
    {
      share: 0.7,
      act: (random, time) =>
        on('Kelp Finance', 'borrow', [move('in', 'HUSD', `${random.between(2, 12) * 50}`, time)]),
    },
    {
      share: 0.7,
      act: (random, time) =>
        on('Kelp Finance', 'repay', [move('out', 'HUSD', random.between(2, 12) * 50.6, time)]),
    },
    {
      share: 1.2,
      hours: [6, 20],
      act: (_random, time) => on('Harbor Ferries', 'burn', [move('out', 'FERRY', '1', time)]),
    },
    {
      share: 0.7,
      act: (random, time) => {
        const got = (random.pick(spent) * 0.985) / priceAt('ETH', time)
        return on('Lighthouse Bridge', 'bought', [move('in', 'ETH', got, time)])
      },
    },
    { share: 2.4, act: () => on('Lighthouse Bridge', 'execute', [], 0.05) },
    { share: 0.4, act: (random) => between('cancel', random.pick(strangers), []) },
    { share: 0.2, act: (random) => ({ ...between('deploy', `0x${random.hex(40)}`, []), transfers: null }) },
    {
      share: 0.3,
      act: (random, time) =>
        between('send', random.pick(strangers), [move('self', 'ETH', roundAmount(random.next()), time)]),
    },
  ]
  const byHour = Array.from({ length: 24 }, (_, hour) =>
    habits.filter(({ hours }) => !hours || (hour >= hours[0] && hour < hours[1])),
  )

  return {
    pick(random, time) {
      const open = byHour[new Date(time - utcOffset * 60_000).getUTCHours()]!
      let left = random.next() * open.reduce((sum, { share }) => sum + share, 0)
      const habit = open.find(({ share }) => (left -= share) < 0) ?? open[0]!
      return habit.act(random, time)
    },
    monthly: {
      // The wage rises after the first year.
      wage: (_random, time) =>
        between('receive', employer!, [
          move('in', 'HUSD', now - time > MONTHS_24 / 2 ? '2450.00' : '2610.00', time),
        ]),
      rent: (_random, time) => pay(landlord!, '780.00', time),
      phone: (_random, time) => pay(telephone!, '24.90', time),
      saving: (_random, time) =>
        on('Harbor Savings', 'deposit', [move('out', 'HUSD', '400', time), move('in', 'sHUSD', '400', time)]),
    },
    spam: (random) => {
      const name = `$${random.between(1, 9)},000 VOUCHER - claim at voucher-${random.hex(6)}.example`
      return between('receive', `0x${random.hex(40)}`, [moveNft('in', random, name)])
    },
  }
}

/** Rounds to two significant digits, as people type amounts. */
function roundAmount(amount: number): string {
  const digits = Math.max(0, 1 - Math.floor(Math.log10(amount)))
  return amount.toFixed(Math.min(6, digits))
}
