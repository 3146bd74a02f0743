/**
 * The picture of an account: a folded sheet, computed from the address. Show the picture only beside a name or an
 * address: attackers can find addresses whose pictures look alike.
 */
export interface Avatar {
  /** Color of the lowest of three layers, which fills the box of 40 × 40. `fold` and `flap` lie above it. */
  sheet: string
  fold: { color: string; transform: string; path: string }
  flap: { color: string; transform: string; path: string }
}

export function createAvatar(address: string): Avatar {
  const bytes = readBytes(address)
  const at = (index: number) => bytes[index % bytes.length] ?? 0
  const hue = ((at(0) << 8) | at(1)) % 360
  const spread = (at(2) & 1 ? 1 : -1) * (24 + ((at(2) >> 1) % 45))
  const foldAngle = Math.round((at(3) / 255) * 360)
  const foldLine = 16 + (at(4) / 255) * 8
  const flapAngle = (at(5) & 1 ? 1 : -1) * (40 + (at(5) >> 1) / 2)
  const flapAt = 12 + (at(6) / 255) * 16
  const y = foldLine.toFixed(1)
  return {
    sheet: `oklch(.78 .11 ${hue})`,
    fold: {
      color: `oklch(.55 .125 ${(hue + spread + 360) % 360})`,
      transform: `rotate(${foldAngle} 20 20)`,
      path: `M-20 ${y}h80v60h-80z`,
    },
    flap: {
      color: `oklch(.95 .045 ${hue} / .55)`,
      transform: `rotate(${foldAngle} 20 20) rotate(${flapAngle.toFixed(0)} ${flapAt.toFixed(0)} ${y})`,
      path: `M-60 ${y}h160v-80h-160z`,
    },
  }
}

/**
 * The bytes of a hex address, so that the case of the digits does not matter. For any other address, the codes of the
 * characters.
 */
function readBytes(address: string): number[] {
  const hex = /^0x([0-9a-f]{14,})$/i.exec(address)?.[1]
  if (hex) return (hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))
  return Array.from(address, (character) => character.charCodeAt(0) & 0xff)
}
