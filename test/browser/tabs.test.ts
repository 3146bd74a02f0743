/** Tabs of one browser whose workers run on a fast clock: minutes of polling within seconds. */
import { describe, expect, it } from 'vitest'
import { type Journey } from '../../sandbox/people/journey.ts'
import { ACCOUNT } from './button-words.ts'
import { readStorage } from './storage.ts'
import { useWorld } from './use-world.ts'

declare global {
  interface Window {
    /** What other tabs store does not reach this one. */
    isDeaf?: boolean
    /** When the button said so. Milliseconds since 1970. */
    endedAt?: number
  }
}

const world = useWorld()
const MINUTE = 60_000
/** No faster: of the ten seconds in which the API must answer, half a second is left. */
const CLOCK = 20
/** The portfolio's and the activity's. */
const STALE_TIME = 30_000

/** So many tabs, all on the same account and the same clock. */
async function openTabs(count: number, clock: number): Promise<Journey[]> {
  const query = { clock: String(clock), since: String(Date.now()) }
  const first = await world.visit({ query })
  await first.goto()
  await first.connect('Harbor')
  const others: Journey[] = []
  for (let tab = 1; tab < count; tab++) {
    const other = await world.visit({ query, context: first.context })
    await other.goto()
    others.push(other)
  }
  const all = [first, ...others]
  for (const { button } of all) await button.getByText(ACCOUNT).waitFor()
  return all
}

/** Lets simulated time pass; the polls that one tab makes meanwhile, by the stale time of what it shows. */
async function pass({ page }: Journey, ms: number, clock: number): Promise<number> {
  world.sandbox.control.clearRequests()
  const started = Date.now()
  await page.waitForTimeout(ms / clock)
  return ((Date.now() - started) * clock) / STALE_TIME
}

function expectPolls(call: 'balance' | 'history', due: number): void {
  const count = countRequests(call)
  // An answer takes its time, which weighs many times as much on this clock.
  expect(count, call).toBeGreaterThan(due * 0.4)
  expect(count, call).toBeLessThanOrEqual(due * 1.1 + 1)
}

function countRequests(call?: 'balance' | 'history'): number {
  return world.sandbox.control.getRequests().filter(({ path }) => !call || path.endsWith(`/${call}`)).length
}

/** Keeps the moment in which the button says that nobody is connected any more. */
async function noteEnd({ page }: Journey): Promise<void> {
  await page.evaluate(() => {
    const root = document.querySelector('billfold-button')!.shadowRoot!
    const look = () => {
      if (root.textContent?.includes('Connect wallet')) window.endedAt ??= Date.now()
    }
    new MutationObserver(look).observe(root, { childList: true, subtree: true, characterData: true })
  })
}

const readEnd = ({ page }: Journey) => page.evaluate(() => window.endedAt)

describe('Three tabs', () => {
  it(
    '[F32] [F33] together poll as often as a single tab, show the same data, and keep polling when one of the tabs closes',
    { tags: 'quick' },
    async () => {
      const tabs = await openTabs(3, CLOCK)
      for (const tab of tabs) await tab.open()
      for (const { modal } of tabs) await modal.getByText('Harbor Dollar', { exact: true }).waitFor()

      expectPolls('balance', await pass(tabs[0]!, 10 * MINUTE, CLOCK))
      expect(countRequests('history')).toBe(0)

      // What the chain does reaches all, and all show the same.
      const readLists = () =>
        Promise.all(tabs.map(({ modal }) => modal.getByRole('list', { name: 'Tokens' }).innerText()))
      const [before] = await readLists()
      await world.sandbox.control.transfer({ token: 'HUSD', to: world.sandbox.accounts.mara, amount: '4000' })
      await expect
        .poll(
          async () => (await readLists()).every((text, _, [first]) => text !== before && text === first),
          {
            timeout: 30_000,
          },
        )
        .toBe(true)

      // Whoever polled may be the one that goes.
      await tabs[0]!.page.close()
      expectPolls('balance', await pass(tabs[1]!, 2 * MINUTE, CLOCK))

      // Disconnect in one: the other sees it within a second, and nothing of the account is left anywhere.
      const [, second, third] = tabs as [Journey, Journey, Journey]
      expect(await readCanaries(third)).toEqual(canaries)
      await noteEnd(third)
      // By the device's clock, which both tabs have: how late a test hears of it is another matter.
      const endedAt = await second.page.evaluate(async () => {
        const now = Date.now()
        await window.billfold!.disconnect()
        return now
      })
      await third.button.getByText('Connect wallet').waitFor()
      expect((await readEnd(third))! - endedAt).toBeLessThan(1_000)
      await expect.poll(() => readCanaries(third)).toEqual([])
    },
  )
})

describe('Polling', () => {
  it('[F32] makes no request in ten minutes while the modal is closed, and refreshes only stale data while the modal is open', async () => {
    const [tab] = (await openTabs(1, CLOCK)) as [Journey]
    const { page, modal } = tab
    await tab.open()
    await modal.getByText('Harbor Dollar', { exact: true }).waitFor()
    await tab.close()
    // What was under way may end, and what was read for whoever came near the button: 5 s.
    await page.waitForTimeout(5_500)
    await pass(tab, 10 * MINUTE, CLOCK)
    expect(world.sandbox.control.getRequests()).toEqual([])

    await tab.open()
    const due = await pass(tab, 5 * MINUTE, CLOCK)
    expectPolls('balance', due)
    expect(countRequests('history')).toBe(0)
    // The name has 5 minutes, the list of networks longer.
    expect(countRequests() - countRequests('balance')).toBeLessThanOrEqual(3)

    await tab.showTab('Activity')
    expectPolls('history', await pass(tab, 2 * MINUTE, CLOCK))
  })
})

describe('Two tabs', () => {
  /** Keeps the tab from hearing of what the other one does, until the returned function is called. */
  const sleeps: Record<string, (tab: Journey) => Promise<() => Promise<void>>> = {
    'is frozen': async ({ context, page }) => {
      const cdp = await context.newCDPSession(page)
      await cdp.send('Page.setWebLifecycleState', { state: 'frozen' })
      return async () => void (await cdp.send('Page.setWebLifecycleState', { state: 'active' }))
    },
    'does not get the storage event': async ({ page }) => {
      await page.evaluate(() => (window.isDeaf = true))
      return async () => {}
    },
  }

  it.each(Object.entries(sleeps))(
    '[F32] [G32] stay disconnected after one tab disconnects while the other tab %s',
    async (_, sleep) => {
      const first = await world.visit()
      await first.context.addInitScript(() => {
        // Before anybody else's listener.
        window.addEventListener('storage', (event) => window.isDeaf && event.stopImmediatePropagation())
      })
      await first.goto()
      await first.connect('Harbor')
      const second = await world.visit({ context: first.context })
      await second.goto()
      for (const { button } of [first, second]) await button.getByText(ACCOUNT).waitFor()

      const wake = await sleep(second)
      await first.page.evaluate(() => window.billfold!.disconnect())
      await first.button.getByText('Connect wallet').waitFor()
      await wake()
      // This tab's wallet still shares, and goes to another account: that is when a session is written.
      await second.page.evaluate(() => window.harbor!.select(1))
      await second.button.getByText('Connect wallet').waitFor()
      await expect.poll(() => readSession(first)).toBeNull()
      for (const tab of [first, second]) {
        await tab.reload()
        await tab.button.getByText('Connect wallet').waitFor()
        await tab.page.waitForTimeout(1_000)
        expect(await tab.button.innerText()).toContain('Connect wallet')
      }
      expect(await readSession(first)).toBeNull()
    },
  )
})

const readSession = ({ page }: Journey) => page.evaluate(() => localStorage.getItem('billfold/sessions'))

/** Found only where data of the account is. */
const canaries = ['billfold/session', 'mara.driftwood.example', 'Ferry Pass']

async function readCanaries({ page }: Journey): Promise<string[]> {
  const stored = await readStorage(page)
  return canaries.filter((canary) => stored.includes(canary))
}
