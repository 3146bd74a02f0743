/**
 * Draws the order book: asks above, bids below, with bars for the cumulative size. Redraws a row when its numbers
 * change, and in each frame of the flash that follows.
 */
import type { Level, Market } from './market.ts'
import { FONT, type Palette } from './palette.ts'
import type { Drawing } from './drawing.ts'
import type { Surface } from './surface.ts'

const ROW = 20
const MIDDLE = 34
const FLASH = 420
/** Steps in which a flash fades. More steps aren't visible, and each one redraws a row of text. */
const GLOWS = 8
/** The longest bar's size is a multiple of this, so that a single order doesn't change all bars. */
const DEPTH = 4_000

interface Row {
  price: number
  size: number
  sum: number
  /** Length of the bar in CSS pixels. */
  bar: number
  /** Strength of the flash, from 1 to 0. */
  glow: number
}

export function createBook(surface: Surface, market: Market): Drawing {
  const { context } = surface
  const drawn = new Map<number, Row>()
  let middleText = ''
  let isBlank = true

  function draw(palette: Palette, now: number): void {
    const { width, height } = surface
    const { asks, bids } = market
    if (isBlank) {
      context.fillStyle = palette.panel
      context.fillRect(0, 0, width, height)
    }
    isBlank = false
    context.textBaseline = 'middle'
    context.font = `500 12px ${FONT}`
    const rows = Math.max(1, Math.min(asks.length, Math.floor((height - MIDDLE) / 2 / ROW)))
    const middle = rows * ROW + (height - MIDDLE - rows * 2 * ROW) / 2
    const deepest = Math.ceil(Math.max(total(asks, rows), total(bids, rows)) / DEPTH) * DEPTH

    const drawSide = (levels: readonly Level[], colour: string, yOf: (place: number) => number) => {
      let sum = 0
      for (let place = 0; place < rows; place += 1) {
        const { price, size, changed } = levels[place]!
        sum += size
        const bar = Math.round((sum / deepest) * (width - 8))
        const glow = Math.ceil(Math.max(0, 1 - (now - changed) / FLASH) * GLOWS) / GLOWS
        const y = yOf(place)
        if (isSame(drawn.get(y), { price, size, sum, bar, glow })) continue
        drawn.set(y, { price, size, sum, bar, glow })
        drawRow(y, { price, size, sum, bar, glow }, colour)
      }
    }
    const drawRow = (y: number, { price, size, sum, bar, glow }: Row, colour: string) => {
      context.fillStyle = palette.panel
      context.fillRect(0, y, width, ROW)
      context.fillStyle = colour
      context.globalAlpha = 0.11
      context.fillRect(width - bar, y, bar, ROW - 1)
      if (glow > 0) {
        context.globalAlpha = 0.22 * glow
        context.fillRect(0, y, width, ROW - 1)
      }
      context.globalAlpha = 1
      context.textAlign = 'left'
      context.fillText(price.toFixed(4), 14, y + ROW / 2)
      context.textAlign = 'right'
      context.fillStyle = palette.text
      context.fillText(compact(size), width * 0.66, y + ROW / 2)
      context.fillStyle = palette.muted
      context.fillText(compact(sum), width - 14, y + ROW / 2)
    }
    drawSide(asks, palette.down, (place) => middle - (place + 1) * ROW)
    drawSide(bids, palette.up, (place) => middle + MIDDLE + place * ROW)
    drawMiddle(palette, middle)
  }

  /** Draws the price, and the spread between the best ask and bid. */
  function drawMiddle(palette: Palette, y: number): void {
    const { width } = surface
    const { asks, bids, price, candles } = market
    const isUp = price >= (candles.at(-6)?.close ?? price)
    const spread = (asks[0]?.price ?? 0) - (bids[0]?.price ?? 0)
    const texts = [price.toFixed(4), `Spread ${((spread / price) * 100).toFixed(3)}%`] as const
    if (middleText === `${isUp} ${texts}`) return
    middleText = `${isUp} ${texts}`
    context.fillStyle = palette.panel
    context.fillRect(0, y, width, MIDDLE)
    context.textAlign = 'left'
    context.font = `600 16px ${FONT}`
    context.fillStyle = isUp ? palette.up : palette.down
    context.fillText(texts[0], 14, y + MIDDLE / 2)
    context.font = `500 12px ${FONT}`
    context.fillStyle = palette.faint
    context.textAlign = 'right'
    context.fillText(texts[1], width - 14, y + MIDDLE / 2)
  }

  return {
    draw,
    blank() {
      isBlank = true
      middleText = ''
      drawn.clear()
    },
  }
}

function isSame(one: Row | undefined, other: Row): boolean {
  return (
    one?.price === other.price &&
    one.size === other.size &&
    one.sum === other.sum &&
    one.bar === other.bar &&
    one.glow === other.glow
  )
}

function total(levels: readonly Level[], rows: number): number {
  let sum = 0
  for (let place = 0; place < rows; place += 1) sum += levels[place]!.size
  return sum
}

function compact(size: number): string {
  return size >= 10_000 ? `${(size / 1000).toFixed(1)}k` : size.toFixed(1)
}
