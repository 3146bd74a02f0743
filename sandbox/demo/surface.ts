/** A canvas that is as sharp as the screen and as large as its box, and keeps what is drawn on it. */
export interface Surface {
  context: CanvasRenderingContext2D
  /** CSS pixels. */
  width: number
  height: number
  /** Canvas pixels for each CSS pixel. */
  scale: number
  /** Where the pointer is above it, in CSS pixels. */
  pointer: { x: number; y: number } | undefined
}

/** @param onBlank called whenever nothing is drawn on it any more. */
export function createSurface(canvas: HTMLCanvasElement, signal: AbortSignal, onBlank: () => void): Surface {
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) throw new Error('This browser draws no canvas.')
  const surface: Surface = { context, width: 0, height: 0, scale: 1, pointer: undefined }
  const observer = new ResizeObserver(() => {
    const { clientWidth, clientHeight } = canvas
    surface.width = clientWidth
    surface.height = clientHeight
    surface.scale = devicePixelRatio
    canvas.width = Math.round(clientWidth * devicePixelRatio)
    canvas.height = Math.round(clientHeight * devicePixelRatio)
    context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0)
    onBlank()
  })
  observer.observe(canvas)
  signal.addEventListener('abort', () => observer.disconnect())
  canvas.addEventListener(
    'pointermove',
    ({ offsetX, offsetY }) => (surface.pointer = { x: offsetX, y: offsetY }),
    { signal },
  )
  canvas.addEventListener('pointerleave', () => (surface.pointer = undefined), { signal })
  return surface
}

/** An offscreen canvas, to draw once what is shown often. Sizes in CSS pixels. */
export function createLayer(width: number, height: number, scale: number): OffscreenCanvasRenderingContext2D {
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(width * scale)),
    Math.max(1, Math.round(height * scale)),
  )
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) throw new Error('This browser draws no canvas.')
  context.setTransform(scale, 0, 0, scale, 0, 0)
  return context
}
