import type { Palette } from './palette.ts'

/** One canvas's drawing. */
export interface Drawing {
  /** Forgets what is on the canvas: all of it is drawn with the next frame. */
  blank(): void
  /** @param now milliseconds since 1970. */
  draw(palette: Palette, now: number): void
}
