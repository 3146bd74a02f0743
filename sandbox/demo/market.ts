/** A simulated market: a random price, an order book around it, and trades. The page says that it is simulated. */
import { createRandom } from '../history/random.ts'

export interface Market {
  /** One candle per second, oldest first. */
  readonly candles: readonly Candle[]
  /** Best price first. */
  readonly asks: readonly Level[]
  readonly bids: readonly Level[]
  /** Newest first. */
  readonly trades: readonly Trade[]
  readonly price: number
  /** Advances the market to a time in milliseconds since 1970. */
  advance(now: number): void
}

export interface Candle {
  /** Start in seconds since 1970. */
  time: number
  open: number
  high: number
  low: number
  close: number
  volume: number
}

export interface Level {
  price: number
  size: number
  /** Time of the last change of size; milliseconds since 1970. */
  changed: number
}

export interface Trade {
  time: number
  price: number
  size: number
  side: 'buy' | 'sell'
}

const HISTORY = 3_600
const LEVELS = 24
const TICK = 0.0005
/** Milliseconds per step of the market. */
const STEP = 40
/** Number of steps from one move of the whole book to the next. */
const BOOK_STEPS = 6

export function createMarket(now: number): Market {
  const random = createRandom(20_260_711)
  const candles: Candle[] = []
  const trades: Trade[] = []
  let price = 2.21
  let drift = 0
  let last = now
  let steps = 0

  function move(scale: number): void {
    drift = drift * 0.97 + (random.next() - 0.497) * 0.00008
    price *= 1 + drift * scale + (random.next() - 0.5) * 0.0009 * scale
    price = Math.min(4, Math.max(1.2, price + (2.38 - price) * 0.0004))
  }

  function addToCandle(time: number, volume: number): void {
    const second = Math.floor(time / 1000)
    const current = candles.at(-1)
    if (!current || current.time < second) {
      const open = current?.close ?? price
      const [high, low] = [Math.max(open, price), Math.min(open, price)]
      candles.push({ time: second, open, high, low, close: price, volume })
      if (candles.length > HISTORY) candles.shift()
      return
    }
    current.high = Math.max(current.high, price)
    current.low = Math.min(current.low, price)
    current.close = price
    current.volume += volume
  }

  function fill(side: 1 | -1): Level[] {
    return Array.from({ length: LEVELS }, (_, place) => ({
      price: quote(place, side),
      size: newSize(place),
      changed: 0,
    }))
  }
  function quote(place: number, side: 1 | -1): number {
    return (Math.round(price / TICK) + side * (place + 1)) * TICK
  }
  function newSize(place: number): number {
    return 40 + 2_600 * random.next() ** 3 * (0.6 + place / 14)
  }

  for (let second = HISTORY; second > 0; second -= 1) {
    for (let step = 0; step < 4; step += 1) {
      move(1.6)
      addToCandle(now - second * 1000, 40 + 500 * random.next() ** 4)
    }
  }
  const asks = fill(1)
  const bids = fill(-1)
  for (let age = 40; age > 0; age -= 1) addTrade(now - age * 700)

  function addTrade(time: number): void {
    const side = random.next() + drift * 900 > 0.5 ? 'buy' : 'sell'
    const size = 4 + 900 * random.next() ** 5
    trades.unshift({ time, side, size, price: quote(0, side === 'buy' ? 1 : -1) })
    if (trades.length > 60) trades.pop()
  }

  function step(time: number): void {
    move(0.55)
    const traded = random.next() < 0.12
    if (traded) addTrade(time)
    addToCandle(time, traded ? (trades[0]?.size ?? 0) : 0)
    steps += 1
    for (const [levels, side] of [
      [asks, 1],
      [bids, -1],
    ] as const) {
      levels.forEach((level, place) => {
        if (steps % BOOK_STEPS === 0) level.price = quote(place, side)
        if (random.next() > 0.02) return
        level.size = newSize(place)
        level.changed = time
      })
    }
  }

  return {
    candles,
    asks,
    bids,
    trades,
    get price() {
      return price
    },
    advance(to) {
      // Catch up by at most five seconds after the page was hidden.
      if (to - last > 5_000) last = to - 5_000
      for (; last + STEP <= to; last += STEP) step(last + STEP)
    },
  }
}

/** Joins the newest candles into longer ones. Returns at most `count`, newest last, with the current one. */
export function readCandles({ candles }: Market, seconds: number, count: number): Candle[] {
  const joined: Candle[] = []
  for (let at = candles.length - 1; at >= 0; at -= 1) {
    const candle = candles[at]!
    const time = candle.time - (candle.time % seconds)
    const first = joined.at(-1)
    if (first?.time !== time) {
      if (joined.length === count) break
      joined.push({ ...candle, time })
      continue
    }
    first.open = candle.open
    first.high = Math.max(first.high, candle.high)
    first.low = Math.min(first.low, candle.low)
    first.volume += candle.volume
  }
  return joined.reverse()
}
