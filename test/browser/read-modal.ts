/** Reads the modal's texts. */
import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import type { Journey } from '../../sandbox/people/journey.ts'
import { formatMoment } from '../../src/core/text/time.ts'

/** All tokens in the list's order, with every digit, such as `2.418123 ETH`. */
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
  /** The fact `Received` or `Paid`, with every digit. */
  amount: string
  /** The time as shown, for example `14 Nov 2026, 09:41:12`. */
  time: string
}

/** Opens an activity row, reads its facts and closes it. */
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

/** The first row of the activity. Pending rows come before all others. */
export function newestRow({ modal }: Journey): Locator {
  return modal.locator('[data-row="0"] button.row')
}

/** Formats a time as the modal does. The browsers of visits use English and the machine's time zone. */
export function writeTime(time: number): string {
  return formatMoment(time, { locale: 'en-US' })
}

/** Dismisses all error messages, which stay until they are dismissed. @returns their texts */
export async function dismissSnacks({ modal }: Journey): Promise<string[]> {
  const seen: string[] = []
  const snack = modal.locator('.snack')
  const readText = () => snack.evaluateAll(([shown]) => shown?.querySelector('b')?.textContent)
  // Read and press in one call: a message may disappear in between when its cause is gone.
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
    // Wait for another text; these messages never have the same title twice in a row.
    await expect.poll(readText).not.toBe(text)
    // The next message appears after a pause, unless its cause is gone.
    if (more) await snack.waitFor({ timeout: 5_000 }).catch(() => {})
  }
  return seen
}
