/** A person who uses the page by keyboard only, in any engine. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Driver, Key } from './driver.ts'

export interface KeyboardVisit {
  press(key: Key, back?: 'back', times?: number): Promise<void>
  /** Types into the focused element. */
  type(text: string): Promise<void>
  /**
   * Presses Tab (`back`: Shift+Tab) and returns the name of each stop; empty for stops that aren't a button, link or
   * tab of the modal.
   */
  tab(stops: number, back?: 'back'): Promise<string[]>
  /**
   * Presses Tab (`back`: Shift+Tab) `stops` times, and calls `read` in the page after each press.
   * @returns fewer values if the focus left the page
   */
  readStops<T>(read: () => T, stops: number, back?: 'back'): Promise<T[]>
  /** Moves the focus to the control with Tab and presses Enter. */
  choose(name: string | RegExp, back?: 'back'): Promise<void>
  /**
   * Waits for the control, then presses Tab (`back`: Shift+Tab) until it has the focus.
   * @throws when the control doesn't appear or isn't reached
   */
  tabTo(name: string | RegExp, back?: 'back'): Promise<void>
  /** All text of the page and of dialogs above it. */
  read(): Promise<string>
  /** Waits until the text appears, or (`gone`) disappears. */
  waitFor(text: string | RegExp, gone?: 'gone'): Promise<void>
  /** Name, or first line, of the focused control. */
  readFocus(): Promise<string>
  /** Waits until the focused button, link or tab has this name. */
  waitForFocus(name: string | RegExp): Promise<void>
  /** Runs a function in the page. @param given passed as JSON */
  evaluate<T>(inPage: () => T | Promise<T>): Promise<T>
  evaluate<T, G>(inPage: (given: G) => T | Promise<T>, given: G): Promise<T>
}

/** Timeout in milliseconds, longer than any step takes on a busy machine. */
const PATIENCE = 30_000
/** Milliseconds between two checks; most states are there with the second one. */
const PAUSE = 40

/** Maximum number of stops, more than the page and the modal have together. */
const MAX_STOPS = 40

export function createKeyboardVisit(driver: Driver): KeyboardVisit {
  const evaluate = <T, G>(inPage: (given: G) => T | Promise<T>, given?: G) =>
    driver.evaluate(`(${inPage})(${given === undefined ? '' : JSON.stringify(given)})`) as Promise<T>
  const readControls = () => evaluate(readControlsInPage)

  const visit: KeyboardVisit = {
    evaluate,
    press: (key, back, times) => driver.press(key, back && 'Shift', times),
    type: driver.type,
    read: () => evaluate(readInPage),
    async readStops(read, stops, back) {
      await driver.evaluate(`(${watchStops})(${read})`)
      await visit.press('Tab', back, stops)
      return (await evaluate(takeStops, stops)) as ReturnType<typeof read>[]
    },
    async tab(stops, back) {
      const names = (await visit.readStops(readControlsInPage, stops, back)).map(({ focus, isInside }) =>
        isInside ? focus : '',
      )
      return [...names, ...Array.from({ length: stops - names.length }, () => '')]
    },
    async tabTo(name, back) {
      const isCalledSo = toTest(name)
      let controls: Controls = { focus: '', isInside: false, all: [], order: [], at: -1 }
      // Wait for the control first: tabbing through a view that isn't drawn yet leaves the dialog.
      await until(
        async () => (controls = await readControls()).all.some(isCalledSo),
        () => `${name} did not appear`,
      )
      const seen: string[] = []
      for (let stops = 0; stops < MAX_STOPS; stops += 1) {
        if (isCalledSo(controls.focus)) return
        seen.push(controls.focus)
        // Press the expected number of times at once; if the focus isn't there, go on one at a time.
        await visit.press('Tab', back, stops === 0 ? countStops(controls, isCalledSo, back) : 1)
        controls = await readControls()
      }
      throw new Error(`Tab does not reach ${name}. It reaches: ${[...new Set(seen)].join(', ')}`)
    },
    async choose(name, back) {
      await visit.tabTo(name, back)
      await driver.press('Enter')
    },
    async waitFor(text, gone) {
      let shown = ''
      await until(
        async () => {
          shown = await visit.read()
          return (typeof text === 'string' ? shown.includes(text) : text.test(shown)) !== (gone === 'gone')
        },
        () => `${text} is not ${gone ?? 'there'}:\n${shown}`,
      )
    },
    readFocus: async () => (await readControls()).focus,
    async waitForFocus(name) {
      let focus = ''
      const isCalledSo = toTest(name)
      await until(
        async () => isCalledSo((focus = await visit.readFocus())),
        () => `The focus is not on ${name}, but on “${focus}”`,
      )
    },
  }
  return visit
}

function toTest(name: string | RegExp): (text: string) => boolean {
  return (text) => (typeof name === 'string' ? text === name : name.test(text))
}

/** Number of stops from the focused control to the next one with this name, in the page's tab order. */
function countStops({ order, at }: Controls, isCalledSo: (name: string) => boolean, back?: 'back'): number {
  if (at < 0) return 1
  for (let stops = 1; stops < order.length; stops += 1) {
    const next = (at + (back ? order.length - stops : stops)) % order.length
    if (isCalledSo(order[next]!)) return stops
  }
  return 1
}

/** Ignores errors while the page navigates, and checks again. */
async function until(check: () => Promise<boolean>, describe: () => string): Promise<void> {
  const deadline = Date.now() + PATIENCE
  let cause: unknown
  const holds = () => check().catch((error: unknown) => void (cause = error))
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(describe(), { cause })
    await wait(PAUSE)
  }
}

interface Controls {
  /** Name, or first line, of the focused control; empty without focus. */
  focus: string
  /** Whether the focus is in the modal. */
  isInside: boolean
  /** Names of all visible controls. */
  all: string[]
  /** Names of the tab stops in the page or dialog (some empty), and the index of the focused one. */
  order: string[]
  at: number
}

function readControlsInPage(): Controls {
  const nameOf = (control: HTMLElement) => {
    const hidden = [...control.querySelectorAll<HTMLElement>('[aria-hidden=true]')].map(
      (one) => one.innerText,
    )
    const lines = control.innerText.split('\n').filter((line) => line.trim() && !hidden.includes(line))
    return control.getAttribute('aria-label') ?? lines[0]?.trim() ?? ''
  }
  const list = (root: ParentNode): HTMLElement[] =>
    [...root.querySelectorAll<HTMLElement>('*')].flatMap((element) => [
      element,
      ...(element.shadowRoot ? list(element.shadowRoot) : []),
    ])
  // Disabled controls can't be focused.
  const isControl = (element: Element) => element.matches(':is(button, a, input, textarea):not(:disabled)')
  let focused = document.activeElement
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement
  const scope = focused?.closest('dialog') ?? document
  const order = list(scope).filter(
    (element) =>
      element === focused ||
      (element.tabIndex >= 0 && !element.matches(':disabled') && element.checkVisibility()),
  )
  return {
    focus: focused?.matches('button, a, input, textarea') ? nameOf(focused as HTMLElement) : '',
    isInside: document.hasFocus() && document.activeElement?.localName === 'billfold-modal',
    all: list(document)
      .filter((element) => isControl(element) && element.checkVisibility())
      .map(nameOf),
    order: order.map((element) => (isControl(element) ? nameOf(element) : '')),
    at: order.findIndex((element) => element === focused),
  }
}

declare global {
  interface Window {
    stops?: { list: unknown[]; end(): void }
  }
}

/**
 * Calls `read` at each stop and records its result. Listens in the modal too, because the modal's key events don't
 * reach the page. A keyup event fires where the focus has moved to.
 */
function watchStops(read: () => unknown): void {
  const list: unknown[] = []
  let last: Event | undefined
  const note = (event: Event) => {
    // WebKitGTK sets no `key` while Shift is held.
    if ((event as KeyboardEvent).code !== 'Tab' || event === last) return
    last = event
    list.push(read())
  }
  const places = [window, document.querySelector('billfold-modal')?.shadowRoot]
  for (const place of places) place?.addEventListener('keyup', note, true)
  const end = () => places.forEach((place) => place?.removeEventListener('keyup', note, true))
  window.stops = { list, end }
}

/**
 * Returns the values that `watchStops` has recorded. Waits for the expected number of them, since an engine may confirm
 * a key before the page has handled it.
 */
async function takeStops(expected: number): Promise<unknown[]> {
  const { list, end } = window.stops!
  for (let seen = -1; list.length < expected && list.length > seen;) {
    seen = list.length
    for (let wait = 0; wait < 25 && list.length === seen; wait += 1)
      await new Promise((resolve) => setTimeout(resolve, 20))
  }
  end()
  return list
}

function readInPage(): string {
  const read = (root: ParentNode): string =>
    [...root.querySelectorAll<HTMLElement>('*')]
      .flatMap(({ shadowRoot }) => (shadowRoot ? [...shadowRoot.children, shadowRoot] : []))
      .map((part) => (part instanceof ShadowRoot ? read(part) : (part as HTMLElement).innerText))
      .join('\n')
  return `${document.body.innerText}\n${read(document)}`
}
