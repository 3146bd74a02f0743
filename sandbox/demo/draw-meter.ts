/** The last frames as bars against the 16.7 ms that a frame may take. */
import type { FrameReport } from './frame-meter.ts'
import { FONT, type Palette } from './palette.ts'
import type { Surface } from './surface.ts'

const MOST = 50
const BAR = 3

export function drawMeter(
  { context, width, height }: Surface,
  { recent }: FrameReport,
  palette: Palette,
): void {
  context.fillStyle = palette.panel
  context.fillRect(0, 0, width, height)
  const yOf = (ms: number) => height - (Math.min(ms, MOST) / MOST) * (height - 4)
  const shown = recent.slice(-Math.floor(width / BAR))
  shown.forEach((ms, place) => {
    const late = ms > 25
    context.fillStyle = late ? palette.down : palette.up
    context.globalAlpha = late ? 1 : 0.55
    context.fillRect(width - (shown.length - place) * BAR, yOf(ms), BAR - 1, height - yOf(ms))
  })
  context.globalAlpha = 1
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
}
