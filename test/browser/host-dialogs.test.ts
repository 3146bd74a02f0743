/**
 * The modal among the dialogs of other people's libraries, below and above it, and beside a page that locks its scrolling
 * and listens to everything. Nothing here is of one engine: `BROWSER=firefox` runs it there.
 */
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
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
afterEach(() => Promise.all(browser.contexts().map((context) => context.close())))
afterAll(() => (isFirefox ? browser.close() : undefined))

const wallets = Array.from({ length: 40 }, (_, place) => ({
  id: `wallet-${place}`,
  name: `Wallet ${place}`,
  mobile_link: `wallet${place}://`,
  chains: ['eip155:1'],
  rdns: null,
}))

interface Asking {
  style: string
  /** How its element comes to the page. */
  how: string
}

/** Announces a wallet that asks for accounts in an element with `style`. */
function addWallet({ style, how }: Asking): void {
  let accounts: string[] = []
  function createBox(): HTMLElement {
    const box = document.createElement('div')
    box.id = 'wallet'
    box.style.cssText = style
    const inner = '<input id="pin"><button id="approve">Approve</button>'
    if (how === 'shadow') box.attachShadow({ mode: 'open' }).innerHTML = inner
    else box.innerHTML = inner
    return box
  }
  let box: HTMLElement | undefined
  if (how === 'kept')
    addEventListener('DOMContentLoaded', () => {
      box = createBox()
      box.hidden = true
      box.style.display = 'none'
      document.body.prepend(box)
    })
  async function request({ method }: { method: string }): Promise<unknown> {
    if (method === 'eth_accounts') return accounts
    if (method === 'eth_chainId') return '0x1'
    if (method !== 'eth_requestAccounts') return null
    // As most: after it has loaded what it shows.
    await new Promise((done) => setTimeout(done, 50))
    box ??= createBox()
    box.hidden = false
    box.style.display = 'block'
    if (how === 'nested') document.querySelector('main')!.append(box)
    else if (!box.isConnected) document.body.append(box)
    const root = box.shadowRoot ?? box
    await new Promise((done) => root.querySelector('#approve')!.addEventListener('click', done))
    if (how === 'kept') box.style.display = 'none'
    else box.remove()
    return (accounts = ['0x71C4A09E5b2Df8361C7e90D4Af52E8137bd6C02a'])
  }
  const provider = { request, on() {}, removeListener() {} }
  const info = {
    uuid: 'u',
    name: 'Embedded',
    rdns: 'x.embedded',
    icon: 'data:image/png;base64,iVBORw0KGgo=',
  }
  const announce = () =>
    window.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
    )
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
}

interface Host {
  page: Page
  modal: Locator
  /** The dialog of a library. */
  theirs(library: Library): Locator
  isModalOpen(): Promise<boolean>
  heard(): Promise<string[]>
}

/** @param css of the page @param wallet that it has */
async function visit(css = '', wallet?: Asking): Promise<Host> {
  const context = await browser.newContext({
    viewport: { width: 1000, height: 700 },
    reducedMotion: 'reduce',
    hasTouch: true,
  })
  context.setDefaultTimeout(10_000)
  if (wallet) await context.addInitScript(addWallet, wallet)
  const body = `<!doctype html><link rel="icon" href="data:,"><style>${css}</style><div id="root"></div>
    <script type="module" src="/page.js"></script>`
  await context.route(`${ORIGIN}/**`, (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname === '/') return route.fulfill({ contentType: 'text/html', body })
    if (pathname === '/page.js') return route.fulfill({ contentType: 'text/javascript', body: script })
    const json = pathname === '/getWallets' ? { count: wallets.length, data: wallets } : {}
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

describe.each(libraries)('A dialog of %s', (library) => {
  it('[D40] below the modal hears and does nothing of what happens in it, and Esc closes the modal first', async () => {
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
    await expect.poll(() => wheel(page)).toBeGreaterThan(0)
  })

  it('[D40] above the modal can be used, and Esc closes it first', async () => {
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
    await expect.poll(() => wheel(page)).toBeGreaterThan(0)
  })

  it('[D40] above the modal has the keys from the start', async () => {
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
  })

  it.each(['it', 'the modal'])(
    '[D41] beside the modal lets the page scroll again, whichever ends first: %s',
    async (first) => {
      for (const lower of ['it', 'the modal']) {
        const host = await visit('html,body{height:100%} body{overflow-x:hidden}')
        const { page, modal, theirs } = host
        await (lower === 'it' ? openTheirs(host, library) : openModal(host))
        await (lower === 'it' ? openModal(host) : openTheirs(host, library))
        const closeTheirs = async () => {
          await page.evaluate(() => window.dialogs!.close())
          await theirs(library).waitFor({ state: 'detached' })
        }
        const closeModal = async () => {
          await page.evaluate(() => window.dialogs!.billfold.close())
          await modal.waitFor({ state: 'detached' })
        }
        await (first === 'it' ? closeTheirs() : closeModal())
        expect(await wheel(page), `${lower} below, ${first} ended`).toBe(0)
        await (first === 'it' ? closeModal() : closeTheirs())
        await expect.poll(() => wheel(page)).toBeGreaterThan(0)
        await page.context().close()
      }
    },
  )
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

describe('The place of the page', () => {
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
  it.each(pages)('[D41] is the same while the modal is open and after it: %s', async (css) => {
    const host = await visit(css)
    const { page, modal } = host
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
    await page.evaluate(() => window.dialogs!.billfold.close())
    await modal.waitFor({ state: 'detached' })
    expect(await read()).toEqual(before)
    expect(await style()).toEqual(styles)
    await page.mouse.move(300, 300)
    await page.mouse.wheel(0, 300)
    await expect.poll(async () => (await read()).top).toBeLessThan(before.top)
  })

  it('[D41] what the page writes to its overflow while the modal is open stays', async () => {
    const host = await visit()
    await openModal(host)
    const { page, modal } = host
    await page.evaluate(() => (document.documentElement.style.overflow = 'clip'))
    await page.evaluate(() => window.dialogs!.billfold.close())
    await modal.waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.documentElement.style.overflow)).toBe('clip')
  })
})

describe('A wallet that asks by an element of the page', () => {
  /** Where the element comes from. */
  const ways = {
    'on top': 'position:fixed;inset:0;z-index:2147483647;background:white',
    'in a corner': 'position:fixed;inset-block-end:10px;inset-inline-end:10px;z-index:1000',
    'with a low z-index': 'position:fixed;inset:40px;z-index:1',
    'without a z-index': 'position:absolute;inset:40px',
  }
  const cases = Object.keys(ways).flatMap((where) =>
    ['added', 'nested', 'kept', 'shadow'].map((how) => [where, how] as const),
  )

  it.each(cases)('[D42] is reached: pressed, focused and typed into: %s, %s', async (where, how) => {
    const host = await visit('', { style: ways[where as keyof typeof ways], how })
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
  })

  it('[D42] is left to it while it is shown: the modal does not take the focus, and is on top again after it', async () => {
    const host = await visit('', { style: ways['on top'], how: 'added' })
    const { page, modal } = host
    await openModal(host)
    await modal.getByText('Embedded', { exact: true }).click()
    await page.locator('#pin').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('pin')
    await page.evaluate(() => document.querySelector('#wallet')!.remove())
    await expect.poll(() => modal.evaluate((element) => element.matches(':modal'))).toBe(true)
    expect(await host.isModalOpen()).toBe(true)
  })

  it('[D42] nothing else that appears in the page comes above the modal', async () => {
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
  })
})
