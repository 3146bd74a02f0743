/**
 * The connection to the other tabs of this origin: Web Locks decide which tab works, and a BroadcastChannel carries
 * messages. If the browser lacks one of them, Billfold works without it, since each tab can also work alone.
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
   * Whether all tabs use the same store now. If not, a tab that waited for another tab could not find that tab's result, so
   * no tab waits.
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
      // This tab did not get the lock: a suspended tab holds it, locks are forbidden here, or the signal was aborted. Run
      // without the lock.
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

/**
 * Schema of a message. The channel may also carry messages of other versions of Billfold or of other code on this origin.
 */
const tabMessage: Untrusted<TabMessage> = v.variant('kind', [
  v.object({ kind: v.literal('changed'), key: v.string() }),
  v.object({ kind: v.literal('forgotten'), owner: v.string(), at: v.number() }),
])
