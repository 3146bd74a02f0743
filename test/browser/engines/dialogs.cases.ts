/**
 * The modal among the page's own dialogs, handlers and wallets, in each engine: the most important cases of
 * `host-dialogs.test.ts`, which runs in Chromium. The page is loaded once; each case starts with everything closed.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LocalServer, sendJson, startLocalServer } from '../../../sandbox/services/local-server.ts'
import { addWallet, type Asking, directory, ways } from '../ask-in-page.ts'
import { buildPage } from '../build-page.ts'
import type { Library } from '../host-dialogs-page.tsx'
import type { Driver, Point } from './driver.ts'
import { createPointerVisit, type PointerVisit } from './pointer-visit.ts'
import type { EngineRun } from './run-in.ts'

const libraries: Library[] = ['Radix', 'Headless UI', 'MUI', 'React Aria']

export function tryDialogs(run: EngineRun): void {
  let server: LocalServer
  let host: Host
  beforeAll(async () => {
    const script = await buildPage('host-dialogs-page.tsx')
    const page = `<!doctype html><link rel="icon" href="data:,"><style id="css"></style>
      <div id="root"></div><script type="module" src="/page.js"></script>`
    server = await startLocalServer(async (_, response, { pathname }) => {
      if (pathname === '/') response.setHeader('content-type', 'text/html').end(page)
      else if (pathname === '/page.js') response.setHeader('content-type', 'text/javascript').end(script)
      else sendJson(response, 200, pathname === '/getWallets' ? directory : {})
    })
    host = createHost(run.driver, server.url)
  })
  afterAll(() => server?.close())

  it.each(libraries)(
    '[D40] a dialog of %s below the modal gets no event of the modal, and Esc closes the modal first',
    (library) => checkBelow(host, library),
  )
  it.each(libraries)(
    '[D40] a dialog of %s above the modal gets the keys, and Esc closes that dialog first',
    (library) => checkAbove(host, library),
  )
  it.each(libraries)(
    '[D41] the page scrolls again after the modal and a dialog of %s have closed, in either order',
    (library) => checkScroll(host, library),
  )
  it.each(['', 'html,body{height:100%} body{overflow-x:hidden}', 'html,body{height:100%;overflow:auto}'])(
    '[D41] the page keeps its scroll position while the modal is open and after it closes, with the CSS "%s"',
    (css) => checkPlace(host, css),
  )
  // The other ways differ only in how Billfold detects the element, which is the same in each engine.
  it.each([
    ['in a corner', 'nested'],
    ['with a low z-index', 'shadow'],
  ] as const)(
    '[D42] an element that a wallet adds to the page can be used above the modal: %s, %s',
    (where, how) => checkWallet(host, { style: ways[where], how }),
  )
}

interface Host extends PointerVisit, Pick<Driver, 'press' | 'type'> {
  /** Closes everything, scrolls the page to its top and sets these styles. */
  begin(css?: string): Promise<void>
  openModal(view?: 'AllWallets'): Promise<void>
  openTheirs(library: Library): Promise<void>
  closeModal(): Promise<void>
  closeTheirs(): Promise<void>
  /** Waits until nothing moves, and checks which dialogs are open. */
  expectOpen(expected: Open): Promise<void>
  /** Checks whether the wheel scrolls the page beside the modal, or the modal's list at `list`. */
  expectScrolling(scrolls: boolean, list?: Point): Promise<void>
}

interface Open {
  modal: boolean
  theirs: boolean
}

function createHost(driver: Driver, url: string): Host {
  const visit = createPointerVisit(driver)
  const { evaluate } = visit
  const isReset = (css: string) => evaluate(reset, css).catch(() => false)
  const host: Host = {
    ...visit,
    press: driver.press,
    type: driver.type,
    async begin(css = '') {
      if (await isReset(css)) return
      await driver.goto(url)
      await visit.expectSoon(() => Boolean(window.dialogs), true)
      expect(await isReset(css)).toBe(true)
    },
    async openModal(view) {
      await evaluate((name) => void window.dialogs!.billfold.open(name ? { view: name } : undefined), view)
      await host.expectOpen({ modal: true, theirs: (await evaluate(readOpen)).theirs })
    },
    async openTheirs(library) {
      await evaluate((name) => window.dialogs!.open(name), library)
      await host.expectOpen({ modal: (await evaluate(readOpen)).modal, theirs: true })
    },
    closeModal: () => evaluate(() => void window.dialogs!.billfold.close()),
    closeTheirs: () => evaluate(() => window.dialogs!.close()),
    expectOpen: (expected) => visit.expectSoon(readOpen, expected),
    async expectScrolling(scrolls, list) {
      const turn = async (patience: number) => {
        const read = list ? readListTop : readTop
        const before = await evaluate(read)
        await driver.wheel(list ?? { x: 60, y: 600 }, 300)
        return driver.evaluate(`(${waitForMove})(${read}, ${before}, ${patience})`)
      }
      if (scrolls) await expect.poll(() => turn(1000), { timeout: 10_000 }).toBe(true)
      else expect(await turn(200)).toBe(false)
    },
  }
  return host
}

async function checkBelow(host: Host, library: Library): Promise<void> {
  await host.begin()
  await host.openTheirs(library)
  await host.click('Connect')
  await host.expectOpen({ modal: true, theirs: true })
  await host.openModal('AllWallets')
  await host.click('Search 40 wallets')
  await host.evaluate(() => window.dialogs!.heard.splice(0))
  await host.type('wallet/l')
  await host.expectSoon(readField, 'wallet/l')
  for (const key of ['a', 'c'] as const) await host.press(key, 'Control')
  await host.press('ArrowRight')
  await host.press('v', 'Control')
  await host.expectSoon(readField, 'wallet/lwallet/l')
  await host.click('Clear')
  await host.expectSoon(readField, '')
  await host.evaluate(dispatchOthers)
  await host.expectScrolling(true, { x: 640, y: 420 })
  await host.click('.title')
  await host.press('Tab')
  expect(await host.evaluate(() => window.dialogs!.heard)).toEqual([])
  expect(await host.evaluate(isCovered)).toBe(false)

  await host.press('Escape')
  await host.expectOpen({ modal: false, theirs: true })
  await host.click('Pressed 0')
  await host.click('Pressed 1')
  await host.press('Escape')
  await host.expectOpen({ modal: false, theirs: false })
  await host.expectScrolling(true)
}

async function checkAbove(host: Host, library: Library): Promise<void> {
  await host.begin()
  await host.openModal()
  await host.openTheirs(library)
  await host.expectSoon(isFocusTheirs, true)
  await host.press('Escape')
  await host.expectOpen({ modal: true, theirs: false })

  await host.openTheirs(library)
  await host.click('Pressed 0')
  await host.click('Note')
  await host.type('note')
  await host.expectSoon(readNote, 'note')
  await host.press('Escape')
  await host.expectOpen({ modal: true, theirs: false })
  await host.expectSoon(isModal, true)
  expect(await host.evaluate(isCovered)).toBe(false)
  await host.click('What is a wallet?')
  await host.click('Get a wallet')
  await host.press('Escape')
  await host.expectOpen({ modal: false, theirs: false })
  await host.expectScrolling(true)
}

async function checkScroll(host: Host, library: Library): Promise<void> {
  await host.begin()
  await host.openTheirs(library)
  await host.openModal()
  await host.closeTheirs()
  await host.expectOpen({ modal: true, theirs: false })
  await host.expectScrolling(false)
  await host.closeModal()
  await host.expectOpen({ modal: false, theirs: false })
  await host.expectScrolling(true)

  await host.openModal()
  await host.openTheirs(library)
  await host.closeModal()
  await host.expectOpen({ modal: false, theirs: true })
  await host.expectScrolling(false)
  await host.closeTheirs()
  await host.expectOpen({ modal: false, theirs: false })
  await host.expectScrolling(true)
}

async function checkPlace(host: Host, css: string): Promise<void> {
  await host.begin(css)
  await host.expectScrolling(true)
  const before = await host.evaluate(readPlace)
  await host.openModal()
  expect(await host.evaluate(readPlace)).toEqual(before)
  await host.expectScrolling(false)
  await host.closeModal()
  await host.expectOpen({ modal: false, theirs: false })
  expect(await host.evaluate(readPlace)).toEqual(before)
  await host.expectScrolling(true)
}

async function checkWallet(host: Host, asking: Asking): Promise<void> {
  await host.begin()
  await host.evaluate(addWallet, asking)
  await host.openModal()
  await host.click('Embedded')
  await host.click('#pin')
  await host.type('1234')
  await host.expectSoon(readPin, '1234')
  await host.press('Tab')
  await host.press('Enter')
  await host.expectSoon(() => window.dialogs!.billfold.account.value.status, 'connected')
  await host.evaluate(() => window.dialogs!.billfold.disconnect())
}

/** Runs in the page. @returns whether the page is in its initial state */
async function reset(css: string): Promise<boolean> {
  const { billfold, close, heard } = window.dialogs!
  close()
  void billfold.close()
  for (const box of document.querySelectorAll('#wallet')) box.remove()
  const isOpen = () =>
    document.querySelector('billfold-modal dialog, [data-library]') || billfold.isOpen.peek()
  for (let tries = 0; isOpen() && tries < 250; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 20))
  document.querySelector('#css')!.textContent = css
  for (const each of [document.documentElement, document.body]) each.scrollTop = 0
  heard.splice(0)
  return !isOpen()
}

/**
 * Runs in the page: waits until the value has grown and then stays the same, because a wheel keeps scrolling for a
 * while.
 */
async function waitForMove(read: () => number, before: number, patience: number): Promise<boolean> {
  for (const ends = performance.now() + patience; read() <= before && performance.now() < ends;)
    await new Promise(requestAnimationFrame)
  if (read() <= before) return false
  for (let last = NaN; last !== read();) {
    last = read()
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return true
}

/** Runs in the page: dispatches events that not every driver can produce, at the field and at the card's header. */
function dispatchOthers(): void {
  const root = document.querySelector('billfold-modal')!.shadowRoot!
  const all = { bubbles: true, composed: true, cancelable: true }
  const dataTransfer = new DataTransfer()
  dataTransfer.setData('text/plain', 'dropped')
  root.querySelector('input')!.dispatchEvent(new DragEvent('drop', { ...all, dataTransfer }))
  for (const type of ['touchstart', 'touchmove', 'touchend'])
    root.querySelector('h2')!.dispatchEvent(new Event(type, all))
}

function readOpen(): Open {
  const modal = document.querySelector('billfold-modal')?.shadowRoot?.querySelector('dialog .view')
  return { modal: Boolean(modal), theirs: Boolean(document.querySelector('[data-library]')) }
}

/** Scroll position of the page, whichever element scrolls. */
const readTop = () => -document.querySelector('p')!.getBoundingClientRect().top

function readPlace(): number[] {
  const { top, width } = document.querySelector('p')!.getBoundingClientRect()
  return [scrollY, document.body.scrollTop, top, width]
}

const readField = () => document.querySelector('billfold-modal')!.shadowRoot!.querySelector('input')!.value
const readNote = () => document.querySelector<HTMLInputElement>('[data-library] input')!.value

function readListTop(): number {
  const { shadowRoot } = document.querySelector('billfold-modal')!
  return Math.max(...[...shadowRoot!.querySelectorAll('*')].map(({ scrollTop }) => scrollTop))
}

function readPin(): string {
  const box = document.querySelector('#wallet')!
  return (box.shadowRoot ?? box).querySelector('input')!.value
}

const isModal = () =>
  document.querySelector('billfold-modal')!.shadowRoot!.querySelector('dialog')!.matches(':modal')

/** Whether a library has hidden the modal from assistive technology. */
const isCovered = () => document.querySelector('billfold-modal')!.matches('[aria-hidden=true], [inert]')

function isFocusTheirs(): boolean {
  const theirs = document.querySelector('[data-library]')!
  const { activeElement } = document
  return (
    Boolean(activeElement?.contains(theirs) && activeElement !== document.body) ||
    theirs.contains(activeElement)
  )
}
