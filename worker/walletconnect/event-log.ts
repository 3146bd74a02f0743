/** What the leading tab reports: the state, and the events of the session, each once and in order. */
import type { WalletConnectEvent, WalletConnectState } from '../../src/core/contract/walletconnect.ts'
import type { WalletEvents, EventCursor } from './messages.ts'

export interface EventLog {
  readonly state: WalletConnectState
  update(change: Partial<WalletConnectState>): void
  emit(event: WalletConnectEvent): void
  /** Resolves when there is something after this cursor. */
  follow(after: EventCursor | undefined): Promise<WalletEvents>
}

/** A reader that is further behind has missed events. */
const MAX_EVENTS = 100

export function createEventLog(): EventLog {
  const term = `${Math.random()}`
  let state: WalletConnectState = { session: undefined, relay: 'idle' }
  let seq = 0
  /** When the state last changed. */
  let changedAt = 0
  let events: { seq: number; event: WalletConnectEvent }[] = []
  /** Events up to this one have been given to a reader. */
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
      // A new reader gets the events that no other reader got: one may come before the page that connected listens.
      const since = events.filter((one) => one.seq > (known ?? receivedAt))
      receivedAt = seq
      const isNew = known === undefined || changedAt > known
      return { place: { term, seq }, ...(isNew && { state }), events: since.map(({ event }) => event) }
    },
  }
}
