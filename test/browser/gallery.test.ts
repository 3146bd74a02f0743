/**
 * Every state of the gallery by the rules of axe, and as it looked before. `npm run screenshots` takes the pictures anew;
 * what differs is left in `.cache/gallery/` to be looked at.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { toFileName } from '../gallery-file-name.ts'
import type { Gallery } from '../../sandbox/demo/gallery/main.tsx'
import { launchChromium } from '../../sandbox/people/launch-chromium.ts'
import { comparePictures } from './compare-pictures.ts'
import { openGallery, sameEverywhere } from './open-gallery.ts'
import { takeCard } from './take-card.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const pictures = fileURLToPath(new URL('../../docs/images/gallery/', import.meta.url))
const differing = fileURLToPath(new URL('../../.cache/gallery/', import.meta.url))

/** Theme and direction together, each with one of both sizes. */
const looks = [
  { look: 'desktop', theme: 'dark', dir: 'ltr', width: 1280, height: 800 },
  { look: 'phone', theme: 'light', dir: 'rtl', width: 390, height: 844 },
] as const

it(
  '[G51] Every state in the gallery passes the accessibility rules and matches its stored picture',
  { timeout: 1_500_000 },
  async () => {
    const isTaken = Boolean(process.env.PICTURES)
    const browser = await launchChromium(sameEverywhere)
    const found: string[] = []
    rmSync(differing, { recursive: true, force: true })
    if (isTaken) rmSync(pictures, { recursive: true, force: true })
    for (const folder of [pictures, differing]) mkdirSync(folder, { recursive: true })
    try {
      const { page, states } = await openGallery(browser, found)
      const comparing = await browser.newPage()
      await page.evaluate(axe)
      for (const { name, view } of states) {
        await page.setViewportSize(looks[0])
        await page.evaluate(() => (document.documentElement.dir = 'ltr'))
        const failure = await page
          .evaluate((state) => window.gallery!.show(state, 'dark'), name)
          .then(() => undefined, String)
        if (failure) {
          found.push(`${name}: ${failure.slice(0, 200)}`)
          continue
        }
        const shown = await page.locator('billfold-modal [data-view]').getAttribute('data-view')
        if (shown !== view) found.push(`${name}: it shows ${shown}, not ${view}`)
        for (const { look, theme, dir, ...size } of looks) {
          await page.setViewportSize(size)
          const { violations } = await judge(page, theme, dir)
          for (const { id, nodes } of violations)
            found.push(`${name}, ${look}: ${id} ${nodes[0]!.html.slice(0, 120)}`)
          const file = `${toFileName(name)}-${look}.png`
          if (isTaken) await wait(LOOK_PAUSE)
          let picture = await takeCard(page, { animations: 'disabled' })
          if (isTaken) writeFileSync(pictures + file, picture)
          let difference = await compare(comparing, file, picture)
          // On a busy machine a part may still be on its way.
          for (let looks = 0; difference && looks < MAX_LOOKS; looks += 1) {
            await wait(LOOK_PAUSE)
            picture = await takeCard(page, { animations: 'disabled' })
            difference = await compare(comparing, file, picture)
          }
          if (!difference) continue
          found.push(`${name}, ${look}: ${difference}`)
          writeFileSync(differing + file, picture)
        }
      }
    } finally {
      await browser.close()
    }
    expect(found).toEqual([])
  },
)

/** How often, and how far apart in milliseconds, a state that looks different is looked at again. */
const MAX_LOOKS = 12
const LOOK_PAUSE = 250

/** @returns what differs from the picture that is kept, if anything does */
async function compare(comparing: Page, file: string, picture: Buffer): Promise<string | undefined> {
  if (!existsSync(pictures + file)) return 'there is no picture of it: npm run screenshots'
  return comparePictures(comparing, readFileSync(pictures + file), picture)
}

/** What is shown now, in another theme and direction. */
function judge(page: Page, theme: Parameters<Gallery['setTheme']>[0], dir: string): Promise<AxeResults> {
  return page.evaluate(
    async ([mode, direction]) => {
      document.documentElement.dir = direction
      window.gallery!.setTheme(mode)
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
      const { axe: rules } = window as unknown as {
        axe: { run(root: Element, options: object): Promise<AxeResults> }
      }
      return rules.run(document.querySelector('billfold-modal')!, { resultTypes: ['violations'] })
    },
    [theme, dir] as const,
  )
}
