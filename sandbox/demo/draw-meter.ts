/**
 * The last ten seconds as bars against the 16.7 ms that a frame may take, each the dearest of six frames: the page's
 * share, on it Billfold's, on it that of the list on this thread. Told fifteen times a second.
 */
import type { FrameMeter, FrameShares } from './frame-meter.ts'
import { FONT, type Palette } from './palette.ts'
import type { Drawing } from './drawing.ts'
import type { Surface } from './surface.ts'

const MOST = 50
const BAR = 3
/** Frames in a bar. */
const FRAMES = 6
/** px: where the limit has no room for its name. */
const NARROW = 160
/** Frames between two drawings. */
const EVERY = 4

export function createMeter(surface: Surface, meter: FrameMeter): Drawing {
  let wait = 0
  return {
    blank: () => (wait = 0),
    draw(palette) {
      if (wait-- > 0) return
      wait = EVERY - 1
      const { context, width, height } = surface
      const { recent, frames } = meter.read()
      context.fillStyle = palette.panel
      context.fillRect(0, 0, width, height)
      drawBars(surface, palette, getDearest(recent, frames, Math.floor(width / BAR)))

      const limit = Math.round(yOf(height, 1000 / 60)) + 0.5
      context.strokeStyle = palette.muted
      context.setLineDash([2, 4])
      context.beginPath()
      context.moveTo(0, limit)
      context.lineTo(width, limit)
      context.stroke()
      context.setLineDash([])
      if (width < NARROW) return
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

/** The bars stand still while they move: which frames share one depends on the count of all frames, not of those kept. */
function getDearest(recent: readonly FrameShares[], frames: number, most: number): FrameShares[] {
  const dearest: FrameShares[] = []
  let end = recent.length - (frames % FRAMES)
  for (; end > 0 && dearest.length < most; end -= FRAMES) {
    const group = recent.slice(Math.max(0, end - FRAMES), end)
    dearest.push(group.reduce((one, other) => (sum(other) > sum(one) ? other : one)))
  }
  return dearest.toReversed()
}

function sum({ page, billfold, list }: FrameShares): number {
  return page + billfold + list
}
