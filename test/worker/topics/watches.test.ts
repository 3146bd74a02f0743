import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Identity } from '../../../src/core/assets/identity.ts'
import type { PortfolioHead } from '../../../src/core/assets/portfolio.ts'
import type { SupportedNetworks } from '../../../src/core/contract/protocol.ts'
import { NETWORKS_EXTRA, ATTEMPT_LIMIT } from '../../../src/core/contract/time-limits.ts'
import { createMemoryStore } from '../../../worker/store/memory-store.ts'
import { bodies } from '../bodies.ts'
import { createTab, type Watched } from '../create-tab.ts'
import {
  ACCOUNT,
  ADDRESS,
  balancesOf,
  createFakeApi,
  json,
  networks,
  OTHER_ACCOUNT,
  OTHER_ADDRESS,
} from '../fake-api.ts'
import { createFakeClock, settle, START } from '../fake-clock.ts'
import { remove } from '../store/store-conformance.ts'
import { propertyRuns } from '../../property-runs.ts'

const runs = propertyRuns(60)
const params = { account: ACCOUNT }
/** When an attempt that had to wait for the list of networks is told to end. */
const COLD_LIMIT = ATTEMPT_LIMIT + NETWORKS_EXTRA
/** The client does not repeat it, so that each attempt is one request. */
const refused = () => new Response('', { status: 400 })
const down = () => new Response('', { status: 500 })
const data = (watched: Watched) => watched.last?.data as PortfolioHead | undefined
const states = ({ snapshots }: Watched) => snapshots.map(({ status }) => status)

describe('watched topics', () => {
  test('start with "loading", and then show the API’s answer', async () => {
    const tab = createTab()
    const watched = tab.watch('portfolio', params)
    await tab.clock.advance(0)
    expect(states(watched)).toEqual(['loading', 'fresh'])
    expect(watched.last).toMatchObject({ fetchedAt: START, data: { total: 3 } })
  })

  test('[G13] show known data at once: fresh within the stale time, stale after it, or cached by an earlier worker', async () => {
    const tab = createTab()
    tab.watch('portfolio', params).stop()
    const first = tab.watch('portfolio', params)
    await tab.clock.advance(10_000)
    first.stop()
    const second = tab.watch('portfolio', params)
    await tab.clock.advance(0)
    expect(states(second)).toEqual(['fresh'])
    second.stop()
    await tab.clock.advance(100_000)
    const third = tab.watch('portfolio', params)
    await tab.clock.advance(0)
    expect(states(third)).toEqual(['stale', 'fresh'])
    expect(third.snapshots[0]).toMatchObject({ fetchedAt: START, data: { total: 3 } })
    third.stop()
    await tab.clock.advance(100_000)
    const next = createTab({ clock: tab.clock, store: tab.store })
    const fourth = next.watch('portfolio', params)
    await tab.clock.advance(0)
    expect(states(fourth)).toEqual(['cached', 'fresh'])
    expect(fourth.snapshots[0]).toMatchObject({ fetchedAt: START + 110_000, data: { total: 3 } })
  })

  test('show the stored portfolio with its age when a new worker starts offline', async () => {
    const clock = createFakeClock()
    const store = createMemoryStore()
    const before = createTab({ clock, store })
    const seen = before.watch('portfolio', params)
    await clock.advance(0)
    await before.topics.page('portfolio', params, 0)
    await clock.advance(60_000)
    seen.stop()
    await clock.advance(31_000)
    const api = createFakeApi()
    for (const call of ['/balance', '/v1/']) api.answer(call, () => Promise.reject(new TypeError('offline')))
    const after = createTab({ clock, store, api })
    const watched = after.watch('portfolio', params)
    await clock.advance(16_000)
    expect([...new Set(states(watched))]).toEqual(['cached', 'failed'])
    expect(data(watched)).toMatchObject({ total: 3, value: data(seen)!.value })
    expect(watched.last?.fetchedAt).toBe(START + 60_000)
    const page = await after.topics.page('portfolio', params, 0)
    expect(page.rows).toHaveLength(3)
  })

  test('share one source and one request if two watches are for the same topic', async () => {
    const tab = createTab()
    const watched = [tab.watch('portfolio', params), tab.watch('portfolio', params)]
    await tab.clock.advance(0)
    expect(tab.api.count('/balance')).toBe(1)
    expect(data(watched[0]!)).toBe(data(watched[1]!))
    watched[0]!.stop()
    await tab.clock.advance(30_000)
    expect(watched[0]!.snapshots).toHaveLength(2)
    expect(watched[1]!.snapshots).toHaveLength(3)
  })

  test('are requested again if the clock was set back and their stored data is dated in the future', async () => {
    const store = createMemoryStore()
    const future = createTab({ store, clock: createFakeClock(START + 86_400_000) })
    future.watch('portfolio', params)
    await future.clock.advance(0)
    const tab = createTab({ store })
    const watched = tab.watch('portfolio', params)
    await tab.clock.advance(0)
    expect(tab.api.count('/balance')).toBe(1)
    expect(watched.last).toMatchObject({ status: 'fresh', fetchedAt: START })
  })
})

describe('requests for watched topics', () => {
  test('[A191] are sent for the portfolio when its stale time of 30 s ends', async () => {
    const tab = createTab()
    tab.watch('portfolio', params)
    await tab.clock.advance(29_000)
    expect(tab.api.count('/balance')).toBe(1)
    await tab.clock.advance(2_000)
    expect(tab.api.count('/balance')).toBe(2)
  })

  test('[A192] are sent for the identity when its stale time of 5 minutes ends', async () => {
    const tab = createTab()
    tab.watch('identity', params)
    await tab.clock.advance(299_000)
    expect(tab.api.count('/identity')).toBe(1)
    await tab.clock.advance(2_000)
    expect(tab.api.count('/identity')).toBe(2)
  })

  test('[A191] [A192] are not sent within the stale time even if a second watch of the topic starts', async () => {
    const tab = createTab()
    for (const [topic, path, staleTime] of [
      ['portfolio', '/balance', 30_000],
      ['identity', '/identity', 300_000],
    ] as const) {
      const first = tab.watch(topic, params)
      await tab.clock.advance(0)
      first.stop()
      await tab.clock.advance(staleTime - 1_000)
      tab.watch(topic, params).stop()
      const second = tab.watch(topic, params)
      await tab.clock.advance(0)
      expect(tab.api.count(path)).toBe(1)
      second.stop()
      await tab.clock.advance(2_000)
      tab.watch(topic, params)
      await tab.clock.advance(0)
      expect(tab.api.count(path)).toBe(2)
    }
  })

  test('stop, together with all timers, when no topic is watched', async () => {
    const tab = createTab()
    const watched = [tab.watch('portfolio', params), tab.watch('identity', params), tab.watch('networks')]
    await tab.clock.advance(0)
    for (const one of watched) one.stop()
    const before = tab.api.requests.length
    await tab.clock.advance(600_000)
    expect(tab.api.requests).toHaveLength(before)
    expect(tab.clock.pending).toBe(0)
  })

  test('stop on a hidden page, and are sent for stale data as soon as the page becomes visible', async () => {
    const tab = createTab()
    const watched = tab.watch('portfolio', params)
    await tab.clock.advance(0)
    tab.topics.setVisible(false)
    await tab.clock.advance(600_000)
    expect(tab.api.count('/balance')).toBe(1)
    const other = tab.watch('portfolio', params)
    await tab.clock.advance(0)
    expect(states(other)).toEqual(['stale'])
    tab.topics.setVisible(true)
    await tab.clock.advance(0)
    expect(tab.api.count('/balance')).toBe(2)
    expect(states(watched)).toEqual(['loading', 'fresh', 'stale', 'fresh'])
  })

  test('are sent once for each stale time while the modal is open for ten minutes', async () => {
    const tab = createTab()
    tab.watch('portfolio', params)
    tab.watch('identity', params)
    await tab.clock.advance(599_000)
    expect(tab.api.count('/balance')).toBe(20)
    expect(tab.api.count('/identity')).toBe(2)
    expect(tab.api.count('/supported-chains')).toBe(1)
  })

  test('are aborted when the last watch of their topic stops', async () => {
    const tab = createTab()
    let stopped = false
    tab.api.answer('/balance', (_, signal) => {
      signal.addEventListener('abort', () => (stopped = true))
      return new Promise(() => {})
    })
    const watched = tab.watch('portfolio', params)
    await tab.clock.advance(10)
    watched.stop()
    await tab.clock.advance(0)
    expect(stopped).toBe(true)
    tab.api.answer('/balance', undefined)
    const again = tab.watch('portfolio', params)
    await tab.clock.advance(0)
    expect(again.last?.status).toBe('fresh')
  })

  test('are sent by a refresh even if the data is fresh, but only once for two refreshes at the same time', async () => {
    const clock = createFakeClock()
    const tab = createTab({ clock, api: createFakeApi(clock, () => 100) })
    tab.watch('portfolio', params)
    await clock.advance(150)
    expect(tab.api.count('/balance')).toBe(1)
    const refreshed = Promise.all([
      tab.topics.refresh('portfolio', params),
      tab.topics.refresh('portfolio', params),
    ])
    await clock.advance(300)
    await refreshed
    expect(tab.api.requests.filter(({ searchParams }) => searchParams.has('forceUpdate'))).toHaveLength(1)
    expect(tab.api.count('/balance')).toBe(2)
  })
})

describe('a watched topic whose request failed', () => {
  test('[A163] [T6] keeps the last balances with their age, and shows the error and the time of the next attempt', async () => {
    const tab = createTab()
    const watched = tab.watch('portfolio', params)
    await tab.clock.advance(0)
    tab.api.answer('/balance', down)
    await tab.clock.advance(30_000)
    expect(watched.last).toMatchObject({
      status: 'failed',
      fetchedAt: START,
      data: { total: 3, value: 11_504.24 },
      error: {
        code: 'balance_unavailable',
        message: 'Token Balance Unavailable',
        context: { status: 500, since: START + 30_000, retryAt: START + 60_000 },
      },
    })
    expect((await tab.topics.page('portfolio', params, 0)).rows).toHaveLength(3)
  })

  test('[F1] [T6] keeps the last balances and shows an error when no item of the answer is readable', async () => {
    const tab = createTab()
    const watched = tab.watch('portfolio', params)
    await tab.clock.advance(0)
    tab.api.answer('/balance', () => json({ balances: [{ name: 1 }, null] }))
    await tab.clock.advance(30_000)
    expect(watched.last).toMatchObject({
      status: 'failed',
      data: { total: 3 },
      error: { code: 'balance_unavailable', context: { reason: 'bad_envelope', dropped: 2 } },
    })
  })

  test('[A163] has no data, instead of an empty list, when no data was stored', async () => {
    const tab = createTab()
    tab.api.answer('/balance', down)
    const watched = tab.watch('portfolio', params)
    await tab.clock.advance(0)
    expect(watched.last).toMatchObject({ status: 'failed', data: undefined, fetchedAt: undefined })
  })

  test('[A110] [S6] is requested every 30 s while it is watched, if the topic shows the balance', async () => {
    const tab = createTab()
    tab.api.answer('/balance', down)
    const watched = tab.watch('portfolio', params)
    await tab.clock.advance(0)
    for (let asked = 1; asked < 5; asked += 1) {
      const end = tab.clock.now() + 30_000
      expect(watched.last?.error?.context).toMatchObject({ since: START, retryAt: end, pauseEnd: end })
      await tab.clock.advance(29_999)
      expect(tab.api.count('/balance')).toBe(asked)
      await tab.clock.advance(1)
      expect(tab.api.count('/balance')).toBe(asked + 1)
    }
    watched.stop()
    await tab.clock.advance(600_000)
    expect(tab.api.count('/balance')).toBe(5)
  })

  test('[A110] [S6] ends the 30 s pause of the balance when a request succeeds, and starts a new pause when a later request fails', async () => {
    const tab = createTab()
    tab.api.answer('/balance', down)
    const watched = tab.watch('portfolio', params)
    await tab.clock.advance(29_000)
    tab.api.answer('/balance', undefined)
    await tab.clock.advance(1_000)
    expect(watched.last).toMatchObject({ status: 'fresh', fetchedAt: START + 30_000 })
    expect(watched.last).not.toHaveProperty('error')
    tab.api.answer('/balance', down)
    await tab.clock.advance(30_000)
    const at = START + 60_000
    expect(watched.last?.error?.context).toMatchObject({ since: at, retryAt: at + 30_000 })
  })

  test('[A81] [A110] [S6] does not refresh the balance before the 30 s pause ends, even if the person asks for a refresh', async () => {
    const tab = createTab()
    const watched = tab.watch('portfolio', params)
    await tab.clock.advance(0)
    tab.api.answer('/balance', down)
    await tab.clock.advance(30_000)
    await tab.clock.advance(10_000)
    await tab.topics.refresh('portfolio', params)
    await tab.topics.refresh('portfolio', params)
    expect(tab.api.count('/balance')).toBe(2)
    expect(watched.last).toMatchObject({ status: 'failed', data: { total: 3 }, fetchedAt: START })
    // Still down: the wish is kept until it is answered.
    await tab.clock.advance(20_000)
    expect(tab.api.count('/balance')).toBe(3)
    tab.api.answer('/balance', undefined)
    await tab.clock.advance(30_000)
    expect(watched.last?.status).toBe('fresh')
    await tab.clock.advance(30_000)
    const forced = tab.api.requests.filter(({ pathname }) => pathname.endsWith('/balance'))
    expect(forced.map(({ searchParams }) => searchParams.has('forceUpdate'))).toEqual([
      false,
      false,
      true,
      true,
      false,
    ])
  })

  test('[A110] [S6] keeps the 30 s pause of the balance across a reload and for a new watch', async () => {
    const clock = createFakeClock()
    const store = createMemoryStore()
    const tab = createTab({ clock, store })
    tab.api.answer('/balance', down)
    const first = tab.watch('portfolio', params)
    await clock.advance(10_000)
    first.stop()
    const again = tab.watch('portfolio', params)
    await clock.advance(5_000)
    again.stop()
    expect(tab.api.count('/balance')).toBe(1)
    const next = createTab({ clock, store })
    const other = next.watch('portfolio', params)
    await clock.advance(14_999)
    expect(next.api.count('/balance')).toBe(0)
    expect(other.last).toMatchObject({ status: 'failed', error: { context: { retryAt: START + 30_000 } } })
    await clock.advance(1)
    expect(other.last?.status).toBe('fresh')
  })

  test('[S6] requests the balance at once when a new watch starts after the 30 s pause', async () => {
    const clock = createFakeClock()
    const store = createMemoryStore()
    const tab = createTab({ clock, store })
    tab.api.answer('/balance', down)
    const first = tab.watch('portfolio', params)
    await clock.advance(1_000)
    first.stop()
    await clock.advance(40_000)
    const next = createTab({ clock, store })
    const other = next.watch('portfolio', params)
    await clock.advance(0)
    expect(other.last?.status).toBe('fresh')
  })

  test('[A110] [S6] is requested at once when the browser comes back online', async () => {
    const tab = createTab()
    tab.api.answer('/balance', down)
    tab.api.answer('/history', refused)
    const watched = [tab.watch('portfolio', params), tab.watch('activity', params)]
    await tab.clock.advance(8_000)
    const asked = () => [tab.api.count('/balance'), tab.api.count('/history')]
    expect(asked()).toEqual([1, 4])
    tab.topics.onOnline()
    await tab.clock.advance(0)
    expect(asked()).toEqual([2, 5])
    // Still down: a new pause begins, however often the browser says so from now on.
    await tab.clock.advance(20_000)
    expect(tab.api.count('/balance')).toBe(2)
    for (const call of ['/balance', '/history'] as const) tab.api.answer(call, undefined)
    tab.topics.onOnline()
    await tab.clock.advance(0)
    for (const one of watched) expect(one.last?.status).toBe('fresh')
  })

  test('[S6] is requested at once by a new watch if the browser came back online after the previous watch stopped', async () => {
    const tab = createTab()
    tab.api.answer('/balance', down)
    const first = tab.watch('portfolio', params)
    await tab.clock.advance(1_000)
    first.stop()
    tab.topics.onOnline()
    tab.api.answer('/balance', undefined)
    await tab.clock.advance(1_000)
    expect(tab.api.count('/balance')).toBe(1)
    const again = tab.watch('portfolio', params)
    await tab.clock.advance(0)
    expect(again.last?.status).toBe('fresh')
  })

  test('[F7] [S6] keeps the pause of a Retry-After even when the browser comes back online', async () => {
    const tab = createTab()
    tab.api.answer('/balance', () => new Response('', { status: 429, headers: { 'retry-after': '60' } }))
    const watched = tab.watch('portfolio', params)
    await tab.clock.advance(5_000)
    tab.topics.onOnline()
    await tab.clock.advance(54_999)
    expect(tab.api.count('/balance')).toBe(1)
    expect(watched.last?.error?.context).toMatchObject({ retryAt: START + 60_000, pauseEnd: START + 60_000 })
    await tab.clock.advance(1)
    expect(tab.api.count('/balance')).toBe(2)
  })

  test('[F9] [S6] starts no pause of the balance when only the request for the list of networks failed', async () => {
    const tab = createTab()
    tab.api.answer('/supported-chains', down)
    const watched = tab.watch('portfolio', params)
    await tab.clock.advance(3_500)
    expect(watched.last?.error?.code).toBe('networks_unknown')
    tab.api.answer('/supported-chains', undefined)
    await tab.clock.advance(5_000)
    expect(watched.last?.status).toBe('fresh')
  })

  test('[G46] is retried after 1, 2, 4, 8, 16 and 30 s while it is watched', async () => {
    const tab = createTab()
    tab.api.answer('/history', refused)
    const watched = tab.watch('activity', params)
    await tab.clock.advance(0)
    let asked = 1
    for (const pause of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
      expect(watched.last?.error?.context).toMatchObject({ since: START, retryAt: tab.clock.now() + pause })
      await tab.clock.advance(pause - 1)
      expect(tab.api.count('/history')).toBe(asked)
      await tab.clock.advance(1)
      expect(tab.api.count('/history')).toBe((asked += 1))
    }
    watched.stop()
    await tab.clock.advance(600_000)
    expect(tab.api.count('/history')).toBe(asked)
  })

  test('[G46] is retried after 1 s if this is the first failure since a success', async () => {
    const tab = createTab()
    tab.api.answer('/history', refused)
    const watched = tab.watch('activity', params)
    await tab.clock.advance(3_000)
    tab.api.answer('/history', undefined)
    await tab.clock.advance(4_000)
    expect(watched.last).toMatchObject({ status: 'fresh', fetchedAt: START + 7_000 })
    expect(watched.last).not.toHaveProperty('error')
    tab.api.answer('/history', refused)
    await tab.clock.advance(30_000)
    const at = START + 37_000
    expect(watched.last?.error?.context).toMatchObject({ since: at, retryAt: at + 1_000 })
  })

  test('[G46] can be refreshed at any time unless it shows the balance, and keeps the time of the first failure', async () => {
    const tab = createTab()
    tab.api.answer('/history', refused)
    const watched = tab.watch('activity', params)
    await tab.clock.advance(20_000)
    expect(tab.api.count('/history')).toBe(5)
    await tab.topics.refresh('activity', params)
    expect(tab.api.count('/history')).toBe(6)
    expect(watched.last).toMatchObject({ status: 'failed', error: { context: { since: START } } })
  })

  test('[G46] [F7] keeps the pause of a Retry-After in spite of a refresh or a reload', async () => {
    const clock = createFakeClock()
    const store = createMemoryStore()
    const tab = createTab({ clock, store })
    tab.api.answer('/balance', () => new Response('', { status: 429, headers: { 'retry-after': '60' } }))
    const first = tab.watch('portfolio', params)
    await clock.advance(0)
    first.stop()
    const next = createTab({ clock, store })
    const other = next.watch('portfolio', params)
    await clock.advance(59_000)
    await next.topics.refresh('portfolio', params)
    expect(next.api.count('/balance')).toBe(0)
    expect(other.last).toMatchObject({
      status: 'failed',
      error: { context: { retryAt: START + 60_000, pauseEnd: START + 60_000 } },
    })
    await clock.advance(2_000)
    expect(next.api.count('/balance')).toBe(1)
    expect(other.last?.status).toBe('fresh')
  })

  test('[G46] is requested at once by a new watch after a reload, even soon after the failure', async () => {
    const clock = createFakeClock()
    const store = createMemoryStore()
    const tab = createTab({ clock, store })
    tab.api.answer('/history', refused)
    const first = tab.watch('activity', params)
    await clock.advance(20_000)
    first.stop()
    const next = createTab({ clock, store })
    const other = next.watch('activity', params)
    await clock.advance(0)
    expect(other.last?.status).toBe('fresh')
  })

  test('[G46] is not retried when its network is unsupported', async () => {
    const tab = createTab()
    const watched = tab.watch('portfolio', { account: `eip155:999:${ADDRESS}` })
    await tab.clock.advance(29_000)
    expect(watched.snapshots.filter(({ status }) => status === 'failed')).toHaveLength(1)
  })

  test('[A158] [A162] is empty and has an error when its network is unsupported, and no balance is requested', async () => {
    const tab = createTab()
    const account = `eip155:999:${ADDRESS}`
    const portfolio = tab.watch('portfolio', { account })
    const identity = tab.watch('identity', { account })
    await tab.clock.advance(0)
    expect(portfolio.last).toMatchObject({
      status: 'failed',
      data: { total: 0, value: undefined, native: undefined },
      error: { code: 'network_unsupported', message: 'Token Balance Unavailable' },
    })
    expect(identity.last).toMatchObject({ status: 'fresh', data: { unusualName: false } })
    expect(tab.api.requests.map(({ pathname }) => pathname)).toEqual(['/v1/supported-chains'])
  })

  test('[A162] [T6] keeps the last balances with their age when their network is no longer supported', async () => {
    const clock = createFakeClock()
    const store = createMemoryStore()
    const tab = createTab({ clock, store })
    const first = tab.watch('portfolio', params)
    await clock.advance(0)
    first.stop()
    await remove(store, 'networks')
    const api = createFakeApi()
    api.answer('/supported-chains', () => json({ http: ['eip155:10'], ws: [] }))
    await clock.advance(25_000)
    const next = createTab({ clock, store, api })
    const watched = next.watch('portfolio', params)
    await clock.advance(6_000)
    expect(watched.last).toMatchObject({
      status: 'failed',
      data: { total: 3 },
      fetchedAt: START,
      error: { code: 'network_unsupported' },
    })
  })
})

describe('the list of supported networks', () => {
  test('[A131] is read from the API', async () => {
    const tab = createTab()
    const watched = tab.watch('networks')
    await tab.clock.advance(0)
    expect(watched.last).toMatchObject({ status: 'fresh', data: networks })
    expect(tab.api.requests[0]?.pathname).toBe('/v1/supported-chains')
  })

  test('[A131] [F1] leaves out invalid entries', async () => {
    const tab = createTab()
    tab.api.answer('/supported', () =>
      json({ http: ['eip155:1', 7, null, 'x', 'a:b:c', '__proto__:1'], ws: 'x' }),
    )
    const watched = tab.watch('networks')
    await tab.clock.advance(0)
    expect(watched.last?.data as SupportedNetworks).toEqual({ http: ['eip155:1'], ws: [] })
  })

  test.each([
    ['status 500', down],
    ['an empty object', () => json({})],
    ['an empty list', () => json({ http: [], ws: [] })],
    ['no answer', () => new Promise<Response>(() => {})],
  ])(
    '[F9] [A131] is unknown after %s, and the topics then fail instead of being shown as empty or unsupported',
    async (_, answer) => {
      const tab = createTab()
      tab.api.answer('/supported-chains', answer)
      const watched = [tab.watch('networks'), tab.watch('portfolio', params), tab.watch('identity', params)]
      // Whatever was asked has failed, and is not being tried again just now.
      await tab.clock.advance(10_500)
      for (const one of watched) {
        expect(one.last).toMatchObject({ status: 'failed', error: { code: 'networks_unknown' } })
      }
      expect(data(watched[1]!)).toBeUndefined()
      expect(tab.api.count('/balance')).toBe(0)
      // A person's retry really asks again.
      tab.api.answer('/supported-chains', undefined)
      const refreshed = tab.topics.refresh('portfolio', params)
      await tab.clock.advance(0)
      await refreshed
      expect(watched[1]!.last?.status).toBe('fresh')
    },
  )

  test('[F9] lets all waiting topics load as soon as the list arrives and the page is visible', async () => {
    const tab = createTab()
    tab.api.answer('/supported-chains', down)
    const watched = [tab.watch('portfolio', params), tab.watch('identity', params)]
    await tab.clock.advance(15_000)
    for (const one of watched) expect(one.last?.error?.code).toBe('networks_unknown')
    const hidden = tab.watch('activity', params)
    await tab.clock.advance(3_000)
    tab.topics.setVisible(false)
    tab.api.answer('/supported-chains', undefined)
    await tab.topics.refresh('networks', {})
    await tab.clock.advance(0)
    expect(tab.api.count('/balance')).toBe(0)
    tab.topics.setVisible(true)
    await tab.clock.advance(0)
    for (const one of [...watched, hidden]) expect(one.last?.status).toBe('fresh')
  })

  test.each([
    ['hangs', () => new Promise<Response>(() => {})],
    [
      'is answered with a Retry-After of 12 s',
      () => new Response('', { status: 429, headers: { 'retry-after': '12' } }),
    ],
    ['fails', down],
  ])(
    '[G11] is used at once even if it is 25 hours old and the request for a new list %s',
    async (_, answer) => {
      const tab = createTab()
      const first = tab.watch('networks')
      await tab.clock.advance(0)
      first.stop()
      await tab.clock.advance(25 * 3_600_000)
      tab.api.answer('/supported-chains', answer)
      const watched = [tab.watch('portfolio', params), tab.watch('identity', params)]
      await tab.clock.advance(10)
      for (const one of watched) expect(one.last?.status).toBe('fresh')
      // And refreshed beside.
      expect(tab.api.count('/supported-chains')).toBe(2)
    },
  )

  test('[F9] is used even if it is two days old and the request for a new list fails', async () => {
    const tab = createTab()
    const first = tab.watch('portfolio', params)
    await tab.clock.advance(0)
    first.stop()
    await tab.clock.advance(2 * 86_400_000)
    tab.api.answer('/supported-chains', down)
    const watched = tab.watch('portfolio', params)
    await tab.clock.advance(15_000)
    expect(watched.last?.status).toBe('fresh')
  })
})

describe('a cold start on a slow network', () => {
  const hang = () => new Promise<Response>(() => {})
  const topics = [
    ['portfolio', '/balance'],
    ['identity', '/identity'],
    ['activity', '/history'],
  ] as const
  const cases = topics.flatMap(([topic, path]) =>
    (
      [
        ['hangs', undefined, 15_000],
        ['arrives after 4 s', 4_000, 15_000],
        // A healthy API that takes that long for each answer has both in 20 s ([G2]), and looks the same until then.
        // The views end their own spinners after 15 s (test/ui).
        ['arrives after 8 s', 8_000, COLD_LIMIT],
        ['arrives after 9.9 s', 9_900, COLD_LIMIT],
        ['arrives with the second request, after 12.5 s', 12_500, 15_000],
      ] as const
    ).map(([name, at, limit]) => [topic, path, name, at, limit] as const),
  )

  test.each(cases)(
    '[F7] makes the topic %s fail within the time limit, without a return to loading, when %s hangs and the list of networks %s',
    async (topic, path, _, at, limit) => {
      const tab = createTab()
      let asked = 0
      const slow = (ms: number, answer: () => Response) =>
        new Promise<Response>((resolve) => tab.clock.after(ms, () => resolve(answer())))
      tab.api.answer('/supported-chains', () => {
        if (at === undefined) return hang()
        if (at <= 10_000) return slow(at, () => json(networks))
        return (asked += 1) === 1 ? slow(3_000, down) : slow(at - 3_500, () => json(networks))
      })
      tab.api.answer(path, hang)
      const watched = tab.watch(topic, params)
      await tab.clock.advance(limit)
      expect(watched.last?.status).toBe('failed')
      await tab.clock.advance(60_000)
      expect(states(watched).filter((status) => status === 'loading')).toHaveLength(1)
    },
  )

  test('[F9] [F7] recovers without a refresh when the list of networks arrives after the wait for the list has timed out', async () => {
    const tab = createTab()
    let asked = 0
    tab.api.answer(
      '/supported-chains',
      () =>
        new Promise((resolve) => {
          if ((asked += 1) === 1) tab.clock.after(3_000, () => resolve(down()))
          else if (asked === 2) tab.clock.after(8_000, () => resolve(json(networks)))
        }),
    )
    tab.api.answer(
      '/balance',
      (url) =>
        new Promise((resolve) =>
          tab.clock.after(8_000, () => resolve(json(balancesOf(url.pathname.split('/')[3]!)))),
        ),
    )
    const watched = tab.watch('portfolio', params)
    await tab.clock.advance(10_500)
    expect(watched.last?.error?.code).toBe('networks_unknown')
    await tab.clock.advance(9_500)
    expect(watched.last?.status).toBe('fresh')
    expect(asked).toBe(2)
  })
})

describe('the identity of an address', () => {
  const identity = (watched: Watched) => watched.last?.data as Identity

  test('[A132] is requested with the sender, and has a name, a picture and a checksummed address', async () => {
    const tab = createTab()
    const watched = tab.watch('identity', { account: `eip155:1:${OTHER_ADDRESS}` })
    await tab.clock.advance(0)
    const request = tab.api.requests.at(-1)!
    expect(request.pathname).toBe(`/v1/identity/${OTHER_ADDRESS}`)
    expect(request.searchParams.get('sender')).toBe(OTHER_ADDRESS)
    expect(identity(watched)).toEqual({
      address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      name: 'n1beaed.eth',
      avatarUrl: 'https://pictures.example/a.png',
      unusualName: false,
    })
  })

  test('[A132] has no name and no picture when the API answers null', async () => {
    const tab = createTab()
    tab.api.answer('/identity', () => json({ name: null, avatar: null }))
    const watched = tab.watch('identity', params)
    await tab.clock.advance(0)
    expect(identity(watched)).toEqual({
      address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
      unusualName: false,
    })
  })

  test.each([
    ['vitalik.eth', true],
    ['a-b.c1.eth', true],
    ['Vitalik.eth', false],
    ['vіtalik.eth', false],
    ['xn--vtalik-8cf.eth', false],
    ['a\u200bb.eth', false],
    ['x'.repeat(300), false],
  ])('[A132] has a name only if the API’s name is in normal form: %s (shown: %s)', async (name, shown) => {
    // As ENSIP-15 has it for these names.
    const normalizeName = (text: string) => {
      if (/[^\x20-\x7e]|--/.test(text)) throw new Error('not a name')
      return text.toLowerCase()
    }
    const load = async <M>() => ({ normalizeName }) as M
    const tab = createTab({ load })
    tab.api.answer('/identity', () => json({ name }))
    const watched = tab.watch('identity', params)
    await tab.clock.advance(0)
    expect(identity(watched).name).toBe(shown ? name : undefined)
    expect(identity(watched).unusualName).toBe(!shown)
  })

  test('[A132] has a picture only if the URL of the picture is https', async () => {
    const tab = createTab()
    tab.api.answer('/identity', () => json({ name: 'a.eth', avatar: 'javascript:alert(1)' }))
    const watched = tab.watch('identity', params)
    await tab.clock.advance(0)
    expect(identity(watched)).not.toHaveProperty('avatarUrl')
  })

  test('[F1] has an error and shows the address when the API’s answer is malformed', async () => {
    for (const body of [[], 'x', 5, { name: 5 }, { avatar: {} }]) {
      const tab = createTab()
      tab.api.answer('/identity', () => json(body))
      const watched = tab.watch('identity', params)
      await tab.clock.advance(0)
      expect(watched.last).toMatchObject({
        status: 'failed',
        error: { code: 'bad_envelope' },
        data: { address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045' },
      })
    }
  })

  test('consists of the address only, without a request, outside the EVM namespace', async () => {
    const tab = createTab()
    const account = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'
    const watched = tab.watch('identity', { account })
    await tab.clock.advance(0)
    expect(identity(watched)).toEqual({ address: account.split(':')[2], unusualName: false })
    expect(tab.api.requests).toEqual([])
  })
})

describe('invalid accounts', () => {
  test.each([undefined, null, {}, { account: '' }])(
    '[A165] are refused for the activity if the account is missing: %j',
    (input) => {
      const tab = createTab()
      for (const ask of [
        () => tab.watch('activity', input as never),
        () => tab.topics.watch(1, 'activity', input, { snapshot() {}, event() {} }),
      ]) {
        expect(ask).toThrowError(
          expect.objectContaining({
            code: 'history_no_account',
            message: "Transactions can't be fetched without an accountAddress",
          }),
        )
      }
    },
  )

  test.each([
    '',
    'x',
    'eip155::1:0xabc',
    'constructor:1:0xabc',
    'eip155:1:0x12',
    'solana:main:7S3P',
    // Bitcoin's: base58 of the same length, and of 25 bytes.
    'solana:main:1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
    `eip155:1:${ADDRESS}/..`,
    5,
  ])('[F6] [T10] are refused before any request: %j', (account) => {
    const tab = createTab()
    expect(() => tab.watch('portfolio', { account })).toThrowError(
      expect.objectContaining({ code: 'bad_account' }),
    )
    expect(tab.api.requests).toEqual([])
  })

  test('[F6] are refused if they contain hostile text (500 samples), or stay within one segment of the request’s path', async () => {
    const names = propertyRuns(500)
    const tab = createTab()
    tab.api.answer('/supported-chains', () => json({ http: ['bip122:main'] }))
    const text = fc.oneof(
      fc
        .array(fc.constantFrom('../', '?', '#', '%2f', '//host', '..', '\\', 'a'), { minLength: 1 })
        .map((all) => all.join('')),
      fc.string({ unit: 'grapheme', minLength: 1 }),
    )
    await fc.assert(
      fc.asyncProperty(text, async (name) => {
        let watched: Watched
        try {
          watched = tab.watch('portfolio', { account: `bip122:main:${name}` })
        } catch (error) {
          expect(error).toMatchObject({ code: 'bad_account' })
          return
        }
        await settle(2)
        watched.stop()
      }),
      { numRuns: names },
    )
    await tab.clock.advance(0)
    for (const { origin, pathname } of tab.api.requests) {
      expect(origin).toBe('https://api.example')
      expect(pathname).toMatch(/^\/v1\/(supported-chains|account\/[^/]+\/balance)$/)
    }
    expect(tab.api.count('/balance')).toBeGreaterThan(names / 5)
  })
})

const faults: [name: string, answer: () => Response | Promise<Response>][] = [
  ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['no answer', () => new Promise(() => {})],
  ['status 429', () => new Response('', { status: 429 })],
  [
    'status 429 with a Retry-After of one minute',
    () => new Response('', { status: 429, headers: { 'retry-after': '60' } }),
  ],
  ['status 500', down],
  [
    'status 503 with an HTML page',
    () => new Response('<html>', { status: 503, headers: { 'content-type': 'text/html' } }),
  ],
  ['status 403', () => json({ reasons: [] }, { status: 403 })],
  ['a body that hangs', () => new Response(new ReadableStream({ pull: () => new Promise(() => {}) }))],
  ['an HTML sign-in page', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
  ['JSON of an unexpected shape', () => json('nothing of the sort')],
]
/** What a head says of the failure and of changes since; all else of it must be the same. */
const unchanged = { version: 0, since: 0, dirty: [], empty: false }
const calls = [
  ['networks', '/supported-chains', {}],
  ['identity', '/identity', params],
  ['portfolio', '/balance', params],
  ['activity', '/history', params],
] as const

describe('faults of the network', () => {
  for (const [topic, path, input] of calls) {
    test.each(faults)(
      `[F7] make the topic ${topic} fail within 15 s, and leave its old data unchanged: %s`,
      async (_, answer) => {
        const tab = createTab()
        tab.api.answer(path, answer)
        const watched = tab.watch(topic, input)
        await tab.clock.advance(15_000)
        expect(watched.last?.status).toBe('failed')
        expect(watched.last?.error?.code).toMatch(
          /^(http_|bad_envelope|balance_unavailable|networks_unknown|history_failed)/,
        )
        watched.stop()

        const known = createTab()
        const first = known.watch(topic, input)
        await known.clock.advance(0)
        known.api.answer(path, answer)
        const { data: before } = first.last!
        const refreshed = known.topics.refresh(topic, input)
        await known.clock.advance(15_000)
        await refreshed
        expect(first.last).toMatchObject({ status: 'failed', fetchedAt: START })
        expect({ ...first.last?.data, ...unchanged }).toEqual({ ...before, ...unchanged })
      },
    )
  }
})

describe('answers with an invalid body', () => {
  for (const [topic, path, input] of calls) {
    test.each(bodies)(
      `[F4] make the topic ${topic} fail with an error code and without a useless retry: %s`,
      async (_, answer, code) => {
        const tab = createTab()
        tab.api.answer(path, answer)
        const watched = tab.watch(topic, input)
        await tab.clock.advance(code === 'http_network' ? 5_000 : 1_000)
        expect(watched.last?.status).toBe('failed')
        const { error } = watched.last!
        expect([error?.code, error?.context['reason'], error?.context['cause']]).toContain(code)
      },
    )
  }
})

describe('the data of an account', () => {
  test('[F33] is removed from memory and store when the account is forgotten; the data of other accounts stays', async () => {
    const tab = createTab()
    for (const account of [ACCOUNT, `eip155:10:${ADDRESS}`, OTHER_ACCOUNT]) {
      for (const topic of ['portfolio', 'identity'] as const) tab.watch(topic, { account })
    }
    await tab.clock.advance(0)
    await tab.topics.forget(params)
    const left = JSON.stringify(await tab.store.list(''))
    expect(left).not.toContain(ADDRESS)
    expect(left).toContain(OTHER_ADDRESS)
    await tab.clock.advance(120_000)
    expect(JSON.stringify(await tab.store.list(''))).not.toContain(ADDRESS)
    const again = tab.watch('portfolio', params)
    await settle(1)
    expect(states(again)[0]).toBe('loading')
  })

  test('[F33] is neither stored nor shown when the account is forgotten during the request', async () => {
    for (const moment of [0, 10, 50, 99, 100, 101, 150]) {
      const clock = createFakeClock()
      const tab = createTab({ clock, api: createFakeApi(clock, () => 50) })
      const watched = tab.watch('portfolio', params)
      await clock.advance(moment)
      const forgotten = tab.topics.forget(params)
      const before = watched.snapshots.length
      await clock.advance(200_000)
      await forgotten
      expect(JSON.stringify(await tab.store.list(''))).not.toContain(ADDRESS)
      expect(watched.snapshots.slice(before).every(({ data }) => data === undefined)).toBe(true)
    }
  })

  test('[F8] is never shown for another account, in any order of actions and answers', async () => {
    const accounts = [ACCOUNT, OTHER_ACCOUNT]
    const expected = new Map<string, string>()
    for (const account of accounts) {
      const address = account.split(':')[2]!
      expected.set(account, balancesOf(address).balances[0]!.quantity.numeric)
    }
    const step = fc.record({
      kind: fc.constantFrom('watch', 'stop', 'forget', 'refresh', 'page', 'wait'),
      which: fc.nat(1),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(step, { minLength: 3, maxLength: 14 }),
        async (scheduler, steps) => {
          const tab = createTab()
          for (const path of ['/balance', '/supported-chains']) {
            tab.api.answer(path, async (url) => {
              await scheduler.schedule(Promise.resolve(), url.pathname)
              return json(path === '/balance' ? balancesOf(url.pathname.split('/')[3]!) : networks)
            })
          }
          const open: { account: string; watched: Watched }[] = []
          const all: typeof open = []
          const waits: Promise<unknown>[] = []
          for (const { kind, which } of steps) {
            const account = accounts[which]!
            if (kind === 'watch') {
              const one = { account, watched: tab.watch('portfolio', { account }) }
              open.push(one)
              all.push(one)
            } else if (kind === 'stop') open.splice(which, 1)[0]?.watched.stop()
            else if (kind === 'forget') waits.push(tab.topics.forget({ account }))
            else if (kind === 'refresh') waits.push(tab.topics.refresh('portfolio', { account }))
            else if (kind === 'page') waits.push(tab.topics.page('portfolio', { account }, 0).catch(() => {}))
            else if (scheduler.count() > 0) await scheduler.waitOne()
            await settle(2)
          }
          while (scheduler.count() > 0) {
            await scheduler.waitOne()
            await settle(2)
          }
          await Promise.all(waits)
          for (const { account, watched } of all) {
            for (const { data } of watched.snapshots) {
              const full = (data as PortfolioHead | undefined)?.native?.full
              if (full !== undefined) expect(full).toBe(expected.get(account))
            }
          }
        },
      ),
      { numRuns: runs },
    )
  })

  test('is removed from memory when it is no longer watched, but a pause from Retry-After stays in force', async () => {
    const tab = createTab()
    tab.api.answer('/balance', () => new Response('', { status: 429, headers: { 'retry-after': '30' } }))
    const first = tab.watch('portfolio', params)
    await tab.clock.advance(0)
    first.stop()
    for (let index = 0; index < 60; index += 1) {
      const account = `eip155:1:0x${String(index).padStart(40, '0')}`
      tab.watch('identity', { account }).stop()
      await settle(2)
    }
    tab.watch('portfolio', params)
    await tab.clock.advance(29_000)
    expect(tab.api.count('/balance')).toBe(1)
  })
})

describe('unwatched topics', () => {
  test('[G12] [G70] stay in memory as long as there are at most 24, and the oldest is dropped first', async () => {
    const made: string[] = []
    const disposed: string[] = []
    const tab = createTab({
      sources: {
        identity: (_, account) => ({
          staleTime: 300_000,
          load: async () => void made.push(account),
          fetch: async () => ({ data: { address: account, unusualName: false }, fetchedAt: START }),
        }),
      },
    })
    const accounts = Array.from(
      { length: 60 },
      (_, at) => `eip155:1:0x${String(at).padStart(40, '0')}` as const,
    )
    for (const account of accounts) {
      const watched = tab.watch('identity', { account })
      await tab.clock.advance(0)
      watched.stop()
      if (watched.last?.status !== 'fresh') disposed.push(account)
    }
    expect(disposed).toEqual([])
    const statusOf = async (account: string) => {
      const watched = tab.watch('identity', { account })
      await settle(3)
      watched.stop()
      return watched.snapshots[0]?.status
    }
    // Kept in memory, or begun from nothing.
    expect(await statusOf(accounts.at(-1)!)).toBe('fresh')
    expect(await statusOf(accounts[0]!)).toBe('loading')
  })

  test('[G12] leave no timer running, even after a refresh or a failure', async () => {
    const tab = createTab()
    tab.api.answer('/balance', down)
    const watched = [
      tab.watch('portfolio', params),
      tab.watch('identity', params),
      tab.watch('activity', params),
    ]
    await tab.clock.advance(0)
    void tab.topics.refresh('activity', params)
    void tab.topics.more(params)
    for (const one of watched) one.stop()
    await tab.clock.advance(40_000)
    expect(tab.clock.pending).toBe(0)
  })
})

test.each(['{"half":', 42, null, { value: [] }, '[]', '{}', 'null', { data: { http: ['eip155:1'] } }])(
  '[G7] a damaged stored list of networks is ignored: %j',
  async (value) => {
    const store = createMemoryStore()
    await store.update('networks', () => ({ put: [{ key: 'networks', owner: '', value, bytes: 1 }] }))
    const tab = createTab({ store })
    const watched = tab.watch('portfolio', params)
    await tab.clock.advance(0)
    expect(states(watched)).toEqual(['loading', 'fresh'])
    expect(tab.api.count('/supported-chains')).toBe(1)
  },
)

describe('the refresh of a topic', () => {
  test('[G4] starts at once if the stored failure is dated in the future', async () => {
    const store = createMemoryStore()
    const ahead = createTab({ store, clock: createFakeClock(START + 365 * 86_400_000) })
    ahead.api.answer('/balance', down)
    const before = ahead.watch('portfolio', params)
    await ahead.clock.advance(0)
    expect(before.last?.status).toBe('failed')
    const tab = createTab({ store })
    const watched = tab.watch('portfolio', params)
    await tab.clock.advance(0)
    expect(states(watched)).toEqual(['loading', 'fresh'])
  })

  test('[G4] starts at once if the clock was set back during the pause after a failure', async () => {
    const clock = createFakeClock()
    let shift = 0
    const tab = createTab({ clock: { ...clock, now: () => clock.now() + shift, pending: 0 } })
    tab.api.answer('/balance', down)
    const watched = tab.watch('portfolio', params)
    await clock.advance(0)
    tab.api.answer('/balance', undefined)
    shift = -365 * 86_400_000
    await tab.topics.refresh('portfolio', params)
    expect(watched.last?.status).toBe('fresh')
  })

  test('[G4] [T6] shows a failure even if the stored data is dated in the future', async () => {
    const clock = createFakeClock()
    const store = createMemoryStore()
    const ahead = createTab({ store, clock: createFakeClock(START + 86_400_000) })
    ahead.watch('portfolio', params)
    await ahead.clock.advance(0)
    const first = createTab({ store, clock })
    first.api.answer('/balance', down)
    first.watch('portfolio', params)
    await clock.advance(0)
    expect(first.api.count('/balance')).toBe(1)
    const second = createTab({ store, clock })
    const watched = second.watch('portfolio', params)
    await clock.advance(29_000)
    expect(watched.last).toMatchObject({ status: 'failed', data: { total: 3 } })
    expect(second.api.count('/balance')).toBe(0)
  })

  test('[G4] is possible even if the stored data is dated in the future', async () => {
    const clock = createFakeClock()
    let shift = 86_400_000
    const tab = createTab({ clock: { ...clock, now: () => clock.now() + shift, pending: 0 } })
    const watched = tab.watch('portfolio', params)
    await clock.advance(0)
    tab.topics.setVisible(false)
    shift = 0
    await tab.topics.refresh('portfolio', params)
    expect(tab.api.count('/balance')).toBe(2)
    expect(watched.last).toMatchObject({ status: 'fresh', fetchedAt: START })
  })

  test('[G7] ignores a damaged stored failure', async () => {
    for (const value of [
      7,
      'x',
      {},
      { at: 'x' },
      { at: START },
      { at: START, error: { code: 5 } },
      { at: START, error: null },
    ]) {
      const store = createMemoryStore()
      const key = `failure/portfolio/${ACCOUNT}`
      await store.update(key, () => ({ put: [{ key, owner: '', value, bytes: 1 }] }))
      const tab = createTab({ store })
      const watched = tab.watch('portfolio', params)
      await tab.clock.advance(0)
      expect(states(watched)).toEqual(['loading', 'fresh'])
    }
  })
})

describe('The topics of a worker', () => {
  test('[F9] know whether a network is supported even if the first request for the list of networks was aborted', async () => {
    for (let steps = 0; steps < 40; steps += 1) {
      const tab = createTab()
      let answer = () => {}
      tab.api.answer(
        '/v1/supported-chains',
        () => new Promise((resolve) => (answer = () => resolve(json(networks)))),
      )
      const first = new AbortController()
      tab.topics.context.isSupported('eip155:1', first.signal).catch(() => {})
      await tab.clock.advance(0)
      tab.api.answer('/v1/supported-chains', undefined)
      first.abort()
      for (let step = 0; step < steps; step += 1) await Promise.resolve()
      const second = tab.topics.context.isSupported('eip155:1', new AbortController().signal)
      answer()
      await expect(second).resolves.toBe(true)
    }
  })

  test('show the data of an account that was forgotten and then reconnected', async () => {
    const tab = createTab()
    const lasting = tab.watch('portfolio', params)
    await tab.clock.advance(0)
    await tab.topics.forget(params)
    expect(data(lasting)).toBeUndefined()
    tab.watch('portfolio', params)
    await tab.clock.advance(0)
    expect(lasting.last).toMatchObject({ status: 'fresh', data: { total: 3 } })
  })
})
