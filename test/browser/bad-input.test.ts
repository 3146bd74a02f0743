/** Whatever the API answers: a clear state on screen, no uncaught error, nothing lost. */
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startThreadClock } from '../../bench/thread-time.ts'
import { startWatching } from '../../bench/watch-page.ts'
import { type FaultKind, faultKinds } from '../../sandbox/services/faults.ts'
import { type Journey, startJourney } from '../../sandbox/people/journey.ts'
import { type FaultyApi, startFaultyApi } from './faulty-api.ts'
import { ours } from '../../sandbox/ours.ts'
import { dismissSnacks, readTokens } from './read-modal.ts'
import { comeBackLater } from './storage.ts'
import { useWorld } from './use-world.ts'

const world = useWorld()

/** No machine is so busy that an answer takes longer; that no skeleton stays longer than 15 s is proved with a clock. */
const ANSWERED = 60_000
const MINUTES_10 = 600_000
/** Visits at the same time: most of each is waiting. */
const LANES = 3

const reasons: Record<FaultKind, RegExp> = {
  types: /unexpected answer/,
  html: /web page instead of data/,
  500: /has a problem \(error 500\)/,
  429: /Too many requests/,
  404: /refused the request \(error 404\)/,
  nothing: /empty answer/,
  empty: /empty answer/,
  truncated: /incomplete or damaged/,
  huge: /too large/,
  slow: /took too long/,
  reset: /Can’t reach the service/,
  endless: /^$/,
}

interface Visit {
  kind: FaultKind
  journey: Journey
  api: FaultyApi
}

const outcomes = new Map<FaultKind, Promise<void>>()

beforeAll(() => {
  // The slow ones first.
  const waiting = [...faultKinds].sort((one) => (one === 'slow' ? -1 : 0))
  const settle = new Map<FaultKind, (outcome: Promise<void>) => void>()
  for (const kind of waiting) {
    const outcome = new Promise<void>((resolve) => settle.set(kind, resolve))
    outcome.catch(() => {})
    outcomes.set(kind, outcome)
  }
  for (let lane = 0; lane < LANES; lane += 1) {
    void (async () => {
      for (let kind = waiting.shift(); kind; kind = waiting.shift()) {
        const visit = suffer(kind)
        settle.get(kind)!(visit)
        await visit.catch(() => {})
      }
    })()
  }
})
afterAll(() => Promise.allSettled(outcomes.values()))

describe('Bad API answers', () => {
  it.each(faultKinds)(
    '[F1] [F3] [F4] [F7] [F9] [A88] [A131] [A163] [A164] [T5] [T6] lead to a clear state, and the data appears once the API is repaired (kind of answer: %s)',
    async (kind) => {
      const outcome = outcomes.get(kind)
      // A second try is a visit of its own.
      outcomes.delete(kind)
      await (outcome ?? suffer(kind))
    },
    300_000,
  )
})

it('[F4] API answers of 20 MB cause no task of 50 ms on the page’s thread', async () => {
  const { control } = world.sandbox
  const journey = await world.visit()
  const { modal, page } = journey
  for (const call of ['history', 'identity', 'balance'] as const) await control.break({ call, kind: 'huge' })
  await journey.goto()
  await journey.connect('Harbor')
  await journey.open()
  await expectFailure(journey, 'Token balance unavailable', reasons.huge)
  await journey.showTab('Activity')
  await expectFailure(journey, 'Failed to fetch transactions', reasons.huge)
  await dismissSnacks(journey)
  const stopClock = await startThreadClock(world.browser, page)
  const stop = await startWatching(page, ours)
  control.clearRequests()
  await modal.getByRole('button', { name: 'Try again' }).click()
  // What is tried again by itself may come beside it.
  await expect.poll(() => control.getRequests().some(({ path }) => path.endsWith('/history'))).toBe(true)
  await expectFailure(journey, 'Failed to fetch transactions', reasons.huge)
  await page.waitForTimeout(500)
  const { tasks } = await stop()
  const readThread = await stopClock()
  expect(Math.max(0, ...tasks.map(readThread))).toBeLessThanOrEqual(50)
})

async function suffer(kind: FaultKind): Promise<void> {
  const api = await startFaultyApi(world.sandbox.urls.api, kind)
  const journey = await startJourney(world.browser, world.sandbox, {
    viewport: { width: 640, height: 720 },
    query: { api: api.url },
  })
  const visit = { kind, journey, api }
  try {
    // The page's own drawing is not what is looked at here; so many at once would starve each other.
    await journey.page.addInitScript(() => {
      window.requestAnimationFrame = (draw) => window.setTimeout(() => draw(performance.now()), 100)
    })
    await journey.goto()
    await journey.page.evaluate(() => (window.harbor!.autoApprove = true))
    await loseNetworks(visit)
    await loseEverythingElse(visit)
    await loseOlderActivity(visit)
    await loseWhatIsKnown(visit)
    expect([...journey.trouble, ...journey.complaints]).toEqual([])
  } finally {
    await journey.end()
    await api.close()
  }
}

/** Nothing is known, and `supported-chains` alone is broken: neither empty nor unsupported (F9). */
async function loseNetworks({ kind, journey, api }: Visit): Promise<void> {
  const { modal } = journey
  api.break('supported-chains')
  await connect(journey)
  // A few bytes arrive in time however slowly they come.
  if (kind !== 'slow' && kind !== 'endless') {
    await expectFailure(journey, 'Token balance unavailable', reasons[kind])
    await journey.showTab('Activity')
    await expectFailure(journey, 'Failed to fetch transactions', reasons[kind])
    expect(api.count('balance') + api.count('history')).toBe(0)
    api.mend()
    await dismissSnacks(journey)
    await retry(journey)
    await activity(journey).first().waitFor()
    await journey.showTab('Tokens')
    await retry(journey)
  }
  await modal.getByText(/^Updated /).waitFor()
}

/** Nothing is known of the account. */
async function loseEverythingElse({ kind, journey, api }: Visit): Promise<void> {
  const { modal } = journey
  await disconnect(journey)
  api.break('identity', 'history', 'older', 'balance')
  await connect(journey)
  if (kind === 'endless') {
    await journey.showTab('Activity')
    await activity(journey).first().waitFor()
  } else {
    await expectFailure(journey, 'Token balance unavailable', reasons[kind])
    await modal.getByText('Balance unavailable', { exact: true }).waitFor()
    await journey.showTab('Activity')
    await expectFailure(journey, 'Failed to fetch transactions', reasons[kind])
    // Without its name an account is still itself.
    expect(await modal.locator('.who').innerText()).toContain(shortAddress())
    // It stands where the data would.
    expect(await dismissSnacks(journey)).toEqual([])
    // When it is tried again is counted down, outside of what is read aloud; no button can hurry it.
    await journey.showTab('Tokens')
    await modal.getByText(/^Next try in \d+ s$/).waitFor({ timeout: ANSWERED })
    expect(await modal.getByRole('tabpanel').getByRole('alert').innerText()).not.toMatch(/\d+ s$/)
    expect(await modal.getByRole('tabpanel').getByRole('button', { name: 'Try again' }).count()).toBe(0)
    await journey.showTab('Activity')
    // Only the server may forbid it (Retry-After).
    if (kind !== '429') expect(await modal.getByRole('button', { name: 'Try again' }).isEnabled()).toBe(true)
    api.mend()
    await retry(journey)
    await activity(journey).first().waitFor()
  }
  api.mend()
  await disconnect(journey)
}

/** The first page is there, the second one fails. */
async function loseOlderActivity({ kind, journey, api }: Visit): Promise<void> {
  const { modal } = journey
  api.break('older', ...(kind === 'endless' ? (['history'] as const) : []))
  await connect(journey)
  await expectAllFresh(journey)
  const asked = api.count('older')
  const known = await countActivity(journey)
  await scrollToEnd(journey)
  if (kind === 'endless') {
    // Not the end, which only the API can know.
    await modal.getByText('Couldn’t load older activity.').waitFor()
    expect(api.count('older') - asked).toBeLessThanOrEqual(2)
    expect(await countActivity(journey)).toBe(known)
  } else {
    const foot = modal.locator('.foot').getByRole('alert')
    const retryFoot = () => foot.getByRole('button', { name: 'Retry' }).click({ timeout: 1_000 })
    await expectReason(foot, reasons[kind], () => retryFoot().catch(() => {}))
    expect(await countActivity(journey)).toBe(known)
    await expectSane(journey)
    api.mend()
    await dismissSnacks(journey)
    await foot.getByRole('button', { name: 'Retry' }).click()
    const countEnds = () => scrollToEnd(journey).then(() => modal.getByText('End of activity').count())
    await expect.poll(countEnds, { timeout: ANSWERED }).toBe(1)
    expect(await countActivity(journey)).toBeGreaterThan(known)
  }
  api.mend()
}

/** Ten minutes later all three are broken: the last data stays, with its age. */
async function loseWhatIsKnown({ kind, journey, api }: Visit): Promise<void> {
  const { modal } = journey
  const known = await countActivity(journey)
  await journey.showTab('Tokens')
  const tokens = await readTokens(journey)
  api.break('identity', 'history', 'older', 'balance')
  await comeBackLater(journey, MINUTES_10)
  await journey.open()
  if (kind === 'endless') {
    await expectAllFresh(journey)
  } else {
    const banner = modal.locator('.banner', { hasText: 'Couldn’t update your balance' })
    await expectReason(banner, reasons[kind])
    // The data is older than those ten minutes: how much depends on the machine.
    await modal.getByText(/As of 1\d min ago/).waitFor()
    // When it is tried again is counted down; no button can hurry it.
    await modal
      .locator('.banner')
      .getByText(/^(Next try in \d+ s|Trying now)$/)
      .waitFor()
    expect(await modal.locator('.banner').getByRole('button').count()).toBe(0)
    expect(await readTokens(journey)).toEqual(tokens)
    await modal.getByText('mara.driftwood.example').waitFor()
    await journey.showTab('Activity')
    await modal.locator('.snack').getByText('Failed to fetch transactions').waitFor()
    await scrollToEnd(journey)
    await modal.locator('.foot').getByRole('alert').waitFor({ timeout: ANSWERED })
    await expectSane(journey)
  }
  expect(await countActivity(journey)).toBe(known)
  api.mend()
  await comeBackLater(journey, 31_000)
  await journey.open()
  await expectAllFresh(journey)
}

async function connect(journey: Journey): Promise<void> {
  const { modal } = journey
  await journey.open()
  await journey.getWallet('Harbor').click()
  await modal.waitFor({ state: 'hidden' })
  await journey.open()
}

async function disconnect({ modal }: Journey): Promise<void> {
  await modal.getByRole('button', { name: 'Account settings' }).click()
  await modal.getByRole('button', { name: 'Disconnect' }).click()
  await modal.waitFor({ state: 'hidden' })
}

/** By hand, unless the retry that comes by itself was faster. */
async function retry({ modal }: Journey): Promise<void> {
  const button = modal.getByRole('tabpanel').getByRole('button', { name: 'Try again' })
  const row = modal.locator(':is(.row.asset, .row.entry):not(.skeleton-row, .waiting)').first()
  await button.or(row).first().waitFor()
  // To its end: while one click is on its way, the driver swallows all others.
  await button.click({ timeout: 2_000 }).catch(() => {})
}

async function expectFailure(journey: Journey, title: string, reason: RegExp): Promise<void> {
  const notice = journey.modal.getByRole('tabpanel').getByRole('alert').filter({ hasText: title })
  await expectReason(notice, reason)
  await expectSane(journey)
}

/**
 * On a busy machine the modal may not read an answer in time: it says so, and reads the answer when it asks again. No other
 * reason may stand there before.
 */
async function expectReason(notice: Locator, reason: RegExp, askAgain?: () => Promise<void>): Promise<void> {
  await notice.waitFor({ timeout: ANSWERED })
  let text = ''
  const isSaid = async () => {
    // The notice leaves for a moment while the modal asks again.
    text = await notice.innerText({ timeout: 1_000 }).catch(() => '')
    if (reason.test(text)) return true
    if (reasons.slow.test(text)) await askAgain?.()
    return text !== '' && !reasons.slow.test(text)
  }
  await expect.poll(isSaid, { timeout: ANSWERED }).toBe(true)
  expect(text).toMatch(reason)
}

/** Nothing that only a program would say, and nothing that a failed call cannot know. */
async function expectSane({ modal }: Journey): Promise<void> {
  const text = await modal.innerText()
  expect(text).not.toMatch(/undefined|NaN|\[object|No tokens yet|No activity yet|not served/)
}

async function expectAllFresh(journey: Journey): Promise<void> {
  const { modal } = journey
  await modal.getByText(/^Updated /).waitFor({ timeout: ANSWERED })
  await modal.getByTitle(/^\d+\.\d+\u00a0ETH$/).waitFor()
  await modal.getByText('mara.driftwood.example').waitFor()
  await expectSane(journey)
}

function activity({ modal }: Journey) {
  return modal.getByRole('list', { name: 'Activity' }).locator('button.row')
}

async function countActivity(journey: Journey): Promise<number> {
  await journey.showTab('Activity')
  await activity(journey).first().waitFor()
  const rows = journey.modal.getByRole('list', { name: 'Activity' }).getByRole('listitem')
  return Number(await rows.first().getAttribute('aria-setsize'))
}

async function scrollToEnd({ modal }: Journey): Promise<void> {
  await modal.locator('.scroll').evaluate((element) => (element.scrollTop = element.scrollHeight))
}

function shortAddress(): string {
  const { mara } = world.sandbox.accounts
  return `${mara.slice(0, 6)}…${mara.slice(-4)}`
}
