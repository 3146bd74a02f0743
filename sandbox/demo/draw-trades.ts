/** The tape: trades as they happen, newest on top, each sliding in. */
import type { Market } from './market.ts'
import { FONT, type Palette } from './palette.ts'
import type { Surface } from './surface.ts'

const ROW = 20
const SLIDE = 160

export function drawTrades(
  { context, width, height }: Surface,
  { trades }: Market,
  palette: Palette,
  now: number,
): void {
  context.fillStyle = palette.panel
  context.fillRect(0, 0, width, height)
  context.textBaseline = 'middle'
  context.font = `500 12px ${FONT}`
  const newest = trades[0]
  const slide = newest ? Math.max(0, 1 - (now - newest.time) / SLIDE) : 0
  trades.slice(0, Math.ceil(height / ROW) + 1).forEach(({ time, price, size, side }, place) => {
    const y = (place + 0.5 - slide) * ROW
    const colour = side === 'buy' ? palette.up : palette.down
    context.globalAlpha = place === 0 ? 1 - slide : 1
    context.textAlign = 'left'
    context.fillStyle = colour
    context.fillText(price.toFixed(4), 14, y)
    context.textAlign = 'right'
    context.fillStyle = palette.text
    context.fillText(size.toFixed(1), width * 0.66, y)
    context.fillStyle = palette.faint
    context.fillText(new Date(time).toTimeString().slice(0, 8), width - 14, y)
  })
  context.globalAlpha = 1
}
