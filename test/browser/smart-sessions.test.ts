/** Smart sessions: listed, and revoked with a real wallet's signature, which the sandbox's API verifies. */
import { expect, it } from 'vitest'
import { useWorld } from './use-world.ts'

const world = useWorld()

it('[S3] [A149] [A150] The smart session of an app shows what the app may do, and is revoked with a signature', async () => {
  const journey = await world.visit({ query: { wallets: 'harbor', 'smart-sessions': 'on' } })
  const { page, modal, trouble, complaints } = journey
  await journey.goto()
  await journey.connect('Harbor')
  await journey.open()
  await modal.getByRole('button', { name: 'Smart sessions' }).click()
  await modal.getByRole('button', { name: 'Active 1' }).waitFor()
  await modal.getByRole('button', { name: /^Tide Rentals/ }).click()
  await modal.getByText('Spend up to 0.05').waitFor()
  await modal.getByText('At most 10 calls every hour').waitFor()

  // A wallet that declines changes nothing.
  await modal.getByRole('button', { name: 'Revoke', exact: true }).click()
  const sign = modal.getByRole('button', { name: 'Sign and revoke' })
  await sign.click()
  const isAsked = () => page.waitForFunction(() => window.harbor!.getPending() !== undefined)
  await isAsked()
  await page.evaluate(() => window.harbor!.reject())
  await modal.getByText('You declined in Harbor.').waitFor()
  await sign.click()
  await isAsked()
  expect(await page.evaluate(() => JSON.stringify(window.harbor!.getPending()))).toContain(
    'Revoke permissions',
  )
  await page.evaluate(() => window.harbor!.approve())
  await modal.getByText('Smart session with Tide Rentals revoked').waitFor()
  await modal.getByRole('button', { name: 'Back' }).click()
  await modal.getByRole('button', { name: 'Active 0' }).waitFor()
  await modal.getByRole('button', { name: 'Revoked 2' }).click()
  await modal.getByRole('button', { name: /^Tide Rentals.*Revoked/ }).waitFor()
  const posts = world.sandbox.control.getRequests().filter(({ path }) => path.endsWith('/revoke'))
  expect(posts).toHaveLength(1)
  expect([...trouble, ...complaints]).toEqual([])
})
