/** Reports the events that a session's wallet sends, each once. */
import { getNamespace } from '../../src/core/chains/caip.ts'
import type { WalletConnectEvent, WalletConnectSession } from '../../src/core/contract/walletconnect.ts'
import type { SignClient } from './create-sign-client.ts'
import type { WaitingSessions } from './waiting-sessions.ts'

interface EventTargets {
  getSession(): WalletConnectSession | undefined
  /** Keeps the events of sessions that are not adopted yet. */
  waiting: Pick<WaitingSessions, 'onEvent'>
  emit(event: WalletConnectEvent): void
}

/** Upper limit of an event, in characters of JSON. */
const MAX_EVENT = 10_000
/** Number of event ids that are remembered, since the relay may deliver a message twice while it reconnects. */
const MAX_IDS = 50

export function watchSessionEvents(client: SignClient, { getSession, waiting, emit }: EventTargets): void {
  let receivedIds: readonly number[] = []
  client.on('session_event', ({ id, topic, params: { chainId, event } }) => {
    if (receivedIds.includes(id) || JSON.stringify(event).length > MAX_EVENT) return
    receivedIds = [...receivedIds.slice(1 - MAX_IDS), id]
    const caipNetworkId = chainId as `${string}:${string}`
    const received = { caipNetworkId, name: event.name, data: event.data as unknown }
    const session = getSession()
    if (session?.id !== topic) return waiting.onEvent(topic, received)
    // Check only the namespace: the wallet may switch to a network before it shares an account there.
    if (session.namespaces[getNamespace(caipNetworkId)]) emit(received)
  })
}
