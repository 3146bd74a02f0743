/** Candles with volume, two moving averages, the last price, and a cross-hair under the pointer. */
import type { Candle, Market } from './market.ts'
import { FONT, type Palette } from './palette.ts'
import type { Surface } from './surface.ts'

const AXIS = 62
const FOOT = 24
const STRIDE = 9

/** @param seconds how long a candle is. */
export function drawChart(
  { context, width, height, pointer }: Surface,
  market: Market,
  palette: Palette,
  seconds: number,
  now: number,
): void {
  const right = width - AXIS
  const bottom = height - FOOT
  const count = Math.ceil(right / STRIDE) + 2
  const candles = gather(market.candles, seconds, count + 26)
  const shown = candles.slice(-count)
  if (shown.length === 0) return

  // The newest candle slides in from the right instead of jumping by its width.
  const age = (now / 1000 - (shown.at(-1)?.time ?? 0)) / seconds
  const xOf = (place: number) => right - 14 - (shown.length - 1 - place + Math.min(1, age)) * STRIDE
  const high = Math.max(...shown.map((candle) => candle.high))
  const low = Math.min(...shown.map((candle) => candle.low))
  const pad = (high - low) * 0.1 || 0.01
  const span = high - low + pad * 2
  const yOf = (price: number) => 12 + ((high + pad - price) / span) * (bottom * 0.84 - 12)
  const priceAt = (y: number) => high + pad - ((y - 12) / (bottom * 0.84 - 12)) * span

  context.fillStyle = palette.panel
  context.fillRect(0, 0, width, height)
  context.font = `500 11px ${FONT}`
  context.textBaseline = 'middle'
  drawGrid()
  drawVolume()
  drawCandles()
  drawAverage(9, palette.brand)
  drawAverage(26, palette.faint)
  context.fillStyle = palette.panel
  context.fillRect(right, 0, AXIS, bottom)
  drawPrices()
  drawLast()
  if (pointer && pointer.x < right && pointer.y < bottom) drawCross(pointer.x, pointer.y)

  function drawGrid(): void {
    context.strokeStyle = palette.line
    context.lineWidth = 1
    context.beginPath()
    for (const price of steps()) line(0, yOf(price), right, yOf(price))
    context.fillStyle = palette.faint
    context.textAlign = 'center'
    const every = seconds * 12
    shown.forEach((candle, place) => {
      if (candle.time % every !== 0) return
      const x = xOf(place)
      line(x, 0, x, bottom)
      if (x > 30 && x < right - 24) context.fillText(clock(candle.time), x, bottom + FOOT / 2)
    })
    context.stroke()
  }
  function drawVolume(): void {
    const most = Math.max(...shown.map((candle) => candle.volume), 1)
    context.globalAlpha = 0.28
    shown.forEach((candle, place) => {
      const tall = (candle.volume / most) * bottom * 0.16
      context.fillStyle = candle.close >= candle.open ? palette.up : palette.down
      context.fillRect(xOf(place) - 3, bottom - tall, 6, tall)
    })
    context.globalAlpha = 1
  }
  function drawCandles(): void {
    shown.forEach((candle, place) => {
      const x = Math.round(xOf(place) * 2) / 2
      const top = yOf(Math.max(candle.open, candle.close))
      const base = yOf(Math.min(candle.open, candle.close))
      context.fillStyle = candle.close >= candle.open ? palette.up : palette.down
      context.fillRect(x - 0.5, yOf(candle.high), 1, yOf(candle.low) - yOf(candle.high))
      context.fillRect(x - 3, top, 6, Math.max(1, base - top))
    })
  }
  function drawAverage(length: number, colour: string): void {
    const start = candles.length - shown.length
    context.strokeStyle = colour
    context.lineWidth = 1.4
    context.lineJoin = 'round'
    context.beginPath()
    shown.forEach((_, place) => {
      const window = candles.slice(Math.max(0, start + place - length + 1), start + place + 1)
      const mean = window.reduce((sum, candle) => sum + candle.close, 0) / window.length
      context.lineTo(xOf(place), yOf(mean))
    })
    context.stroke()
  }
  function drawPrices(): void {
    context.fillStyle = palette.faint
    context.textAlign = 'left'
    for (const price of steps()) context.fillText(price.toFixed(4), right + 10, yOf(price))
  }
  function drawLast(): void {
    const last = shown.at(-1)!
    const colour = last.close >= last.open ? palette.up : palette.down
    const y = yOf(last.close)
    context.strokeStyle = colour
    context.setLineDash([2, 3])
    context.beginPath()
    line(0, y, right, y)
    context.stroke()
    context.setLineDash([])
    label(last.close.toFixed(4), y, colour, palette.panel)
  }
  function drawCross(x: number, y: number): void {
    context.strokeStyle = palette.muted
    context.setLineDash([3, 3])
    context.beginPath()
    line(0, y, right, y)
    line(x, 0, x, bottom)
    context.stroke()
    context.setLineDash([])
    label(priceAt(y).toFixed(4), y, palette.text, palette.panel)
    const under = shown[Math.round((x - xOf(0)) / STRIDE)]
    if (!under) return
    const text = (['open', 'high', 'low', 'close'] as const)
      .map((part) => `${part[0]?.toUpperCase()} ${under[part].toFixed(4)}`)
      .join('   ')
    context.fillStyle = palette.muted
    context.textAlign = 'left'
    context.fillText(text, 14, 16)
  }
  function label(text: string, y: number, ground: string, ink: string): void {
    context.fillStyle = ground
    context.beginPath()
    context.roundRect(right + 4, y - 9, AXIS - 8, 18, 4)
    context.fill()
    context.fillStyle = ink
    context.textAlign = 'left'
    context.fillText(text, right + 10, y + 0.5)
  }
  function line(fromX: number, fromY: number, toX: number, toY: number): void {
    context.moveTo(Math.round(fromX) + 0.5, Math.round(fromY) + 0.5)
    context.lineTo(Math.round(toX) + 0.5, Math.round(toY) + 0.5)
  }
  /** Round prices for the axis. */
  function steps(): number[] {
    const raw = span / 6
    const power = 10 ** Math.floor(Math.log10(raw))
    const size = [1, 2, 2.5, 5, 10].map((step) => step * power).find((step) => step >= raw) ?? raw
    const first = Math.ceil((low - pad) / size)
    return Array.from({ length: 9 }, (_, place) => (first + place) * size).filter(
      (price) => price < high + pad,
    )
  }
}

/** Joins the candles of a second into longer ones; at most `count`, newest last. */
function gather(candles: readonly Candle[], seconds: number, count: number): Candle[] {
  const first = Math.max(0, candles.length - count * seconds)
  const gathered: Candle[] = []
  for (const candle of candles.slice(first)) {
    const time = candle.time - (candle.time % seconds)
    const current = gathered.at(-1)
    if (current?.time !== time) {
      gathered.push({ ...candle, time })
      continue
    }
    current.high = Math.max(current.high, candle.high)
    current.low = Math.min(current.low, candle.low)
    current.close = candle.close
    current.volume += candle.volume
  }
  return gathered
}

function clock(seconds: number): string {
  return new Date(seconds * 1000).toTimeString().slice(0, 8)
}
