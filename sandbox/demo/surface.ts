/** A canvas that is as sharp as the screen and as large as its box. */
export interface Surface {
  context: CanvasRenderingContext2D
  /** CSS pixels. */
  width: number
  height: number
  /** Where the pointer is above it, in CSS pixels. */
  pointer: { x: number; y: number } | undefined
}

export function createSurface(canvas: HTMLCanvasElement, signal: AbortSignal): Surface {
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) throw new Error('This browser draws no canvas.')
  const surface: Surface = { context, width: 0, height: 0, pointer: undefined }
  const observer = new ResizeObserver(() => {
    const { clientWidth, clientHeight } = canvas
    surface.width = clientWidth
    surface.height = clientHeight
    canvas.width = Math.round(clientWidth * devicePixelRatio)
    canvas.height = Math.round(clientHeight * devicePixelRatio)
    context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0)
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
