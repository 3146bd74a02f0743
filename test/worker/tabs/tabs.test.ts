import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LOCK_LIMIT } from '../../../src/core/contract/time-limits.ts'
import type { TabMessage } from '../../../worker/base/context.ts'
import { createMemoryStore } from '../../../worker/store/memory-store.ts'
import { createTabs } from '../../../worker/tabs/tabs.ts'
import { createTab, type Watched } from '../create-tab.ts'
import { ACCOUNT, ADDRESS, createFakeApi, json, balancesOf } from '../fake-api.ts'
import { createFakeBrowser, type FakeBrowser } from '../fake-browser.ts'
import { createFakeClock, settle } from '../fake-clock.ts'
import { propertyRuns } from '../../property-runs.ts'

const runs = propertyRuns(200)
const params = { account: ACCOUNT }

/** Several tabs of one browser: one clock, one API, one store. */
function openTabs(count: number, latency = 40) {
  const clock = createFakeClock()
  const api = createFakeApi(clock, () => latency)
  const store = createMemoryStore()
  const browser = createFakeBrowser()
  const tabs = Array.from({ length: count }, () => createTab({ clock, api, store, browser }))
  return { clock, api, store, browser, tabs }
}

describe('several tabs of one browser', () => {
  test('[F32] together send only as many requests as a single tab would, and all show the same data', async () => {
    for (const count of [2, 8]) {
      const { clock, api, tabs } = openTabs(count)
      const watched = tabs.map((tab) => tab.watch('portfolio', params))
      await clock.advance(120_500)
      expect(api.count('/balance')).toBe(5)
      expect(api.count('/supported-chains')).toBe(1)
      const first = watched[0]!.last
      expect(first?.status).toBe('fresh')
      for (const one of watched) expect(one.last?.fetchedAt).toBe(first?.fetchedAt)
    }
  })

  test('[F32] [G46] share a failure and the retries after 1, 2, 4 and 8 s', async () => {
    const { clock, api, tabs } = openTabs(4)
    api.answer('/history', () => new Response('', { status: 400 }))
    const watched = tabs.map((tab) => tab.watch('activity', params))
    await clock.advance(29_000)
    expect(api.count('/history')).toBe(5)
    for (const one of watched) expect(one.last).toMatchObject({ status: 'failed' })
    const retryAt = watched.map(({ last }) => last?.error?.context['retryAt'])
    expect(new Set(retryAt).size).toBe(1)
  })

  test('[A110] [F32] [S6] share the pause after a failed request for the balance, and the request after the pause', async () => {
    const { clock, api, tabs } = openTabs(4)
    api.answer('/balance', () => new Response('', { status: 500 }))
    const watched = tabs.map((tab) => tab.watch('portfolio', params))
    await clock.advance(15_000)
    for (const tab of tabs) void tab.topics.refresh('portfolio', params)
    await clock.advance(14_500)
    expect(api.count('/balance')).toBe(1)
    const retryAt = watched.map(({ last }) => last?.error?.context['retryAt'])
    expect(new Set(retryAt).size).toBe(1)
    await clock.advance(29_000)
    expect(api.count('/balance')).toBe(2)
    for (const tab of tabs) tab.topics.onOnline()
    await clock.advance(1_000)
    expect(api.count('/balance')).toBe(3)
    api.answer('/balance', undefined)
    for (const tab of tabs) tab.topics.onOnline()
    await clock.advance(1_000)
    for (const one of watched) expect(one.last?.status).toBe('fresh')
    expect(api.count('/balance')).toBe(4)
  })

  test('[F9] [F32] all load their data as soon as one tab has fetched the list of networks', async () => {
    const { clock, api, tabs } = openTabs(4)
    api.answer('/supported-chains', () => new Response('', { status: 500 }))
    const topics = ['portfolio', 'identity', 'activity', 'portfolio'] as const
    const watched = tabs.map((tab, index) => tab.watch(topics[index]!, params))
    await clock.advance(20_000)
    for (const one of watched) expect(one.last?.error?.code).toBe('networks_unknown')
    api.answer('/supported-chains', undefined)
    const before = api.count('/supported-chains')
    void tabs[2]!.topics.refresh('activity', params)
    await clock.advance(1_000)
    for (const one of watched) expect(one.last?.status).toBe('fresh')
    expect(api.count('/supported-chains')).toBe(before + 1)
    expect(api.count('/balance')).toBe(1)
  })

  const action = fc.record({
    kind: fc.constantFrom('watch', 'stop', 'hide', 'show', 'page'),
    tab: fc.nat(7),
    wait: fc.integer({ min: 0, max: 9_000 }),
  })

  test('[F32] [G2] together send at most 10 % more requests than a single tab would, and finally show the same data', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 8 }),
        // The longest answer that a request waits for takes 10 s.
        fc.integer({ min: 0, max: 9_900 }),
        fc.array(action, { minLength: 5, maxLength: 25 }),
        async (count, latency, actions) => {
          const { clock, api, tabs } = openTabs(count, latency)
          let amount = 0
          api.answer('/balance', (url) => {
            const answer = balancesOf(url.pathname.split('/')[3]!)
            answer.balances[1]!.quantity.numeric = `${(amount += 1)}`
            return json(answer)
          })
          // This one looks all the time, as the single tab would.
          const steady = tabs[0]!.watch('portfolio', params)
          const open = new Map<number, Watched>()
          const start = clock.now()
          for (const { kind, tab: index, wait } of actions) {
            const at = 1 + (index % (count - 1))
            const tab = tabs[at]!
            if (kind === 'watch' && !open.has(at)) open.set(at, tab.watch('portfolio', params))
            else if (kind === 'stop') {
              open.get(at)?.stop()
              open.delete(at)
            } else if (kind === 'hide') tab.topics.setVisible(false)
            else if (kind === 'show') tab.topics.setVisible(true)
            else void tab.topics.page('portfolio', params, 0)
            await clock.advance(wait)
          }
          for (const tab of tabs) tab.topics.setVisible(true)
          await clock.advance(40_000)
          const single = 1 + Math.floor((clock.now() - start) / 30_000)
          expect(api.count('/balance')).toBeLessThanOrEqual(Math.ceil(single * 1.1))
          for (const one of open.values()) {
            expect(one.last?.status).toBe('fresh')
            expect(one.last?.fetchedAt).toBe(steady.last?.fetchedAt)
          }
          const pages = await Promise.all(
            [0, ...open.keys()].map((index) => tabs[index]!.topics.page('portfolio', params, 0)),
          )
          const texts = pages.map(({ rows }) => rows.map((row) => ('full' in row ? row.full : '')).join())
          expect(new Set(texts).size).toBe(1)
        },
      ),
      { numRuns: runs },
    )
  }, 120_000)

  test('[F32] [F33] all forget an account within 1 s after one tab disconnects the account, and store nothing of the account later', async () => {
    for (const moment of [0, 20, 40, 45, 80, 90, 30_010, 30_060]) {
      const { clock, store, tabs } = openTabs(4)
      const watched = tabs.map((tab) => tab.watch('portfolio', params))
      await clock.advance(moment)
      const forgotten = tabs[2]!.topics.forget(params)
      await clock.advance(1_000)
      await forgotten
      for (const one of watched) expect(one.last?.data).toBeUndefined()
      expect(JSON.stringify(await store.list(''))).not.toContain(ADDRESS)
      await clock.advance(100_000)
      expect(JSON.stringify(await store.list(''))).not.toContain(ADDRESS)
    }
  })

  test('[F33] keep the data of a reconnected account when a message about an earlier disconnect arrives late', async () => {
    const { clock, browser, store, tabs } = openTabs(1)
    const tab = tabs[0]!
    const before = tab.watch('portfolio', params)
    await clock.advance(10_000)
    const at = clock.now()
    before.stop()
    await clock.advance(500)
    const [portfolio, identity] = [tab.watch('portfolio', params), tab.watch('identity', params)]
    await clock.advance(0)
    const other = new browser.BroadcastChannel('billfold')
    other.postMessage({ kind: 'forgotten', owner: `eip155:${ADDRESS}`, at })
    await clock.advance(1_000)
    for (const one of [portfolio, identity]) expect(one.last?.status).toBe('fresh')
    // What is stored goes with the rest, and comes back with the watch.
    expect(portfolio.last?.fetchedAt).toBe(at + 540)
    expect(await store.get(`portfolio/${ACCOUNT}`)).toBeDefined()
    await clock.advance(31_000)
    expect(portfolio.last?.fetchedAt).toBeGreaterThan(at + 30_000)
  })

  const topics = ['networks', 'identity', 'portfolio', 'activity'] as const
  const paths = ['/supported-chains', '/identity', '/balance', '/history']

  test.each([4_000, 6_000, 8_000])(
    '[G2] send one request for each topic if they open at once, and no topic fails if each answer takes %i ms',
    async (latency) => {
      const { clock, api, tabs } = openTabs(8, latency)
      const watched = tabs.flatMap((tab) =>
        topics.map((topic) => tab.watch(topic, topic === 'networks' ? {} : params)),
      )
      await clock.advance(29_000)
      expect(paths.map((path) => api.count(path))).toEqual([1, 1, 1, 1])
      for (const { snapshots } of watched) {
        expect(snapshots.filter(({ status }) => status === 'failed')).toEqual([])
        expect(snapshots.at(-1)?.status).toBe('fresh')
      }
    },
  )

  test('[G2] send one request together if the API times out after 10 s, and share the failure', async () => {
    let latency = 40
    const clock = createFakeClock()
    const api = createFakeApi(clock, () => latency)
    const [store, browser] = [createMemoryStore(), createFakeBrowser()]
    const tabs = Array.from({ length: 8 }, () => createTab({ clock, api, store, browser }))
    tabs[0]!.watch('networks')
    await clock.advance(1_000)
    latency = 14_000
    const watched = tabs.flatMap((tab) => [tab.watch('portfolio', params), tab.watch('identity', params)])
    // Before the next try, 1 s after the failure.
    await clock.advance(10_900)
    expect(api.count('/balance')).toBe(1)
    expect(api.count('/identity')).toBe(1)
    for (const { last } of watched) expect(last?.status).toBe('failed')
    expect(new Set(watched.map(({ last }) => JSON.stringify(last?.error))).size).toBe(2)
  })

  test('[G2] without Web Locks, send at most one request each and all load their topic', async () => {
    const clock = createFakeClock()
    const api = createFakeApi(clock, () => 8_000)
    const [store, { BroadcastChannel, openTab }] = [createMemoryStore(), createFakeBrowser()]
    const browser = { BroadcastChannel, openTab, locks: undefined as never }
    const tabs = Array.from({ length: 8 }, () => createTab({ clock, api, store, browser }))
    const watched = tabs.map((tab) => tab.watch('portfolio', params))
    await clock.advance(29_000)
    expect(api.count('/balance')).toBeLessThanOrEqual(8)
    for (const { snapshots } of watched) {
      expect(snapshots.some(({ status }) => status === 'failed')).toBe(false)
      expect(snapshots.at(-1)?.status).toBe('fresh')
    }
  })

  test('[G2] ignore a tab’s failed request if a second tab’s request succeeded after the failed request had begun', async () => {
    const clock = createFakeClock()
    const store = createMemoryStore()
    const [lucky, unlucky] = [createFakeApi(clock, () => 2_000), createFakeApi(clock, () => 40)]
    unlucky.answer(
      '/balance',
      () => new Promise((resolve) => clock.after(6_000, () => resolve(new Response('', { status: 500 })))),
    )
    // Nothing keeps them apart: no locks, or a lock that was waited for too long.
    const [first, second] = [
      createTab({ clock, store, api: unlucky }),
      createTab({ clock, store, api: lucky }),
    ]
    const [failing, fine] = [first.watch('portfolio', params), second.watch('portfolio', params)]
    await clock.advance(20_000)
    expect(fine.last?.status).toBe('fresh')
    expect(failing.snapshots.map(({ status }) => status)).toEqual(['loading', 'fresh'])
    expect(await store.get(`failure/portfolio/${ACCOUNT}`)).toBeUndefined()
  })

  test('[G2] [F32] all get the answer to a running request even if the tab that sent the request stops watching', async () => {
    const { clock, api, tabs } = openTabs(3, 6_000)
    tabs[0]!.watch('networks')
    await clock.advance(7_000)
    const leading = tabs[1]!.watch('portfolio', params)
    await clock.advance(1_000)
    const waiting = tabs[2]!.watch('portfolio', params)
    await clock.advance(1_000)
    leading.stop()
    await clock.advance(4_500)
    expect(waiting.last?.status).toBe('fresh')
    expect(api.count('/balance')).toBe(1)
  })

  test('[G2] wait for a frozen tab that holds a lock only until the time limit of the lock', async () => {
    const { clock, browser, tabs } = openTabs(2)
    void browser.locks.request(`billfold:portfolio/${ACCOUNT}`, {}, () => new Promise(() => {}))
    const watched = tabs[0]!.watch('portfolio', params)
    await clock.advance(LOCK_LIMIT - 100)
    expect(watched.last?.status).toBe('loading')
    await clock.advance(200)
    expect(watched.last?.status).toBe('fresh')
  })
})

describe('the coordination of tabs', () => {
  const clock = createFakeClock()

  test('runs the tasks for one lock one after the other in a tab without Web Locks', async () => {
    const tabs = createTabs({ locks: undefined, BroadcastChannel: undefined, clock, isShared: () => true })
    const order: string[] = []
    const step = (name: string) => async () => {
      order.push(`${name} begins`)
      await settle(2)
      order.push(`${name} ends`)
    }
    await Promise.all([
      tabs.withLock('k', step('a')),
      tabs.withLock('k', step('b')),
      tabs.withLock('x', step('c')),
    ])
    expect(order.filter((step) => !step.startsWith('c'))).toEqual([
      'a begins',
      'a ends',
      'b begins',
      'b ends',
    ])
    expect(order.indexOf('c begins')).toBeLessThan(order.indexOf('a ends'))
  })

  test('rejects only the caller of a failed task, and still runs the next task', async () => {
    const tabs = createTabs({ ...createFakeBrowser(), clock, isShared: () => true })
    const failing = tabs.withLock('k', () => Promise.reject(new Error('mine')))
    const next = tabs.withLock('k', async () => 'done')
    await expect(failing).rejects.toThrow('mine')
    expect(await next).toBe('done')
  })

  test('[G70] runs a task only once even if it throws', async () => {
    for (const options of [createFakeBrowser(), { locks: undefined, BroadcastChannel: undefined }]) {
      const tabs = createTabs({ ...options, clock, isShared: () => true })
      let times = 0
      const turn = tabs.withLock('k', () => {
        times += 1
        return Promise.reject(new Error('mine'))
      })
      await expect(turn).rejects.toThrow('mine')
      expect(times).toBe(1)
    }
  })

  test('[G3] still runs tasks when the broadcast channel fails, although messages are lost', async () => {
    const fail = () => {
      throw new DOMException('no', 'SecurityError')
    }
    const kinds = [
      function forbidden() {
        fail()
      },
      class {
        set onmessage(_: unknown) {
          fail()
        }
        postMessage = fail
        close = fail
      },
      class {
        onmessage = null
        postMessage = fail
        close = fail
      },
    ]
    for (const kind of kinds) {
      const BroadcastChannel = kind as unknown as FakeBrowser['BroadcastChannel']
      const tabs = createTabs({ locks: undefined, BroadcastChannel, clock, isShared: () => true })
      tabs.announce({ kind: 'changed', key: 'k' })
      expect(await tabs.withLock('k', async () => 'done')).toBe('done')
      tabs.close()
    }
  })

  test('[G3] runs a task without a lock when Web Locks throw an error', async () => {
    const fail = () => {
      throw new DOMException('no', 'SecurityError')
    }
    const locks = { request: fail, query: fail } as unknown as FakeBrowser['locks']
    const tabs = createTabs({ locks, BroadcastChannel: undefined, clock, isShared: () => true })
    expect(await tabs.withLock('k', async () => 'done')).toBe('done')
    expect(await tabs.isAwaited('k')).toBe(false)
  })

  test('runs a task exactly once when Web Locks are forbidden', async () => {
    const forbidden = () => Promise.reject(new DOMException('no', 'SecurityError'))
    const locks = { request: forbidden, query: forbidden }
    const tabs = createTabs({ locks, BroadcastChannel: undefined, clock, isShared: () => true })
    let times = 0
    await tabs.withLock('k', async () => void (times += 1))
    expect(times).toBe(1)
  })

  test('does not wait for the locks of other tabs when the tabs share no store', async () => {
    const browser = createFakeBrowser()
    void browser.locks.request('billfold:k', {}, () => new Promise(() => {}))
    const tabs = createTabs({ ...browser, clock, isShared: () => false })
    expect(await tabs.withLock('k', async () => 'done')).toBe('done')
  })

  test('ignores malformed messages on the broadcast channel, such as from other software', async () => {
    const browser = createFakeBrowser()
    const tabs = createTabs({ ...browser, clock, isShared: () => true })
    const heard: TabMessage[] = []
    tabs.onMessage((message) => heard.push(message))
    const stranger = new browser.BroadcastChannel('billfold')
    for (const junk of [
      null,
      'x',
      { kind: 'changed' },
      { kind: 'forgotten', owner: 5, at: 0 },
      { kind: 'forgotten', owner: 'x' },
      { kind: '__proto__' },
    ]) {
      stranger.postMessage(junk)
    }
    stranger.postMessage({ kind: 'changed', key: 'networks' })
    await settle()
    expect(heard).toEqual([{ kind: 'changed', key: 'networks' }])
  })
})
