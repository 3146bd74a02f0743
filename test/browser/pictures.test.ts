/**
 * `npm run screenshots`: what people see, as the demo shows it. The README's own pictures are taken twice as sharp; every
 * view has one of a desktop and one of a phone, beside each other in `docs/views.md`.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { it } from 'vitest'
import { createKeyboardVisit } from './engines/keyboard-visit.ts'
import { drivePage } from './engines/playwright.ts'
import { style, takeCard } from './take-card.ts'
import { useWorld } from './use-world.ts'
import { startApiWithSpam, walks } from './walks.ts'

const docs = fileURLToPath(new URL('../../docs/', import.meta.url))
const desktop = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }
/** States that the README shows, and how. */
const readme: Readonly<Record<string, { file: string; theme: 'dark' | 'light'; isPhone?: boolean }>> = {
  'Connect, wallets of the directory': { file: 'connect', theme: 'light' },
  Tokens: { file: 'account', theme: 'dark', isPhone: true },
  Activity: { file: 'activity', theme: 'dark' },
  'Send, to be checked': { file: 'send', theme: 'light', isPhone: true },
  'Review of a swap, two signatures': { file: 'swap', theme: 'dark' },
}

const world = useWorld()

it.runIf(process.env.PICTURES)('takes a picture of every view', { timeout: 900_000 }, async () => {
  const context = await world.browser.newContext({
    viewport: desktop,
    deviceScaleFactor: 2,
    reducedMotion: 'reduce',
    colorScheme: 'dark',
    locale: 'en-US',
  })
  const { page } = await world.visit({ context })
  const { sandbox } = world
  const api = await startApiWithSpam(sandbox)
  const visit = createKeyboardVisit(drivePage(page))
  const views = new Map<string, string>()
  rmSync(`${docs}images`, { recursive: true, force: true })
  mkdirSync(`${docs}images/views`, { recursive: true })

  async function show(theme: 'dark' | 'light', isPhone: boolean): Promise<void> {
    await page.setViewportSize(isPhone ? phone : desktop)
    await page.evaluate((name) => window.billfold!.setThemeMode(name), theme)
    await page.emulateMedia({ colorScheme: theme })
    // Pictures of others, and what moves into its place.
    await page.waitForTimeout(600)
  }

  async function stop(state: string): Promise<void> {
    const view = (await page.locator('billfold-modal [data-view]').getAttribute('data-view')) ?? ''
    if (!views.has(view)) {
      views.set(view, state)
      await show('light', true)
      await takeCard(page, { path: `${docs}images/views/${view}-phone.png`, scale: 'css' })
      await show('dark', false)
      await takeCard(page, { path: `${docs}images/views/${view}-desktop.png`, scale: 'css' })
    }
    const shown = readme[state]
    if (!shown) return
    await show(shown.theme, shown.isPhone ?? false)
    await takeCard(page, { path: `${docs}images/${shown.file}.png` })
    await show('dark', false)
    if (state === 'Tokens') await page.screenshot({ path: `${docs}images/demo.png`, style })
  }

  try {
    for (const walk of Object.values(walks)) {
      const goto = async (query = {}) => {
        const search = new URLSearchParams({ api: api.url, balance: 'shown', ...query })
        await page.goto(`${sandbox.urls.page}/?${search}`)
        await page.waitForFunction(() => window.billfold !== undefined)
      }
      await walk({ visit, sandbox, goto, stop })
      await sandbox.control.reset()
    }
  } finally {
    await api.close()
  }
  writeFileSync(`${docs}views.md`, toTable([...views]))
})

function toTable(views: readonly (readonly [view: string, state: string])[]): string {
  const rows = views.map(
    ([view, state]) =>
      `| \`${view}\`<br>${state} | ![${state}, on a desktop, dark](images/views/${view}-desktop.png) | ![${state}, on a phone, light](images/views/${view}-phone.png) |`,
  )
  return `# Every view

Written by \`npm run screenshots\`: one state of each, as the demo shows it. What differs from the pictures that were given
stands in [look.md](look.md).

| | desktop, dark | phone, light |
|---|---|---|
${rows.join('\n')}
`
}
