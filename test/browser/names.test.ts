/** Names of accounts: chosen and signed for with a real wallet, registered by an API that verifies by another library. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import { verifyMessage } from 'ethers'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { people } from '../../sandbox/people/accounts.ts'
import type { Journey } from '../../sandbox/people/journey.ts'
import { useWorld } from './use-world.ts'

const world = useWorld()
const wren = people.wren.account.address

/** Wren, who has no name, on the view where one is registered. */
async function start(): Promise<Journey> {
  const journey = await world.visit({ query: { wallets: 'harbor' } })
  journey.context.setDefaultTimeout(30_000)
  await journey.goto()
  await journey.connect('Harbor')
  await goToWren(journey.page)
  return journey
}

/** The wallet goes to Wren's account, and the page knows it. */
async function goToWren(page: Page): Promise<void> {
  await page.evaluate(() => window.harbor!.select(1))
  await page.waitForFunction((wanted) => {
    const account = window.billfold!.account.peek()
    return account.status === 'connected' && account.address.toLowerCase() === wanted.toLowerCase()
  }, wren)
}

async function openForm(): Promise<Journey> {
  const journey = await start()
  await journey.page.evaluate(() => window.billfold!.open({ view: 'RegisterAccountName' }))
  await journey.modal.getByRole('textbox', { name: 'Name' }).waitFor()
  return journey
}

const type = ({ modal }: Journey, label: string) => modal.getByRole('textbox', { name: 'Name' }).fill(label)
const suggestion = ({ modal }: Journey, name: string) =>
  modal.getByRole('list', { name: 'Names' }).getByRole('button', { name, exact: true })

async function press({ modal }: Journey, name: string): Promise<void> {
  const button = modal.getByRole('button', { name, exact: true })
  await button.click()
}

/** Up to where the wallet has it. */
async function sign(journey: Journey, label: string): Promise<void> {
  await type(journey, label)
  await press(journey, 'Sign and register')
  await journey.page.waitForFunction(() => window.harbor!.getPending() !== undefined)
}

const answer = (page: Page, what: 'approve' | 'reject') => page.evaluate((how) => window.harbor![how](), what)

const readAsked = (page: Page) =>
  page.evaluate(() => JSON.stringify(window.harbor!.getPending())) as Promise<string>

async function lookUp(name: string): Promise<unknown> {
  return (await fetch(`${world.sandbox.urls.api}/v1/profile/account/${name}?apiVersion=2`)).json()
}

const failure = ({ modal }: Journey) => modal.getByRole('alert').filter({ hasText: 'wasn’t registered' })

it(
  '[A74] [A192] A name that the user chose is registered, and shown wherever the account is shown',
  { tags: 'quick' },
  async () => {
    const journey = await start()
    const { page, modal, trouble, complaints } = journey
    await journey.open()
    await modal.getByRole('button', { name: 'Account settings' }).click()
    await modal.getByRole('button', { name: 'Choose a name' }).click()
    await modal.getByRole('heading', { name: 'Free, with one signature' }).waitFor()
    await modal.getByRole('button', { name: 'Choose a name' }).click()
    await type(journey, 'wren')
    await suggestion(journey, 'wren.reown.id Available').waitFor()
    const pressedAt = Date.now() / 1000
    await press(journey, 'Sign and register')
    await page.waitForFunction(() => window.harbor!.getPending() !== undefined)
    const shown = await modal.locator('pre').innerText()
    const { timestamp, ...rest } = JSON.parse(shown) as { timestamp: number }
    expect(rest).toEqual({ name: 'wren.reown.id', attributes: {} })
    // In whole seconds, by the clock of a server that tells no smaller ones, and may be heard late.
    expect(timestamp).toBeGreaterThanOrEqual(pressedAt - 5)
    expect(timestamp).toBeLessThanOrEqual(Date.now() / 1000 + 2)
    expect(JSON.parse(await readAsked(page))).toMatchObject({
      details: expect.arrayContaining([['Message', shown]]) as unknown,
    })
    const [posted] = await Promise.all([
      journey.context.waitForEvent(
        'request',
        (one) => one.method() === 'POST' && new URL(one.url()).pathname === '/v1/profile/account',
      ),
      answer(page, 'approve'),
    ])
    await modal.getByText('wren.reown.id is yours').waitFor()
    // What went out is what was shown, signed by whom the name is for, as another library reads it.
    const { message, signature, address } = posted.postDataJSON() as Record<string, string>
    expect(message).toBe(shown)
    expect(address).toBe(wren)
    expect(verifyMessage(message!, signature!)).toBe(wren)
    await press(journey, 'Done')
    await modal.getByText('wren.reown.id').first().waitFor()
    await modal.getByRole('button', { name: 'Account settings' }).click()
    await modal.getByText('Connected with Harbor').first().waitFor()
    expect(await modal.getByRole('button', { name: 'Choose a name' }).count()).toBe(0)
    expect(await lookUp('wren.reown.id')).toMatchObject({
      addresses: { [0x80000000 + 31337]: { address: wren } },
    })
    const sent = world.sandbox.control.getRequests().filter(({ method }) => method === 'POST')
    expect(sent.map(({ path }) => path)).toEqual(['/v1/profile/account'])
    expect([...trouble, ...complaints]).toEqual([])

    await journey.reload()
    await journey.open()
    await modal.getByText('wren.reown.id').first().waitFor()
  },
)

it('A name can be registered by the keyboard alone', async () => {
  const journey = await openForm()
  const { page, modal } = journey
  await modal.locator('input:focus').waitFor()
  await page.keyboard.type('Wren')
  expect(await modal.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('wren')
  await suggestion(journey, 'wren1.reown.id Available').waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  expect(await modal.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('wren1')
  await modal.getByRole('textbox', { name: 'Name' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => window.harbor!.getPending() !== undefined)
  await answer(page, 'reject')
  await failure(journey).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => window.harbor!.getPending() !== undefined)
  await answer(page, 'approve')
  await modal.getByText('wren1.reown.id is yours').waitFor()
  await page.keyboard.press('Tab')
  await modal.getByRole('button', { name: 'Done' }).focus()
  await page.keyboard.press('Enter')
  await modal.getByRole('tab', { name: 'Tokens' }).waitFor()
})

it('[G51] Every state of the name registration passes the accessibility rules', async () => {
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  const journey = await world.visit({ query: { wallets: 'harbor' }, reducedMotion: 'reduce' })
  const { page, modal } = journey
  const found: string[] = []
  async function judge(state: string): Promise<void> {
    for (const [theme, dir] of [
      ['dark', 'ltr'],
      ['light', 'rtl'],
    ] as const) {
      const { violations } = await page.evaluate(
        async ([theme, dir]) => {
          document.documentElement.dir = dir
          window.billfold!.setThemeMode(theme)
          for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
          const { axe } = window as unknown as {
            axe: { run(root: Element, options: object): Promise<AxeResults> }
          }
          return axe.run(document.querySelector('billfold-modal')!, { resultTypes: ['violations'] })
        },
        [theme, dir] as const,
      )
      for (const { id, nodes } of violations)
        found.push(
          `${state}, ${theme}, ${dir}: ${id} ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
        )
    }
  }

  await journey.goto()
  await page.evaluate(axe)
  await journey.connect('Harbor')
  await goToWren(page)
  await page.evaluate(() => window.billfold!.open({ view: 'ChooseAccountName' }))
  await modal.getByRole('button', { name: 'Choose a name' }).waitFor()
  await judge('intro')
  await modal.getByRole('button', { name: 'Choose a name' }).click()
  await modal.getByRole('textbox', { name: 'Name' }).waitFor()
  await judge('empty')
  await type(journey, 'joon')
  await suggestion(journey, 'joon.reown.id Registered').waitFor()
  await judge('suggestions')
  await type(journey, 'joon_')
  await judge('fault')
  await sign(journey, 'wren')
  await judge('signing')
  await answer(page, 'reject')
  await failure(journey).waitFor()
  await judge('declined')
  await press(journey, 'Sign again')
  await page.waitForFunction(() => window.harbor!.getPending() !== undefined)
  await answer(page, 'approve')
  await modal.getByText('wren.reown.id is yours').waitFor()
  await judge('success')
  expect(found).toEqual([])
})
