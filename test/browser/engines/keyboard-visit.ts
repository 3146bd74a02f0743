/** A person at the page with a keyboard and nothing else, in whichever engine. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Driver, Key } from './driver.ts'

export interface KeyboardVisit {
  press(key: Key, back?: 'back'): Promise<void>
  /** Into what has the focus. */
  type(text: string): Promise<void>
  /** Names of what Tab, or Shift and Tab, comes to next. Empty: what is no button, link or tab of the modal. */
  tab(stops: number, back?: 'back'): Promise<string[]>
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

/** More stops than the page and the modal have together. */
const MOST_STOPS = 40

export function createKeyboardVisit(driver: Driver): KeyboardVisit {
  const evaluate = <T, G>(inPage: (given: G) => T | Promise<T>, given?: G) =>
    driver.evaluate(`(${inPage})(${given === undefined ? '' : JSON.stringify(given)})`) as Promise<T>

  const visit: KeyboardVisit = {
    evaluate,
    press: (key, back) => driver.press(key, back === 'back'),
    type: driver.type,
    read: () => evaluate(readInPage),
    async tab(stops, back) {
      const names: string[] = []
      while (names.length < stops) {
        await driver.press('Tab', back === 'back')
        const isInside = await evaluate(isFocusInModal)
        names.push(isInside ? (await evaluate(readControlsInPage)).focus : '')
      }
      return names
    },
    async tabTo(name, back) {
      const isCalledSo = toTest(name)
      // Who tabs through a view that is not there yet leaves the dialog.
      await until(
        async () => (await evaluate(readControlsInPage)).all.some(isCalledSo),
        () => `${name} never came`,
      )
      const seen: string[] = []
      for (let stops = 0; stops < MOST_STOPS; stops += 1) {
        const { focus } = await evaluate(readControlsInPage)
        if (isCalledSo(focus)) return
        seen.push(focus)
        await driver.press('Tab', back === 'back')
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
    readFocus: async () => (await evaluate(readControlsInPage)).focus,
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

/** A page that is on its way to another one cannot be read: that is no answer, and asked again. */
async function until(check: () => Promise<boolean>, describe: () => string): Promise<void> {
  const deadline = Date.now() + PATIENCE
  let cause: unknown
  const holds = () => check().catch((error: unknown) => void (cause = error))
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(describe(), { cause })
    await wait(100)
  }
}

/** Names, or first lines, of the control that has the focus (empty when none has) and of all that are seen. */
function readControlsInPage(): { focus: string; all: string[] } {
  const nameOf = (control: HTMLElement) => {
    const hidden = [...control.querySelectorAll<HTMLElement>('[aria-hidden=true]')].map(
      (one) => one.innerText,
    )
    const lines = control.innerText.split('\n').filter((line) => line.trim() && !hidden.includes(line))
    return control.getAttribute('aria-label') ?? lines[0]?.trim() ?? ''
  }
  const list = (root: ParentNode): HTMLElement[] =>
    [...root.querySelectorAll<HTMLElement>('*')].flatMap((element) => [
      // What is disabled can have no focus yet.
      ...(element.matches(':is(button, a, input, textarea):not(:disabled)') && element.checkVisibility()
        ? [element]
        : []),
      ...(element.shadowRoot ? list(element.shadowRoot) : []),
    ])
  let focused = document.activeElement
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement
  return {
    focus: focused?.matches('button, a, input, textarea') ? nameOf(focused as HTMLElement) : '',
    all: list(document).map(nameOf),
  }
}

function isFocusInModal(): boolean {
  return document.hasFocus() && document.activeElement?.localName === 'billfold-modal'
}

function readInPage(): string {
  const read = (root: ParentNode): string =>
    [...root.querySelectorAll<HTMLElement>('*')]
      .flatMap(({ shadowRoot }) => (shadowRoot ? [...shadowRoot.children, shadowRoot] : []))
      .map((part) => (part instanceof ShadowRoot ? read(part) : (part as HTMLElement).innerText))
      .join('\n')
  return `${document.body.innerText}\n${read(document)}`
}
