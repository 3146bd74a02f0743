/** Counts frames that the page's thread misses, and measures how much of the view is blank in each frame that it draws. */
import type { MountedList } from '../list.ts'
import { getBlankShare, getLostFrames } from '../figures.ts'
import { createPlaceFinder } from './find-places.ts'

export interface FrameFigures {
  /** Frames that the page's thread drew, and those that it missed. */
  frames: number
  lost: number
  /** Mean blank share of the view over all frames. % */
  blank: number
  /** Scrolled distance. px */
  moved: number
}

/** Starts to watch. @returns stops. */
export function watchFrames(list: MountedList): () => FrameFigures {
  const { scroller } = list
  const { top, bottom } = scroller.getBoundingClientRect()
  const findPlaces = createPlaceFinder(list)
  const times: number[] = []
  const start = scroller.scrollTop
  let blank = 0
  // After all frame callbacks and the layout, before the paint: what is there then is what the thread paints. The browser
  // tells of sizes at that moment.
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
