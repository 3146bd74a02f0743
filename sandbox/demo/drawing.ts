import type { Palette } from './palette.ts'

/** Draws one canvas. */
export interface Drawing {
  /** Makes the next frame draw the whole canvas. */
  blank(): void
  /** @param now milliseconds since 1970. */
  draw(palette: Palette, now: number): void
}
