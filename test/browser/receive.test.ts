/** Receiving: what stands there is the account's address, also for whoever scans it. */
import { expect, test } from 'vitest'
import type { Journey } from '../../sandbox/people/journey.ts'
import { readCode } from './read-code.ts'
import { useWorld } from './use-world.ts'

const world = useWorld()

async function openReceive(
  theme: 'dark' | 'light',
  viewport: { width: number; height: number },
): Promise<Journey> {
  const journey = await world.visit({ theme, viewport })
  await journey.goto()
  await journey.connect('Harbor')
  await journey.open()
  await journey.modal.getByRole('button', { name: 'Receive', exact: true }).click()
  await journey.modal.getByRole('img', { name: 'QR code of your address' }).waitFor()
  return journey
}

test.each([
  ['dark', { width: 1280, height: 800 }],
  ['light', { width: 390, height: 844 }],
] as const)(
  'Receive shows and copies the address that its QR code contains (%s)',
  async (theme, viewport) => {
    const journey = await openReceive(theme, viewport)
    const { page, modal, trouble, complaints } = journey
    const address = world.sandbox.accounts.mara
    expect(await modal.getByRole('img', { name: address }).isVisible()).toBe(true)
    expect(await decode(journey)).toBe(address)
    // The message goes by itself: whoever looks for it afterwards may come too late.
    await Promise.all([
      modal.getByText('Address copied').waitFor(),
      modal.getByRole('button', { name: 'Copy address' }).click(),
    ])
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
    expect([...trouble, ...complaints]).toEqual([])
  },
)

test('The list of networks in Receive opens by keyboard, and Back returns the focus to the button that opened it', async () => {
  const { page, modal } = await openReceive('dark', { width: 1280, height: 800 })
  const way = modal.getByRole('button', { name: 'Works on 2 networks' })
  await way.focus()
  await page.keyboard.press('Enter')
  const list = modal.getByRole('list', { name: 'Networks' })
  await list.waitFor()
  expect(await list.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringContaining('Driftwood Local'),
    expect.stringContaining('Skerry'),
  ])
  await modal.getByRole('button', { name: 'Back' }).press('Enter')
  await way.waitFor()
  await expect.poll(() => way.evaluate((button) => button.matches(':focus'))).toBe(true)
})

test('Receive shows the address while offline', async () => {
  const journey = await world.visit()
  await journey.goto()
  await journey.connect('Harbor')
  await journey.open()
  await journey.modal.getByRole('tab', { name: 'Tokens' }).waitFor()
  // Its code is fetched behind the account, with what it is made of.
  await expect.poll(() => findCode(journey)).toBeDefined()
  await journey.page.evaluate(`import(${JSON.stringify(await findCode(journey))}).then(() => true)`)
  await journey.context.setOffline(true)
  await journey.modal
    .getByRole('button', { name: 'Buy', exact: true })
    .and(journey.page.locator(':disabled'))
    .waitFor()
  await journey.modal.getByRole('button', { name: 'Receive', exact: true }).click()
  expect(await decode(journey)).toBe(world.sandbox.accounts.mara)
})

/** Address of the view's code, once it was fetched. */
function findCode({ page }: Journey): Promise<string | undefined> {
  return page.evaluate(
    () =>
      performance.getEntriesByType('resource').find(({ name }) => /\/receive-[^/]*\.js$/.test(name))?.name,
  )
}

function decode(journey: Journey): Promise<string | undefined> {
  return readCode(journey, journey.modal.locator('.receive-paper .paper'))
}
