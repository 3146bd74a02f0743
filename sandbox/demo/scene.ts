/** Everything on the page that moves: one loop draws all canvases in each frame, outside of React. */
import { drawBook } from './draw-book.ts'
import { drawChart } from './draw-chart.ts'
import { drawMeter } from './draw-meter.ts'
import { drawTrades } from './draw-trades.ts'
import type { FrameMeter } from './frame-meter.ts'
import type { Market } from './market.ts'
import { readPalette } from './palette.ts'
import { createSurface } from './surface.ts'

export interface Canvases {
  chart: HTMLCanvasElement
  book: HTMLCanvasElement
  trades: HTMLCanvasElement
  meter: HTMLCanvasElement
}

export interface Scene {
  /** Seconds for each candle. */
  setCandle(seconds: number): void
  /** Reads the colours again, after a change of theme. */
  repaint(): void
  stop(): void
}

export function startScene(canvases: Canvases, market: Market, meter: FrameMeter): Scene {
  const controller = new AbortController()
  const { signal } = controller
  const chart = createSurface(canvases.chart, signal)
  const book = createSurface(canvases.book, signal)
  const trades = createSurface(canvases.trades, signal)
  const bars = createSurface(canvases.meter, signal)
  let palette = readPalette()
  let seconds = 1
  let frame = requestAnimationFrame(draw)

  function draw(time: number): void {
    frame = requestAnimationFrame(draw)
    meter.tick(time)
    const now = Date.now()
    market.advance(now)
    drawChart(chart, market, palette, seconds, now)
    drawBook(book, market, palette, now)
    drawTrades(trades, market, palette, now)
    drawMeter(bars, meter.read(), palette)
  }

  return {
    setCandle: (next) => void (seconds = next),
    repaint: () => void (palette = readPalette()),
    stop() {
      cancelAnimationFrame(frame)
      controller.abort()
    },
  }
}
