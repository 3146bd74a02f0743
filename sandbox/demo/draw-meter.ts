/** The last frames as bars against the 16.7 ms that a frame may take; told fifteen times a second. */
import type { FrameMeter } from './frame-meter.ts'
import { FONT } from './palette.ts'
import type { Drawing } from './drawing.ts'
import type { Surface } from './surface.ts'

const MOST = 50
const BAR = 3
const LATE = 25
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
      const shown = meter.read().recent.slice(-Math.floor(width / BAR))
      const yOf = (ms: number) => height - (Math.min(ms, MOST) / MOST) * (height - 4)
      const drawBars = (isLate: boolean) => {
        context.beginPath()
        for (const [place, ms] of shown.entries()) {
          if (ms > LATE !== isLate) continue
          context.rect(width - (shown.length - place) * BAR, yOf(ms), BAR - 1, height - yOf(ms))
        }
        context.fill()
      }
      context.fillStyle = palette.panel
      context.fillRect(0, 0, width, height)
      context.globalAlpha = 0.55
      context.fillStyle = palette.up
      drawBars(false)
      context.globalAlpha = 1
      context.fillStyle = palette.down
      drawBars(true)

      const limit = Math.round(yOf(1000 / 60)) + 0.5
      context.strokeStyle = palette.muted
      context.setLineDash([2, 4])
      context.beginPath()
      context.moveTo(0, limit)
      context.lineTo(width, limit)
      context.stroke()
      context.setLineDash([])
      context.font = `500 10px ${FONT}`
      context.textAlign = 'left'
      context.textBaseline = 'bottom'
      context.fillStyle = palette.panel
      context.fillRect(0, limit - 16, 46, 14)
      context.fillStyle = palette.muted
      context.fillText('16.7 ms', 2, limit - 3)
    },
  }
}
