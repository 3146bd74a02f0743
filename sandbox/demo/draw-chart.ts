/**
 * Draws candles with volume, two moving averages, the last price and a cross-hair. Past candles are drawn once, on a
 * layer that slides; each frame draws only the current candle.
 */
import { type Candle, type Market, readCandles } from './market.ts'
import { FONT, type Palette } from './palette.ts'
import type { Drawing } from './drawing.ts'
import { createLayer, type Surface } from './surface.ts'

const AXIS = 62
const FOOT = 24
const STRIDE = 9
const AVERAGES = [9, 26] as const

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

/** The values for which the layer was drawn; it stays valid while they don't change. */
interface Scale {
  high: number
  low: number
  /** Highest volume. */
  most: number
  /** Start of the current candle: seconds since 1970. */
  time: number
}

/** Positions and values of one frame. */
interface Plot {
  palette: Palette
  /** CSS pixels: left edge of the price axis, and bottom of the plot. */
  right: number
  bottom: number
  height: number
  /** Price at the upper edge, and the difference to the lower edge. */
  top: number
  span: number
  /** Highest volume. */
  most: number
  /** Past candles: those that the averages need, then the visible ones. */
  past: readonly Candle[]
  shown: readonly Candle[]
  /** The current candle. */
  last: Candle
}

/** @param getSeconds returns the length of a candle */
export function createChart(surface: Surface, market: Market, getSeconds: () => number): Drawing {
  let past: readonly Candle[] = []
  let layer: OffscreenCanvasRenderingContext2D | undefined
  /** Whether the layer must be drawn again. */
  let isStale = true
  let scale: Scale | undefined
  let drawn = ''
  /** Position of the layer and of the last price on the canvas; undefined: copy the whole layer. */
  let laid: { slide: number; y: number } | undefined

  function draw(palette: Palette, now: number): void {
    const { context, width, height, pointer, scale: pixels } = surface
    const seconds = getSeconds()
    const right = width - AXIS
    const bottom = height - FOOT
    const count = Math.ceil(right / STRIDE) + 1
    const [last] = readCandles(market, seconds, 1)
    if (!last || count < 2) return
    if (!layer || last.time !== scale?.time) {
      past = readCandles(market, seconds, count + AVERAGES[1]).slice(0, -1)
      isStale = true
    }
    const shown = past.slice(-count)
    const next = readScale(shown, last)
    if (next.high !== scale?.high || next.low !== scale.low || next.most !== scale.most) isStale = true
    scale = next

    // Slide the candles to the left as the newest one forms, instead of moving them by its whole width at once.
    const age = Math.min(1, (now / 1000 - last.time) / seconds)
    const slide = Math.round(age * STRIDE * pixels) / pixels
    const look = `${slide} ${last.close} ${last.volume} ${pointer?.x} ${pointer?.y}`
    if (!isStale && look === drawn) return
    drawn = look

    const plot = { palette, right, bottom, height, ...spread(scale), most: scale.most, past, shown, last }
    layer ??= createLayer(right + STRIDE + AXIS, height, pixels)
    if (isStale) {
      drawPast(layer, plot, seconds)
      laid = undefined
    }
    isStale = false
    layPast(context, layer, plot, slide, pixels)
    laid = pointer ? undefined : { slide, y: yOf(plot, last.close) }
    setFont(context)
    const x = xOf(plot, shown.length) - slide
    drawVolume(context, plot, last, x)
    drawCandle(context, plot, last, x)
    drawAverages(context, plot, { closes: [...past, last], from: shown.length - 1, shift: -slide })
    drawLast(context, plot)
    if (pointer && pointer.x < right && pointer.y < bottom) drawCross(context, plot, pointer, slide)
  }

  /** Copies the layer. While nothing slides, erases only the newest candle and the last price. */
  function layPast(
    context: CanvasRenderingContext2D,
    { canvas }: OffscreenCanvasRenderingContext2D,
    plot: Plot,
    slide: number,
    pixels: number,
  ): void {
    const { right, height, shown } = plot
    const copy = (from: number, to: number, y: number, wide: number, tall: number) =>
      context.drawImage(canvas, from * pixels, y * pixels, wide * pixels, tall * pixels, to, y, wide, tall)
    if (laid?.slide === slide) {
      const x = snap(xOf(plot, shown.length - 1) - slide - 4)
      const y = snap(laid.y - 10)
      copy(x + slide, x, 0, right - x, height)
      copy(slide, 0, y, right, 24)
      copy(right + STRIDE, right, y, AXIS, 24)
    } else {
      copy(slide, 0, 0, right, height)
      copy(right + STRIDE, right, 0, AXIS, height)
    }
  }

  return {
    draw,
    blank() {
      layer = undefined
      isStale = true
    },
  }
}

/** Adds space above and below the prices. */
function spread({ high, low }: Scale): Pick<Plot, 'top' | 'span'> {
  const pad = (high - low) * 0.1 || 0.01
  return { top: high + pad, span: high - low + pad * 2 }
}

function yOf({ top, span, bottom }: Plot, price: number): number {
  return 12 + ((top - price) / span) * (bottom * 0.84 - 12)
}

/** Position of a past candle on the layer; `shown.length` is the current candle. */
function xOf({ right, shown }: Plot, place: number): number {
  return right - 14 - (shown.length - place) * STRIDE
}

function drawPast(on: OffscreenCanvasRenderingContext2D, plot: Plot, seconds: number): void {
  const { palette, right, bottom, height, past, shown } = plot
  on.fillStyle = palette.panel
  on.fillRect(0, 0, right + STRIDE + AXIS, height)
  setFont(on)
  on.lineWidth = 1
  on.strokeStyle = palette.line
  on.beginPath()
  for (const price of getSteps(plot)) line(on, 0, yOf(plot, price), right + STRIDE, yOf(plot, price))
  on.fillStyle = palette.faint
  on.textAlign = 'center'
  for (const [place, { time }] of shown.entries()) {
    if (time % (seconds * 12) !== 0) continue
    line(on, xOf(plot, place), 0, xOf(plot, place), bottom)
    on.fillText(clock(time), xOf(plot, place), bottom + FOOT / 2)
  }
  on.stroke()
  for (const [place, candle] of shown.entries()) drawVolume(on, plot, candle, xOf(plot, place))
  for (const [place, candle] of shown.entries()) drawCandle(on, plot, candle, xOf(plot, place))
  drawAverages(on, plot, { closes: past, from: 0, shift: 0 })
  on.fillStyle = palette.faint
  on.textAlign = 'left'
  for (const price of getSteps(plot)) on.fillText(price.toFixed(4), right + STRIDE + 10, yOf(plot, price))
}

/** Round prices for the axis. */
function getSteps({ top, span }: Plot): number[] {
  const raw = span / 6
  const power = 10 ** Math.floor(Math.log10(raw))
  const size = [1, 2, 2.5, 5, 10].map((step) => step * power).find((step) => step >= raw) ?? raw
  const first = Math.ceil((top - span) / size)
  return Array.from({ length: 9 }, (_, place) => (first + place) * size).filter((price) => price < top)
}

function drawVolume(on: Context, { bottom, most, palette }: Plot, candle: Candle, x: number): void {
  const tall = (candle.volume / most) * bottom * 0.16
  on.globalAlpha = 0.28
  on.fillStyle = colourOf(candle, palette)
  on.fillRect(x - 3, bottom - tall, 6, tall)
  on.globalAlpha = 1
}

function drawCandle(on: Context, plot: Plot, candle: Candle, x: number): void {
  const head = yOf(plot, Math.max(candle.open, candle.close))
  const base = yOf(plot, Math.min(candle.open, candle.close))
  on.fillStyle = colourOf(candle, plot.palette)
  on.fillRect(x - 0.5, yOf(plot, candle.high), 1, yOf(plot, candle.low) - yOf(plot, candle.high))
  on.fillRect(x - 3, head, 6, Math.max(1, base - head))
}

/** The values to average, and the index of the first visible value. */
interface Stretch {
  closes: readonly Candle[]
  from: number
  shift: number
}

function drawAverages(on: Context, plot: Plot, { closes, from, shift }: Stretch): void {
  const { palette, past, shown } = plot
  const start = past.length - shown.length
  on.lineWidth = 1.4
  on.lineJoin = 'round'
  for (const [length, colour] of [
    [AVERAGES[0], palette.brand],
    [AVERAGES[1], palette.faint],
  ] as const) {
    on.strokeStyle = colour
    on.beginPath()
    for (let place = Math.max(0, from); place < closes.length - start; place += 1) {
      let sum = 0
      const first = Math.max(0, start + place - length + 1)
      for (let at = first; at <= start + place; at += 1) sum += closes[at]!.close
      on.lineTo(xOf(plot, place) + shift, yOf(plot, sum / (start + place - first + 1)))
    }
    on.stroke()
  }
  on.lineWidth = 1
}

function drawLast(context: Context, plot: Plot): void {
  const { last, palette, right } = plot
  const colour = colourOf(last, palette)
  const y = yOf(plot, last.close)
  context.strokeStyle = colour
  context.setLineDash([2, 3])
  context.beginPath()
  line(context, 0, y, right, y)
  context.stroke()
  context.setLineDash([])
  drawLabel(context, plot, { text: last.close.toFixed(4), y, ground: colour })
}

function drawCross(context: Context, plot: Plot, { x, y }: { x: number; y: number }, slide: number): void {
  const { palette, right, bottom, top, span, shown, last } = plot
  context.strokeStyle = palette.muted
  context.setLineDash([3, 3])
  context.beginPath()
  line(context, 0, y, right, y)
  line(context, x, 0, x, bottom)
  context.stroke()
  context.setLineDash([])
  const price = top - ((y - 12) / (bottom * 0.84 - 12)) * span
  drawLabel(context, plot, { text: price.toFixed(4), y, ground: palette.text })
  const place = Math.round((x + slide - xOf(plot, 0)) / STRIDE)
  const under = place === shown.length ? last : shown[place]
  if (!under) return
  const text = (['open', 'high', 'low', 'close'] as const)
    .map((part) => `${part[0]?.toUpperCase()} ${under[part].toFixed(4)}`)
    .join('   ')
  context.fillStyle = palette.muted
  context.textAlign = 'left'
  context.fillText(text, 14, 16)
}

/** Draws a label on the price axis. */
function drawLabel(
  context: Context,
  { right, palette }: Plot,
  { text, y, ground }: { text: string; y: number; ground: string },
): void {
  context.fillStyle = ground
  context.beginPath()
  context.roundRect(right + 4, y - 9, AXIS - 8, 18, 4)
  context.fill()
  context.fillStyle = palette.panel
  context.textAlign = 'left'
  context.fillText(text, right + 10, y + 0.5)
}

function colourOf({ open, close }: Candle, palette: Palette): string {
  return close >= open ? palette.up : palette.down
}

function setFont(on: Context): void {
  on.font = `500 12px ${FONT}`
  on.textBaseline = 'middle'
}

/** The scale of the visible candles, rounded to steps, so that small price changes don't redraw the layer. */
function readScale(shown: readonly Candle[], last: Candle): Scale {
  let { high, low } = last
  let most = Math.max(1, last.volume)
  for (const candle of shown) {
    high = Math.max(high, candle.high)
    low = Math.min(low, candle.low)
    most = Math.max(most, candle.volume)
  }
  const step = 10 ** Math.floor(Math.log10(Math.max(high - low, 1e-4))) / 2
  return {
    high: Math.ceil(high / step) * step,
    low: Math.floor(low / step) * step,
    most: 1.25 ** Math.ceil(Math.log(most) / Math.log(1.25)),
    time: last.time,
  }
}

function line(on: Context, fromX: number, fromY: number, toX: number, toY: number): void {
  on.moveTo(Math.round(fromX) + 0.5, Math.round(fromY) + 0.5)
  on.lineTo(Math.round(toX) + 0.5, Math.round(toY) + 0.5)
}

/** Rounds down to a multiple of four CSS pixels, which is a whole number of pixels at common screen scales. */
function snap(size: number): number {
  return Math.floor(size / 4) * 4
}

function clock(seconds: number): string {
  return new Date(seconds * 1000).toTimeString().slice(0, 8)
}
