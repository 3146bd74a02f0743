/** Signing in with real wallets to a server that verifies by other libraries. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { Journey } from '../../sandbox/people/journey.ts'
import { hasSolana } from './solana-chain.ts'
import { useWorld } from './use-world.ts'

const world = useWorld()
type Wallet = 'harbor' | 'reef' | 'keel'

async function start(wallets = 'harbor', by = 'server'): Promise<Journey> {
  const journey = await world.visit({ query: { wallets, 'sign-in': 'required', 'sign-in-by': by } })
  await journey.goto()
  return journey
}

async function approve(page: Page, wallet: Wallet): Promise<void> {
  await page.waitForFunction((name) => window[name as 'harbor']!.getPending() !== undefined, wallet)
  await page.evaluate((name) => window[name as 'harbor']!.approve(), wallet)
}

/** Up to where there is something to sign. */
async function connect(journey: Journey, name = 'Harbor', wallet: Wallet = 'harbor'): Promise<void> {
  const { page, modal } = journey
  await journey.open()
  await modal.getByRole('list', { name: 'Wallets' }).getByRole('button', { name }).click()
  await approve(page, wallet)
  await modal.getByRole('button', { name: 'Sign message' }).waitFor()
}

async function sign({ page, modal }: Journey, wallet: Wallet = 'harbor'): Promise<void> {
  await modal.getByRole('button', { name: 'Sign message' }).click()
  await approve(page, wallet)
}

const readState = (page: Page) =>
  page.evaluate(async () => (await window.billfold!.headless()).session.peek().status)
const readStatus = (page: Page) => page.evaluate(() => window.billfold!.account.peek().status)
async function awaitState(page: Page, status: string): Promise<void> {
  await page.waitForFunction(() => window.billfold !== undefined)
  await page.evaluate(async (wanted) => {
    const { session } = await window.billfold!.headless()
    await new Promise<void>((resolve) => {
      session.subscribe((state) => state.status === wanted && resolve())
    })
  }, status)
}

it(
  '[A89] [A91] [A90] Sign-in signs the shown message, and the person stays signed in after a reload',
  { tags: 'quick' },
  async () => {
    const journey = await start()
    const { page, modal, trouble, complaints } = journey
    await connect(journey)
    expect(await modal.getByRole('heading', { name: 'Sign in to Driftwood' }).isVisible()).toBe(true)
    const { host } = new URL(page.url())
    expect(await modal.locator('.parties').innerText()).toContain(host)
    await modal.getByText('Exact message').click()
    const shown = await modal.locator('pre').innerText()
    await modal.getByRole('button', { name: 'Sign message' }).click()
    await page.waitForFunction(() => window.harbor!.getPending() !== undefined)
    const asked = await page.evaluate(() => JSON.stringify(window.harbor!.getPending()))
    expect(JSON.parse(asked)).toMatchObject({ details: expect.arrayContaining([['Message', shown]]) })
    await page.evaluate(() => window.harbor!.approve())
    await modal.waitFor({ state: 'hidden' })
    expect(await readState(page)).toBe('signed-in')

    await journey.reload()
    await awaitState(page, 'signed-in')
    expect(await modal.isVisible()).toBe(false)
    await journey.open()
    await modal.getByRole('tab', { name: 'Tokens' }).waitFor()
    expect([...trouble, ...complaints]).toEqual([])
  },
)

it.runIf(hasSolana)('Sign-in works on Solana', async () => {
  const journey = await start('reef')
  await connect(journey, 'Reef', 'reef')
  await sign(journey, 'reef')
  await journey.modal.waitFor({ state: 'hidden' })
  expect(await readState(journey.page)).toBe('signed-in')
})

it('Sign-in works on Bitcoin', async () => {
  const journey = await start('keel')
  await connect(journey, 'Keel', 'keel')
  await sign(journey, 'keel')
  await journey.modal.waitFor({ state: 'hidden' })
  expect(await readState(journey.page)).toBe('signed-in')
})

it('[A94] [T16] A required sign-in can’t be closed, and Cancel disconnects', { tags: 'quick' }, async () => {
  const journey = await start()
  const { page, modal, context } = journey
  await connect(journey)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await modal.getByRole('button', { name: 'Close' }).click()
  await page.mouse.click(5, 400)
  expect(await modal.isVisible()).toBe(true)
  await modal.getByRole('button', { name: 'Sign message' }).click()
  await page.waitForFunction(() => window.harbor!.getPending() !== undefined)
  // Not before: a message that something could not be fetched lies over the button.
  await context.setOffline(true)
  // The wallet's window lies over it. By the page's own time: how late a test hears of it is another matter.
  const took = await modal.getByRole('button', { name: 'Cancel' }).evaluate(async (button: HTMLElement) => {
    const dialog = button.closest('dialog')!
    const pressedAt = performance.now()
    const readAge = () => performance.now() - pressedAt
    button.click()
    while (dialog.isConnected && dialog.open && readAge() < 10_000)
      await new Promise((resolve) => setTimeout(resolve, 10))
    return readAge()
  })
  expect(took).toBeLessThan(1_000)
  await modal.waitFor({ state: 'hidden' })
  expect(await readStatus(page)).toBe('disconnected')
  await context.setOffline(false)
})

it('[T17] [F23] A sign-in server that is down does not sign anyone out', async () => {
  const journey = await start()
  const { page, modal } = journey
  await connect(journey)
  await sign(journey)
  await modal.waitFor({ state: 'hidden' })
  await world.sandbox.control.stop({ part: 'signIn' })
  await journey.reload()
  await awaitState(page, 'unknown')
  expect(await readStatus(page)).toBe('connected')
  await page.evaluate(() => window.billfold!.open({ view: 'SIWXSignMessage' }))
  await modal.getByText('Couldn’t check whether you’re signed in').waitFor()
  await world.sandbox.control.start({ part: 'signIn' })
  await modal.getByRole('button', { name: 'Try again' }).click()
  await modal.waitFor({ state: 'hidden' })
  expect(await readState(page)).toBe('signed-in')
})

it.each([['Harbor', 'harbor'], ...(hasSolana ? [['Reef', 'reef'] as const] : []), ['Keel', 'keel']] as const)(
  'The worker verifies the sign-in signature of %s if the page keeps the session itself',
  async (name, wallet) => {
    const journey = await start(wallet, 'page')
    const { page, modal, trouble, complaints } = journey
    await connect(journey, name, wallet)
    await sign(journey, wallet)
    await modal.waitFor({ state: 'hidden' })
    await journey.reload()
    await awaitState(page, 'signed-in')
    expect([...trouble, ...complaints]).toEqual([])
  },
)
