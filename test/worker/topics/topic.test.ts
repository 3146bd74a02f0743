import { describe, expect, test } from 'vitest'
import type { ActivityHead } from '../../../src/core/assets/activity.ts'
import { BillfoldError } from '../../../src/core/base/errors.ts'
import { commandRules } from '../../../src/core/contract/protocol.ts'
import { ANSWER_MARGIN, ATTEMPT_LIMIT } from '../../../src/core/contract/time-limits.ts'
import { activity } from '../../../worker/activity/domain.ts'
import type { Cached, ListSource, Store } from '../../../worker/base/context.ts'
import { createMemoryStore } from '../../../worker/store/memory-store.ts'
import { createTab, type TabOptions } from '../create-tab.ts'
import { ACCOUNT, json, networks } from '../fake-api.ts'
import { createFakeBrowser } from '../fake-browser.ts'
import { START } from '../fake-clock.ts'
import { put, record, remove } from '../store/store-conformance.ts'

const params = { account: ACCOUNT }

function head(total: number): ActivityHead {
  const list = { version: total, since: 0, dirty: [], total, groups: [], next: 'more' }
  return { ...list, stalled: false, empty: false, hidden: { spam: 0, otherChain: 0, invalid: 0 } }
}

/** An activity whose calls the test answers. */
function open(source: Partial<ListSource<ActivityHead>>, options: TabOptions = {}) {
  let store: Store | undefined
  const calls = { fetch: 0, more: 0 }
  const whole: ListSource<ActivityHead> = {
    staleTime: 30_000,
    load: async () => undefined,
    page: async () => ({ version: 1, rows: [] }),
    fetch: async () => ({ data: head(1), fetchedAt: tab.clock.now() }),
    ...source,
  }
  const counted: ListSource<ActivityHead> = {
    ...whole,
    fetch: (options) => ((calls.fetch += 1), whole.fetch(options)),
    ...(whole.more ? { more: (options) => ((calls.more += 1), whole.more!(options)) } : {}),
  }
  const tab = createTab({
    ...options,
    sources: { activity: (context) => ((store = context.store), counted) },
  })
  const watched = tab.watch('activity', params)
  const heads = () => watched.snapshots.map(({ data }) => data as ActivityHead | undefined)
  return { tab, watched, heads, calls, getStore: () => store! }
}

describe('older pages of a list', () => {
  test('[G15] are fetched once even if they are requested twice, and cause no snapshot before they arrive', async () => {
    let answer: (known: Cached<ActivityHead>) => void = () => {}
    const { tab, watched, heads, calls } = open({
      more: () => new Promise((resolve) => (answer = resolve)),
    })
    await tab.clock.advance(0)
    const asked = Promise.all([tab.topics.more(params), tab.topics.more(params)])
    await tab.clock.advance(1_000)
    expect(heads()).toHaveLength(2)
    answer({ data: head(2), fetchedAt: START })
    await asked
    expect(calls.more).toBe(1)
    expect(watched.last).toMatchObject({ status: 'fresh', data: { total: 2 } })
  })

  test('leave the known rows in place if they fail to load, report the error and can be requested a second time', async () => {
    let fails = true
    const { tab, watched, calls } = open({
      load: async () => ({ data: head(1), fetchedAt: START }),
      more: async () => {
        if (fails) throw new BillfoldError('history_failed', 'Failed to fetch transactions')
        return { data: head(2), fetchedAt: START }
      },
      afterFailure: (data) => ({ ...(data ?? head(0)), empty: true, next: null }),
    })
    await tab.clock.advance(0)
    await tab.topics.more(params)
    expect(watched.last).toMatchObject({
      status: 'failed',
      error: { code: 'history_failed' },
      data: { total: 1, empty: true, next: null },
    })
    fails = false
    await tab.clock.advance(1_000)
    await tab.topics.more(params)
    expect(calls.more).toBe(2)
    expect(watched.last).toMatchObject({ status: 'fresh', data: { total: 2, empty: false } })
  })

  test('can be requested without any effect when the list has no older pages', async () => {
    const { tab, watched } = open({})
    await tab.clock.advance(0)
    await tab.topics.more(params)
    expect(watched.last?.status).toBe('fresh')
  })
})

describe('the data that a topic shows', () => {
  test('[T6] stays shown when the stored record disappears, even while requests fail, and is fetched again at once', async () => {
    const tab = createTab()
    const watched = tab.watch('portfolio', params)
    await tab.clock.advance(0)
    const seen = watched.last?.data
    expect(seen).toMatchObject({ total: 3 })
    await remove(tab.store, `portfolio/${ACCOUNT}`)
    tab.api.answer('/balance', () => Promise.reject(new TypeError('offline')))
    await tab.clock.advance(31_000)
    expect(watched.last).toMatchObject({ status: 'failed', data: seen, fetchedAt: START })
    const snapshots = watched.snapshots.length
    tab.api.answer('/balance', undefined)
    await tab.clock.advance(31_000)
    expect(watched.snapshots.slice(snapshots).every(({ data }) => data !== undefined)).toBe(true)
    expect(watched.last).toMatchObject({ status: 'fresh' })
    // Lost again within its stale time: what is known stays, and is fetched and stored anew without waiting for its end.
    await remove(tab.store, `portfolio/${ACCOUNT}`)
    const before = tab.api.count('/balance')
    tab.watch('portfolio', params).stop()
    watched.stop()
    const again = tab.watch('portfolio', params)
    await tab.clock.advance(0)
    expect(again.snapshots.map(({ data }) => (data as { total: number } | undefined)?.total)).toEqual([3, 3])
    expect(tab.api.count('/balance')).toBe(before + 1)
    expect(await tab.store.get(`portfolio/${ACCOUNT}`)).toBeDefined()
  })
})

describe('a refresh that waits for older pages', () => {
  test('[F7] gets its full time limit from the moment when the older pages have arrived', async () => {
    let answer: (known: Cached<ActivityHead>) => void = () => {}
    const { tab, watched } = open({
      staleTime: 5_000,
      more: () => new Promise((resolve) => (answer = resolve)),
      fetch: ({ signal }) =>
        new Promise((resolve, reject) => {
          const at = tab.clock.now()
          tab.clock.after(at === START ? 0 : 10_000, () =>
            resolve({ data: head(1), fetchedAt: tab.clock.now() }),
          )
          signal.addEventListener('abort', () => reject(signal.reason as Error))
        }),
    })
    await tab.clock.advance(0)
    void tab.topics.more(params)
    await tab.clock.advance(0)
    const refreshed = tab.topics.refresh('activity', params)
    await tab.clock.advance(13_000)
    answer({ data: head(2), fetchedAt: START })
    await tab.clock.advance(10_000)
    await refreshed
    expect(watched.snapshots.some(({ status }) => status === 'failed')).toBe(false)
    expect(watched.last).toMatchObject({ status: 'fresh', fetchedAt: START + 23_000 })
  })

  test('[F7] runs after 15 s even if the request for older pages hangs', async () => {
    const { tab, watched } = open({ more: () => new Promise(() => {}) })
    await tab.clock.advance(0)
    void tab.topics.more(params)
    await tab.clock.advance(0)
    const refreshed = tab.topics.refresh('activity', params)
    await tab.clock.advance(15_000)
    await refreshed
    expect(watched.last).toMatchObject({ status: 'fresh', fetchedAt: START + 15_000 })
  })
})

describe('a refresh during an automatic attempt', () => {
  const never = new Promise<never>(() => {})
  const untilAborted = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))

  test.each([
    ['aborts the attempt and starts at once', untilAborted, 0],
    ['starts after one second when the attempt ignores its abort', () => never, 1_000],
  ])('[G11] %s, and the topic does not fail', async (_, first, late) => {
    let begun = 0
    const { tab, watched, calls } = open({
      async fetch({ signal, force }) {
        if (!force) return first(signal)
        begun = tab.clock.now()
        await new Promise<void>((resolve) => tab.clock.after(5_000, resolve))
        return { data: head(2), fetchedAt: tab.clock.now() }
      },
    })
    await tab.clock.advance(10_000)
    let settledAt = 0
    void tab.topics.refresh('activity', params).then(() => (settledAt = tab.clock.now()))
    await tab.clock.advance(30_000)
    expect(begun).toBe(START + 10_000 + late)
    expect(settledAt).toBe(begun + 5_000)
    expect(calls.fetch).toBe(2)
    expect(watched.snapshots.map(({ status }) => status)).toEqual(['loading', 'fresh'])
  })

  test('[G11] also serves the topics that wait for the list of networks if it refreshes this list', async () => {
    const tab = createTab()
    let asked = 0
    tab.api.answer('/supported-chains', (_, signal) =>
      (asked += 1) === 1 ? untilAborted(signal) : json(networks),
    )
    const watched = tab.watch('portfolio', params)
    await tab.clock.advance(5_000)
    const refreshed = tab.topics.refresh('networks', {})
    await tab.clock.advance(0)
    await refreshed
    expect(asked).toBe(2)
    expect(watched.snapshots.map(({ status }) => status)).toEqual(['loading', 'fresh'])
  })

  test('[G11] joins a manual refresh that is already running, and never runs at the same time as the attempt', async () => {
    let running = 0
    let most = 0
    const source: ListSource<ActivityHead> = {
      staleTime: 30_000,
      load: async () => undefined,
      page: async () => ({ version: 1, rows: [] }),
      async fetch() {
        most = Math.max(most, (running += 1))
        await new Promise<void>((resolve) => tab.clock.after(500, resolve))
        running -= 1
        return { data: head(1), fetchedAt: tab.clock.now() }
      },
    }
    const definition = {
      ...activity.topics.activity,
      scope: 'tab',
      createSource: () => source,
    } as const
    const tab = createTab({ table: { activity: definition } })
    tab.watch('activity', params)
    await tab.clock.advance(100)
    const refreshed = [1, 2].map(() => tab.topics.refresh('activity', params))
    await tab.clock.advance(900)
    await Promise.all(refreshed)
    expect(most).toBe(1)
  })
})

describe('a refresh command', () => {
  const deaf = new Promise<never>(() => {})

  test.each(['nothing', 'an attempt', 'older pages', 'both'])(
    '[G11] settles before its deadline when a frozen tab holds the topic’s lock (running in this tab: %s)',
    async (behind) => {
      const browser = createFakeBrowser()
      void browser.locks.request(`billfold:activity/${ACCOUNT}`, {}, () => deaf)
      const { tab, watched } = open({ fetch: () => deaf, more: () => deaf }, { browser })
      if (behind === 'nothing' || behind === 'older pages') watched.stop()
      if (behind === 'older pages' || behind === 'both') void tab.topics.more(params)
      await tab.clock.advance(0)
      let isSettled = false
      void tab.topics.refresh('activity', params).then(() => (isSettled = true))
      await tab.clock.advance(commandRules.refresh.deadline! - ANSWER_MARGIN - 1)
      expect(isSettled).toBe(true)
    },
  )
})

describe('requests for older pages', () => {
  test('[G15] cause at most 4 snapshots a second, each with all changes since the previous snapshot', async () => {
    let known: Cached<ActivityHead> = { data: head(1), fetchedAt: START }
    const step = () => {
      const { total } = known.data
      const dirty = [[total, total + 50]] as [number, number][]
      known = { data: { ...head(total + 50), since: total, dirty }, fetchedAt: START }
      return known
    }
    const { tab, watched, heads } = open({
      load: async () => known,
      more: () => new Promise((resolve) => tab.clock.after(20, () => resolve(step()))),
    })
    await tab.clock.advance(0)
    for (let second = 0; second < 5; second += 1) {
      const before = watched.snapshots.length
      for (let at = 0; at < 1_000; at += 50) {
        void tab.topics.more(params)
        await tab.clock.advance(50)
      }
      expect(watched.snapshots.length - before).toBeLessThanOrEqual(4)
      expect(watched.snapshots.length - before).toBeGreaterThan(1)
    }
    await tab.clock.advance(1_000)
    expect(heads().at(-1)?.total).toBe(known.data.total)
    expect(known.data.total).toBeGreaterThan(5 * 10 * 50)
    for (const [index, one] of heads().entries()) {
      const previous = heads()[index - 1]
      if (!previous || !one) continue
      expect(one.since).toBe(previous.version)
      expect(one.dirty).toEqual([[previous.version, one.version]])
    }
  })

  test('[G15] are not repeated automatically if the page has no new rows', async () => {
    const { tab, calls } = open({ more: async () => ({ data: head(1), fetchedAt: START }) })
    await tab.clock.advance(0)
    await tab.topics.more(params)
    expect(calls.more).toBe(1)
  })
})

describe('a late answer to the fetch of a topic', () => {
  test('[G70] is ignored if the topic is no longer watched', async () => {
    let answer: (known: Cached<ActivityHead>) => void = () => {}
    const { tab, watched, calls } = open({ fetch: () => new Promise((resolve) => (answer = resolve)) })
    await tab.clock.advance(10)
    watched.stop()
    await tab.clock.advance(10)
    answer({ data: head(7), fetchedAt: START })
    await tab.clock.advance(10)
    const again = tab.watch('activity', params)
    await tab.clock.advance(10)
    expect(again.snapshots.map(({ status, data }) => [status, data])).toEqual([['loading', undefined]])
    expect(calls.fetch).toBe(2)
  })
})

describe('a source that answers in several parts', () => {
  test('[G6] is asked for each next part at once, and each part is shown', async () => {
    let part = 0
    const { tab, heads, calls } = open({
      async fetch() {
        await new Promise<void>((resolve) => tab.clock.after(1_000, resolve))
        part += 1
        return { data: head(part * 50), fetchedAt: tab.clock.now(), unfinished: part < 20 }
      },
    })
    await tab.clock.advance(20_500)
    expect(calls.fetch).toBe(20)
    expect(heads().map((one) => one?.total)).toEqual([
      undefined,
      ...Array.from({ length: 20 }, (_, at) => 50 * (at + 1)),
    ])
    await tab.clock.advance(20_000)
    expect(calls.fetch).toBe(20)
  })

  test('[G6] is asked for a failed part again after the usual pause of 1 s', async () => {
    let part = 0
    const { tab, watched, calls } = open({
      async fetch() {
        if ((part += 1) > 1) throw new BillfoldError('history_failed', 'Failed to fetch transactions')
        return { data: head(50), fetchedAt: tab.clock.now(), unfinished: true }
      },
    })
    await tab.clock.advance(999)
    expect(calls.fetch).toBe(2)
    expect(watched.last).toMatchObject({ status: 'failed', data: { total: 50 } })
    await tab.clock.advance(1)
    expect(calls.fetch).toBe(3)
  })

  test('[G6] is asked for the next part at once, without failing, when the time limit ends after a part was stored', async () => {
    let known: Cached<ActivityHead> | undefined
    const { tab, watched, calls, getStore } = open({
      load: async () => known,
      async fetch({ signal }) {
        for (let page = 1; !signal.aborted; page += 1) {
          await new Promise<void>((resolve) => tab.clock.after(1_000, resolve))
          known = { data: head(page * 50), fetchedAt: START, unfinished: true }
          const put = [{ key: 'activity/x', owner: 'o', value: page, bytes: 1 }]
          await getStore().update('activity/x', () => ({ put }))
        }
        throw signal.reason as Error
      },
    })
    await tab.clock.advance(ATTEMPT_LIMIT + 1_000)
    expect(watched.snapshots.some(({ status }) => status === 'failed')).toBe(false)
    expect(watched.last?.data).toMatchObject({ total: 700 })
    expect(calls.fetch).toBe(2)
  })

  test('[G6] fails when the time limit ends before any part was stored', async () => {
    const { tab, watched } = open({
      fetch: ({ signal }) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
    })
    await tab.clock.advance(ATTEMPT_LIMIT + 1_000)
    expect(watched.last).toMatchObject({ status: 'failed', error: { code: 'http_timeout' } })
  })
})

describe('a disk that is briefly unreadable', () => {
  const unavailable = () => Promise.reject(new BillfoldError('store_unavailable', 'not now'))

  test('[G1] causes no loss of known data, and no request', async () => {
    let isThere = true
    const { tab, watched, calls } = open({
      load: async () => (isThere ? { data: head(9), fetchedAt: START } : unavailable()),
      fetch: () => Promise.reject(new BillfoldError('history_failed', 'offline')),
    })
    await tab.clock.advance(0)
    isThere = false
    watched.stop()
    const again = tab.watch('activity', params)
    await tab.clock.advance(10)
    expect(again.last).toMatchObject({ status: 'fresh', data: { total: 9 } })
    // Lost would mean: ask at once.
    expect(calls.fetch).toBe(0)
  })

  test('[G1] is read by every topic as soon as it is readable', async () => {
    const inner = createMemoryStore()
    const listeners = new Set<() => void>()
    const store = { ...inner, onReturn: (listener: () => void) => (listeners.add(listener), () => {}) }
    let stored: Cached<ActivityHead> | undefined
    const { tab, watched } = open(
      {
        load: async () => stored ?? unavailable(),
        fetch: () => Promise.reject(new BillfoldError('history_failed', 'offline')),
      },
      { store },
    )
    await tab.clock.advance(10)
    expect(watched.last).toMatchObject({ status: 'failed', data: undefined })
    await tab.clock.advance(1_000)
    stored = { data: head(10_000), fetchedAt: tab.clock.now() }
    for (const listener of listeners) listener()
    await tab.clock.advance(10)
    expect(watched.last).toMatchObject({ status: 'fresh', data: { total: 10_000 } })
  })
})

describe('a topic on a page that becomes visible', () => {
  test('[F34] sends no snapshot while its stored data is still being read', async () => {
    const { tab, watched } = open({
      async load() {
        await Promise.resolve()
        return new Promise((resolve) =>
          tab.clock.after(50, () => resolve({ data: head(3), fetchedAt: START })),
        )
      },
    })
    await tab.clock.advance(10)
    tab.topics.setVisible(true)
    await tab.clock.advance(10)
    expect(watched.snapshots).toEqual([])
    await tab.clock.advance(100)
    expect(watched.snapshots[0]).toMatchObject({ data: { total: 3 } })
  })
})

describe('a faulty source', () => {
  test('[F7] times out after 15 s if it never answers', async () => {
    const { tab, watched } = open({ fetch: () => new Promise(() => {}) })
    await tab.clock.advance(14_999)
    expect(watched.last?.status).toBe('loading')
    await tab.clock.advance(1)
    expect(watched.last).toMatchObject({ status: 'failed', error: { code: 'http_timeout' } })
  })

  test('starts without stored data if it cannot read them', async () => {
    const { tab, watched } = open({ load: () => Promise.reject(new Error('junk')) })
    await tab.clock.advance(0)
    expect(watched.snapshots.map(({ status }) => status)).toEqual(['loading', 'fresh'])
  })

  test('gives the topic an error with a code if it throws any error, and is retried after 1 s', async () => {
    const { tab, watched, calls } = open({ fetch: () => Promise.reject(new TypeError('x is undefined')) })
    await tab.clock.advance(999)
    expect(watched.last).toMatchObject({ status: 'failed', error: { code: 'unexpected' } })
    expect(calls.fetch).toBe(1)
    await tab.clock.advance(1)
    expect(calls.fetch).toBe(2)
  })

  test('[F33] [F8] cannot write to the store if it is still running after its account was forgotten', async () => {
    let goOn = () => {}
    const tab = createTab({
      sources: {
        activity: (context) => ({
          staleTime: 30_000,
          load: async () => undefined,
          async fetch() {
            await new Promise<void>((resolve) => (goOn = resolve))
            const value = 'canary'
            await put(context.store, record('activity/x', 'eip155:x', value))
            return { data: head(1), fetchedAt: START }
          },
        }),
      },
    })
    const watched = tab.watch('activity', params)
    await tab.clock.advance(0)
    await tab.topics.forget(params)
    goOn()
    await tab.clock.advance(60_000)
    expect(await tab.store.list('')).toEqual([])
    expect(watched.last?.data).toBeUndefined()
  })

  test('[G4] is retried after 10 minutes if its Retry-After is an hour or more', async () => {
    for (const retryAfter of [3_600_000, 1e13, Number.POSITIVE_INFINITY]) {
      const error = new BillfoldError('http_status', 'Too many', { context: { status: 429, retryAfter } })
      const { tab, calls } = open({ fetch: () => Promise.reject(error) })
      await tab.clock.advance(599_000)
      expect(calls.fetch).toBe(1)
      await tab.clock.advance(2_000)
      expect(calls.fetch).toBe(2)
    }
  })

  test('[G70] [G46] is retried after 1 s, however long the topic’s stale time is', async () => {
    const { tab, calls } = open({ staleTime: 300_000, fetch: () => Promise.reject(new TypeError('no')) })
    await tab.clock.advance(999)
    expect(calls.fetch).toBe(1)
    await tab.clock.advance(1)
    expect(calls.fetch).toBe(2)
  })

  test('is not retried before 120 s have passed if its Retry-After is 120 s', async () => {
    const error = new BillfoldError('http_status', 'Too many', {
      context: { status: 429, retryAfter: 120_000 },
    })
    const { tab, calls } = open({ fetch: () => Promise.reject(error) })
    await tab.clock.advance(119_000)
    expect(calls.fetch).toBe(1)
    await tab.clock.advance(2_000)
    expect(calls.fetch).toBe(2)
  })
})
