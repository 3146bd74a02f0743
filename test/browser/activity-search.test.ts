/** A long history is searched, filtered, jumped through and saved, in a real browser on 3,000 transactions. */
import { mkdirSync, readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { useWorld } from './use-world.ts'

const world = useWorld()
const COUNT = 3_000
const pictures = process.env['PICTURES']

async function takePicture(page: Page, name: string): Promise<void> {
  if (!pictures) return
  mkdirSync(pictures, { recursive: true })
  for (const [size, viewport] of [
    ['desk', { width: 1280, height: 800 }],
    ['phone', { width: 390, height: 844 }],
    ['narrow', { width: 320, height: 640 }],
  ] as const)
    for (const theme of ['dark', 'light'] as const) {
      await page.setViewportSize(viewport)
      await page.evaluate((mode) => window.billfold!.setThemeMode(mode), theme)
      await page.waitForTimeout(700)
      await page.screenshot({ path: `${pictures}/${name}-${size}-${theme}.png` })
    }
  await page.setViewportSize({ width: 1280, height: 800 })
}

it('Activity has search, filters, CSV export and a jump to a month', { timeout: 300_000 }, async () => {
  const { sandbox } = world
  await sandbox.control.generate({ account: sandbox.accounts.mara, count: COUNT, seed: 7 })
  const journey = await world.visit()
  const { page, modal } = journey
  await journey.goto()
  await journey.connect('Harbor')
  await journey.open()
  await journey.showTab('Activity')
  const rows = modal.getByRole('listitem')
  await rows.first().waitFor()

  // Opens with the keyboard, and keeps the focus.
  await takePicture(page, 'closed')
  await modal.getByRole('button', { name: 'Search and filter' }).press('Enter')
  const field = modal.getByRole('textbox', { name: 'Address, token, amount' })
  await expect.poll(() => field.evaluate((element) => element.matches(':focus'))).toBe(true)
  await takePicture(page, 'open')

  // Nothing among what is loaded: older ones can be loaded from there.
  await field.fill('zzzz')
  await modal.getByText(/^No matches in [\d,]+ loaded transactions/).waitFor()
  await takePicture(page, 'none')
  const load = modal.getByRole('button', { name: 'Load older' })
  for (let tries = 0; (await load.count()) > 0 && tries < 40; tries += 1)
    await load.click({ timeout: 5_000 }).catch(() => {})
  await expect.poll(() => load.count(), { timeout: 60_000 }).toBe(0)
  const loaded = await modal.getByText(/^No matches in/).textContent()
  expect(Number(loaded!.replace(/\D/g, ''))).toBeGreaterThan(COUNT / 2)

  // A token, one direction.
  await field.fill('')
  await modal.getByRole('combobox', { name: 'Token' }).selectOption('HUSD')
  await modal.getByRole('combobox', { name: 'Direction' }).selectOption('In')
  await modal.getByRole('combobox', { name: 'Type' }).selectOption('Received')
  await expect.poll(() => rows.first().textContent()).toMatch(/^Received.*HUSD/)
  await takePicture(page, 'filtered')
  const texts = await rows.allTextContents()
  for (const text of texts.filter(Boolean)) expect(text).toMatch(/^Received.*HUSD/)

  // The file has what is listed.
  const found = Number(await rows.first().getAttribute('aria-setsize'))
  const download = page.waitForEvent('download')
  await modal.getByRole('button', { name: /^Export [\d,]+ transactions? as CSV$/ }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^activity-eip155-31337-0x\w{6}-\d{4}-\d\d-\d\d\.csv$/)
  const text = readFileSync(await file.path(), 'utf8')
  const table: Record<string, string>[] = parse(text, {
    bom: true,
    columns: true,
    record_delimiter: '\r\n',
  })
  expect(new Set(table.map((row) => row['hash'])).size).toBe(found)
  for (const row of table) {
    expect(row['network']).toBe('eip155:31337')
    expect(row['kind']).toBe('received')
    expect(row['time']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  }
  expect(table.some((row) => row['asset'] === 'HUSD' && /^\d+(\.\d+)?$/.test(row['amount']!))).toBe(true)
  await modal.getByText(`Exported ${found.toLocaleString('en')} transactions`).waitFor()

  // One transaction by a part of its hash.
  const wanted = table[Math.floor(table.length / 2)]!
  await field.fill(wanted['hash']!.slice(10, 30))
  await expect.poll(() => rows.count()).toBe(1)
  await expect.poll(() => rows.first().textContent()).toContain('HUSD')

  // Esc empties, then ends the search; the modal stays.
  await field.press('Escape')
  expect(await field.inputValue()).toBe('')
  await field.press('Escape')
  await modal.getByRole('button', { name: 'Search and filter' }).waitFor()

  // A month.
  const months = modal.getByRole('combobox', { name: 'Month' })
  const names = await months.locator('option').allTextContents()
  expect(names.length).toBeGreaterThan(6)
  await months.selectOption({ index: 6 })
  await expect
    .poll(() => modal.locator('.group-title').allTextContents())
    .toContainEqual(expect.stringContaining(names[6]!))
  await expect.poll(() => months.evaluate((select: HTMLSelectElement) => select.selectedIndex)).toBe(6)
  await takePicture(page, 'jumped')
})
