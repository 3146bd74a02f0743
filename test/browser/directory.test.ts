/** The directory of wallets, as a person sees it who looks for one. */
import { describe, expect, it } from 'vitest'
import type { Journey } from '../../sandbox/people/journey.ts'
import { listWallets } from '../../sandbox/services/wallet-directory.ts'
import { useWorld } from './use-world.ts'

const world = useWorld()

async function visit(): Promise<Journey> {
  const journey = await world.visit()
  await journey.goto()
  return journey
}

/** Of the networks of the page. */
const listed = listWallets().filter(({ chains }) =>
  (chains as string[]).some((chain) => /31337|localnet|0f9188/.test(chain)),
)
const missing = (seen: readonly string[]) =>
  listed
    .map(({ name }) => name.split('\u202E')[0]!)
    .filter((name) => !seen.some((one) => one.startsWith(name)))

const names = ({ modal }: Journey) =>
  modal.getByRole('list', { name: 'Wallets' }).locator('bdi.row-title').allInnerTexts()

async function openAll(journey: Journey): Promise<void> {
  await journey.open()
  await journey.modal.getByRole('button', { name: /^All wallets/ }).click()
  await journey.modal.locator('button.wallet-tile').first().waitFor()
}

const tiles = ({ modal }: Journey) => modal.locator('button.wallet-tile bdi')

/** Of all that the directory answered: the queries, oldest first. What a changed view gives up is asked for again. */
function watchQueries({ page }: Journey): URLSearchParams[] {
  const queries: URLSearchParams[] = []
  page.on('requestfinished', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/getWallets') queries.push(searchParams)
  })
  return queries
}

describe('The Connect view', () => {
  it('[A205] lists the directory below the installed wallets, which keep their positions', async () => {
    await world.sandbox.control.delay({ ms: 400 })
    // The card comes up from below: where it comes to rest counts.
    const journey = await world.visit()
    await journey.goto()
    await journey.open()
    const harbor = journey.getWallet('Harbor')
    const before = await harbor.boundingBox()
    await journey.modal.getByRole('button', { name: 'Northvault' }).waitFor()
    expect(await harbor.boundingBox()).toEqual(before)
    expect((await names(journey)).toSorted()).toEqual(
      ['WalletConnect', 'Harbor', 'MetaMask (sandbox)', 'Tern', 'Northvault', 'All wallets'].toSorted(),
    )
    expect((await names(journey))[0]).toBe('WalletConnect')
    expect((await names(journey)).slice(3)).toEqual(['Tern', 'Northvault', 'All wallets'])
    expect([...journey.trouble, ...journey.complaints]).toEqual([])
  })
})

describe('The AllWallets view', () => {
  it(
    'scrolls through about 600 wallets without a blank row, and requests each page of the directory once',
    { timeout: 60_000 },
    async () => {
      const journey = await visit()
      const queries = watchQueries(journey)
      await openAll(journey)
      const { seen, blank, elements } = await journey.page.evaluate(scrollToEnd)
      const count = Number(
        (await journey.modal.getByRole('textbox').getAttribute('placeholder'))!.match(/\d+/)![0],
      )
      expect(count).toBeGreaterThan(500)
      expect(blank).toBe(0)
      expect(missing(seen)).toEqual([])
      // The directory does not list MetaMask (sandbox), which is installed.
      expect(seen).toHaveLength(count + 1)
      expect(elements).toBeLessThanOrEqual(400)
      const pages = queries.filter((query) => query.get('entries') === '40').map((query) => query.get('page'))
      expect(pages.toSorted()).toEqual([...new Set(pages)].toSorted())
      expect(journey.trouble).toEqual([])
    },
  )

  it('supports the arrow keys, and Back returns the focus to the wallet that had the focus', async () => {
    const journey = await visit()
    const { page, modal } = journey
    await openAll(journey)
    await tiles(journey).first().waitFor()
    await modal.locator('button.wallet-tile').first().focus()
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowDown', 'ArrowRight']) await page.keyboard.press(key)
    const focused = () =>
      page.evaluate(
        () =>
          document.querySelector('billfold-modal')!.shadowRoot!.activeElement?.querySelector('bdi')
            ?.textContent,
      )
    await expect.poll(() => focused()).toBe('Fathom')
    for (let step = 0; step < 12; step += 1) await page.keyboard.press('PageDown')
    await expect.poll(() => focused()).toBeTruthy()
    const name = await focused()
    await page.keyboard.press('Enter')
    await modal.getByRole('button', { name: 'Back' }).click()
    await expect.poll(() => focused()).toBe(name)
  })
})

/**
 * Two hundred px a frame, until nothing more comes and as many were seen as there are said to be, or no row came for 15 s.
 * A row that is missing anywhere in the view in a frame that is drawn is blank.
 */
async function scrollToEnd(): Promise<{ seen: string[]; blank: number; elements: number }> {
  const root = document.querySelector('billfold-modal')!.shadowRoot!
  const view = root.querySelector<HTMLElement>('.wallet-grid > .scroll')!
  const frame = () => new Promise(requestAnimationFrame)
  const seen = new Set<string>()
  let blank = 0
  let elements = 0
  let still = 0
  let movedAt = performance.now()
  const isWhole = () => {
    const [count] = root.querySelector('input')!.placeholder.match(/\d+/) ?? []
    return seen.size >= Number(count)
  }
  while (still < 90 || (!isWhole() && performance.now() - movedAt < 15_000)) {
    const before = view.scrollTop
    if (seen.size > 0) view.scrollTop += 200
    await frame()
    // After the scroll event of this frame, before it is drawn.
    await new Promise((resolve) => queueMicrotask(() => resolve(undefined)))
    still = view.scrollTop === before && seen.size > 4 ? still + 1 : 0
    if (still === 0) movedAt = performance.now()
    const window = view.querySelector('.window')!.getBoundingClientRect()
    const { top, bottom } = view.getBoundingClientRect()
    const slots = [...view.querySelectorAll<HTMLElement>('.slot')]
      .map((slot) => ({ rect: slot.getBoundingClientRect(), slot }))
      .sort((one, other) => one.rect.top - other.rect.top)
    let covered = Math.max(top, window.top)
    for (const { rect, slot } of slots) {
      if (slot.querySelector('button, .group-title') && rect.top <= covered + 1)
        covered = Math.max(covered, rect.bottom)
      for (const name of slot.querySelectorAll('bdi')) seen.add(name.textContent!)
    }
    if (covered < Math.min(bottom, window.bottom) - 1) blank += 1
    elements = Math.max(elements, root.querySelectorAll('*').length)
  }
  return { seen: [...seen], blank, elements }
}
