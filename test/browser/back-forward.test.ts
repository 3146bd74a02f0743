/** A page that comes back from the back/forward cache, where nobody told it what other tabs did meanwhile. */
import type { Browser, Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type Journey, startJourney } from '../../sandbox/people/journey.ts'
import { ACCOUNT } from './button-words.ts'
import { launchChromium } from '../../sandbox/people/launch-chromium.ts'
import type { Sandbox } from '../../sandbox/start.ts'
import { getSandbox } from './shared.ts'

declare global {
  interface Window {
    wasHereBefore?: boolean
  }
}

let sandbox: Sandbox
let browser: Browser
let tabs: [Journey, Journey] | undefined
let isKeeping: boolean
beforeAll(async () => {
  ;[sandbox, browser] = await Promise.all([
    getSandbox(),
    launchChromium([], ['--disable-back-forward-cache']),
  ])
  isKeeping = await keepsPages()
})
afterEach(async () => {
  await tabs?.[0].end()
  tabs = undefined
})
afterAll(() => browser?.close())

/**
 * Two tabs on the same account; the second one's page is left for another. A browser does not keep a page that a request
 * of is on its way, such as a report that the modal was closed.
 */
async function openTabs(): Promise<[Journey, Journey]> {
  const query = { reports: 'none' }
  const first = await startJourney(browser, sandbox, { query })
  // What comes for a page while it is kept ends that; 204: whoever listens asks no more.
  await first.context.route('**/sandbox/events', (route) => route.fulfill({ status: 204 }))
  await first.goto()
  await first.connect('Harbor')
  const second = await startJourney(browser, sandbox, { query, context: first.context })
  tabs = [first, second]
  /** What has no answer yet. */
  const asked = new Set<Request>()
  second.page.on('request', (request) => asked.add(request))
  for (const end of ['requestfinished', 'requestfailed'] as const)
    second.page.on(end as 'requestfinished', (request) => asked.delete(request))
  await second.goto()
  await second.button.getByText(ACCOUNT).waitFor()
  await second.open()
  await second.modal.getByText('Harbor Dollar', { exact: true }).waitFor()
  await second.close()
  await second.page.evaluate(() => (window.wasHereBefore = true))
  // Code that is fetched at leisure comes with the first idle moment.
  const readAsked = async () => {
    await second.page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    return [...asked].map((one) => one.url())
  }
  await expect.poll(readAsked).toEqual([])
  await second.page.goto(`${sandbox.urls.page}/config.json`)
  return tabs
}

/** If the page was not kept, the browser says why. */
async function comeBack({ page }: Journey): Promise<true | string> {
  await page.evaluate(() => history.back()).catch(() => {})
  await page.locator('billfold-button').waitFor()
  return page.evaluate(
    () => window.wasHereBefore || JSON.stringify(performance.getEntriesByType('navigation')),
  )
}

/**
 * What happens in the first of two tabs while the second one has left its page, and comes back. A browser keeps a page as long
 * as it likes: a busy one is tried up to three times.
 */
async function returnAfter(act: (first: Journey) => Promise<void>): Promise<[Journey, Journey]> {
  for (let tries = 1; ; tries += 1) {
    const opened = await openTabs()
    await act(opened[0])
    const kept = await comeBack(opened[1])
    if (kept === true) return opened
    expect(tries, kept).toBeLessThan(3)
    await opened[0].end()
  }
}

/** Not every build of Chromium keeps pages: the one without a window of its own does not. */
async function keepsPages(): Promise<boolean> {
  const page = await browser.newPage()
  const url = `${sandbox.urls.page}/config.json`
  await page.goto(url)
  await page.evaluate(() => (window.wasHereBefore = true))
  await page.goto(`${url}?other`)
  await page.evaluate(() => history.back()).catch(() => {})
  const isKept = await page
    .waitForFunction(() => window.wasHereBefore, undefined, { timeout: 5_000 })
    .then(
      () => true,
      () => false,
    )
  await page.close()
  return isKept
}

it('[F32] A page restored from the back/forward cache shows no account after the other tab has disconnected', async ({
  skip,
}) => {
  skip(!isKeeping, 'This Chromium keeps no page that was left.')
  const [, second] = await returnAfter(async (first) => {
    await first.page.evaluate(() => window.billfold!.disconnect())
    await first.button.getByText('Connect wallet').waitFor()
  })
  await second.button.getByText('Connect wallet').waitFor()
  expect(await second.page.evaluate(() => localStorage.getItem('billfold/sessions'))).toBeNull()
})

it('[F32] A page restored from the back/forward cache shows the account that the other tab has switched to', async ({
  skip,
}) => {
  skip(!isKeeping, 'This Chromium keeps no page that was left.')
  const { mara } = sandbox.accounts
  const shown = (tab: Journey) =>
    tab.page.evaluate(() => {
      const account = window.billfold!.account.value
      return account.status === 'connected' ? account.address.toLowerCase() : account.status
    })
  const [first, second] = await returnAfter(async (first) => {
    expect(await shown(first)).toBe(mara.toLowerCase())
    await first.page.evaluate(() => window.harbor!.select(1))
    await expect.poll(() => shown(first)).not.toBe(mara.toLowerCase())
  })
  const other = await shown(first)
  await expect.poll(() => shown(second)).toBe(other)
  await second.button.getByText(new RegExp(`^${other.slice(0, 6)}`, 'i')).waitFor()
})
