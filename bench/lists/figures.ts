/** How the figures of a visit are computed from what was seen. */

const FRAME = 1000 / 60

/** @param times at which frames began, in milliseconds. @returns frames of 60 a second that are missing between them. */
export function getLostFrames(times: readonly number[]): number {
  let lost = 0
  for (let at = 1; at < times.length; at += 1) {
    const gap = times[at]! - times[at - 1]!
    if (gap > 1.5 * FRAME) lost += Math.round(gap / FRAME) - 1
  }
  return lost
}

/** Largest gap between rows, and to the ends of the list. px */
const GAP = 20

/** @param places where something stands, in any order. @returns share of the view between two heights that is blank, 0 to 1. */
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

/** Lines of a picture that differ by less than this from left to right hold nothing. Of 255 */
const INK = 24
/** Between two lines of text there are fewer lines without anything. px */
const BLANK_LINES = 60

/**
 * @param picture RGBA, row by row.
 * @param area columns [from, to) that are looked at.
 * @returns share of the lines that belong to a blank band, one that is as high as a row or higher; 0 to 1.
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
  /** A visible row after the jump, and its distance from the upper edge of the view. px */
  seen: number
  top: number
  /** Height of the row. px */
  height: number
}

/** @returns distance of the wanted row from the upper edge. px; a row that is not in view is reckoned by the height of those that are. */
export function getPixelsOff({ wanted, seen, top, height }: Landing): number {
  return Math.round(Math.abs(top + (wanted - seen) * height))
}
