/** What every engine can be asked to do, whichever protocol it speaks: few things, so that one text drives all. */
export interface Driver {
  goto(url: string): Promise<void>
  /** One key, so many times (default: once), with `held` down meanwhile. */
  press(key: Key, held?: Held, times?: number): Promise<void>
  /** Letters and digits, one key after the other. */
  type(text: string): Promise<void>
  /** Presses the main button of the mouse there. */
  click(at: Point): Promise<void>
  /** Turns the wheel of the mouse there. @param by px, downwards */
  wheel(at: Point, by: number): Promise<void>
  /** What an expression gives in the page, as JSON can hold it; a promise is awaited. */
  evaluate(expression: string): Promise<unknown>
}

export type Letter = 'a' | 'c' | 'v'
export type Key = 'Tab' | 'Enter' | 'Space' | 'Escape' | 'ArrowDown' | 'ArrowRight' | Letter
export type Held = 'Shift' | 'Control'

/** CSS px from the upper left of what is seen of the page. */
export interface Point {
  x: number
  y: number
}

export interface Engine {
  name: string
  /** Where to get it, when it is not installed here. */
  missing: string | undefined
  /** Takes seconds: once for all that is tried in it. */
  launch(): Promise<RunningEngine>
}

export interface RunningEngine {
  /** A window of 1280 × 800 px, of somebody who was never here. The one before ends. */
  open(): Promise<Driver>
  close(): Promise<void>
}
