/** A second wallet, and sessions that are over, from the page's commands to a real wallet kit. */
import { expect, test } from 'vitest'
import { people } from '../../../sandbox/people/accounts.ts'
import { eventually } from '../../eventually.ts'
import {
  browser,
  clock,
  connect,
  evm,
  expectSignature,
  openTwo,
  phone,
  sign,
  soon,
  stored,
  useRelay,
} from './link-world.ts'

useRelay()

/** Approved by the wallet while another session is in use. */
async function approveSecond(tab: ReturnType<typeof browser.openTab>) {
  const { id, uri } = await tab.call('walletConnectPair', { namespaces: evm })
  const approval = tab.call('walletConnectApproval', { id })
  await phone.pair(uri)
  await phone.answer(true)
  return approval
}

test('[D23] a second session waits until the page adopts the session, and the first session works until then', async () => {
  const tab = browser.openTab()
  const first = await connect(tab)
  const { session: second, isWaiting } = await approveSecond(tab)
  expect(isWaiting).toBe(true)
  expect(tab.getState()?.session?.id).toBe(first.id)
  const signing = sign(tab, first)
  // What is being asked of the first one goes on, whatever becomes of the second.
  await tab.call('walletConnectEnd', { id: second.id })
  await phone.answer(true)
  await expectSignature(signing)
  await eventually(() => expect(phone.getSessions().map(({ topic }) => topic)).toEqual([first.id]))
  expect(tab.getState()?.session?.id).toBe(first.id)
  expect(await stored()).toContain('walletconnect/session')
})

test('[D23] a second session that the page adopts ends the first session in every tab', async () => {
  const [leading, other, first] = await openTwo()
  const { session: second } = await approveSecond(other)
  await other.call('walletConnectAdopt', { id: second.id })
  for (const tab of [leading, other])
    await eventually(() => expect(tab.getState()?.session?.id).toBe(second.id))
  await eventually(() => expect(phone.getSessions().map(({ topic }) => topic)).toEqual([second.id]))
  expect(first.id).not.toBe(second.id)
  const signing = sign(other, second)
  await phone.answer(true)
  await expectSignature(signing)
})

test('[D21] a wallet event that arrives before the page listens is delivered to the page only once', async () => {
  const tab = browser.openTab()
  const { id, uri } = await tab.call('walletConnectPair', { namespaces: evm })
  const approval = tab.call('walletConnectApproval', { id })
  await phone.pair(uri)
  await phone.answer(true)
  await approval
  await phone.goTo(31338)
  await soon(undefined, 500)
  tab.getState()
  await eventually(() => expect(tab.events).toMatchObject([{ name: 'chainChanged', data: 31338 }]))
  // Once only: a tab that is opened later begins with what the page has stored.
  const later = browser.openTab()
  later.getState()
  await eventually(() => expect(later.getState()?.session).toBeDefined())
  await phone.select(people.theo.account.address)
  await soon(undefined, 500)
  expect(later.events.filter(({ name }) => name === 'chainChanged')).toEqual([])
})

test('[D22] an expired session is removed from the store', async () => {
  const before = browser.openTab()
  const session = await connect(before)
  before.close()
  clock.skip(session.expiresAt - clock.now())
  expect(await stored()).toContain('walletconnect/session')
  const tab = browser.openTab()
  tab.getState()
  await eventually(() => expect(tab.getState()).toEqual({ session: undefined, relay: 'idle' }))
  await eventually(async () => expect(await stored()).toEqual([]))
})

test('[D22] a session that is missing on the disk is not reported as ended while another tab has it in memory', async () => {
  const leading = browser.openTab()
  const findDisk = leading.loseDisk()
  const session = await connect(leading)
  findDisk()
  const other = browser.openTab()
  other.getState()
  await eventually(() => expect(other.getState()?.session?.id).toBe(session.id))
})
