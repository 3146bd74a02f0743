/** What a person reads in the modal. */
import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import type { Journey } from '../../sandbox/people/journey.ts'
import { formatMoment } from '../../src/core/text/time.ts'

/** All tokens with every digit, `2.418123 ETH`, in the order of the list. */
export async function readTokens({ modal }: Journey): Promise<string[]> {
  const scroller = modal.locator('.scroll')
  const found = new Set<string>()
  for (let top = 0; ; top += 200) {
    const end = await scroller.evaluate((element, y) => {
      element.scrollTop = y
      return element.scrollTop + element.clientHeight >= element.scrollHeight - 1
    }, top)
    await modal.locator('.skeleton-row, .waiting').first().waitFor({ state: 'detached' })
    for (const title of await modal.locator('.row.asset .row-text .row-detail').evaluateAll(titles))
      found.add(title)
    if (end) break
  }
  await scroller.evaluate((element) => (element.scrollTop = 0))
  return [...found]
}

function titles(elements: Element[]): string[] {
  return elements.map((element) => element.getAttribute('title')!.replaceAll('\u00a0', ' '))
}

export interface ReadRow {
  hash: string | null
  /** `Received` or `Paid` with every digit. */
  amount: string
  /** As it is shown, for example `14 Nov 2026, 09:41:12`. */
  time: string
}

/** Opens a row of activity, reads its facts and closes it again. */
export async function readRow({ modal }: Journey, row: Locator): Promise<ReadRow> {
  await row.click()
  const facts = modal.locator('.facts')
  const read = {
    hash: await facts.locator('.line', { hasText: 'Transaction' }).locator('bdi').getAttribute('title'),
    amount: await facts
      .locator('dt', { hasText: /^(Received|Paid)$/ })
      .locator('+ dd')
      .innerText(),
    time: await facts.locator('dt', { hasText: 'Time' }).locator('+ dd').innerText(),
  }
  await row.click()
  return read
}

/** The newest row that is not waiting. */
export function newestRow({ modal }: Journey): Locator {
  return modal.locator('[data-row="0"] button.row')
}

/** How the modal writes a time. The browser of a visit speaks English and lives in this machine's time zone. */
export function writeTime(time: number): string {
  return formatMoment(time, { locale: 'en-US' })
}

/** Errors stay until they were seen: all of them, one after the other. */
export async function dismissSnacks({ modal }: Journey): Promise<string[]> {
  const seen: string[] = []
  const snack = modal.locator('.snack')
  const readText = () => snack.evaluateAll(([shown]) => shown?.querySelector('b')?.textContent)
  // Read and pressed in one: between the two, a message that is taken back with its cause would go by itself.
  const press = () =>
    snack.evaluateAll(([shown]) => {
      if (!shown) return undefined
      const text = shown.querySelector('b')?.textContent ?? ''
      const more = shown.querySelector('.more span') !== null
      shown.querySelector<HTMLElement>('[aria-label="Dismiss"]')?.click()
      return { text, more }
    })
  for (let pressed = await press(); pressed; pressed = await press()) {
    const { text, more } = pressed
    seen.push(text)
    // No two with the same title stand behind each other here.
    await expect.poll(readText).not.toBe(text)
    // The next one comes after a pause, unless it is taken back meanwhile.
    if (more) await snack.waitFor({ timeout: 5_000 }).catch(() => {})
  }
  return seen
}
