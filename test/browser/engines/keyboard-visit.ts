/** A person at the page with a keyboard and nothing else, in whichever engine. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Driver, Key } from './driver.ts'

export interface KeyboardVisit {
  press(key: Key, back?: 'back', times?: number): Promise<void>
  /** Into what has the focus. */
  type(text: string): Promise<void>
  /** Names of what Tab, or Shift and Tab, comes to next. Empty: what is no button, link or tab of the modal. */
  tab(stops: number, back?: 'back'): Promise<string[]>
  /**
   * Presses Tab, or Shift and Tab, so many times, and reads in the page what each has led to, before the next.
   * @returns less where the focus has left the page.
   */
  readStops<T>(read: () => T, stops: number, back?: 'back'): Promise<T[]>
  /** Goes there with Tab and presses Enter. */
  choose(name: string | RegExp, back?: 'back'): Promise<void>
  /**
   * Waits for what is called so, then goes with Tab, or back with Shift and Tab, until the focus is there.
   * @throws when it never comes, or is nowhere on the way.
   */
  tabTo(name: string | RegExp, back?: 'back'): Promise<void>
  /** All text of the page and of what lies over it. */
  read(): Promise<string>
  /** Until the text can be read, or (`gone`) until it cannot. */
  waitFor(text: string | RegExp, gone?: 'gone'): Promise<void>
  /** Name, or first line, of the control that has the focus. */
  readFocus(): Promise<string>
  /** Until the button, link or tab that has the focus is called so. */
  waitForFocus(name: string | RegExp): Promise<void>
  /** `given` as JSON can hold it. */
  evaluate<T>(inPage: () => T | Promise<T>): Promise<T>
  evaluate<T, G>(inPage: (given: G) => T | Promise<T>, given: G): Promise<T>
}

/** Longer than any step takes on a busy machine. Milliseconds. */
const PATIENCE = 30_000
/** Between two looks at the page, which most often is there with the second. Milliseconds. */
const PAUSE = 40

/** More stops than the page and the modal have together. */
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
      // Who tabs through a view that is not there yet leaves the dialog.
      await until(
        async () => (controls = await readControls()).all.some(isCalledSo),
        () => `${name} never came`,
      )
      const seen: string[] = []
      for (let stops = 0; stops < MAX_STOPS; stops += 1) {
        if (isCalledSo(controls.focus)) return
        seen.push(controls.focus)
        // As many at once as it should take; where that is wrong, one by one.
        await visit.press('Tab', back, stops === 0 ? countStops(controls, isCalledSo, back) : 1)
        controls = await readControls()
      }
      throw new Error(`Tab leads nowhere that is called ${name}, but to: ${[...new Set(seen)].join(', ')}`)
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

/** From the control that has the focus to the next one that is called so, as far as the page's order tells. */
function countStops({ order, at }: Controls, isCalledSo: (name: string) => boolean, back?: 'back'): number {
  if (at < 0) return 1
  for (let stops = 1; stops < order.length; stops += 1) {
    const next = (at + (back ? order.length - stops : stops)) % order.length
    if (isCalledSo(order[next]!)) return stops
  }
  return 1
}

/** A page that is on its way to another one cannot be read: that is no answer, and asked again. */
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
  /** Name, or first line, of the control that has the focus; empty when none has. */
  focus: string
  /** The focus is in the modal. */
  isInside: boolean
  /** Names of all that are seen. */
  all: string[]
  /** Names, some of them empty, of what Tab should come to in the page or dialog, and where among them the focus is. */
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
  // What is disabled can have no focus yet.
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

/** Keys in the modal are heard nowhere else in the page. A key goes up where it has led to. */
function watchStops(read: () => unknown): void {
  const list: unknown[] = []
  let last: Event | undefined
  const note = (event: Event) => {
    // With Shift, WebKitGTK says no `key`.
    if ((event as KeyboardEvent).code !== 'Tab' || event === last) return
    last = event
    list.push(read())
  }
  const places = [window, document.querySelector('billfold-modal')?.shadowRoot]
  for (const place of places) place?.addEventListener('keyup', note, true)
  const end = () => places.forEach((place) => place?.removeEventListener('keyup', note, true))
  window.stops = { list, end }
}

/** An engine may say that a key was pressed before the page has heard of it. */
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
