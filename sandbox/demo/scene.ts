/**
 * Everything on the page that moves. One loop updates all canvases in each frame, outside React. A canvas keeps its
 * contents, so each drawing draws only changes; `blank` makes it draw everything.
 */
import { createBook } from './draw-book.ts'
import { createChart } from './draw-chart.ts'
import { createMeter } from './draw-meter.ts'
import { createTape } from './draw-trades.ts'
import type { Drawing } from './drawing.ts'
import type { FrameMeter } from './frame-meter.ts'
import type { Market } from './market.ts'
import { readPalette } from './palette.ts'
import { createSurface, type Surface } from './surface.ts'

export interface Canvases {
  chart: HTMLCanvasElement
  book: HTMLCanvasElement
  trades: HTMLCanvasElement
  meter: HTMLCanvasElement
}

export interface Scene {
  /** Sets the length of a candle in seconds. */
  setCandle(seconds: number): void
  /** Reads the colours again, after a change of theme. */
  repaint(): void
  stop(): void
}

/** Milliseconds between two frames of a calm page. */
const CALM_PAUSE = 500

/** @param isCalm draws a frame only now and then */
export function startScene(canvases: Canvases, market: Market, meter: FrameMeter, isCalm: boolean): Scene {
  const controller = new AbortController()
  let pause: ReturnType<typeof setTimeout> | undefined
  let palette = readPalette()
  let seconds = 1
  const drawings = [
    open(canvases.chart, (surface) => createChart(surface, market, () => seconds)),
    open(canvases.book, (surface) => createBook(surface, market)),
    open(canvases.trades, (surface) => createTape(surface, market)),
    open(canvases.meter, (surface) => createMeter(surface, meter)),
  ]
  let frame = requestAnimationFrame(draw)

  function awaitFrame(): void {
    frame = requestAnimationFrame(draw)
  }

  function open(canvas: HTMLCanvasElement, create: (surface: Surface) => Drawing): Drawing {
    const drawing = create(createSurface(canvas, controller.signal, () => drawing.blank()))
    return drawing
  }

  function draw(time: number): void {
    if (isCalm) pause = setTimeout(awaitFrame, CALM_PAUSE)
    else awaitFrame()
    meter.tick(time)
    const now = Date.now()
    market.advance(now)
    for (const drawing of drawings) drawing.draw(palette, now)
    meter.drawn()
  }

  function blank(): void {
    for (const drawing of drawings) drawing.blank()
  }

  return {
    setCandle(next) {
      seconds = next
      blank()
    },
    repaint() {
      palette = readPalette()
      blank()
    },
    stop() {
      clearTimeout(pause)
      cancelAnimationFrame(frame)
      controller.abort()
    },
  }
}
