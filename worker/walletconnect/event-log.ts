/** The log of the leading tab: the state, and the session's events. Each reader gets each event once and in order. */
import type { WalletConnectEvent, WalletConnectState } from '../../src/core/contract/walletconnect.ts'
import type { WalletEvents, EventCursor } from './messages.ts'

export interface EventLog {
  readonly state: WalletConnectState
  update(change: Partial<WalletConnectState>): void
  emit(event: WalletConnectEvent): void
  /** Resolves when there is a change or an event after this cursor; at once without a cursor. */
  follow(after: EventCursor | undefined): Promise<WalletEvents>
}

/** Upper limit of kept events. A reader that is further behind misses the older events. */
const MAX_EVENTS = 100

export function createEventLog(): EventLog {
  const term = `${Math.random()}`
  let state: WalletConnectState = { session: undefined, relay: 'idle' }
  let seq = 0
  /** Value of `seq` when the state last changed. */
  let changedAt = 0
  let events: { seq: number; event: WalletConnectEvent }[] = []
  /** Value of `seq` up to which at least one reader has received the events. */
  let receivedAt = 0
  let waiting: (() => void)[] = []

  function wake(): void {
    const woken = waiting
    waiting = []
    for (const resolve of woken) resolve()
  }

  return {
    get state() {
      return state
    },
    update(change) {
      state = { ...state, ...change }
      changedAt = seq += 1
      wake()
    },
    emit(event) {
      seq += 1
      events = [...events.slice(1 - MAX_EVENTS), { seq, event }]
      wake()
    },
    async follow(after) {
      const known = after?.term === term ? after.seq : undefined
      if (known === seq) await new Promise<void>((resolve) => waiting.push(resolve))
      // A new reader gets the events that no other reader has received: an event may arrive before the page that connected
      // listens.
      const since = events.filter((one) => one.seq > (known ?? receivedAt))
      receivedAt = seq
      const isNew = known === undefined || changedAt > known
      return { place: { term, seq }, ...(isNew && { state }), events: since.map(({ event }) => event) }
    },
  }
}
