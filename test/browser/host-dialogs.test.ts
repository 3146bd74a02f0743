/**
 * The modal among the dialogs of other people's libraries, below and above it, and beside a page that locks its scrolling
 * and listens to everything. Nothing here is of one engine: `BROWSER=firefox` runs it there.
 */
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addWallet, type Asking, directory, ways } from './ask-in-page.ts'
import { buildPage } from './build-page.ts'
import { launchFirefox } from './engines/playwright.ts'
import type { Library } from './host-dialogs-page.tsx'
import { getChromium } from './shared.ts'

const libraries: Library[] = ['Radix', 'Headless UI', 'MUI', 'React Aria']
const ORIGIN = 'http://127.0.0.1:4'
let script: string
let browser: Browser
const isFirefox = process.env['BROWSER'] === 'firefox'

beforeAll(async () => {
  script = await buildPage('host-dialogs-page.tsx')
  browser = await (isFirefox ? launchFirefox() : getChromium())
})
afterEach(({ task }) => (task.result?.state === 'fail' ? leavePage() : undefined))
afterAll(() => (isFirefox ? browser.close() : undefined))

interface Host {
  page: Page
  modal: Locator
  /** The dialog of a library. */
  theirs(library: Library): Locator
  isModalOpen(): Promise<boolean>
  heard(): Promise<string[]>
}

let shared: Promise<Host> | undefined

/** The page that the tests of one group share; another one after a failure. @param css of the page from now on */
async function visit(css = ''): Promise<Host> {
  const host = await (shared ??= openPage())
  await host.page.evaluate((text) => {
    document.querySelector('style')!.textContent = text
    document.body.scrollTop = 0
    scrollTo({ top: 0, behavior: 'instant' })
    window.dialogs!.heard.length = 0
  }, css)
  return host
}

async function leavePage(): Promise<void> {
  shared = undefined
  await Promise.all(browser.contexts().map((context) => context.close()))
}

async function openPage(): Promise<Host> {
  const context = await browser.newContext({
    viewport: { width: 1000, height: 700 },
    reducedMotion: 'reduce',
    hasTouch: true,
  })
  context.setDefaultTimeout(10_000)
  await context.addInitScript(addWallet, { style: '', how: 'added' })
  const body = `<!doctype html><link rel="icon" href="data:,"><style></style><div id="root"></div>
    <script type="module" src="/page.js"></script>`
  await context.route(`${ORIGIN}/**`, (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname === '/') return route.fulfill({ contentType: 'text/html', body })
    if (pathname === '/page.js') return route.fulfill({ contentType: 'text/javascript', body: script })
    const json = pathname === '/getWallets' ? directory : {}
    return route.fulfill({ json, headers: { 'access-control-allow-origin': '*' } })
  })
  const page = await context.newPage()
  await page.goto(ORIGIN)
  await page.waitForFunction(() => window.dialogs !== undefined)
  const modal = page.locator('billfold-modal dialog')
  return {
    page,
    modal,
    theirs: (library) => page.locator(`[data-library="${library}"]`),
    isModalOpen: () => page.evaluate(() => window.dialogs!.billfold.isOpen.value),
    heard: () => page.evaluate(() => window.dialogs!.heard.splice(0)),
  }
}

async function closeModal({ page, modal }: Host): Promise<void> {
  await page.evaluate(() => window.dialogs!.billfold.close())
  await modal.waitFor({ state: 'detached' })
}

async function openModal({ page, modal }: Host, view?: 'AllWallets'): Promise<void> {
  await page.evaluate((name) => window.dialogs!.billfold.open(name ? { view: name } : undefined), view)
  await modal.locator('.card').waitFor()
}

const openTheirs = async ({ page, theirs }: Host, library: Library) => {
  await page.evaluate((name) => window.dialogs!.open(name), library)
  await theirs(library).waitFor()
}

/** How far the page scrolls under the pointer. */
async function wheel(page: Page): Promise<number> {
  const before = await page.evaluate(() => scrollY)
  await page.mouse.move(700, 500)
  await page.mouse.wheel(0, 300)
  await page.evaluate(() => new Promise((done) => setTimeout(done, 300)))
  return (await page.evaluate(() => scrollY)) - before
}

/** Turns the wheel until the page scrolls: it may still be locked. */
async function expectScroll(page: Page): Promise<void> {
  const before = await page.evaluate(() => scrollY)
  await page.mouse.move(700, 500)
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 30)
      return page.evaluate(() => scrollY)
    })
    .toBeGreaterThan(before)
}

describe.each(libraries)('A dialog that the page opens with %s', (library) => {
  afterAll(leavePage)

  it('[D40] receives no events from a modal above the dialog, and Esc closes the modal before the dialog', async () => {
    const host = await visit()
    const { page, modal, theirs } = host
    await openTheirs(host, library)
    await theirs(library).getByRole('button', { name: 'Connect' }).click()
    await modal.locator('.card').waitFor()
    await openModal(host, 'AllWallets')
    await host.heard()

    const field = modal.locator('input').first()
    await field.click()
    await page.keyboard.type('wallet/')
    expect(await field.inputValue()).toBe('wallet/')
    await field.fill('')
    await field.evaluate((element: HTMLInputElement) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', 'pasted')
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, composed: true }))
      element.dispatchEvent(
        new DragEvent('drop', { dataTransfer: clipboardData, bubbles: true, composed: true }),
      )
    })
    await modal.getByText('Wallet 3', { exact: true }).waitFor()
    const box = (await modal.locator('.card').boundingBox())!
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.wheel(0, 200)
    await expect.poll(() => findScrolled(page)).toBeGreaterThan(50)
    await modal.locator('h2').first().click()
    await page.touchscreen.tap(box.x + 60, box.y + 20)
    await page.keyboard.press('Tab')
    expect(await host.heard()).toEqual([])
    expect(await theirs(library).count()).toBe(1)
    expect(await isCovered(page)).toBe(false)

    await page.keyboard.press('Escape')
    await modal.waitFor({ state: 'detached' })
    expect(await theirs(library).count()).toBe(1)
    await theirs(library).getByRole('button', { name: 'Pressed 0' }).click()
    await theirs(library).getByRole('button', { name: 'Pressed 1' }).waitFor()
    await page.keyboard.press('Escape')
    await theirs(library).waitFor({ state: 'detached' })
    await expectScroll(page)
  })

  it('[D40] can be used above the modal, and Esc closes the dialog before the modal', async () => {
    const host = await visit()
    const { page, modal, theirs } = host
    await openModal(host)
    await openTheirs(host, library)
    await theirs(library).getByRole('button', { name: 'Pressed 0' }).click()
    await theirs(library).getByRole('button', { name: 'Pressed 1' }).waitFor()
    await theirs(library).getByRole('textbox').click()
    await page.keyboard.type('note')
    expect(await theirs(library).getByRole('textbox').inputValue()).toBe('note')

    await page.keyboard.press('Escape')
    await theirs(library).waitFor({ state: 'detached' })
    expect(await host.isModalOpen()).toBe(true)
    await expect.poll(() => modal.evaluate((element) => element.matches(':modal'))).toBe(true)
    expect(await isCovered(page)).toBe(false)
    await modal.getByRole('button', { name: 'What is a wallet?' }).click()
    await modal.getByRole('heading', { name: 'What is a wallet?' }).waitFor()
    await page.keyboard.press('Escape')
    await modal.waitFor({ state: 'detached' })
    await expectScroll(page)
  })

  it('[D40] has the keyboard focus from the start if it opens above the modal', async () => {
    const host = await visit()
    const { page, theirs } = host
    await openModal(host)
    await openTheirs(host, library)
    await expect
      .poll(() =>
        theirs(library).evaluate(
          (element) => document.activeElement?.contains(element) || element.contains(document.activeElement),
        ),
      )
      .toBe(true)
    await page.keyboard.press('Escape')
    await theirs(library).waitFor({ state: 'detached' })
    expect(await host.isModalOpen()).toBe(true)
    await closeModal(host)
  })

  it.each(['it', 'the modal'])(
    '[D41] lets the page scroll again only after the dialog and the modal are both closed (closed first: %s)',
    async (first) => {
      for (const lower of ['it', 'the modal']) {
        const host = await visit('html,body{height:100%} body{overflow-x:hidden}')
        const { page, theirs } = host
        await (lower === 'it' ? openTheirs(host, library) : openModal(host))
        await (lower === 'it' ? openModal(host) : openTheirs(host, library))
        const closeTheirs = async () => {
          await page.evaluate(() => window.dialogs!.close())
          await theirs(library).waitFor({ state: 'detached' })
        }
        await (first === 'it' ? closeTheirs() : closeModal(host))
        expect(await wheel(page), `${lower} below, ${first} ended`).toBe(0)
        await (first === 'it' ? closeModal(host) : closeTheirs())
        await expectScroll(page)
      }
    },
  )
})

describe('A small page element with role="dialog", such as a cookie banner', () => {
  afterAll(leavePage)
  /** One about cookies, and one that the page keeps for later. */
  const addStrip = (page: Page) =>
    page.evaluate(() => {
      const content = document.querySelector('main')!
      content.insertAdjacentHTML('beforeend', '<div role="dialog" aria-label="Later" hidden>Later</div>')
      const strip = '<div id="strip" role="dialog" aria-label="Cookies"><input><button>All</button></div>'
      document.body.insertAdjacentHTML('beforeend', strip)
      const style = 'position:fixed;inset-block-end:0;inset-inline:0;height:60px;z-index:9;background:white'
      document.querySelector<HTMLElement>('#strip')!.style.cssText = style
    })
  const isModal = ({ modal }: Host) => modal.evaluate((element) => element.matches(':modal'))
  async function openGuide({ modal }: Host): Promise<void> {
    await modal.getByRole('button', { name: 'What is a wallet?' }).click()
    await modal.getByRole('heading', { name: 'What is a wallet?' }).waitFor()
  }

  it.each(libraries)('[D40] leaves the modal usable, also while a dialog of %s is open', async (library) => {
    const host = await visit()
    const { page, theirs } = host
    await openTheirs(host, library)
    await openModal(host)
    await addStrip(page)
    await openGuide(host)
    expect(await isModal(host)).toBe(true)
    await closeModal(host)
    await page.evaluate(() => window.dialogs!.close())
    await theirs(library).waitFor({ state: 'detached' })
    await page.evaluate(() => document.querySelector('#strip')!.remove())

    await openModal(host)
    await addStrip(page)
    await openTheirs(host, library)
    await theirs(library).getByRole('textbox').click()
    expect(await isModal(host)).toBe(false)
    await page.keyboard.press('Escape')
    await theirs(library).waitFor({ state: 'detached' })
    await expect.poll(() => isModal(host)).toBe(true)
    await openGuide(host)
    await closeModal(host)
    await page.evaluate(() => document.querySelector('#strip')!.remove())
  })
})

/** How far the list of the modal is scrolled. */
const findScrolled = (page: Page) =>
  page.evaluate(() => {
    const { shadowRoot } = document.querySelector('billfold-modal')!
    return Math.max(...[...shadowRoot!.querySelectorAll('*')].map(({ scrollTop }) => scrollTop))
  })

/** Whether a library has hidden the modal from those who cannot see it. */
const isCovered = (page: Page) =>
  page.evaluate(() => document.querySelector('billfold-modal')!.matches('[aria-hidden=true], [inert]'))

describe('Opening and closing the modal', () => {
  afterAll(leavePage)
  const pages = [
    '',
    'body{overflow-x:hidden}',
    'html,body{height:100%}',
    'html,body{height:100%} body{overflow-x:hidden}',
    'html,body{height:100%;margin:0} body{overflow-x:hidden}',
    'html{height:100%} body{min-height:100%;overflow-x:hidden}',
    'html,body{overflow-x:hidden}',
    'html,body{height:100%;overflow:auto}',
    'body{height:100vh;overflow-y:scroll}',
    'body{overflow-x:clip}',
    'html{scroll-behavior:smooth;overscroll-behavior:none} html,body{height:100%} body{overflow:auto}',
  ]
  it.each(pages)('[D41] leaves the scroll position of the page unchanged, with the CSS “%s”', async (css) => {
    const host = await visit(css)
    const { page } = host
    const read = () =>
      page.evaluate(() => {
        const { top, width } = document.querySelector('p')!.getBoundingClientRect()
        return { y: scrollY, body: document.body.scrollTop, top, width }
      })
    await page.mouse.move(300, 300)
    await page.mouse.wheel(0, 800)
    await expect.poll(async () => (await read()).top).toBeLessThan(-700)
    const before = await read()
    const style = () =>
      page.evaluate(() => [document.documentElement, document.body].map((one) => one.getAttribute('style')))
    const styles = await style()
    await openModal(host)
    expect(await read()).toEqual(before)
    expect(await wheel(page)).toBe(0)
    await closeModal(host)
    expect(await read()).toEqual(before)
    expect(await style()).toEqual(styles)
    await page.mouse.move(300, 300)
    await page.mouse.wheel(0, 300)
    await expect.poll(async () => (await read()).top).toBeLessThan(before.top)
  })

  it('[D41] keeps an overflow style that the page sets while the modal is open', async () => {
    const host = await visit()
    await openModal(host)
    const { page } = host
    await page.evaluate(() => (document.documentElement.style.overflow = 'clip'))
    await closeModal(host)
    expect(await page.evaluate(() => document.documentElement.style.overflow)).toBe('clip')
  })
})

describe('A wallet’s dialog drawn as an element of the page', () => {
  afterAll(leavePage)
  const askBy = ({ page }: Host, asking: Asking) => page.evaluate(addWallet, asking)
  const cases = Object.keys(ways).flatMap((where) =>
    ['added', 'nested', 'kept', 'shadow'].map((how) => [where, how] as const),
  )

  it.each(cases)(
    '[D42] can be clicked and typed into above the modal: element %s, %s',
    async (where, how) => {
      const host = await visit()
      await askBy(host, { style: ways[where as keyof typeof ways], how })
      const { page, modal } = host
      await openModal(host)
      await modal.getByText('Embedded', { exact: true }).click()
      await page.locator('#approve').waitFor()
      await page.locator('#pin').click()
      await page.keyboard.type('1234')
      expect(await page.locator('#pin').inputValue()).toBe('1234')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await expect
        .poll(() => page.evaluate(() => window.dialogs!.billfold.account.value.status))
        .toBe('connected')
      await expect
        .poll(() => page.evaluate(() => document.querySelector('#wallet')?.checkVisibility() ?? false))
        .toBe(false)
      await closeModal(host)
      await page.evaluate(() => window.dialogs!.billfold.disconnect())
    },
  )

  it('[D42] is the only kind of page element that is shown above the modal', async () => {
    const host = await visit()
    const { page, modal } = host
    await openModal(host)
    await page.evaluate((style) => {
      const box = document.createElement('div')
      box.style.cssText = style
      document.body.append(box)
    }, ways['on top'])
    await modal.getByRole('button', { name: 'What is a wallet?' }).click()
    await modal.getByRole('heading', { name: 'What is a wallet?' }).waitFor()
    expect(await modal.evaluate((element) => element.matches(':modal'))).toBe(true)
    await closeModal(host)
    await page.evaluate(() => document.body.lastElementChild!.remove())
  })

  it('[D42] keeps the focus while it is shown, and the modal is on top again once the dialog has closed', async () => {
    const host = await visit()
    await askBy(host, { style: ways['on top'], how: 'added' })
    const { page, modal } = host
    await openModal(host)
    await modal.getByText('Embedded', { exact: true }).click()
    await page.locator('#pin').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('pin')
    await page.evaluate(() => document.querySelector('#wallet')!.remove())
    await expect.poll(() => modal.evaluate((element) => element.matches(':modal'))).toBe(true)
    expect(await host.isModalOpen()).toBe(true)
  })
})
