/** What of WalletConnect is there from the start; the library is loaded when there is a session or somebody pairs. */
import { hasCode } from '../../src/core/base/errors.ts'
import type { WalletConnectEvent, WalletConnectState } from '../../src/core/contract/walletconnect.ts'
import type { CommandContext, Domain, Emit, PushSource, WorkerContext } from '../base/context.ts'
import { unlessAborted, withTimeout } from '../../src/core/base/wait.ts'
import { getLeaderClient, type LeaderClient } from './leader-client.ts'
import { approval, type ClientMessage, type EventCursor, pairing, readAs, walletEvents } from './messages.ts'
import { NAME, readSession, removeSession } from './session-record.ts'
import { leaderAsleep, pairingExpired, unknownOutcome } from './failures.ts'

/** The wallet is told of an end for so long. Milliseconds. */
const END_LIMIT = 5_000
/** A leading tab that is awake says so within this time. Milliseconds. */
const AWAKE_LIMIT = 4_000

export const walletConnect = {
  topics: {
    walletConnect: {
      readParams: () => ({}),
      getKey: () => '',
      getOwner: () => '',
      isKept: false,
      scope: 'tab',
      createSource: createStateSource,
    },
  },
  commands: {
    async walletConnectPair(input, context) {
      // While it is found out which tab has the client: most often this one will need it.
      context.load('walletconnect').catch(() => {})
      const since = context.clock.now()
      const pair = async () => readAs(pairing, await ask(context, { kind: 'pair', since, ...input }))
      try {
        return await pair()
      } catch (error) {
        // The link that was lost with the leading tab was never shown.
        if (hasCode(error, 'leader_gone')) return pair()
        throw error
      }
    },
    async walletConnectApproval({ id }, context) {
      try {
        return readAs(approval, await ask(context, { kind: 'approval', id }))
      } catch (error) {
        // The wallet may still have the link; a later approval must not connect.
        if (context.signal.aborted) void notifyLeader(context, { kind: 'giveUp', id })
        throw hasCode(error, 'leader_gone') ? pairingExpired() : error
      }
    },
    async walletConnectAdopt({ id }, context) {
      await ask(context, { kind: 'adopt', id })
      return undefined
    },
    async walletConnectRequest({ id, caipNetworkId, method, params }, context) {
      try {
        return await ask(context, { kind: 'request', id, caipNetworkId, method, params })
      } catch (error) {
        throw hasCode(error, 'leader_gone') ? unknownOutcome() : error
      }
    },
    async walletConnectEnd({ id }, context) {
      const [removed] = await Promise.allSettled([
        removeSession(context, id),
        notifyLeader(context, { kind: 'end', id }),
      ])
      if (removed.status === 'rejected') throw removed.reason
      return undefined
    },
  },
} satisfies Domain

async function ask(context: CommandContext, message: ClientMessage): Promise<unknown> {
  const leader = getLeaderClient(context)
  const release = leader.retain()
  try {
    await assertAwake(leader, context)
    return await leader.ask(message, context.signal)
  } finally {
    release()
  }
}

/** A tab that the browser has put to sleep leads on, and would answer when it is woken. @throws leader_missing */
async function assertAwake(leader: LeaderClient, { clock, signal }: CommandContext): Promise<void> {
  // Nothing was asked yet of one that is gone.
  const waitForLeader = (): Promise<unknown> =>
    leader.ask({ kind: 'awake' }, signal).catch((error: unknown) => {
      if (hasCode(error, 'leader_gone')) return waitForLeader()
      throw error
    })
  await withTimeout(clock, AWAKE_LIMIT, waitForLeader(), leaderAsleep)
}

/** Goes on when the call has ended. Never rejects. */
async function notifyLeader(context: WorkerContext, message: ClientMessage): Promise<void> {
  const leader = getLeaderClient(context)
  const release = leader.retain()
  const limit = new AbortController()
  const answer = leader.ask(message, limit.signal)
  await withTimeout(context.clock, END_LIMIT, answer, pairingExpired).catch(() => {})
  limit.abort()
  release()
}

function createStateSource(context: WorkerContext): PushSource<WalletConnectState, WalletConnectEvent> {
  const leader = getLeaderClient(context)
  const toCached = (data: WalletConnectState) => ({ data, fetchedAt: context.clock.now() })

  /** Another tab says that the session has changed, or this one begins to pair. */
  function waitForChange(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const stops = [
        context.tabs.onMessage((message) => message.kind === 'changed' && message.key === NAME && resolve()),
        leader.onRetain(resolve),
      ]
      signal.addEventListener('abort', () => stops.forEach((stop) => stop()))
    })
  }

  /** Whether the tab that leads has a session that the disk did not take; false where it does not answer. */
  async function hasLeaderSession(signal: AbortSignal): Promise<boolean> {
    const release = leader.retain()
    try {
      const asked = leader.ask({ kind: 'follow', after: undefined }, signal)
      const { state } = readAs(
        walletEvents,
        await withTimeout(context.clock, AWAKE_LIMIT, asked, leaderAsleep),
      )
      return state?.session !== undefined
    } catch {
      return false
    } finally {
      release()
    }
  }

  async function follow(emit: Emit<WalletConnectState, WalletConnectEvent>, signal: AbortSignal) {
    let after: EventCursor | undefined
    while (!signal.aborted) {
      try {
        const batch = readAs(walletEvents, await leader.ask({ kind: 'follow', after }, signal))
        after = batch.place
        if (batch.state) emit.cached(toCached(batch.state))
        for (const event of batch.events) emit.event(event)
      } catch (error) {
        if (!hasCode(error, 'leader_gone')) throw error
      }
    }
  }

  return {
    async load() {
      const session = await readSession(context)
      // The leading tab may have a session that the disk did not take: only that tab knows for sure.
      return toCached({ session, ...(!session && { isUnknown: true }), relay: 'idle' })
    },
    async start(emit, signal) {
      let leaderHasSession: boolean | undefined
      for (;;) {
        // If the disk cannot be read, the leading tab decides.
        const isSure = leader.isRetained || (await readSession(context).then(Boolean, () => true))
        leaderHasSession ??= !isSure && (await hasLeaderSession(signal))
        const waiting = new AbortController()
        const changed = waitForChange(waiting.signal)
        const isNeeded =
          leaderHasSession || leader.isRetained || (await readSession(context).then(Boolean, () => true))
        if (!isNeeded) {
          emit.cached(toCached({ session: undefined, relay: 'idle' }))
          await unlessAborted(changed, signal).catch(() => {})
        }
        waiting.abort()
        if (signal.aborted) return
        if (isNeeded) break
      }
      const release = leader.retain()
      signal.addEventListener('abort', release)
      await follow(emit, signal).finally(release)
    },
  }
}
