/** Scans the QR code of a pairing link with the camera. */
import jsQR from 'jsqr'
import { type ReactElement, useEffect, useEffectEvent, useRef } from 'react'

export interface ScannerProps {
  onFound(uri: string): void
  onProblem(text: string): void
}

/** Milliseconds between two scans. */
const PAUSE = 200

export function Scanner({ onFound, onProblem }: ScannerProps): ReactElement {
  const video = useRef<HTMLVideoElement>(null)

  const look = useEffectEvent(async (signal: AbortSignal) => {
    const seen = await watch(video.current!, signal).catch(() => undefined)
    if (signal.aborted) return
    if (seen) onFound(seen)
    else onProblem('Couldn’t use the camera. Paste the link instead.')
  })

  useEffect(() => {
    const stop = new AbortController()
    void look(stop.signal)
    return () => stop.abort()
  }, [])

  return <video ref={video} muted playsInline />
}

/** @returns undefined when the scan was stopped before it found a link */
async function watch(video: HTMLVideoElement, signal: AbortSignal): Promise<string | undefined> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  try {
    video.srcObject = stream
    await video.play()
    const canvas = document.createElement('canvas')
    const context = canvas.getContext('2d', { willReadFrequently: true })!
    while (!signal.aborted) {
      const { videoWidth: width, videoHeight: height } = video
      Object.assign(canvas, { width, height })
      context.drawImage(video, 0, 0)
      const found = jsQR(context.getImageData(0, 0, width, height).data, width, height)?.data
      if (found?.startsWith('wc:')) return found
      await new Promise((resolve) => setTimeout(resolve, PAUSE))
    }
    return undefined
  } finally {
    for (const track of stream.getTracks()) track.stop()
  }
}
