/**
 * One client serves all tabs: a client's identity must not be split over several sockets. The leading tab runs it,
 * and the others queue for the lead and go through that tab.
 *
 *   idle ── retained ──▶ queued ── the tabs before it are gone ──▶ leading ── all released ──▶ idle
 *
 * The library is loaded by the leading tab alone, when there is a session or something is asked of it.
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
   * Asks the leading tab; only while the client is retained.
   * @throws leader_gone when it ended meanwhile, aborted, and what the client answers.
   */
  ask(message: Message, signal: AbortSignal): Promise<unknown>
}

export interface ClientModule {
  createClient(options: ClientOptions): Promise<Client>
}

/** Milliseconds until the request to a missing leader is repeated. */
const LEADER_PAUSE = 50
/** Milliseconds until loading the code or reading the disk is tried again. */
const AGAIN_PAUSE = 5_000

const clients = new WeakMap<WorkerContext['tabs'], LeaderClient>()

/** The one of this worker. */
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
  /** Where no tab can lead, each serves itself. */
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

/** From here on until the signal is aborted this tab has the client. */
function lead(context: WorkerContext, leader: LeaderClient, signal: AbortSignal): Answer {
  const { tabs, clock } = context
  const eventLog = createEventLog()
  let client: Promise<Client> | undefined
  /** The disk has said whether there is a session. */
  let known: Promise<void> | undefined
  /** Why the disk could not be read at pairing: its contents stay unknown as long as that client lives. */
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

  /** @throws store_unavailable: the disk may hold a session, so "disconnected" would be wrong (T17). */
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
        // A client that was made without the disk has state to report.
        return client ? undefined : await restore()
      } catch {
        await sleep(clock, AGAIN_PAUSE, signal)
      }
    }
  }

  /** The session is there whether or not its code is. */
  async function connect(): Promise<void> {
    try {
      await getClient()
    } catch {
      eventLog.update({ relay: 'lost' })
      clock.after(AGAIN_PAUSE, () => void (eventLog.state.session && !signal.aborted && connect()))
    }
  }

  /** Another tab has ended the session while this one could not be asked. */
  async function check(): Promise<void> {
    const { session } = eventLog.state
    if (!session || (await readSession(context).catch(() => session))) return
    await answer({ kind: 'end', id: session.id }).catch(() => {})
  }

  async function answer(message: ClientMessage): Promise<unknown> {
    const { kind } = message
    const isCurrent = kind !== 'pair' && eventLog.state.session?.id === message.id
    // At once, whatever happens to the rest.
    if (kind === 'end' && isCurrent) eventLog.update({ session: undefined })
    const release = leader.retain()
    try {
      const isNeeded =
        client || kind === 'pair' || isCurrent || (kind === 'end' && (await hasClientRecords(context)))
      // Where there is no client there is no link either, and it is not loaded for what is over.
      return isNeeded ? await (await getClient()).answer(message) : refuse(message)
    } catch (error) {
      // Without its code the wallet cannot be told; its records are useless then.
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
        // A browser that keeps nothing can pair all the same.
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
