/**
 * Measures what people notice: missed frames, tasks that block the page, and the cost of each frame, split between the
 * page and Billfold.
 *
 * The browser attributes scripts only in frames of more than 50 ms (Long Animation Frames). In all other frames, the
 * usual cost while Billfold is closed, with layout and paint, counts as the page's. Any cost above that while Billfold
 * is open counts as Billfold's, whatever its cause. The main-thread list measures its own work.
 */
export interface FrameMeter {
  /** Must be called first in each frame, with the frame's time. */
  tick(time: number): void
  /** Must be called when the page has drawn its own part of the frame. */
  drawn(): void
  /** While true, attributes additional cost to Billfold although its modal is closed. */
  setBusy(isBusy: boolean): void
  /** Adds work of the main-thread list, in milliseconds. */
  addList(ms: number): void
  read(): FrameReport
  reset(): void
}

/** Milliseconds for which a frame kept the main thread busy, by cause. */
export interface FrameShares {
  page: number
  billfold: number
  list: number
}

export interface FrameReport {
  /** Frames since the last reset. */
  frames: number
  /**
   * Frames missed since the last reset, by the main cause of the frame before. A gap of two intervals is one missed
   * frame. Gaps without a cause, such as on a busy machine, are attributed to the page.
   */
  missed: FrameShares
  /** Frames in the last second. */
  perSecond: number
  /** Frames of the last ten seconds and a little more, newest last. */
  recent: readonly Frame[]
  /** Median cost of the last 120 frames. */
  middle: FrameShares
  /** Tasks of 50 ms or more on the main thread since the last reset. Always 0 in browsers without long-task entries. */
  longTasks: number
  /** Milliseconds of the longest task since the last reset. */
  longestTask: number
}

export interface FrameMeterOptions {
  isOpen(): boolean
  /** Matches the URLs of Billfold's scripts. */
  ours: RegExp
}

export interface Frame extends FrameShares {
  /** Milliseconds since the page's time origin. */
  start: number
  /** Number of frames missed after this one. */
  missed: number
}

/** The fields that are used here. @see https://w3c.github.io/long-animation-frames/ */
interface LongFrame extends PerformanceEntry {
  scripts: { sourceURL: string; duration: number }[]
}

/** Milliseconds for which frames are kept. */
const KEPT = 11_000
/** Number of frames for the median. */
const MIDDLE = 120

export function createFrameMeter({ isOpen, ours }: FrameMeterOptions): FrameMeter {
  const recent: Frame[] = []
  const gaps: number[] = []
  const stamps: number[] = []
  /** Costs of frames while Billfold is closed, without the page's drawing. */
  const plain: number[] = []
  let usual = 0
  let isBusy = false
  let current: Frame | undefined
  let started = 0
  let drawing = 0
  let last: number | undefined
  let list = 0
  let frames = 0
  /** Totals of frames that were removed from `recent`. */
  let missedBefore: FrameShares = { page: 0, billfold: 0, list: 0 }
  let longTasks = 0
  let longestTask = 0

  observe('longtask', ({ duration }) => {
    longTasks += 1
    longestTask = Math.max(longestTask, duration)
  })
  observe('long-animation-frame', (entry) => {
    const { startTime, duration, scripts } = entry as LongFrame
    const frame = recent.find(({ start }) => start >= startTime && start <= startTime + duration)
    if (!frame) return
    const own = scripts.filter(({ sourceURL }) => ours.test(sourceURL))
    frame.billfold = Math.min(
      duration,
      own.reduce((sum, script) => sum + script.duration, 0),
    )
    frame.list = Math.min(frame.list, duration - frame.billfold)
    frame.page = duration - frame.billfold - frame.list
  })

  // A message event runs after the frame's layout and paint.
  const { port1, port2 } = new MessageChannel()
  port1.addEventListener('message', () => {
    if (!current) return
    const rest = Math.max(0, performance.now() - started - drawing)
    if (isBusy || isOpen()) current.billfold = Math.max(0, rest - usual)
    else if (current.list === 0) remember(rest)
    current.page = drawing + rest - current.billfold
  })
  port1.start()

  function remember(rest: number): void {
    plain.push(rest)
    if (plain.length > MIDDLE) plain.shift()
    if (frames % 30 === 0) usual = getMiddle(plain)
  }

  /** The screen's frame interval: the median of recent gaps, updated every 60 frames. */
  let interval = 1000 / 60
  function measureInterval(): void {
    if (frames % 60 === 10) interval = getMiddle(gaps)
  }

  return {
    tick(time) {
      started = performance.now()
      stamps.push(time)
      while (time - stamps[0]! >= 1000) stamps.shift()
      if (last !== undefined && time > last) {
        const gap = time - last
        // Ignore the gap of a hidden page, which gets no frames.
        if (gap < 5_000) {
          frames += 1
          if (current) current.missed = Math.max(0, Math.round(gap / interval) - 1)
          gaps.push(gap)
          if (gaps.length > MIDDLE) gaps.shift()
          measureInterval()
        }
      }
      last = time
      current = { start: started, page: 0, billfold: 0, list, missed: 0 }
      list = 0
      recent.push(current)
      while (recent[0]!.start < started - KEPT) {
        const frame = recent.shift()!
        missedBefore = addMissed(missedBefore, frame)
      }
      port2.postMessage(undefined)
    },
    drawn() {
      drawing = performance.now() - started
    },
    setBusy(next) {
      isBusy = next
    },
    addList(ms) {
      list += ms
    },
    read() {
      const newest = recent.slice(-MIDDLE)
      const of = (share: keyof FrameShares) => getMiddle(newest.map((frame) => frame[share]))
      const middle = { page: of('page'), billfold: of('billfold'), list: of('list') }
      const missed = recent.reduce(addMissed, missedBefore)
      return { frames, missed, perSecond: stamps.length, recent, middle, longTasks, longestTask }
    },
    reset() {
      recent.length = 0
      frames = 0
      missedBefore = { page: 0, billfold: 0, list: 0 }
      longTasks = 0
      longestTask = 0
    },
  }
}

/** Attributes missed frames. Called when the report is read, since the browser may attribute a frame only later. */
function addMissed(sum: FrameShares, { missed, page, billfold, list }: Frame): FrameShares {
  const most = billfold > page + list ? 'billfold' : list > page ? 'list' : 'page'
  return { ...sum, [most]: sum[most] + missed }
}

/** Calls `onEntry` for each performance entry of this type. Does nothing in browsers without the type. */
function observe(type: string, onEntry: (entry: PerformanceEntry) => void): void {
  if (!PerformanceObserver.supportedEntryTypes.includes(type)) return
  new PerformanceObserver((list) => list.getEntries().forEach(onEntry)).observe({ type })
}

/** Median; 0 for an empty list. */
function getMiddle(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? 0
}
