/** Draws the list of trades, newest on top, each sliding in. A trade's text is drawn once and only moved after that. */
import type { Market, Trade } from './market.ts'
import { FONT, type Palette } from './palette.ts'
import type { Drawing } from './drawing.ts'
import { createLayer, type Surface } from './surface.ts'

const ROW = 20
const SLIDE = 160

export function createTape(surface: Surface, market: Market): Drawing {
  /** All rows, with one more than is visible. */
  let layer: OffscreenCanvasRenderingContext2D | undefined
  let newest: Trade | undefined
  let shift = Number.NaN

  function write(palette: Palette): void {
    const { trades } = market
    const { width, height, scale } = surface
    const isNew = !layer
    layer ??= createLayer(width, height + ROW, scale)
    const count = isNew ? Math.ceil(height / ROW) + 1 : trades.indexOf(newest!)
    const added = count < 0 ? trades : trades.slice(0, count)
    newest = trades[0]
    layer.fillStyle = palette.panel
    if (isNew) layer.fillRect(0, 0, width, height + ROW)
    else {
      const { canvas } = layer
      layer.drawImage(canvas, 0, added.length * ROW, canvas.width / scale, canvas.height / scale)
      layer.fillRect(0, 0, width, added.length * ROW)
    }
    layer.textBaseline = 'middle'
    layer.font = `500 12px ${FONT}`
    for (const [place, { time, price, size, side }] of added.entries()) {
      const y = (place + 0.5) * ROW
      layer.textAlign = 'left'
      layer.fillStyle = side === 'buy' ? palette.up : palette.down
      layer.fillText(price.toFixed(4), 14, y)
      layer.textAlign = 'right'
      layer.fillStyle = palette.text
      layer.fillText(size.toFixed(1), width * 0.66, y)
      layer.fillStyle = palette.faint
      layer.fillText(new Date(time).toTimeString().slice(0, 8), width - 14, y)
    }
  }

  return {
    draw(palette, now) {
      const { context, width, scale } = surface
      const isNew = !layer || newest !== market.trades[0]
      if (isNew) write(palette)
      const left = newest ? Math.max(0, 1 - (now - newest.time) / SLIDE) : 0
      const next = Math.round(left * ROW * scale) / scale
      if (!layer || (!isNew && next === shift)) return
      shift = next
      const { canvas } = layer
      context.drawImage(canvas, 0, -shift, canvas.width / scale, canvas.height / scale)
      if (shift === 0) return
      context.globalAlpha = shift / ROW
      context.fillStyle = palette.panel
      context.fillRect(0, 0, width, ROW - shift)
      context.globalAlpha = 1
    },
    blank: () => (layer = undefined),
  }
}
