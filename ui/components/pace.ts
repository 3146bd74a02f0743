/**
 * How many rows of a list may change in one frame, so that the page around it keeps its rate: fewer while frames come
 * late, more again when they do not. Most of what a row costs is the browser's work after ours and cannot be measured;
 * the time from frame to frame tells.
 */
export interface Pace {
  /** @param time of the frame: ms, as `document.timeline.currentTime`. @returns rows that may still change in it. */
  read(time: number): number
  /** So many did, in the frame that was read last or right after it. 0: some are missing, and none came. */
  spend(rows: number): void
  /** Few rows may change: what changes them should not make a frame longer. */
  isStrained(): boolean
}

/** As many as fit into a view. */
const MOST = 16
/** Fewer than half a view: what is tried first when a page is in time again. */
const FEW = 4
/** A page that is slow by itself must not leave a list without rows. */
const LEAST = 2
/** One late frame is an accident, and forgotten after as many frames in time as `PATIENCE`. */
const ACCIDENTS = 1
/**
 * Frames in time before more is tried. Twice as many after each try that failed, up to the second figure: a try costs
 * frames. As few as at first after one that held.
 */
const PATIENCE = 30
const MOST_PATIENCE = 480
/** At least so many while no row comes: they tell little of frames with rows. */
const PATIENCE_WITHOUT = 120
/** Longer than this is no frame but a rest. Milliseconds. */
const REST = 1_000

export function createPace(): Pace {
  let limit = MOST
  let last = Number.NEGATIVE_INFINITY
  /** Undefined while nobody needed any. */
  let spent: number | undefined
  let late = 0
  let inTime = 0
  let patience = PATIENCE
  let isTrying = false
  /** Of the screen. Grows slowly, so that a window that moved to a slower screen is not late for ever. */
  let interval = 1000 / 60

  function judge(gap: number, spent: number): void {
    interval = Math.min(gap, interval * 1.01)
    if (gap > interval * 1.5) {
      // Late by itself.
      if (spent === 0) return
      late += 1
      if (late <= ACCIDENTS) return
      limit = Math.max(LEAST, Math.min(limit, spent) >> 1)
      if (isTrying) patience = Math.min(MOST_PATIENCE, patience * 2)
      isTrying = false
      late = 0
      inTime = 0
    } else {
      late = Math.max(0, late - 1 / PATIENCE)
      if (++inTime < (spent === 0 ? Math.max(patience, PATIENCE_WITHOUT) : patience)) return
      // As many as now were borne for long enough.
      if (isTrying) patience = PATIENCE
      isTrying = limit < MOST
      limit = Math.min(MOST, limit * 2)
      inTime = 0
    }
  }

  return {
    read(time) {
      if (time > last) {
        if (time - last <= REST && spent !== undefined) judge(time - last, spent)
        last = time
        spent = undefined
      }
      return Math.max(0, limit - (spent ?? 0))
    },
    spend(rows) {
      spent = (spent ?? 0) + rows
    },
    isStrained: () => limit < FEW,
  }
}
