/** Measures what a person would feel: time between frames, frames that were missed, tasks that blocked the page. */
export interface FrameMeter {
  /** Called once in each frame with the time that the browser gives. */
  tick(time: number): void
  read(): FrameReport
  reset(): void
}

export interface FrameReport {
  /** Frames since the last reset. */
  frames: number
  /** Missed since the last reset: a gap of two intervals counts one. */
  dropped: number
  /** Frames in the last second. */
  perSecond: number
  /** Of the last 240 frames, in milliseconds, newest last. */
  recent: readonly number[]
  /** Tasks of 50 ms or more on the page's thread since the last reset. Always 0 where the browser does not tell. */
  longTasks: number
  /** Milliseconds. */
  longestTask: number
}

const KEPT = 240

export function createFrameMeter(): FrameMeter {
  const recent: number[] = []
  const stamps: number[] = []
  let last: number | undefined
  let frames = 0
  let dropped = 0
  let longTasks = 0
  let longestTask = 0

  if (PerformanceObserver.supportedEntryTypes.includes('longtask')) {
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) {
        longTasks += 1
        longestTask = Math.max(longestTask, duration)
      }
    }).observe({ type: 'longtask' })
  }

  /** What this screen needs for a frame: the middle of the last ones. Asked again once in so many frames. */
  let interval = 1000 / 60
  function measureInterval(): void {
    if (frames % 60 === 10) interval = recent.toSorted((one, other) => one - other)[recent.length >> 1]!
  }

  return {
    tick(time) {
      stamps.push(time)
      while (time - stamps[0]! >= 1000) stamps.shift()
      if (last !== undefined && time > last) {
        const gap = time - last
        // A hidden page gets no frames, and misses none.
        if (gap < 5_000) {
          frames += 1
          dropped += Math.max(0, Math.round(gap / interval) - 1)
          recent.push(gap)
          if (recent.length > KEPT) recent.shift()
          measureInterval()
        }
      }
      last = time
    },
    read: () => ({ frames, dropped, perSecond: stamps.length, recent, longTasks, longestTask }),
    reset() {
      frames = 0
      dropped = 0
      longTasks = 0
      longestTask = 0
    },
  }
}
