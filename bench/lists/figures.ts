/** Computes the figures of a visit from the recorded data. */

const FRAME = 1000 / 60

/** @param times start of each drawn frame in milliseconds @returns number of missing frames at 60 per second */
export function getLostFrames(times: readonly number[]): number {
  let lost = 0
  for (let at = 1; at < times.length; at += 1) {
    const gap = times[at]! - times[at - 1]!
    if (gap > 1.5 * FRAME) lost += Math.round(gap / FRAME) - 1
  }
  return lost
}

/** CSS pixels: gaps between rows and at the ends of the list up to this size don't count as blank. */
const GAP = 20

/** @param places occupied ranges, in any order @returns blank share of the view from `top` to `bottom`, 0 to 1 */
export function getBlankShare(
  places: readonly { top: number; bottom: number }[],
  top: number,
  bottom: number,
): number {
  let blank = 0
  let end = top
  for (const place of [...places].sort((one, other) => one.top - other.top)) {
    if (place.top - end > GAP) blank += place.top - end
    end = Math.max(end, place.bottom)
  }
  if (bottom - end > GAP) blank += bottom - end
  return blank / (bottom - top)
}

/** A picture's line is empty if its pixels differ by less than this from left to right, of 255. */
const INK = 24
/** Minimum number of consecutive empty lines in a blank band: there are fewer between two lines of text. px */
const BLANK_LINES = 60

/**
 * @param picture RGBA, row by row
 * @param area columns [from, to) that are compared
 * @returns share of the lines that belong to a blank band of `BLANK_LINES` or more, 0 to 1
 */
export function getBlankLines(
  picture: { data: ArrayLike<number>; width: number; height: number },
  { from, to }: { from: number; to: number },
): number {
  const { data, width, height } = picture
  let blank = 0
  let run = 0
  const endRun = () => {
    if (run >= BLANK_LINES) blank += run
    run = 0
  }
  for (let y = 0; y < height; y += 1) {
    let least = 255
    let most = 0
    for (let x = from; x < to; x += 1) {
      const at = 4 * (y * width + x)
      const light = (data[at]! + data[at + 1]! + data[at + 2]!) / 3
      least = Math.min(least, light)
      most = Math.max(most, light)
    }
    if (most - least < INK) run += 1
    else endRun()
  }
  endRun()
  return height === 0 ? 0 : blank / height
}

export interface Landing {
  /** Index of the requested row. */
  wanted: number
  /** Index of a visible row after the jump, and its distance from the view's upper edge in CSS pixels. */
  seen: number
  top: number
  /** Height of that row in CSS pixels. */
  height: number
}

/**
 * @returns distance of the requested row from the view's upper edge in CSS pixels; estimated by the height of the
 * visible rows when the row isn't in view
 */
export function getPixelsOff({ wanted, seen, top, height }: Landing): number {
  return Math.round(Math.abs(top + (wanted - seen) * height))
}
