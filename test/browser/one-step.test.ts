/** A wallet on a phone that connects and signs in with one question, where the page has networks of eip155 alone. */
import { expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import type { Journey } from '../../sandbox/people/journey.ts'
import { approve, copyLink, openPhonePage, paste, showCode } from './phone-page.ts'
import { useWorld } from './use-world.ts'

const world = useWorld()

async function pair(journey: Journey): Promise<Page> {
  await journey.goto()
  await showCode(journey)
  const phone = await openPhonePage(world)
  await paste(phone, await copyLink(journey))
  return phone
}

it.each([
  ['the page’s server', {}],
  ['the page in the browser', { 'sign-in-by': 'page' }],
])('[A111] One approval in the wallet connects and signs in; the session is kept by %s', async (_, by) => {
  const journey = await world.visit({ query: { networks: 'evm', 'sign-in': 'required', ...by } })
  const { page, modal, trouble, complaints } = journey
  const phone = await pair(journey)
  const question = phone.getByRole('dialog', { name: 'Connect and sign in to Driftwood' })
  await question.getByText('I have read the terms of Driftwood.').waitFor()
  await approve(phone)
  await modal.waitFor({ state: 'hidden' })
  const read = () =>
    page.evaluate(async () => {
      const { account, session } = await window.billfold!.headless().then((one) => ({
        account: window.billfold!.account.peek().status,
        session: one.session.peek().status,
      }))
      return `${account}, ${session}`
    })
  await expect.poll(read, { timeout: 20_000 }).toBe('connected, signed-in')
  expect(await phone.getByRole('dialog').count()).toBe(0)

  await journey.reload()
  await page.waitForFunction(() => window.billfold !== undefined)
  await expect.poll(read, { timeout: 20_000 }).toBe('connected, signed-in')
  expect({ trouble, complaints }).toEqual({ trouble: [], complaints: [] })
})

it('[A111] With networks of two namespaces, the wallet connects first and signs in afterwards', async () => {
  const journey = await world.visit({ query: { 'sign-in': 'required' } })
  const phone = await pair(journey)
  await phone.getByRole('dialog', { name: 'Connect to Driftwood' }).waitFor()
  await approve(phone)
  await journey.modal.getByRole('button', { name: 'Sign message' }).click()
  await phone.getByRole('dialog').waitFor()
  await approve(phone)
  await journey.modal.waitFor({ state: 'hidden' })
})
