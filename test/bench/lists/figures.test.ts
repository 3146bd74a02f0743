import { describe, expect, it } from 'vitest'
import { getBlankLines, getBlankShare, getLostFrames, getPixelsOff } from '../../../bench/lists/figures.ts'

const FRAME = 1000 / 60

describe('Lost frames', () => {
  it('are zero at 60 frames a second', () => {
    expect(getLostFrames([0, FRAME, 2 * FRAME, 3 * FRAME])).toBe(0)
  })

  it('are the frames missing between two frames, and none is missing if a frame is late by less than half a frame', () => {
    expect(getLostFrames([0, FRAME, 4 * FRAME, 5.4 * FRAME])).toBe(2)
  })
})

describe('The blank share of a list’s view', () => {
  it('is the part of the view that no row covers', () => {
    const places = [
      { top: 60, bottom: 120 },
      { top: -30, bottom: 30 },
    ]
    expect(getBlankShare(places, 0, 200)).toBe((30 + 80) / 200)
  })

  it('ignores gaps between rows', () => {
    const places = [0, 70, 140].map((top) => ({ top, bottom: top + 60 }))
    expect(getBlankShare(places, 0, 200)).toBe(0)
  })

  it('is 100 % if there are no rows', () => {
    expect(getBlankShare([], 0, 200)).toBe(1)
  })
})

describe('The blank part of a picture', () => {
  it('includes an empty band as high as a row', () => {
    const isInk = (y: number) => y < 20 || y >= 100
    expect(getBlankLines(draw(10, 120, isInk), { from: 0, to: 10 })).toBeCloseTo(80 / 120)
  })

  it('is zero between two lines of text', () => {
    expect(
      getBlankLines(
        draw(10, 120, (y) => y % 30 < 4),
        { from: 0, to: 10 },
      ),
    ).toBe(0)
  })

  it('is measured within the given area only', () => {
    const picture = draw(10, 120, () => false)
    for (let y = 0; y < 120; y += 1) picture.data[4 * (y * 10 + 9)] = 0
    expect(getBlankLines(picture, { from: 0, to: 9 })).toBe(1)
    expect(getBlankLines(picture, { from: 0, to: 10 })).toBe(0)
  })
})

describe('The scroll error in pixels', () => {
  it('is the distance of the wanted row from the upper edge of the list', () => {
    expect(getPixelsOff({ wanted: 500, seen: 500, top: -6.4, height: 60 })).toBe(6)
  })

  it('is estimated from the height of a visible row if the wanted row is not shown', () => {
    expect(getPixelsOff({ wanted: 500, seen: 490, top: 10, height: 60 })).toBe(610)
    expect(getPixelsOff({ wanted: 500, seen: 510, top: 0, height: 60 })).toBe(600)
  })
})

/** A white picture; a line of ink has one black dot. */
function draw(width: number, height: number, isInk: (y: number) => boolean) {
  const data = new Array<number>(4 * width * height).fill(255)
  for (let y = 0; y < height; y += 1) if (isInk(y)) data.fill(0, 4 * y * width, 4 * y * width + 3)
  return { data, width, height }
}
