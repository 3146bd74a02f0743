/** A page with the portfolio alone, on the built package. */
import type { BrowserContext, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { solanaPeople } from '../../sandbox/chains/solana-accounts.ts'
import { buildPage } from './build-page.ts'
import { hasSolana } from './solana-chain.ts'
import { readStorage } from './storage.ts'
import { useWorld } from './use-world.ts'

const world = useWorld()
let script: string

beforeAll(async () => {
  script = await buildPage('portfolio-page.tsx')
})

const reef = `solana:localnet:${solanaPeople.mara.publicKey.toBase58()}`
const page =
  '<!doctype html><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><style>body{margin:0}</style><billfold-portfolio></billfold-portfolio><script type="module" src="page.js"></script>'

interface Visit {
  page: Page
  context: BrowserContext
  /** Errors that no code has caught. */
  trouble: string[]
}

/** The page comes from the browser's own side: it is there when every server is stopped. */
async function visit(
  accounts: readonly string[],
  options: { theme?: string; width?: number } = {},
): Promise<Visit> {
  const context = await world.browser.newContext({
    viewport: { width: options.width ?? 1280, height: 800 },
    locale: 'en-US',
    reducedMotion: 'reduce',
  })
  await context.addInitScript('globalThis.__name ??= (value) => value')
  await context.route('**/portfolio/?*', (route) => route.fulfill({ contentType: 'text/html', body: page }))
  await context.route('**/portfolio/page.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  )
  const opened = await context.newPage()
  const trouble: string[] = []
  opened.on('pageerror', ({ message }) => trouble.push(message))
  const query = new URLSearchParams([
    ...accounts.map((account) => ['account', account]),
    ['theme', options.theme ?? 'dark'],
  ])
  await opened.goto(`${world.sandbox.urls.page}/portfolio/?${query.toString()}`)
  return { page: opened, context, trouble }
}

const mara = () => `${world.sandbox.chain}:${world.sandbox.accounts.mara}`

it('The portfolio shows the total, tokens, NFTs and activity of an account', { tags: 'quick' }, async () => {
  const { page, context, trouble } = await visit([mara()])
  await page.getByText('Harbor Dollar', { exact: true }).waitFor()
  await page.getByText(/^Updated/).waitFor()
  await page.getByRole('group', { name: 'NFTs' }).getByRole('button').first().waitFor()
  const activity = page.getByRole('list', { name: 'Activity' }).getByRole('listitem')
  await activity.first().waitFor()

  await page.getByRole('button', { name: /^Harbor Dollar/ }).click()
  await page.getByRole('dialog').getByText('Exact balance').waitFor()
  await page.keyboard.press('Escape')
  await activity.first().getByRole('button').click()
  await page.getByText('Status', { exact: true }).waitFor()
  expect(await page.evaluate(() => Object.keys(localStorage).sort())).toEqual([
    'billfold/portfolio/seen',
    'billfold/portfolio/shown',
    'config',
  ])
  expect(trouble).toEqual([])
  await context.close()
})

it('The portfolio accepts a typed address or name, stores it, and deletes all data of a removed account', async () => {
  const { page, context, trouble } = await visit([])
  const field = page.getByLabel('Address or name')
  const add = page.getByRole('button', { name: 'Add account' })
  await field.fill('0x1234')
  await add.click()
  await page.getByText('Part of the address is missing.').waitFor()
  await field.fill(world.sandbox.accounts.mara)
  await add.click()
  await page.getByText('Harbor Dollar', { exact: true }).waitFor()

  await page.reload()
  await page.getByText('Harbor Dollar', { exact: true }).waitFor()
  await page.getByTitle('Choose or add an account').click()
  await field.fill('theo.driftwood.example')
  await add.click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.getByText('theo.driftwood.example').first().waitFor()

  // Other accounts may have been paid by it: only what is its own has to go.
  const own = `:${world.sandbox.accounts.mara.toLowerCase()}`
  await expect.poll(() => readStorage(page)).toContain(own)
  await page.getByTitle('Choose or add an account').click()
  await page
    .getByRole('button', { name: /^mara\.driftwood\.example/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Forget this account' }).click()
  await expect.poll(() => readStorage(page)).not.toContain(own)
  expect(trouble).toEqual([])
  await context.close()
})

it.runIf(hasSolana)(
  'The portfolio opens from the cache with all servers stopped, shows the age of its figures, and refreshes later',
  async () => {
    const { page, context, trouble } = await visit([mara(), reef])
    await page.getByRole('button', { name: /All 2 accounts/ }).waitFor()
    await page.getByText('Harbor Dollar', { exact: true }).first().waitFor()
    await page.getByText(/^Updated/).waitFor()
    await page.getByRole('list', { name: 'Activity' }).getByRole('listitem').first().waitFor()
    const total = await page.locator('billfold-portfolio .money').innerText()

    await world.sandbox.control.stop({ part: 'api' })
    await page.reload()
    await page.getByText('Harbor Dollar', { exact: true }).first().waitFor()
    expect(await page.locator('billfold-portfolio .money').innerText()).toBe(total)
    await page.getByRole('list', { name: 'Activity' }).getByRole('listitem').first().waitFor()
    await page.getByText('Showing the last known figures.').waitFor({ timeout: 60_000 })
    await page
      .getByText(/^As of \d\d:\d\d/)
      .first()
      .waitFor()

    await world.sandbox.control.start({ part: 'api' })
    await page.getByText('Showing the last known figures.').waitFor({ state: 'hidden', timeout: 60_000 })
    await page.getByText(/^Updated/).waitFor()
    expect(trouble).toEqual([])
    await context.close()
  },
)
