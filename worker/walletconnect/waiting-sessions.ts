/**
 * Sessions that were approved while another session is in use. They wait until the page has decided whether it can use
 * them.
 */
import type { WalletConnectEvent } from '../../src/core/contract/walletconnect.ts'
import type { Clock } from '../base/context.ts'

export interface WaitingSessions {
  readonly size: number
  has(id: string): boolean
  /** `onLate` is called if the session is not taken in time. */
  add(id: string, onLate: () => void): void
  /** Keeps an event of a waiting session for later. */
  onEvent(id: string, event: WalletConnectEvent): void
  /** Removes a session from the list, and returns the events that arrived while it waited. */
  take(id: string): readonly WalletConnectEvent[]
  stop(): void
}

/** How long a session waits for the page's decision. Milliseconds. */
const LIMIT = 5_000
const MAX_EVENTS = 20

/** @param retain keeps this tab in the lead until the returned function is called */
export function createWaitingSessions(clock: Clock, retain: () => () => void): WaitingSessions {
  const sessions = new Map<string, { events: WalletConnectEvent[]; stop(): void }>()

  function take(id: string): readonly WalletConnectEvent[] {
    const { events = [], stop } = sessions.get(id) ?? {}
    sessions.delete(id)
    stop?.()
    return events
  }

  return {
    get size() {
      return sessions.size
    },
    has: (id) => sessions.has(id),
    add(id, onLate) {
      const release = retain()
      const stopTimer = clock.after(LIMIT, onLate)
      const stop = () => {
        stopTimer()
        release()
      }
      sessions.set(id, { events: [], stop })
    },
    onEvent(id, event) {
      const { events } = sessions.get(id) ?? {}
      if (events && events.length < MAX_EVENTS) events.push(event)
    },
    take,
    stop: () => [...sessions.keys()].forEach(take),
  }
}
