/** The first journey, end to end, on real parts: connect, read, receive, lose the network, get it back. */
import { expect, it } from 'vitest'
import type { Journey } from '../../sandbox/people/journey.ts'
import { createChain, type Movement } from './chain.ts'
import { newestRow, readRow, readTokens, writeTime } from './read-modal.ts'
import { comeBackLater } from './storage.ts'
import { useWorld } from './use-world.ts'

const world = useWorld()

/** Polled every 30 s; "by itself" means within this. Milliseconds. */
const BY_ITSELF = 35_000
const MINUTES_10 = 600_000

const people = [
  {
    wallet: 'Harbor',
    person: 'mara',
    waitsAt: 'Activity',
    gift: { token: 'DRIFT', amount: '12.5' },
    row: '+12.500 DRIFT',
  },
  {
    wallet: 'MetaMask (sandbox)',
    person: 'theo',
    waitsAt: 'Tokens',
    gift: { token: 'ETH', amount: '0.05' },
    row: '+0.050 ETH',
  },
] as const

it(
  '[A6] [A29] [A133] [A141] [F7] The account view follows the chain, and keeps its data while the network is down',
  { tags: 'quick' },
  async () => {
    const { sandbox } = world
    const chain = createChain(sandbox)
    // Both at once: most of it is waiting for the next poll.
    const travellers = await Promise.all(
      people.map(async (each) => ({
        ...each,
        account: sandbox.accounts[each.person],
        journey: await world.visit(),
      })),
    )
    type Traveller = (typeof travellers)[number]
    const all = (act: (traveller: Traveller) => Promise<void>) => Promise.all(travellers.map(act))
    const expectTruth = async ({ journey, account }: Traveller) => {
      await journey.showTab('Tokens')
      const told = (await chain.readBalances(account)).toSorted()
      await expect.poll(async () => (await readTokens(journey)).toSorted()).toEqual(told)
      await journey.showTab('Activity')
      await expectNewest(journey, await chain.readNewest(account))
    }

    await all(async (traveller) => {
      const { journey, wallet, account } = traveller
      // Other tests use these accounts, too: the newest movement is this one.
      await sandbox.control.transfer({ token: 'LTRN', amount: '0.25', to: account })
      await journey.goto()
      await journey.connect(wallet)
      await journey.open()
      await journey.modal.getByText(/^Updated /).waitFor()
      await expectTruth(traveller)
    })

    await all(async (traveller) => {
      const { journey, account, waitsAt, gift, row } = traveller
      await journey.showTab(waitsAt)
      const deadline = Date.now() + BY_ITSELF
      const { hash } = await sandbox.control.transfer({ ...gift, to: account })
      const balance = (await chain.readBalances(account)).find((each) => each.endsWith(` ${gift.token}`))!
      const inTokens = journey.modal.getByTitle(balance.replace(' ', '\u00a0'), { exact: true })
      const inActivity = newestRow(journey).filter({ hasText: row })
      const [first, second] = waitsAt === 'Tokens' ? [inTokens, inActivity] : [inActivity, inTokens]
      await first.waitFor({ timeout: deadline - Date.now() })
      await journey.showTab(waitsAt === 'Tokens' ? 'Activity' : 'Tokens')
      await second.waitFor({ timeout: Math.max(1, deadline - Date.now()) })
      expect(await chain.readNewest(account)).toMatchObject({ hash, amount: `${gift.amount} ${gift.token}` })
      await expectTruth(traveller)
    })

    await sandbox.control.stop()
    const known = await Promise.all(travellers.map(({ account }) => chain.readBalances(account)))
    await all(async (traveller) => {
      const { journey, account } = traveller
      const { modal } = journey
      await comeBackLater(journey, MINUTES_10)
      await journey.open()
      // It was fetched up to half a minute before.
      await modal.getByText(/As of 1[01] min ago/).waitFor()
      await modal.locator('.banner').getByText('Couldn’t update your balance').waitFor()
      expect((await readTokens(journey)).toSorted()).toEqual(known[travellers.indexOf(traveller)]!.toSorted())
      await journey.showTab('Activity')
      await expectNewest(journey, await chain.readNewest(account))
      await modal.getByText('Can’t reach the service.').first().waitFor()
    })

    await sandbox.control.start()
    await all(async ({ journey, account }) => {
      const { modal } = journey
      await sandbox.control.transfer({ token: 'KELP', amount: '3', to: account })
      await journey.reload()
      await journey.open()
      // After a failure nothing is asked for up to half a minute, also after a reload.
      await modal.getByText(/^Updated /).waitFor({ timeout: BY_ITSELF })
      await journey.showTab('Activity')
      await newestRow(journey).filter({ hasText: '+3.000 KELP' }).waitFor({ timeout: BY_ITSELF })
    })
    await all(expectTruth)
    for (const { journey } of travellers) {
      expect(journey.trouble).toEqual([])
      expect(journey.complaints).toEqual([])
    }
  },
)

async function expectNewest(journey: Journey, { hash, amount, time }: Movement): Promise<void> {
  await newestRow(journey).waitFor()
  expect(await readRow(journey, newestRow(journey))).toEqual({ hash, amount, time: writeTime(time) })
}
