/**
 * One WalletConnect client serves all tabs, since several sockets must not share one identity. The leading tab runs the
 * client. The others queue for the lead, and send their messages to the leading tab.
 *
 *   idle ── retained ──▶ queued ── the tabs before it are gone ──▶ leading ── all released ──▶ idle
 *
 * Only the leading tab loads the library: when there is a session, or a message needs the client.
 */
import { hasCode } from '../../src/core/base/errors.ts'
import { pairingExpired, sessionEnded } from './failures.ts'
import type { Answer, WorkerContext } from '../base/context.ts'
import { sleep, unlessAborted } from '../../src/core/base/wait.ts'
import type { Client, ClientOptions } from './client.ts'
import { type ClientMessage, type Message, readMessage } from './messages.ts'
import { createEventLog } from './event-log.ts'
import { hasClientRecords, NAME, readSession, removeClientRecords, removeExpired } from './session-record.ts'

export interface LeaderClient {
  /** Whether anything in this tab needs the client. */
  readonly isRetained: boolean
  /** Keeps the client until the returned function is called. */
  retain(): () => void
  onRetain(listener: () => void): () => void
  /**
   * Sends a message to the leading tab. Call it only while the client is retained.
   * @throws aborted; leader_gone if the leading tab was closed meanwhile; the errors of the client
   */
  ask(message: Message, signal: AbortSignal): Promise<unknown>
}

export interface ClientModule {
  createClient(options: ClientOptions): Promise<Client>
}

/** Pause before a message is sent again if there is no leading tab. Milliseconds. */
const LEADER_PAUSE = 50
/** Pause before the code is loaded or the disk is read again after a failure. Milliseconds. */
const AGAIN_PAUSE = 5_000

const clients = new WeakMap<WorkerContext['tabs'], LeaderClient>()

/** The leader client of this worker. Created once. */
export function getLeaderClient(context: WorkerContext): LeaderClient {
  const leader = clients.get(context.tabs) ?? createLeaderClient(context)
  clients.set(context.tabs, leader)
  return leader
}

function createLeaderClient(context: WorkerContext): LeaderClient {
  const { tabs, clock } = context
  const listeners = new Set<() => void>()
  let count = 0
  let queued: AbortController | undefined
  /** Answers this tab's messages if no tab can lead, as without Web Locks: then each tab has a client of its own. */
  let own: Answer | undefined

  function queue(): void {
    const { signal } = (queued = new AbortController())
    const begin = () => lead(context, leader, signal)
    tabs.lead(NAME, signal, begin).catch(() => {
      if (!signal.aborted) own = begin()
    })
  }

  const leader: LeaderClient = {
    get isRetained() {
      return count > 0
    },
    retain() {
      count += 1
      if (count === 1) queue()
      for (const listener of listeners) listener()
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        count -= 1
        if (count > 0) return
        queued?.abort()
        own = undefined
      }
    },
    onRetain(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async ask(message, signal) {
      for (;;) {
        try {
          return await (own ? unlessAborted(own(message), signal) : tabs.request(NAME, message, signal))
        } catch (error) {
          if (!hasCode(error, 'leader_missing')) throw error
          await sleep(clock, LEADER_PAUSE, signal)
        }
      }
    },
  }
  return leader
}

/** Makes this tab the leading tab until the signal is aborted. Returns the function that answers messages. */
function lead(context: WorkerContext, leader: LeaderClient, signal: AbortSignal): Answer {
  const { tabs, clock } = context
  const eventLog = createEventLog()
  let client: Promise<Client> | undefined
  /** Resolves when the disk has been read for a stored session. Undefined before the first read. */
  let known: Promise<void> | undefined
  /**
   * Why the disk could not be read at pairing. The disk's contents stay unknown as long as the client of that pairing
   * lives.
   */
  let failure: Error | undefined

  function getClient(): Promise<Client> {
    if (client) return client
    const created = context
      .load<ClientModule>('walletconnect')
      .then(({ createClient }) => createClient({ context, eventLog, retain: leader.retain, onClosed }))
    client = created
    created.catch(onClosed)
    signal.addEventListener('abort', () => void created.then(({ close }) => close()).catch(() => {}))
    return created
  }

  function onClosed(): void {
    client = undefined
    if (failure) known = failure = undefined
  }

  /**
   * Reads the stored session once. @throws store_unavailable: the disk may hold a session, so "disconnected" would be wrong
   * (T17)
   */
  async function restore(): Promise<void> {
    if (failure) throw failure
    known ??= readSession(context).then(
      (session) => {
        if (failure || signal.aborted) return
        if (eventLog.state.isUnknown) eventLog.update({ isUnknown: undefined })
        if (!session) return void removeExpired(context).catch(() => {})
        eventLog.update({ session, relay: 'connecting' })
        void connect()
      },
      (error: unknown) => {
        known = undefined
        throw error
      },
    )
    return known
  }

  async function restoreInTime(): Promise<void> {
    for (;;) {
      try {
        // A client that was created without the disk also has a state to report.
        return client ? undefined : await restore()
      } catch {
        await sleep(clock, AGAIN_PAUSE, signal)
      }
    }
  }

  /** Loads the client for the session. If that fails, the session stays and loading is tried again. */
  async function connect(): Promise<void> {
    try {
      await getClient()
    } catch {
      eventLog.update({ relay: 'lost' })
      clock.after(AGAIN_PAUSE, () => void (eventLog.state.session && !signal.aborted && connect()))
    }
  }

  /**
   * Called when the stored session has changed: ends the session if another tab has removed it while this tab could not be
   * asked.
   */
  async function check(): Promise<void> {
    const { session } = eventLog.state
    if (!session || (await readSession(context).catch(() => session))) return
    await answer({ kind: 'end', id: session.id }).catch(() => {})
  }

  async function answer(message: ClientMessage): Promise<unknown> {
    const { kind } = message
    const isCurrent = kind !== 'pair' && eventLog.state.session?.id === message.id
    // Update the state at once, even if ending the session fails later.
    if (kind === 'end' && isCurrent) eventLog.update({ session: undefined })
    const release = leader.retain()
    try {
      const isNeeded =
        client || kind === 'pair' || isCurrent || (kind === 'end' && (await hasClientRecords(context)))
      // Without a client, there is no link. Do not load a client for a link or session that has ended.
      return isNeeded ? await (await getClient()).answer(message) : refuse(message)
    } catch (error) {
      // Without the code, the wallet cannot be informed, and the library's records are useless.
      if (kind === 'end' && hasCode(error, 'code_missing')) await removeClientRecords(context)
      throw error
    } finally {
      release()
    }
  }

  const stop = tabs.onMessage((message) => message.kind === 'changed' && message.key === NAME && void check())
  signal.addEventListener('abort', stop)
  return async (asked) => {
    const message = readMessage(asked)
    switch (message.kind) {
      case 'awake':
        return undefined
      case 'follow':
        await restoreInTime()
        return eventLog.follow(message.after)
      case 'pair':
        // Pairing also works if the browser cannot store anything.
        await restore().catch((error: Error) => {
          failure = error
          if (!eventLog.state.session) eventLog.update({ isUnknown: true })
        })
        break
      case 'request':
      case 'end':
        if (!eventLog.state.session) await restore()
    }
    return answer(message)
  }
}

/** @throws pairing_expired, session_ended */
function refuse({ kind }: ClientMessage): void {
  if (kind === 'approval') throw pairingExpired()
  if (kind === 'request' || kind === 'adopt') throw sessionEnded()
}
