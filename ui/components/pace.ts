/**
 * How many rows of a list may change, so that the page around it keeps its rate: fewer while frames come late because
 * of it, more again when they do not. Most of what a row costs is the browser's work after ours and cannot be measured;
 * the time from frame to frame tells.
 */
export interface Pace {
  /** @param time of the frame: ms, as `document.timeline.currentTime`. @returns rows that may still change in it. */
  read(time: number): number
  /** So many did, in the frame that was read last or right after it. */
  spend(rows: number): void
  /** Few rows may change: what changes them should not make a frame longer. */
  isStrained(): boolean
}

/** Rows per frame: as many as fit into a view. */
const MOST = 16
/** Fewer than a view holds. */
const FEW = 8
/** Rows that change at once where few do: much of what a change costs is the same for one and for two. */
export const TOGETHER = 2
/** Two in eight frames: more than anybody can read. */
const LEAST = 0.25
/** One late frame is an accident. */
const ACCIDENTS = 1
/** Frames in time before more is tried, at first. Twice as many after each try that failed, up to the second figure. */
const PATIENCE = 30
const MOST_PATIENCE = 480
/** Longer than this is no frame but a rest. Milliseconds. */
const REST = 100
/** A page that drops more of its frames than this without us must not leave a list without rows. */
const OWN_FAULT = 0.2

export function createPace(): Pace {
  /** Rows per frame. */
  let limit = MOST
  /** Rows that may change now. */
  let credit = MOST
  let last = Number.NEGATIVE_INFINITY
  let spent = 0
  /** Rows changed in the frame before, which may be why this one is long. */
  let wasSpent = false
  let late = 0
  let inTime = 0
  let patience = PATIENCE
  let isTrying = false
  /** Share of late frames among those before which no row changed; the fault is the page's until it is shown not to be. */
  let ownFault = 1
  /** Of the screen. Grows slowly, so that a window that moved to a slower screen is not late for ever. */
  let interval = 1000 / 60

  function judge(isLate: boolean): void {
    if (isLate) {
      inTime = 0
      late += 1
      if (late <= ACCIDENTS) return
      const least = ownFault < OWN_FAULT ? LEAST : TOGETHER
      limit = Math.max(least, Math.min(limit, Math.max(spent, TOGETHER)) / 2)
      if (isTrying) patience = Math.min(MOST_PATIENCE, patience * 2)
      isTrying = false
    } else if (++inTime >= patience) {
      inTime = 0
      // The last try held.
      if (isTrying || limit === MOST) patience = Math.max(PATIENCE, patience / 2)
      isTrying = limit < MOST
      limit = Math.min(MOST, limit * 2)
    } else return
    late = 0
  }

  return {
    read(time) {
      if (time > last) {
        const gap = time - last
        if (gap <= REST) {
          interval = Math.min(gap, interval * 1.01)
          const isLate = gap > interval * 1.5
          if (spent > 0 || wasSpent) judge(isLate)
          else ownFault += (Number(isLate) - ownFault) / 10
        }
        credit = Math.min(Math.max(limit, TOGETHER), Math.max(0, credit) + limit)
        last = time
        wasSpent = spent > 0
        spent = 0
      }
      return limit < TOGETHER && credit < TOGETHER ? 0 : Math.max(0, Math.floor(credit))
    },
    spend(rows) {
      spent += rows
      credit -= rows
    },
    isStrained: () => limit < FEW,
  }
}
