/** The demo's first minute: the line that points at the button, three things to try, and the switches of its panel. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import { expect, it } from 'vitest'
import type { Journey, JourneyOptions } from '../../sandbox/people/journey.ts'
import { useWorld } from './use-world.ts'

const world = useWorld()
const phone = { width: 390, height: 844 }

async function visit(options?: JourneyOptions): Promise<Journey> {
  const journey = await world.visit({
    viewport: { width: 1280, height: 800 },
    query: { market: 'busy' },
    ...options,
  })
  await journey.goto()
  return journey
}

it('The demo leads through three steps by keyboard alone, and marks each finished step', async () => {
  const journey = await visit()
  const { page, modal } = journey
  const press = async (name: string | RegExp) => {
    await page.getByRole('button', { name }).focus()
    await page.keyboard.press('Enter')
  }
  const leave = async () => {
    await page.keyboard.press('Escape')
    await modal.waitFor({ state: 'hidden' })
  }
  const line = page.getByText('This is Billfold’s button')
  await line.waitFor()

  // Nobody is connected: the first thing begins with that.
  await press(/^Open: /)
  await journey.getWallet('Harbor').focus()
  await page.keyboard.press('Enter')
  await page.locator('[data-wallet] [data-testid=approve]').waitFor()
  await page.keyboard.press('Enter')
  await modal.locator('[data-row="0"] button').waitFor()
  // Pages come one after the other.
  await expect
    .poll(() => modal.locator('[data-row="0"]').getAttribute('aria-setsize'), { timeout: 30_000 })
    .toBe('450')
  await expect.poll(() => line.count()).toBe(0)
  await leave()

  await press(/^Stop: /)
  await modal.locator('.banner').getByText('Couldn’t update your balance').waitFor()
  await modal.getByText('As of').first().waitFor()
  await modal.getByText('Harbor Dollar', { exact: true }).waitFor()
  await leave()
  await page.getByText('refused, so none arrive').waitFor()

  await press(/^Pay: /)
  await modal.locator('[data-row] button', { hasText: '+12.500 DRIFT' }).waitFor()
  await leave()
  await expect.poll(() => page.locator('.try .done').count()).toBe(3)
  await journey.reload()
  await expect.poll(() => page.locator('.try .done').count()).toBe(3)
  expect([...journey.trouble, ...journey.complaints]).toEqual([])
})

it('Each option switch of the demo changes the modal, and can be turned off again', async () => {
  const journey = await visit()
  const { page, modal } = journey
  await journey.connect('Harbor')
  await journey.open()
  await modal.getByText(/^Updated /).waitFor()
  await journey.close()

  const effects: [chip: string, said: string | RegExp][] = [
    ['API sends HTML', 'Does your network need you to sign in?'],
    // What was asked meanwhile goes on hanging: behind it comes what needs no answer.
    ['API hangs', 'Harbor Dollar'],
    ['Offline', 'You are offline'],
    ['API slow', 'Harbor Dollar'],
    ['10k rows', 'Driftwood Exchange'],
    ['Empty account', 'No activity yet'],
    ['Second network', 'SKRY'],
    ['Unsupported network', 'Driftwood isn’t available on this network'],
    ['Harbor locked', 'Connect to Driftwood'],
  ]
  for (const [name, said] of effects) {
    const chip = page.getByRole('button', { name, exact: true })
    await chip.click()
    await modal.getByText(said).first().waitFor()
    // A snack is dismissed first, then the modal.
    while (await modal.isVisible()) await page.keyboard.press('Escape')
    await expect.poll(() => chip.getAttribute('aria-pressed')).toBe('true')
    await chip.click()
    await expect.poll(() => chip.getAttribute('aria-pressed')).toBe('false')
    expect(await modal.isVisible()).toBe(false)
  }

  await page.getByRole('button', { name: 'Wallets silent' }).click()
  await journey.getWallet('Harbor').click()
  await modal.getByText('Waiting for').waitFor()
  expect(await page.locator('[data-wallet]').count()).toBe(0)
  expect(journey.trouble).toEqual([])
})

it(
  '[V6] The demo logs Billfold’s requests, and measures typing while a history loads with and without the worker',
  { timeout: 120_000 },
  async () => {
    const journey = await visit()
    const { page } = journey
    await page.getByText('No requests yet.').waitFor()
    await journey.connect('Harbor')
    await journey.open()
    const log = page.locator('.log li')
    await log
      .filter({ hasText: /GET …\/balance/ })
      .filter({ hasText: /200 · \d+ ms · [\d.]+ kB/ })
      .first()
      .waitFor()
    await journey.close()

    for (const [place, title] of ['In the page', 'In the worker'].entries()) {
      const half = page.locator('.half').nth(place)
      await half.getByRole('button', { name: 'Load' }).click()
      const field = half.getByRole('textbox', { name: `Type: ${title}` })
      expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
      await half.getByText('Type or drag now.').waitFor()
      await page.keyboard.press('a')
      await half.getByText(/^Longest wait so far: \d+ ms$/).waitFor()
      await half
        .locator('p')
        .filter({ hasText: /^Longest wait while you typed: \d+ ms45,000 rows in [\d.]+ s/ })
        .waitFor({ timeout: 50_000 })
      if (place === 0) await log.filter({ hasText: 'Plain list GET' }).first().waitFor()
    }
    expect(await page.locator('.plain .note').innerText()).toMatch(
      /^45,000 rows in \d+ groups, from \d+ pages$/,
    )
    expect(await page.locator('.plain li').count()).toBeGreaterThan(3)
    expect([...journey.trouble, ...journey.complaints]).toEqual([])
  },
)

for (const viewport of [{ width: 1280, height: 800 }, phone]) {
  it(`[V5] The demo lets people copy a mailed code while Billfold asks for the code, in a window ${viewport.width} px wide`, async () => {
    const journey = await visit({ viewport, query: { market: 'calm', login: '' } })
    const { page, modal } = journey
    const name = `outbox${viewport.width}`
    await journey.open()
    await modal.getByLabel('Email address').fill(`${name}@driftmail.example`)
    await modal.getByRole('button', { name: 'Continue with email' }).click()
    const input = modal.getByLabel('Six-digit code')
    await input.waitFor()
    const line = page.locator('.live:popover-open .outbox li').first()
    await line.filter({ hasText: new RegExp(`^Code for ${name}@…: \\d{6}Copy code$`) }).waitFor()
    // The page is inert below the modal, so only the mouse reaches the button.
    const box = (await line.locator('.go').boundingBox())!
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    await line.getByText('Copied').waitFor()
    await input.focus()
    await page.keyboard.press('ControlOrMeta+V')
    await modal.waitFor({ state: 'hidden' })
    await page.waitForFunction(() => window.billfold!.account.peek().status === 'connected')
    expect([...journey.trouble, ...journey.complaints]).toEqual([])
  })

  it(`The demo’s meter stays visible while Billfold is open, in a window ${viewport.width} px wide`, async () => {
    const journey = await visit({ viewport })
    const { page, modal } = journey
    await journey.open()
    const meter = page.locator('.live:popover-open .meter')
    await meter.waitFor()
    const box = (await meter.boundingBox())!
    const card = (await modal.locator('.card').boundingBox())!
    expect(box.x).toBeGreaterThanOrEqual(0)
    expect(box.y).toBeGreaterThanOrEqual(0)
    expect(box.x + box.width).toBeLessThanOrEqual(viewport.width)
    expect(box.y + box.height).toBeLessThanOrEqual(viewport.height)
    const isBeside = box.x >= card.x + card.width || box.y + box.height <= card.y
    expect(isBeside).toBe(true)
    await journey.close()
    await expect.poll(() => page.locator('.live:popover-open').count()).toBe(0)
  })
}

for (const viewport of [
  { width: 320, height: 640 },
  { width: 640, height: 400 },
]) {
  it(`[V10] The demo’s meter covers no part of the modal, in a window of ${viewport.width} × ${viewport.height} px`, async () => {
    const journey = await visit({ viewport })
    const { page, modal } = journey
    await journey.connect('Harbor')
    await journey.open()
    await modal.getByRole('button', { name: 'Send' }).first().click()
    const close = modal.getByRole('button', { name: 'Close' })
    await modal.getByRole('heading', { name: 'Send' }).waitFor()
    const live = page.locator('.live:popover-open')
    await expect
      .poll(async () => {
        const [lifted, button] = [await live.boundingBox(), await close.boundingBox()]
        return lifted!.y + lifted!.height <= button!.y
      })
      .toBe(true)
  })
}

it('[V18] The demo’s first screen shows the meter, and marks exactly one button as the first step', async () => {
  const journey = await visit()
  const { page } = journey
  const meter = (await page.locator('.meter').boundingBox())!
  expect(meter.y + meter.height).toBeLessThanOrEqual(800)
  expect(await page.locator('.go.first').count()).toBe(1)
})

for (const theme of ['dark', 'light'] as const) {
  it(`The demo breaks no serious accessibility rule, fits a phone and has no text below 12 px (theme: ${theme})`, async () => {
    const journey = await visit({ theme, viewport: phone, reducedMotion: 'reduce' })
    const { page } = journey
    await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'))
    const { violations } = await page.evaluate(() =>
      (window as unknown as { axe: { run(root: Element, options: object): Promise<AxeResults> } }).axe.run(
        document.querySelector('#root')!,
        { resultTypes: ['violations'] },
      ),
    )
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    expect(serious.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([])
    const sizes = await page.evaluate(() =>
      [...document.querySelectorAll('#root *')].map((element) =>
        Number.parseFloat(getComputedStyle(element).fontSize),
      ),
    )
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(12)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width)
  })
}
