import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BillfoldError } from '../../../src/core/base/errors.ts'
import { createTabs } from '../../../worker/tabs/tabs.ts'
import { createFakeBrowser } from '../fake-browser.ts'
import { createFakeClock, settle } from '../fake-clock.ts'
import { propertyRuns } from '../../property-runs.ts'

const clock = createFakeClock()
const never = new AbortController().signal

/** Several tabs, each of which can be closed as a person does. */
function openTabs(count: number) {
  const browser = createFakeBrowser()
  return Array.from({ length: count }, () => {
    const tab = browser.openTab()
    return { ...createTabs({ ...tab, clock, isShared: () => true }), closeTab: tab.close }
  })
}

const code = (promise: Promise<unknown>) =>
  promise.then(
    (value) => value,
    (error: BillfoldError) => error.code,
  )

describe('leadership among tabs', () => {
  test('[G62] belongs to one tab at a time, and passes to a waiting tab when the leading tab is closed or resigns', async () => {
    const tabs = openTabs(3)
    const leading: number[] = []
    const controllers = tabs.map(() => new AbortController())
    for (const [index, tab] of tabs.entries()) {
      void tab.lead('k', controllers[index]!.signal, () => {
        leading.push(index)
        return async () => index
      })
      await settle(2)
    }
    expect(leading).toEqual([0])
    tabs[0]!.closeTab()
    await settle(2)
    expect(leading).toEqual([0, 1])
    controllers[1]!.abort()
    await settle(2)
    expect(leading).toEqual([0, 1, 2])
  })

  test('[G62] is separate for each key', async () => {
    const [one, other] = openTabs(2)
    void one!.lead('a', never, () => async () => 'a')
    void other!.lead('a:b', never, () => async () => 'a:b')
    await settle(2)
    expect(await other!.request('a', null, never)).toBe('a')
    expect(await one!.request('a:b', null, never)).toBe('a:b')
  })

  test('[G62] does not pass to a tab that has stopped waiting for the lead', async () => {
    const [one, other] = openTabs(2)
    const controller = new AbortController()
    void one!.lead('k', never, () => async () => 1)
    await settle(2)
    const waiting = other!.lead('k', controller.signal, () => async () => 2)
    controller.abort()
    await waiting
    one!.closeTab()
    await settle(2)
    expect(await code(other!.request('k', null, never))).toBe('leader_missing')
  })

  test('[G62] is refused without Web Locks, since a tab cannot know then whether another tab leads', async () => {
    const { BroadcastChannel } = createFakeBrowser()
    const tabs = createTabs({ locks: undefined, BroadcastChannel, clock, isShared: () => true })
    expect(await code(tabs.lead('k', never, () => async () => 1))).toBe('leader_missing')
    expect(await code(tabs.request('k', null, never))).toBe('leader_missing')
  })

  test('[G3] is refused when Web Locks are forbidden', async () => {
    const forbidden = () => Promise.reject(new DOMException('no', 'SecurityError'))
    const locks = { request: forbidden, query: forbidden }
    const tabs = createTabs({ locks, BroadcastChannel: undefined, clock, isShared: () => true })
    expect(await code(tabs.lead('k', never, () => async () => 1))).toBe('leader_missing')
    expect(await code(tabs.request('k', null, never))).toBe('leader_missing')
  })
})

describe('a request to the leading tab', () => {
  test('[G62] is answered by the leader, even in the leader’s own tab, and an error keeps its code', async () => {
    const [leader, other] = openTabs(2)
    void leader!.lead('k', never, () => async (message) => {
      if (message === 'bad') throw new BillfoldError('wallet_busy', 'busy')
      return { heard: message }
    })
    await settle(2)
    for (const tab of [leader!, other!]) {
      expect(await tab.request('k', 5n, never)).toEqual({ heard: 5n })
      expect(await code(tab.request('k', 'bad', never))).toBe('wallet_busy')
    }
  })

  test('[G62] fails when the leader’s answer cannot be cloned', async () => {
    const [leader, other] = openTabs(2)
    void leader!.lead('k', never, () => async () => () => {})
    await settle(2)
    expect(await code(other!.request('k', 1, never))).toBe('unexpected')
    expect(await code(other!.request('k', () => {}, never))).not.toBe('aborted')
  })

  test('[G62] fails as leader_gone when the leading tab closes before it answers, even if another tab takes the lead', async () => {
    for (const waits of [false, true]) {
      const [leader, other, next] = openTabs(3)
      void leader!.lead('k', never, () => () => new Promise(() => {}))
      await settle(2)
      if (waits) void next!.lead('k', never, () => async () => 'next')
      const outcome = code(other!.request('k', null, never))
      await settle(2)
      leader!.closeTab()
      expect(await outcome).toBe('leader_gone')
      await settle(2)
      expect(await code(other!.request('k', null, never))).toBe(waits ? 'next' : 'leader_missing')
    }
  })

  test('[G62] fails as aborted as soon as its signal is aborted', async () => {
    const [leader, other] = openTabs(2)
    void leader!.lead('k', never, () => () => new Promise(() => {}))
    await settle(2)
    const controller = new AbortController()
    const outcome = code(other!.request('k', null, controller.signal))
    await settle(2)
    controller.abort()
    expect(await outcome).toBe('aborted')
    expect(await code(other!.request('k', null, controller.signal))).toBe('aborted')
  })
})

test('[G62] leadership belongs to exactly one tab while any tab wants to lead, and every request to the leading tab ends', async () => {
  const step = fc.record({ kind: fc.constantFrom('lead', 'leave', 'close', 'ask'), tab: fc.nat(4) })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 25 }), async (steps) => {
      const tabs = openTabs(5)
      const leaders = new Set<number>()
      const candidates = new Map<number, AbortController>()
      const closed = new Set<number>()
      let most = 0
      let open = 0
      for (const { kind, tab: index } of steps) {
        const tab = tabs[index]!
        if (closed.has(index)) continue
        if (kind === 'lead' && !candidates.has(index)) {
          const controller = new AbortController()
          candidates.set(index, controller)
          const ended = tab.lead('k', controller.signal, () => {
            leaders.add(index)
            most = Math.max(most, leaders.size)
            return (message) => (message === 'hang' ? new Promise(() => {}) : Promise.resolve(index))
          })
          controller.signal.addEventListener('abort', () => leaders.delete(index))
          void ended.then(() => candidates.get(index) === controller && candidates.delete(index))
        } else if (kind === 'leave') candidates.get(index)?.abort()
        else if (kind === 'close') {
          closed.add(index)
          leaders.delete(index)
          candidates.delete(index)
          tab.closeTab()
        } else if (kind === 'ask') {
          open += 1
          const over = () => void (open -= 1)
          tab.request('k', 'quick', never).then(over, over)
        }
        await settle(1)
      }
      await settle(4)
      const waiting = [...candidates].filter(([, { signal }]) => !signal.aborted)
      expect(most).toBeLessThanOrEqual(1)
      expect(leaders.size).toBe(waiting.length > 0 ? 1 : 0)
      // A closed tab's own wait ends with the tab.
      if (closed.size === 0) expect(open).toBe(0)
    }),
    { numRuns: propertyRuns(100) },
  )
})
