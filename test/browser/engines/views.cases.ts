/**
 * Views by keyboard only. `accessibility.test.ts` covers all of them in Chromium. Engines differ only in how each kind
 * of control takes and keeps the focus and is scrolled into view; these walks cover every kind: rows, tiles, tabs,
 * fields, a checkbox, scrolling text, messages, and a wallet's window.
 */
import { afterAll, afterEach, beforeAll, it } from 'vitest'
import type { LocalServer } from '../../../sandbox/services/local-server.ts'
import { ACCOUNT } from '../button-words.ts'
import { startApiWithSpam, walks } from '../walks.ts'
import { answer } from '../walks/walk.ts'
import { expectFocusHeld } from './expect-focus-held.ts'
import type { EngineRun } from './run-in.ts'

/** In this order, because each walk starts with the wallet's state after the previous one. */
const ways = [
  'the list of wallets and a connected account',
  'the request to sign in',
  'the tokens, NFTs and activity of an account',
  'the views for sending',
  'the list of networks',
  'the empty and failed views',
]

export function tryViews(run: EngineRun): void {
  const [toWallet] = ways
  let api: LocalServer
  /** Whether the wallet is connected. A walk that runs alone connects it first. */
  let isConnected = false
  beforeAll(async () => {
    api = await startApiWithSpam(run.sandbox)
  })
  afterEach(async ({ task }) => {
    await run.sandbox.control.reset()
    if (task.result?.state !== 'fail') return
    // Reset the wallet: the failed walk stopped halfway, and the next one would fail because of that.
    await run.begin()
    isConnected = false
  })
  afterAll(() => api?.close())

  it.each(ways)('[G51] a visitor reaches %s with the keyboard alone, and goes back', async (way) => {
    const { visit, driver, sandbox } = run
    const goto = async (query = {}) => {
      // Destroy Billfold first: on a busy machine, WebKitGTK never closes a worker's request when its page is left, and
      // the next page waits for it.
      await visit.evaluate(() => window.billfold?.destroy())
      await driver.goto(
        `${sandbox.urls.page}/?${new URLSearchParams({ market: 'calm', api: api.url, ...query })}`,
      )
      // Hide the canvases, whose drawing would take most of the time.
      await visit.waitFor('Sandbox')
      await visit.evaluate(hideDrawings)
    }
    if (!isConnected && way !== toWallet) {
      await goto()
      await visit.choose('Connect wallet')
      // Wait for the view: the page itself has a control with the same name.
      await visit.waitFor('Connect to')
      await visit.choose('Harbor')
      await answer(visit, 'Connect')
      await visit.waitForFocus(ACCOUNT)
    }
    await walks[way]!({ visit, sandbox, goto, stop: (state) => expectFocusHeld(visit, state) })
    isConnected = true
  })
}

function hideDrawings(): void {
  for (const canvas of document.querySelectorAll('canvas')) canvas.style.display = 'none'
}
