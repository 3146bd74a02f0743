/**
 * The WalletConnect client, in the leading tab: pairing links that wait for a wallet, and the one session.
 *
 *   link ── the wallet approves ──▶ session ── ended by either side, or its time is over ──▶ nothing is left
 *     │            └── another session is in use ──▶ waiting ── adopted ──▶ session; the other one is ended
 *     └── declined, given up, 4 min ──▶ removed        └── the page cannot use it ──▶ ended; the other one stays
 */
import { BillfoldError } from '../../src/core/base/errors.ts'
import type { WalletConnectApproval, WalletConnectSession } from '../../src/core/contract/walletconnect.ts'
import type { WorkerContext } from '../base/context.ts'
import { withTimeout } from '../../src/core/base/wait.ts'
import { createSignClient } from './create-sign-client.ts'
import type { ClientMessage } from './messages.ts'
import type { EventLog } from './event-log.ts'
import { createPairings } from './pairings.ts'
import { watchRelay } from './relay-watch.ts'
import { removeSession, writeSession } from './session-record.ts'
import type { Approved } from './propose.ts'
import { toSession } from './to-session.ts'
import { createSessionRequests, ENDED } from './session-requests.ts'
import { createWaitingSessions } from './waiting-sessions.ts'
import { watchSessionEvents } from './watch-session-events.ts'
import { relayUnreachable, sessionEnded } from './failures.ts'

export interface Client {
  /** Answers a message of a tab. @throws the errors of the command in the contract */
  answer(message: ClientMessage): Promise<unknown>
  /** Closes the client, so that another tab can have it. The session stays. */
  close(): void
}

export interface ClientOptions {
  context: WorkerContext
  eventLog: EventLog
  /** Keeps this tab in the lead until the returned function is called. */
  retain(): () => void
  /**
   * Called when no session and no link is left, right before all records are removed. The client cannot be used any more.
   */
  onClosed(): void
}

/** Time limit to tell a wallet that its session has ended. Milliseconds. */
const TELL_LIMIT = 5_000

export async function createClient({ context, eventLog, retain, onClosed }: ClientOptions): Promise<Client> {
  const { clock } = context
  const { isUnknown, session: stored } = eventLog.state
  const { client, storage } = await createSignClient(context, isUnknown ? undefined : stored !== undefined)
  context.http.setClientId(await client.core.crypto.getClientId())
  const relay = watchRelay(client.core.relayer, clock, (state) => eventLog.update({ relay: state }))
  const pairings = createPairings({
    client,
    relay,
    clock,
    retain,
    onApproved,
    onLate,
    onEnd: () => void closeIfUnused(),
  })
  const requests = createSessionRequests(client, relay)
  const waiting = createWaitingSessions(clock, retain)
  let isClosed = false
  /**
   * Releases the lead, which this tab keeps for a session that is not on the disk: no other tab could continue such a
   * session.
   */
  let letGo: (() => void) | undefined

  /** Tells the wallet that the session has ended. Ignores failures. */
  async function disconnect(topic: string): Promise<void> {
    const sent = client.disconnect({ topic, reason: ENDED })
    await withTimeout(clock, TELL_LIMIT, sent, relayUnreachable).catch(() => {})
  }

  function close(): void {
    if (isClosed) return
    isClosed = true
    relay.stop()
    globalThis.removeEventListener?.('online', relay.hurry)
    client.core.heartbeat.stop()
    context.http.setClientId(undefined)
    storage.close()
    requests.end()
    waiting.stop()
    pairings.giveUpAll()
    letGo?.()
  }

  /** Removes all records of WalletConnect, including the client's identity, if no session and no link is left. */
  async function closeIfUnused(): Promise<void> {
    if (isClosed || eventLog.state.session || pairings.size > 0 || waiting.size > 0) return
    close()
    onClosed()
    eventLog.update({ relay: 'idle' })
    await storage.wipe()
  }

  async function adopt(session: WalletConnectSession): Promise<void> {
    const before = eventLog.state.session
    // If the session cannot be stored, keep the lead until the session ends.
    if (!storage.isKept) letGo ??= retain()
    await writeSession(context, session).catch(() => (letGo ??= retain()))
    eventLog.update({ session, isUnknown: undefined })
    if (!before || before.id === session.id) return
    requests.end()
    void disconnect(before.id)
  }

  async function onApproved({ session: approved, signed }: Approved): Promise<WalletConnectApproval> {
    const session = toSession(approved)
    if (session) {
      // The page opens the wallet's app. On the page's thread, the library would open it a second time.
      await client.session.update(session.id, { sessionConfig: { disableDeepLink: true } })
      if (!eventLog.state.session || eventLog.state.session.id === session.id) {
        await adopt(session)
        return { session, signed }
      }
      waiting.add(session.id, () => void adoptLater(session.id).catch(() => {}))
      return { session, signed, isWaiting: true }
    }
    await disconnect(approved.topic)
    throw new BillfoldError(
      'wallet_bad_answer',
      'The wallet did not approve anything that this page needs.',
      {
        context: { reason: 'nothing_approved' },
      },
    )
  }

  /** @throws session_ended */
  async function adoptLater(id: string): Promise<void> {
    if (eventLog.state.session?.id === id) return
    const isThere = waiting.has(id) && client.session.keys.includes(id)
    const session = isThere && toSession(client.session.get(id))
    if (!session) throw sessionEnded()
    await adopt(session)
    waiting.take(id).forEach(eventLog.emit)
  }

  function onLate({ session: { topic } }: Approved): void {
    if (eventLog.state.session?.id !== topic) void disconnect(topic)
  }

  async function onChanged(topic: string): Promise<void> {
    if (eventLog.state.session?.id !== topic) return
    const session = toSession(client.session.get(topic))
    if (session) return adopt(session)
    await Promise.all([onEnded(topic), disconnect(topic)])
  }

  /** Called when a session ends: by the wallet, by a tab, or because it has expired. */
  async function onEnded(topic: string): Promise<void> {
    waiting.take(topic)
    if (eventLog.state.session && eventLog.state.session.id !== topic) return
    eventLog.update({ session: undefined })
    requests.end()
    letGo?.()
    letGo = undefined
    await removeSession(context, topic).catch(() => {})
    await closeIfUnused()
  }

  async function end(id: string): Promise<void> {
    const disconnected = disconnect(id)
    if (!eventLog.state.session) requests.end()
    await disconnected
    await onEnded(id)
  }

  client.on('session_connect', ({ session }) => {
    if (!pairings.has(session.pairingTopic)) void disconnect(session.topic)
  })
  client.on('session_update', ({ topic }) => void onChanged(topic))
  client.on('session_extend', ({ topic }) => void onChanged(topic))
  client.on('session_delete', ({ topic }) => void onEnded(topic))
  client.on('session_expire', ({ topic }) => void onEnded(topic))
  watchSessionEvents(client, { getSession: () => eventLog.state.session, waiting, emit: eventLog.emit })

  /** Restores the known session at the start, unless the wallet has ended it meanwhile. Ends all other sessions. */
  async function restore(): Promise<void> {
    const known = eventLog.state.session?.id
    for (const { topic } of client.session.getAll()) if (topic !== known) void disconnect(topic)
    if (known === undefined) return
    if (!client.session.keys.includes(known)) return onEnded(known)
    await onChanged(known)
    relay.connect().catch(() => {})
  }

  // `addEventListener` is missing where tests run the worker.
  globalThis.addEventListener?.('online', relay.hurry)
  // Process messages that arrived before the listeners were set.
  client.engine.processRelayMessageCache()
  await restore()
  return {
    async answer(message) {
      switch (message.kind) {
        case 'pair':
          if (!client.core.relayer.connected) eventLog.update({ relay: 'connecting' })
          return pairings.open(message)
        case 'approval':
          return pairings.getApproved(message.id)
        case 'giveUp': {
          const approved = await pairings.giveUp(message.id)
          // The page does not know of the approval, so end the session.
          return approved && end(approved.session.id)
        }
        case 'adopt':
          return adoptLater(message.id)
        case 'request':
          if (waiting.has(message.id)) await adoptLater(message.id)
          return requests.ask(eventLog.state.session, message)
        case 'end':
          return end(message.id)
      }
    },
    close,
  }
}
