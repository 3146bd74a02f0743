/** What every engine can be asked to do, whichever protocol it speaks: few things, so that one text drives all. */
export interface Driver {
  goto(url: string): Promise<void>
  /** One key; with `shift` held down meanwhile. */
  press(key: Key, shift?: boolean): Promise<void>
  /** Letters and digits, one key after the other. */
  type(text: string): Promise<void>
  /** What an expression gives in the page, as JSON can hold it; a promise is awaited. */
  evaluate(expression: string): Promise<unknown>
  close(): Promise<void>
}

export type Key = 'Tab' | 'Enter' | 'Space' | 'Escape' | 'ArrowDown' | 'ArrowRight'

export interface Engine {
  name: string
  /** Where to get it, when it is not installed here. */
  missing: string | undefined
  launch(): Promise<Driver>
}
