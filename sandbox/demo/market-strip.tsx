/** The market's figures in the page's header, updated twice a second. */
import { type ReactElement, useSyncExternalStore } from 'react'
import type { Market } from './market.ts'

export function MarketStrip({ market }: { market: Market }): ReactElement {
  const { price, change, high, low, volume } = JSON.parse(
    useSyncExternalStore(everyHalfSecond, () => JSON.stringify(summarize(market))),
  ) as Summary
  return (
    <dl className="strip">
      <div className="price">
        <dt>DRIFT / HUSD</dt>
        <dd>{price}</dd>
      </div>
      <div>
        <dt>Last hour</dt>
        <dd className={change.startsWith('−') ? 'down' : 'up'}>{change}</dd>
      </div>
      <div>
        <dt>High</dt>
        <dd>{high}</dd>
      </div>
      <div>
        <dt>Low</dt>
        <dd>{low}</dd>
      </div>
      <div>
        <dt>Volume</dt>
        <dd>{volume}</dd>
      </div>
    </dl>
  )
}

type Summary = Record<'price' | 'change' | 'high' | 'low' | 'volume', string>

function summarize({ candles, price }: Market): Summary {
  const change = (price / (candles[0]?.open ?? price) - 1) * 100
  return {
    price: price.toFixed(4),
    change: `${change < 0 ? '−' : '+'}${Math.abs(change).toFixed(2)}%`,
    high: Math.max(...candles.map((candle) => candle.high)).toFixed(4),
    low: Math.min(...candles.map((candle) => candle.low)).toFixed(4),
    volume: `${(candles.reduce((sum, candle) => sum + candle.volume, 0) / 1000).toFixed(0)}k`,
  }
}

function everyHalfSecond(listener: () => void): () => void {
  const timer = setInterval(() => listener(), 500)
  return () => clearInterval(timer)
}
