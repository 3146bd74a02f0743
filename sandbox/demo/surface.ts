/** A canvas with the screen's resolution and the size of its box. It keeps its contents. */
export interface Surface {
  context: CanvasRenderingContext2D
  /** CSS pixels. */
  width: number
  height: number
  /** Canvas pixels per CSS pixel. */
  scale: number
  /** Position of the pointer in CSS pixels; undefined while it is outside. */
  pointer: { x: number; y: number } | undefined
}

/** @param onBlank called when the canvas was resized and is empty */
export function createSurface(canvas: HTMLCanvasElement, signal: AbortSignal, onBlank: () => void): Surface {
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) throw new Error('This browser doesn’t support canvas.')
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

/** Creates an offscreen canvas for content that is drawn once and copied often. Sizes in CSS pixels. */
export function createLayer(width: number, height: number, scale: number): OffscreenCanvasRenderingContext2D {
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(width * scale)),
    Math.max(1, Math.round(height * scale)),
  )
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) throw new Error('This browser doesn’t support canvas.')
  context.setTransform(scale, 0, 0, scale, 0, 0)
  return context
}
