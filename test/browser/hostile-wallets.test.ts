/** Wallets that do what none should, of each namespace: nobody else is kept waiting, and nobody is connected by a lie. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Journey } from '../../sandbox/people/journey.ts'
import { hasSolana } from './solana-chain.ts'
import { useWorld } from './use-world.ts'

const world = useWorld()

const wallets = [
  { name: 'Harbor', person: 'harbor', namespace: 'eip155' },
  { name: 'Reef', person: 'reef', namespace: 'solana' },
  { name: 'Keel', person: 'keel', namespace: 'bip122' },
] as const
type Person = (typeof wallets)[number]['person']

const isAsked = (page: Page, person: Person) =>
  page.waitForFunction((who) => window[who]?.getPending() !== undefined, person)

/** Who is connected in a namespace; the wallet's own addresses, or why there are none. */
const read = (page: Page, namespace: string) =>
  page.evaluate(async (name) => {
    const { chain } = await window.billfold!.headless()
    const state = chain(name as 'eip155').connection.value
    return state.status === 'connected' ? state.allAccounts.map(({ address }) => address) : state.status
  }, namespace)

async function choose({ modal }: Journey, name: string): Promise<void> {
  await modal.getByRole('list', { name: 'Wallets' }).getByRole('button', { name }).click()
}

async function visit(query: Record<string, string>, person: Person): Promise<Journey> {
  const journey = await world.visit({ query })
  await journey.goto()
  await journey.page.waitForFunction((who) => window[who] !== undefined, person)
  return journey
}

/** Another one is asked, and connects at once. */
async function connectMetaMask(journey: Journey): Promise<void> {
  await choose(journey, 'MetaMask')
  await journey.answer('MetaMask (sandbox)', 'approve')
  await journey.modal.waitFor({ state: 'hidden' })
  expect(await read(journey.page, 'eip155')).toHaveLength(1)
}

for (const { name, person, namespace } of wallets) {
  const both = `metamask,${person}`
  describe.runIf(namespace !== 'solana' || hasSolana)(name, () => {
    it('[F10] [F12] does not block a second wallet if it never answers, and is not connected by a late answer', async () => {
      const journey = await visit({ wallets: both }, person)
      const { page, modal } = journey
      await page.evaluate((who) => window[who]!.setCondition('silent'), person)
      await journey.open()
      await choose(journey, name)
      await modal.getByText(`Approve in ${name}`).waitFor()
      await modal.getByRole('button', { name: 'Cancel' }).click()
      await connectMetaMask(journey)
      const before = await read(page, 'eip155')
      await page.evaluate((who) => {
        window[who]!.setCondition('ready')
        if (window[who]!.getPending()) window[who]!.approve()
      }, person)
      await page.waitForTimeout(500)
      expect(await read(page, 'eip155')).toEqual(before)
      if (namespace !== 'eip155') expect(await read(page, namespace)).toBe('disconnected')
    })

    it('[F12] [F13] is not connected if it declines or returns false accounts', async () => {
      const journey = await visit({ wallets: both }, person)
      const { page, modal } = journey
      await journey.open()
      await choose(journey, name)
      await isAsked(page, person)
      await page.evaluate((who) => window[who]!.reject(), person)
      await modal.getByText(`You declined in ${name}`).waitFor()
      expect(await read(page, namespace)).toBe('disconnected')

      await page.evaluate((who) => window[who]!.setCondition('lying'), person)
      await modal.getByRole('button', { name: 'Ask again' }).click()
      await isAsked(page, person)
      await page.evaluate((who) => window[who]!.approve(), person)
      await modal.getByText('returned an invalid address').first().waitFor()
      expect(await read(page, namespace)).toBe('disconnected')
      await modal.getByRole('button', { name: 'Back' }).click()
      await connectMetaMask(journey)
    })

    it('[G34] is listed once if it announces itself twice, and is found if it announces itself late', async () => {
      const twice = await visit({ wallets: both, announcing: 'twice' }, person)
      await twice.open()
      const rows = twice.modal.getByRole('list', { name: 'Wallets' }).getByRole('button')
      await rows.filter({ hasText: name }).waitFor()
      expect(await rows.filter({ hasText: name }).count()).toBe(1)

      const late = await visit({ wallets: person, announcing: 'late' }, person)
      await late.open()
      // The directory may list it as one that is to be had.
      await late.modal.locator('.row:has(.installed)', { hasText: name }).click()
      await isAsked(late.page, person)
      await late.page.evaluate((who) => window[who]!.approve(), person)
      await late.modal.waitFor({ state: 'hidden' })
      expect(await read(late.page, namespace)).not.toBe('disconnected')
    })

    it('[F14] is shown with its final account after account changes during the request and after 10,000 later changes', async () => {
      const journey = await visit({ wallets: both }, person)
      const { page, modal } = journey
      await journey.open()
      await choose(journey, name)
      await isAsked(page, person)
      await page.evaluate((who) => window[who]!.approve(), person)
      await modal.waitFor({ state: 'hidden' })
      const [first, second] = (await read(page, namespace)) as string[]
      await page.evaluate((name) => window.billfold!.disconnect(name), namespace)

      await journey.open()
      await choose(journey, name)
      await isAsked(page, person)
      await page.evaluate((who) => window[who]!.select(1), person)
      await page.evaluate((who) => window[who]!.approve(), person)
      await modal.waitFor({ state: 'hidden' })
      // A wallet of Bitcoin shares what pays and what collects; which comes first is no choice of its owner.
      const [chosen, other] = namespace === 'bip122' ? [first, first] : [second, first]
      await expect.poll(async () => (await read(page, namespace))[0]).toBe(chosen)

      await page.evaluate((who) => {
        for (let time = 0; time <= 10_000; time += 1) window[who]!.select(time % 2)
      }, person)
      await expect.poll(async () => (await read(page, namespace))[0], { timeout: 60_000 }).toBe(other)
    })
  })
}
