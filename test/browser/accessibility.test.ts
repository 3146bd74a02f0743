/**
 * Every state of every view with the keyboard alone, and by the rules of axe, best practice included: both themes, sizes and
 * directions.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectFocusHeld } from './engines/expect-focus-held.ts'
import { createKeyboardVisit } from './engines/keyboard-visit.ts'
import { drivePage } from './engines/playwright.ts'
import { hasSolana } from './solana-chain.ts'
import { useWorld } from './use-world.ts'
import { viewFiles } from '../../ui/modal/view-files.ts'
import { startApiWithSpam, walks } from './walks.ts'

const world = useWorld()
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** No rule of axe looks at size, theme and direction together, so each is judged once. */
const looks = [
  { width: 390, height: 844, theme: 'light', dir: 'rtl' },
  { width: 1280, height: 800, theme: 'dark', dir: 'ltr' },
] as const

/** The walks do not reach these where there is no second chain. */
const needsSolana: ReadonlySet<string> = new Set(
  hasSolana ? [] : ['SwitchActiveChain', 'ConnectingMultiChain', 'Wallets'],
)

it(
  '[G51] Every view works with the keyboard alone and passes all accessibility rules, including best practices',
  { timeout: 900_000 },
  async () => {
    // Half faded in, a text has half its contrast: what stays is judged.
    const { page } = await world.visit()
    const { sandbox } = world
    const api = await startApiWithSpam(sandbox)
    const visit = createKeyboardVisit(drivePage(page))
    const found: string[] = []
    const states = new Set<string>()
    const views = new Set<string>()
    const rules = new Set<string>()
    let checks = 0

    async function goto(query: Record<string, string> = {}): Promise<void> {
      await page.goto(
        `${sandbox.urls.page}/?${new URLSearchParams({ market: 'calm', api: api.url, ...query })}`,
      )
      await page.evaluate(axe)
    }

    async function stop(state: string): Promise<void> {
      expect(states.has(state)).toBe(false)
      states.add(state)
      views.add((await page.locator('billfold-modal [data-view]').getAttribute('data-view')) ?? '')
      await expectFocusHeld(visit, state)
      for (const { theme, dir, ...size } of looks) {
        await page.setViewportSize(size)
        const { violations, passes } = await judge(page, theme, dir)
        for (const { id } of [...violations, ...passes]) rules.add(id)
        checks += violations.length + passes.length
        for (const { id, nodes } of violations)
          found.push(
            `${state}, ${size.width} px, ${theme}, ${dir}: ${id} ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
          )
      }
    }

    try {
      for (const walk of Object.values(walks)) {
        await walk({ visit, sandbox, goto, stop })
        await sandbox.control.reset()
      }
    } finally {
      await api.close()
    }
    console.log(
      `axe: ${states.size} states of ${views.size} views × ${looks.length} looks, ${rules.size} rules that apply, ${checks} checks, ${found.length} violations`,
    )
    expect(found).toEqual([])
    // A new view needs a stop in one of the walks.
    const isMissing = (view: string) => !views.has(view) && !needsSolana.has(view)
    expect(Object.keys(viewFiles).filter(isMissing)).toEqual([])
  },
)

/** The modal as it is now, in another theme and direction. */
function judge(page: Page, theme: 'dark' | 'light', dir: string): Promise<AxeResults> {
  return page.evaluate(
    async ([theme, dir]) => {
      document.documentElement.dir = dir
      window.billfold!.setThemeMode(theme)
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
      const { axe } = window as unknown as {
        axe: { run(root: Element, options: object): Promise<AxeResults> }
      }
      // What another site draws in its frame is not Billfold's.
      const options = { resultTypes: ['violations'], iframes: false }
      return axe.run(document.querySelector('billfold-modal')!, options)
    },
    [theme, dir] as const,
  )
}
