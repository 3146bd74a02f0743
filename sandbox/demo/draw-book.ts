/** The order book: asks above, bids below, bars as deep as the sum of the sizes up to there. */
import type { Level, Market } from './market.ts'
import { FONT, type Palette } from './palette.ts'
import type { Surface } from './surface.ts'

const ROW = 20
const MIDDLE = 34
const FLASH = 420

export function drawBook(
  { context, width, height }: Surface,
  { asks, bids, price, candles }: Market,
  palette: Palette,
  now: number,
): void {
  context.fillStyle = palette.panel
  context.fillRect(0, 0, width, height)
  context.textBaseline = 'middle'
  const rows = Math.max(1, Math.min(asks.length, Math.floor((height - MIDDLE) / 2 / ROW)))
  const middle = rows * ROW + (height - MIDDLE - rows * 2 * ROW) / 2
  const deepest = Math.max(total(asks, rows), total(bids, rows))

  drawSide(asks, palette.down, (place) => middle - (place + 1) * ROW)
  drawSide(bids, palette.up, (place) => middle + MIDDLE + place * ROW)
  const before = candles.at(-6)?.close ?? price
  context.textAlign = 'left'
  context.font = `600 16px ${FONT}`
  context.fillStyle = price >= before ? palette.up : palette.down
  context.fillText(price.toFixed(4), 14, middle + MIDDLE / 2)
  context.font = `500 11px ${FONT}`
  context.fillStyle = palette.faint
  context.textAlign = 'right'
  const spread = (asks[0]?.price ?? 0) - (bids[0]?.price ?? 0)
  context.fillText(`Spread ${((spread / price) * 100).toFixed(3)}%`, width - 14, middle + MIDDLE / 2)

  function drawSide(levels: readonly Level[], colour: string, yOf: (place: number) => number): void {
    let sum = 0
    context.font = `500 12px ${FONT}`
    levels.slice(0, rows).forEach((level, place) => {
      sum += level.size
      const y = yOf(place)
      const deep = (sum / deepest) * (width - 8)
      context.fillStyle = colour
      context.globalAlpha = 0.11
      context.fillRect(width - deep, y, deep, ROW - 1)
      const age = now - level.changed
      if (age < FLASH) {
        context.globalAlpha = 0.22 * (1 - age / FLASH)
        context.fillRect(0, y, width, ROW - 1)
      }
      context.globalAlpha = 1
      context.textAlign = 'left'
      context.fillText(level.price.toFixed(4), 14, y + ROW / 2)
      context.textAlign = 'right'
      context.fillStyle = palette.text
      context.fillText(compact(level.size), width * 0.66, y + ROW / 2)
      context.fillStyle = palette.muted
      context.fillText(compact(sum), width - 14, y + ROW / 2)
    })
  }
}

function total(levels: readonly Level[], rows: number): number {
  return levels.slice(0, rows).reduce((sum, { size }) => sum + size, 0)
}

function compact(size: number): string {
  return size >= 10_000 ? `${(size / 1000).toFixed(1)}k` : size.toFixed(1)
}
