/** `npm run screenshots`: the README's pictures, as the demo shows it, twice as sharp. */
import { fileURLToPath } from 'node:url'
import { it } from 'vitest'
import { createKeyboardVisit } from './engines/keyboard-visit.ts'
import { drivePage } from './engines/playwright.ts'
import { style, takeCard } from './take-card.ts'
import { useWorld } from './use-world.ts'
import { startApiWithSpam, walks } from './walks.ts'

const images = fileURLToPath(new URL('../../docs/images/', import.meta.url))
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

it.runIf(process.env.PICTURES)('README pictures are taken from the demo', { timeout: 900_000 }, async () => {
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

  async function show(theme: 'dark' | 'light', isPhone: boolean): Promise<void> {
    await page.setViewportSize(isPhone ? phone : desktop)
    await page.evaluate((name) => window.billfold!.setThemeMode(name), theme)
    await page.emulateMedia({ colorScheme: theme })
    // Pictures of others, and what moves into its place.
    await page.waitForTimeout(600)
  }

  async function stop(state: string): Promise<void> {
    const shown = readme[state]
    if (!shown) return
    await show(shown.theme, shown.isPhone ?? false)
    await takeCard(page, { path: `${images}${shown.file}.png` })
    await show('dark', false)
    if (state === 'Tokens') await page.screenshot({ path: `${images}demo.png`, style })
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
})
