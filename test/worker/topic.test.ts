import { describe, expect, test } from 'vitest'
import type { ActivityHead } from '../../src/core/activity.ts'
import { BillfoldError } from '../../src/core/errors.ts'
import type { Known, ListSource } from '../../worker/context.ts'
import { createTab } from './create-tab.ts'
import { ACCOUNT } from './fake-api.ts'
import { START } from './fake-clock.ts'

const params = { account: ACCOUNT }

function head(total: number): ActivityHead {
  const list = { version: total, since: 0, dirty: [], total, groups: [], next: 'more' }
  return { ...list, empty: false, loadingMore: false, hidden: { spam: 0, otherChain: 0, invalid: 0 } }
}

/** An activity whose calls the test answers. */
function open(source: Partial<ListSource<ActivityHead>>) {
  const calls = { fetch: 0, more: 0 }
  const whole: ListSource<ActivityHead> = {
    key: `activity/${ACCOUNT}`,
    owner: '',
    lifetime: 30_000,
    pauseAfterFailure: 0,
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
  const tab = createTab({ sources: { activity: async () => () => counted } })
  const watched = tab.watch('activity', params)
  const heads = () => watched.snapshots.map(({ data }) => data as ActivityHead | undefined)
  return { tab, watched, heads, calls }
}

describe('older pages', () => {
  test('are fetched once however often they are asked for, and the head says that they are coming', async () => {
    let answer: (known: Known<ActivityHead>) => void = () => {}
    const { tab, watched, heads, calls } = open({
      more: () => new Promise((resolve) => (answer = resolve)),
    })
    await tab.clock.advance(0)
    const asked = Promise.all([tab.topics.more(params), tab.topics.more(params)])
    await tab.clock.advance(1_000)
    expect(heads().at(-1)).toMatchObject({ total: 1, loadingMore: true })
    answer({ data: head(2), fetchedAt: START })
    await asked
    expect(calls.more).toBe(1)
    expect(watched.last).toMatchObject({ status: 'fresh', data: { total: 2, loadingMore: false } })
  })

  test('that fail leave what is known, say why, and can be asked for again', async () => {
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
      data: { total: 1, empty: true, next: null, loadingMore: false },
    })
    fails = false
    await tab.topics.more(params)
    expect(calls.more).toBe(2)
    expect(watched.last).toMatchObject({ status: 'fresh', data: { total: 2, empty: false } })
  })

  test('are no matter for a list that has none', async () => {
    const { tab, watched } = open({})
    await tab.clock.advance(0)
    await tab.topics.more(params)
    expect(watched.last?.status).toBe('fresh')
  })
})

describe('a store that loses what it had', () => {
  test('[T6] takes nothing off the screen, not even when the network fails as well, and is asked for at once', async () => {
    const tab = createTab()
    const watched = tab.watch('portfolio', params)
    await tab.clock.advance(0)
    const seen = watched.last?.data
    expect(seen).toMatchObject({ total: 3 })
    await tab.store.write([], [`portfolio/${ACCOUNT}`])
    tab.api.answer('/balance', () => Promise.reject(new TypeError('offline')))
    await tab.clock.advance(31_000)
    expect(watched.last).toMatchObject({ status: 'failed', data: seen, fetchedAt: START })
    const snapshots = watched.snapshots.length
    tab.api.answer('/balance', undefined)
    await tab.clock.advance(31_000)
    expect(watched.snapshots.slice(snapshots).every(({ data }) => data !== undefined)).toBe(true)
    expect(watched.last).toMatchObject({ status: 'fresh' })
    // Lost again within its lifetime: what is known stays, and is fetched and stored anew without waiting for its end.
    await tab.store.write([], [`portfolio/${ACCOUNT}`])
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

describe('a request that waits behind older pages', () => {
  test('[F7] has its whole time from when its turn comes', async () => {
    let answer: (known: Known<ActivityHead>) => void = () => {}
    const { tab, watched } = open({
      lifetime: 5_000,
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

  test('[F7] is not kept for ever by one that never ends', async () => {
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

describe('a page that says whether it can be seen', () => {
  test('[F34] hears nothing of a topic whose stored data is still being read, so that no row is taken away', async () => {
    const { tab, watched } = open({
      load: () =>
        new Promise((resolve) => tab.clock.after(50, () => resolve({ data: head(3), fetchedAt: START }))),
    })
    await tab.clock.advance(10)
    tab.topics.setVisible(true)
    await tab.clock.advance(10)
    expect(watched.snapshots).toEqual([])
    await tab.clock.advance(100)
    expect(watched.snapshots[0]).toMatchObject({ data: { total: 3 } })
  })
})

describe('a source that misbehaves', () => {
  test('[F7] one that never answers and hears no signal is a time-out after 15 s', async () => {
    const { tab, watched } = open({ fetch: () => new Promise(() => {}) })
    await tab.clock.advance(14_999)
    expect(watched.last?.status).toBe('loading')
    await tab.clock.advance(1)
    expect(watched.last).toMatchObject({ status: 'failed', error: { code: 'http_timeout' } })
  })

  test('one that cannot read what was stored starts from nothing', async () => {
    const { tab, watched } = open({ load: () => Promise.reject(new Error('junk')) })
    await tab.clock.advance(0)
    expect(watched.snapshots.map(({ status }) => status)).toEqual(['loading', 'fresh'])
  })

  test('one that throws anything ends in an error that can be shown, and is tried again in 30 s', async () => {
    const { tab, watched, calls } = open({ fetch: () => Promise.reject(new TypeError('x is undefined')) })
    await tab.clock.advance(29_000)
    expect(watched.last).toMatchObject({ status: 'failed', error: { code: 'unexpected' } })
    expect(calls.fetch).toBe(1)
    await tab.clock.advance(2_000)
    expect(calls.fetch).toBe(2)
  })

  test('[F33] [F8] one that goes on after its account was forgotten can write nothing', async () => {
    let goOn = () => {}
    const tab = createTab({
      sources: {
        activity: async () => (context) => ({
          key: 'activity/x',
          owner: 'eip155:x',
          lifetime: 30_000,
          pauseAfterFailure: 0,
          load: async () => undefined,
          async fetch() {
            await new Promise<void>((resolve) => (goOn = resolve))
            const value = 'canary'
            await context.store.write([{ key: 'activity/x', owner: 'eip155:x', value, bytes: 6 }])
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

  test('a server that asks for a longer pause gets it', async () => {
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
