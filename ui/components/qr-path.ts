/**
 * Converts a QR code to shapes: adjacent modules join into rounded lines, the three corner finders are rings, and the
 * middle is free for a picture.
 * @see https://www.iso.org/standard/83389.html
 */
import { encodeQR } from 'qr'

export interface QrShapes {
  /** Number of modules per side, without the margin. */
  size: number
  /** An SVG path of all modules except the finders. A module is one unit wide. */
  path: string
  /** Top left corners of the finders. */
  finders: readonly (readonly [x: number, y: number])[]
  /** Side of the free square in the middle. Modules. */
  hole: number
}

/** Side of a finder. Modules. */
export const FINDER = 7
const RADIUS = 0.46
/** Width of the border in the encoder's output, which is cut off: the encoder cannot leave it out. Modules. */
const BORDER = 1
/**
 * Upper limit of the share of a side that the hole takes. Level Q restores up to 25 % of a code; the hole covers less
 * than 6 %.
 */
const HOLE = 0.23

export function createQrShapes(text: string): QrShapes {
  const modules = encodeQR(text, 'raw', { ecc: 'quartile', border: BORDER })
  const size = modules.length - 2 * BORDER
  const far = size - FINDER
  const finders = [
    [0, 0],
    [far, 0],
    [0, far],
  ] as const
  // The hole has an odd side, like the code, so that it covers whole modules.
  const half = Math.floor((size * HOLE) / 2)
  const middle = (size - 1) / 2
  const isInHole = (x: number, y: number) => Math.abs(x - middle) <= half && Math.abs(y - middle) <= half
  const isFinder = (x: number, y: number) =>
    finders.some(([left, top]) => x >= left && x < left + FINDER && y >= top && y < top + FINDER)
  const isDark = (x: number, y: number) =>
    !!modules[y + BORDER]?.[x + BORDER] && !isFinder(x, y) && !isInHole(x, y)

  let path = ''
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) if (isDark(x, y)) path += drawModule(x, y, isDark)
  return { size, path, finders, hole: half * 2 + 1 }
}

/** Draws a module. A corner is round if neither of its two sides touches a dark neighbour. */
function drawModule(x: number, y: number, isDark: (x: number, y: number) => boolean): string {
  const [up, right, down, left] = [isDark(x, y - 1), isDark(x + 1, y), isDark(x, y + 1), isDark(x - 1, y)]
  const corner = (isRound: boolean, round: string, square: string) => (isRound ? round : square)
  const arc = (dx: number, dy: number) => `a${RADIUS} ${RADIUS} 0 0 1 ${dx} ${dy}`
  const straight = 1 - RADIUS
  return [
    `M${corner(!up && !left, `${x + RADIUS}`, `${x}`)} ${y}`,
    corner(!up && !right, `H${x + straight}${arc(RADIUS, RADIUS)}`, `H${x + 1}`),
    corner(!down && !right, `V${y + straight}${arc(-RADIUS, RADIUS)}`, `V${y + 1}`),
    corner(!down && !left, `H${x + RADIUS}${arc(-RADIUS, -RADIUS)}`, `H${x}`),
    corner(!up && !left, `V${y + RADIUS}${arc(RADIUS, -RADIUS)}`, `V${y}`),
    'z',
  ].join('')
}
