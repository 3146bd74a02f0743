/**
 * The other tabs of this origin. Web Locks decide whose turn it is and a BroadcastChannel spreads the news; a browser
 * without one of them loses only that, since every tab can also live alone.
 */
import * as v from 'valibot'
import { parseOrNone, type Untrusted } from '../../src/core/contract/schemas.ts'
import { LOCK_LIMIT } from '../../src/core/contract/time-limits.ts'
import { openBroadcast } from './broadcast.ts'
import type { Clock, TabMessage, Tabs } from '../base/context.ts'
import { allowed, type Environment } from '../base/environment.ts'
import { createLeadership } from './leadership.ts'

export interface TabsOptions extends Pick<Environment, 'locks' | 'BroadcastChannel'> {
  clock: Clock
  /**
   * Whether the tabs read the same store now. If not, a tab that waited for another could not find the result, and
   * would only have lost time: it takes turns with itself alone.
   */
  isShared(): boolean
}

const NAME = 'billfold'

export function createTabs(options: TabsOptions): Tabs & { close(): void } {
  const { locks, clock } = options
  const broadcast = openBroadcast(options.BroadcastChannel, NAME)
  const queues = new Map<string, Promise<unknown>>()

  function withLocalLock<T>(key: string, run: () => Promise<T>): Promise<T> {
    const result = (queues.get(key) ?? Promise.resolve()).then(run, run)
    const settled = result.then(
      () => {},
      () => {},
    )
    queues.set(key, settled)
    void settled.then(() => {
      if (queues.get(key) === settled) queues.delete(key)
    })
    return result
  }

  async function withWebLock<T>(key: string, run: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (!locks || !options.isShared() || signal?.aborted) return run()
    const controller = new AbortController()
    const abort = () => controller.abort()
    const stopTimer = clock.after(LOCK_LIMIT, abort)
    signal?.addEventListener('abort', abort)
    let started = false
    try {
      return await locks.request(`${NAME}:${key}`, { signal: controller.signal }, () => {
        started = true
        stopTimer()
        return run()
      })
    } catch (error) {
      if (started) throw error
      // Frozen neighbour, locks are forbidden here, or it waits for nothing any more.
      return run()
    } finally {
      stopTimer()
      signal?.removeEventListener('abort', abort)
    }
  }

  return {
    ...createLeadership(locks, broadcast),
    withLocalLock,
    withLock: (key, run, signal) => withLocalLock(key, () => withWebLock(key, run, signal)),
    async isAwaited(key) {
      try {
        const { pending = [] } = (await locks?.query()) ?? {}
        return pending.some(({ name }) => name === `${NAME}:${key}`)
      } catch {
        return false
      }
    },
    announce(message) {
      allowed(() => broadcast.post(message))
    },
    onMessage: (listener) =>
      broadcast.listen((received) => {
        const message = parseOrNone(tabMessage, received)
        if (message) listener(message)
      }),
    close: () => broadcast.close(),
  }
}

/** Other versions of Billfold, and anything else on this origin, may speak on the channel too. */
const tabMessage: Untrusted<TabMessage> = v.variant('kind', [
  v.object({ kind: v.literal('changed'), key: v.string() }),
  v.object({ kind: v.literal('forgotten'), owner: v.string(), at: v.number() }),
])
