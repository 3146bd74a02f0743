/** The built gallery at a fixed URL, with a stopped clock and the gallery's own font. */
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import type { Gallery } from '../../sandbox/demo/gallery/main.tsx'

const built = fileURLToPath(new URL('../../.cache/demo/', import.meta.url))
const address = 'https://driftwood.example/'
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** Turn off font hinting, so that text looks the same on every machine. */
export const sameEverywhere = ['--font-render-hinting=none', '--disable-lcd-text']

/** Opens the gallery. Console errors of its scripts are added to `trouble`. */
export async function openGallery(
  browser: Browser,
  trouble: string[],
): Promise<{ page: Page; states: Gallery['states'] }> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'UTC',
  })
  await context.route(`${address}**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    const body = await readFile(built + pathname.slice(1)).catch(() => undefined)
    if (body) await route.fulfill({ body, contentType: types[extname(pathname)] ?? 'text/plain' })
    else await route.fulfill({ status: 404 })
  })
  const page = await context.newPage()
  page.on('pageerror', ({ message }) => trouble.push(message))
  await page.clock.setFixedTime(Date.UTC(2026, 10, 18, 10))
  await page.goto(`${address}gallery.html?bare`)
  await page.waitForFunction(() => window.gallery !== undefined)
  return { page, states: await page.evaluate(() => window.gallery!.states) }
}
