/** On a page that runs from right to left, every text keeps its own direction. */
import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { useWorld } from './use-world.ts'
import { startApiWithSpam } from './walks.ts'

const world = useWorld()

it('[G50] On a right-to-left page, sentences, amounts, addresses and names read from left to right, and arrows are mirrored', async () => {
  const api = await startApiWithSpam(world.sandbox)
  try {
    const journey = await world.visit({ query: { api: api.url, balance: 'shown' } })
    const { page, modal } = journey
    await journey.goto()
    await page.evaluate(() => (document.documentElement.dir = 'rtl'))
    await journey.open()
    const host = new URL(page.url()).host
    await expectReadable(modal, host, 'Connect to Driftwood')
    await journey.close()
    await journey.connect('Harbor')
    await journey.button.getByText('ETH').waitFor()
    await expectReadable(journey.button, '.')
    await journey.open()
    await modal.getByText('Unverified (1)').waitFor()
    await expectReadable(modal, 'Unverified (1)', 'Likely spam. No action needed.', 'Updated ', '$', 'HUSD')
    expect(await modal.getByRole('tab').first().evaluate(isOnTheRight)).toBe(true)
    await modal.getByRole('button', { name: 'Harbor Dollar' }).first().click()
    await modal.getByText('Your balance').waitFor()
    expect(await modal.locator('.amount .symbol').evaluate(isOnTheRight)).toBe(true)
    await modal.getByRole('button', { name: 'Back' }).click()

    await modal.getByRole('tab', { name: 'Tokens' }).press('ArrowLeft')
    await modal.getByText('Tidelines #').first().waitFor()
    await modal.getByRole('tab', { name: 'NFTs' }).press('ArrowLeft')
    await modal.locator('[data-row="0"] button').click()
    await modal.getByText('Confirmed').waitFor()
    const { hash } = (await modal
      .locator('.facts bdi.mono')
      .first()
      .evaluate((bdi) => ({ hash: bdi.textContent })))!
    await expectReadable(modal, 'Unverified (2)', hash!, 'HUSD')

    await modal.getByRole('button', { name: /^Unverified/ }).click()
    await modal.getByText('$5,000 VOUCHER').first().waitFor()
    await expectReadable(
      modal,
      '$5,000 VOUCHER',
      'You didn’t request these transactions,',
      'safely ignore them.',
    )
    const arrow = modal.getByRole('button', { name: 'Back' }).locator('svg')
    expect(await arrow.evaluate((icon) => getComputedStyle(icon).transform)).toBe('matrix(-1, 0, 0, 1, 0, 0)')
  } finally {
    await api.close()
  }
})

/** The characters of each text stand in their order, from left to right or on the line below. */
async function expectReadable(root: Locator, ...texts: string[]): Promise<void> {
  for (const text of texts) {
    const readPlaces = () => root.evaluate(findPlaces, text)
    await expect.poll(async () => (await readPlaces()).length, { message: text }).toBeGreaterThan(0)
    const places = await readPlaces()
    const sorted = [...places].sort(
      ([line, left], [otherLine, otherLeft]) => line - otherLine || left - otherLeft,
    )
    expect(places, text).toEqual(sorted)
  }
}

/** Of each character of the first text that holds what is wanted, where its line ends and where it begins. */
function findPlaces(dialog: Element, wanted: string): (readonly [bottom: number, left: number])[] {
  const walker = document.createTreeWalker(dialog, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const at = node.textContent!.indexOf(wanted)
    if (at < 0 || !node.parentElement!.checkVisibility()) continue
    return Array.from(node.textContent!, (_, index) => {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + 1)
      const { left, bottom } = range.getBoundingClientRect()
      return [Math.round(bottom), left] as const
    })
  }
  return []
}

function isOnTheRight(element: Element): boolean {
  const { left, right } = element.parentElement!.getBoundingClientRect()
  return element.getBoundingClientRect().left > (left + right) / 2
}
