/**
 * The other tabs of this origin. Web Locks decide whose turn it is and a BroadcastChannel spreads the news; a browser
 * without one of them loses only that, since every tab can also live alone.
 */
import type { Clock, TabMessage, Tabs } from './context.ts'
import type { Environment } from './environment.ts'

export interface TabsOptions extends Pick<Environment, 'locks' | 'BroadcastChannel'> {
  clock: Clock
  /**
   * Whether the tabs read the same store now. If not, a tab that waited for another could not find the result, and
   * would only have lost time: it takes turns with itself alone.
   */
  isShared(): boolean
}

/**
 * A tab that the browser froze keeps its locks. After this long another one goes on without; at worst the same
 * request is made twice. Milliseconds.
 */
const WAIT_LIMIT = 5_000
const NAME = 'billfold'

export function createTabs(options: TabsOptions): Tabs & { close(): void } {
  const { locks, clock } = options
  const listeners = new Set<(message: TabMessage) => void>()
  const turns = new Map<string, Promise<unknown>>()
  const channel = options.BroadcastChannel && new options.BroadcastChannel(NAME)
  if (channel) {
    channel.onmessage = ({ data }) => {
      if (isTabMessage(data)) for (const listener of listeners) listener(data)
    }
  }

  /** Alone among the callers in this tab. */
  function inTurn<T>(key: string, run: () => Promise<T>): Promise<T> {
    const turn = (turns.get(key) ?? Promise.resolve()).then(run, run)
    const settled = turn.then(
      () => {},
      () => {},
    )
    turns.set(key, settled)
    void settled.then(() => {
      if (turns.get(key) === settled) turns.delete(key)
    })
    return turn
  }

  async function withLock<T>(key: string, run: () => Promise<T>): Promise<T> {
    if (!locks || !options.isShared()) return run()
    const controller = new AbortController()
    const stopTimer = clock.after(WAIT_LIMIT, () => controller.abort())
    let started = false
    try {
      return await locks.request(`${NAME}:${key}`, { signal: controller.signal }, () => {
        started = true
        stopTimer()
        return run()
      })
    } catch (error) {
      if (started) throw error
      // Frozen neighbour, or locks are forbidden here.
      return run()
    } finally {
      stopTimer()
    }
  }

  return {
    exclusive: (key, run) => inTurn(key, () => withLock(key, run)),
    announce(message) {
      channel?.postMessage(message)
    },
    onMessage(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      channel?.close()
      listeners.clear()
    },
  }
}

/** Other versions of Billfold, and anything else on this origin, may speak on the channel too. */
function isTabMessage(value: unknown): value is TabMessage {
  const message = value as { kind?: unknown; key?: unknown; owner?: unknown; at?: unknown } | null
  return (
    (message?.kind === 'changed' && typeof message.key === 'string') ||
    (message?.kind === 'forgotten' && typeof message.owner === 'string' && typeof message.at === 'number')
  )
}
