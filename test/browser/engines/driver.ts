/** The actions that every engine supports, whatever its protocol. They are few, so that one test drives all engines. */
export interface Driver {
  goto(url: string): Promise<void>
  /** Presses a key `times` times (default: once) while `held` is down. */
  press(key: Key, held?: Held, times?: number): Promise<void>
  /** Types letters and digits, one key at a time. */
  type(text: string): Promise<void>
  /** Clicks at the point with the main mouse button. */
  click(at: Point): Promise<void>
  /** Turns the mouse wheel at the point. @param by CSS pixels downwards */
  wheel(at: Point, by: number): Promise<void>
  /** Evaluates an expression in the page, waits for its promise, and returns the value as JSON allows. */
  evaluate(expression: string): Promise<unknown>
}

export type Letter = 'a' | 'c' | 'v'
export type Key = 'Tab' | 'Enter' | 'Space' | 'Escape' | 'ArrowDown' | 'ArrowRight' | Letter
export type Held = 'Shift' | 'Control'

/** CSS pixels from the viewport's upper left corner. */
export interface Point {
  x: number
  y: number
}

export interface Engine {
  name: string
  /** Installation hint; undefined if the engine is installed. */
  missing: string | undefined
  /** Starts the engine, which takes seconds: share it between all cases. */
  launch(): Promise<RunningEngine>
}

export interface RunningEngine {
  /** Opens a window of 1280 × 800 px with an empty profile, and closes the previous window. */
  open(): Promise<Driver>
  close(): Promise<void>
}
