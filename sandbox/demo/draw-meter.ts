/**
 * Draws the last ten seconds as bars, compared with the 16.7 ms of a frame. Each bar is the most expensive frame of a
 * tenth of a second, stacked: the page's work, Billfold's, and that of the main-thread list. Updates fifteen times a
 * second.
 */
import type { Frame, FrameMeter, FrameShares } from './frame-meter.ts'
import { FONT, type Palette } from './palette.ts'
import type { Drawing } from './drawing.ts'
import type { Surface } from './surface.ts'

const MOST = 50
const BAR = 3
/** Milliseconds in a bar. */
const SPAN = 100
/** CSS pixels below which the label of the 16.7 ms line doesn't fit: width, height. */
const [NARROW, LOW] = [160, 24]
/** Frames from one drawing to the next. */
const EVERY = 4

export function createMeter(surface: Surface, meter: FrameMeter): Drawing {
  let wait = 0
  return {
    blank: () => (wait = 0),
    draw(palette) {
      if (wait-- > 0) return
      wait = EVERY - 1
      const { context, width, height } = surface
      const { recent } = meter.read()
      context.fillStyle = palette.panel
      context.fillRect(0, 0, width, height)
      drawBars(surface, palette, getDearest(recent, Math.floor(width / BAR)))

      const limit = Math.round(yOf(height, 1000 / 60)) + 0.5
      context.strokeStyle = palette.muted
      context.setLineDash([2, 4])
      context.beginPath()
      context.moveTo(0, limit)
      context.lineTo(width, limit)
      context.stroke()
      context.setLineDash([])
      if (width < NARROW || height < LOW) return
      context.font = `500 12px ${FONT}`
      context.textAlign = 'left'
      context.textBaseline = 'bottom'
      context.fillStyle = palette.panel
      context.fillRect(0, limit - 17, 52, 15)
      context.fillStyle = palette.muted
      context.fillText('16.7 ms', 0, limit - 2)
    },
  }
}

function drawBars({ context, width, height }: Surface, palette: Palette, bars: readonly FrameShares[]): void {
  const draw = (colour: string, from: (bar: FrameShares) => number, to: (bar: FrameShares) => number) => {
    context.fillStyle = colour
    context.beginPath()
    for (const [place, bar] of bars.entries()) {
      const top = yOf(height, to(bar))
      context.rect(width - (bars.length - place) * BAR, top, BAR - 1, yOf(height, from(bar)) - top)
    }
    context.fill()
  }
  const page = (bar: FrameShares) => bar.page
  const billfold = (bar: FrameShares) => bar.page + bar.billfold
  draw(palette.quiet, () => 0, page)
  draw(palette.brand, page, billfold)
  draw(palette.down, billfold, (bar) => billfold(bar) + bar.list)
}

function yOf(height: number, ms: number): number {
  return height - (Math.min(ms, MOST) / MOST) * height
}

/** The most expensive frame of each tenth of a second, newest last. A long frame fills all tenths that it took. */
function getDearest(recent: readonly Frame[], most: number): FrameShares[] {
  const newest = recent.at(-1)
  if (!newest) return []
  const first = Math.floor(newest.start / SPAN) - most + 1
  const dearest: FrameShares[] = Array.from({ length: most }, () => ({ page: 0, billfold: 0, list: 0 }))
  for (const frame of recent) {
    const end = Math.min(first + most - 1, Math.floor((frame.start + sum(frame)) / SPAN))
    for (let at = Math.max(first, Math.floor(frame.start / SPAN)); at <= end; at += 1) {
      if (sum(frame) > sum(dearest[at - first]!)) dearest[at - first] = frame
    }
  }
  return dearest
}

function sum({ page, billfold, list }: FrameShares): number {
  return page + billfold + list
}
