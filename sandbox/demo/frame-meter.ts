/**
 * Measures what a person would feel: frames that were missed, tasks that blocked the page, and what a frame costs, with
 * the page's share and Billfold's apart.
 *
 * The browser names whose scripts ran only in frames of more than 50 ms (Long Animation Frames). Of all others: what
 * the page's frames cost while Billfold is closed, layout and paint included, is the page's; what a frame costs beyond
 * that while Billfold is open is taken for Billfold's, whatever it was. What the list on this thread costs is measured
 * around its own work.
 */
export interface FrameMeter {
  /** Call it first in each frame, with the browser's frame time. */
  tick(time: number): void
  /** Call it when the page has drawn its own part of the frame. */
  drawn(): void
  /** Billfold works though it is closed: what frames cost more counts as its, as while it is open. */
  setBusy(isBusy: boolean): void
  /** Adds work of the list on this thread, in milliseconds. */
  addList(ms: number): void
  read(): FrameReport
  reset(): void
}

/** Milliseconds that one frame kept the page's thread busy, by whose work it was. */
export interface FrameShares {
  page: number
  billfold: number
  list: number
}

export interface FrameReport {
  /** Frames since the last reset. */
  frames: number
  /**
   * Frames that were missed since the last reset, by whose work was most of the frame before: a gap of two intervals counts
   * one. Where no work explains it, such as on a busy machine, it counts as the page's.
   */
  missed: FrameShares
  /** Milliseconds since the last reset in which the page's thread was busy, by whose work it was. */
  spent: FrameShares
  /** Frames in the last second. */
  perSecond: number
  /** Of the last ten seconds and a little more, newest last. */
  recent: readonly Frame[]
  /** Median cost of the last 120 frames. */
  middle: FrameShares
  /** Tasks of 50 ms or more on the page's thread since the last reset. Always 0 where the browser does not tell. */
  longTasks: number
  /** Milliseconds. */
  longestTask: number
}

export interface FrameMeterOptions {
  isOpen(): boolean
  /** Matches the addresses of Billfold's scripts. */
  ours: RegExp
}

export interface Frame extends FrameShares {
  /** Milliseconds since the page began. */
  start: number
  /** Number of frames missed after it. */
  missed: number
}

/** As far as it is used here. @see https://w3c.github.io/long-animation-frames/ */
interface LongFrame extends PerformanceEntry {
  scripts: { sourceURL: string; duration: number }[]
}

/** Milliseconds. */
const KEPT = 11_000
/** Frames. */
const MIDDLE = 120

export function createFrameMeter({ isOpen, ours }: FrameMeterOptions): FrameMeter {
  const recent: Frame[] = []
  const gaps: number[] = []
  const stamps: number[] = []
  /** What frames cost beside the page's drawing while Billfold is closed. */
  const plain: number[] = []
  let usual = 0
  let isBusy = false
  let current: Frame | undefined
  let started = 0
  let drawing = 0
  let last: number | undefined
  let list = 0
  let frames = 0
  /** Totals of frames that are no longer among the recent ones. */
  let missedBefore: FrameShares = { page: 0, billfold: 0, list: 0 }
  let spentBefore: FrameShares = { page: 0, billfold: 0, list: 0 }
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

  // Runs after the frame's layout and paint.
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

  /** What this screen needs for a frame: the middle of the last ones. Asked again once in so many frames. */
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
        // A hidden page gets no frames, and misses none.
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
        spentBefore = addSpent(spentBefore, frame)
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
      const spent = recent.reduce(addSpent, spentBefore)
      return { frames, missed, spent, perSecond: stamps.length, recent, middle, longTasks, longestTask }
    },
    reset() {
      recent.length = 0
      frames = 0
      missedBefore = { page: 0, billfold: 0, list: 0 }
      spentBefore = { page: 0, billfold: 0, list: 0 }
      longTasks = 0
      longestTask = 0
    },
  }
}

/** The browser may attribute a frame only later. */
function addMissed(sum: FrameShares, { missed, page, billfold, list }: Frame): FrameShares {
  const most = billfold > page + list ? 'billfold' : list > page ? 'list' : 'page'
  return { ...sum, [most]: sum[most] + missed }
}

function addSpent(sum: FrameShares, { page, billfold, list }: Frame): FrameShares {
  return { page: sum.page + page, billfold: sum.billfold + billfold, list: sum.list + list }
}

/** Does nothing where the browser does not tell. */
function observe(type: string, onEntry: (entry: PerformanceEntry) => void): void {
  if (!PerformanceObserver.supportedEntryTypes.includes(type)) return
  new PerformanceObserver((list) => list.getEntries().forEach(onEntry)).observe({ type })
}

/** 0 of none. */
function getMiddle(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? 0
}
