/**
 * Views with the keyboard alone. `accessibility.test.ts` goes through all of them in Chromium; what differs by engine is how
 * each kind of control takes the focus, keeps it and is scrolled to, and these walks have every kind: rows, tiles, tabs,
 * fields, a checkbox, a text that scrolls, messages, and the window of a wallet.
 */
import { afterAll, afterEach, beforeAll, it } from 'vitest'
import type { LocalServer } from '../../../sandbox/services/local-server.ts'
import { ACCOUNT } from '../button-words.ts'
import { startApiWithSpam, walks } from '../walks.ts'
import { answer } from '../walks/walk.ts'
import { expectFocusHeld } from './expect-focus-held.ts'
import type { EngineRun } from './run-in.ts'

/** In this order: each begins with the wallet as the last one has left it. */
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
  /** A walk that runs alone begins with the wallet connected, as behind the others. */
  let isConnected = false
  beforeAll(async () => {
    api = await startApiWithSpam(run.sandbox)
  })
  afterEach(async ({ task }) => {
    await run.sandbox.control.reset()
    if (task.result?.state !== 'fail') return
    // The wallet is as the walk has left it in the middle, and the next one would fail for it.
    await run.begin()
    isConnected = false
  })
  afterAll(() => api?.close())

  it.each(ways)('[G51] a visitor reaches %s with the keyboard alone, and goes back', async (way) => {
    const { visit, driver, sandbox } = run
    const goto = async (query = {}) => {
      // WebKitGTK on a busy machine leaves what a worker reads open for ever when its page is left, and the next page waits.
      await visit.evaluate(() => window.billfold?.destroy())
      await driver.goto(
        `${sandbox.urls.page}/?${new URLSearchParams({ market: 'calm', api: api.url, ...query })}`,
      )
      // What the page draws beside it would be most of the time.
      await visit.waitFor('Sandbox')
      await visit.evaluate(hideDrawings)
    }
    if (!isConnected && way !== toWallet) {
      await goto()
      await visit.choose('Connect wallet')
      // The page has a control of the same name.
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
