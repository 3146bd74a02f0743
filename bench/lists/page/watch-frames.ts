/** Counts frames that the main thread misses, and measures the blank share of the view in each drawn frame. */
import type { MountedList } from '../list.ts'
import { getBlankShare, getLostFrames } from '../figures.ts'
import { createPlaceFinder } from './find-places.ts'

export interface FrameFigures {
  /** Number of frames that the main thread drew, and that it missed. */
  frames: number
  lost: number
  /** Mean blank share of the view over all drawn frames, in %. */
  blank: number
  /** Scrolled distance in CSS pixels. */
  moved: number
}

/** Starts watching. @returns a function that stops and returns the figures */
export function watchFrames(list: MountedList): () => FrameFigures {
  const { scroller } = list
  const { top, bottom } = scroller.getBoundingClientRect()
  const findPlaces = createPlaceFinder(list)
  const times: number[] = []
  const start = scroller.scrollTop
  let blank = 0
  // Resize observers run after all frame callbacks and layout and before the paint, so the probe sees what will be
  // painted.
  const probe = document.body.appendChild(document.createElement('i'))
  probe.style.cssText = 'position: fixed; width: 1px; height: 1px; visibility: hidden; contain: strict'
  const observer = new ResizeObserver(() => (blank += getBlankShare(findPlaces(top, bottom), top, bottom)))
  observer.observe(probe)
  let isRunning = true
  requestAnimationFrame(function tick(now) {
    if (!isRunning) return
    times.push(now)
    probe.style.width = `${1 + (times.length % 2)}px`
    requestAnimationFrame(tick)
  })
  return () => {
    isRunning = false
    observer.disconnect()
    probe.remove()
    return {
      frames: times.length,
      lost: getLostFrames(times),
      blank: times.length === 0 ? 0 : (100 * blank) / times.length,
      moved: scroller.scrollTop - start,
    }
  }
}
