/** The domain of WalletConnect, always loaded. The library is loaded only when there is a session or somebody pairs. */
import { hasCode } from '../../src/core/base/errors.ts'
import type { WalletConnectEvent, WalletConnectState } from '../../src/core/contract/walletconnect.ts'
import type { CommandContext, Domain, Emit, PushSource, WorkerContext } from '../base/context.ts'
import { unlessAborted, withTimeout } from '../../src/core/base/wait.ts'
import { getLeaderClient, type LeaderClient } from './leader-client.ts'
import { approval, type ClientMessage, type EventCursor, pairing, readAs, walletEvents } from './messages.ts'
import { NAME, readSession, removeSession } from './session-record.ts'
import { leaderAsleep, pairingExpired, unknownOutcome } from './failures.ts'

/** Time limit to tell the wallet that a session or link has ended. Milliseconds. */
const END_LIMIT = 5_000
/** A leading tab that is awake answers within this time. Milliseconds. */
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
      // Load the code while the leading tab is determined: most often, this tab becomes the leading tab.
      context.load('walletconnect').catch(() => {})
      const since = context.clock.now()
      const pair = async () => readAs(pairing, await ask(context, { kind: 'pair', since, ...input }))
      try {
        return await pair()
      } catch (error) {
        // The link was lost together with the leading tab, and was never shown: make another link.
        if (hasCode(error, 'leader_gone')) return pair()
        throw error
      }
    },
    async walletConnectApproval({ id }, context) {
      try {
        return readAs(approval, await ask(context, { kind: 'approval', id }))
      } catch (error) {
        // If the call was cancelled, give up the link: the wallet may still have it, and a later approval must not connect.
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

/**
 * Checks that the leading tab is awake: a tab that the browser has suspended keeps the lead, but answers only later.
 * @throws leader_missing
 */
async function assertAwake(leader: LeaderClient, { clock, signal }: CommandContext): Promise<void> {
  // The leading tab was closed: ask the next one.
  const waitForLeader = (): Promise<unknown> =>
    leader.ask({ kind: 'awake' }, signal).catch((error: unknown) => {
      if (hasCode(error, 'leader_gone')) return waitForLeader()
      throw error
    })
  await withTimeout(clock, AWAKE_LIMIT, waitForLeader(), leaderAsleep)
}

/** Sends a message to the leading tab. Continues after the call has ended, and never rejects. */
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

  /** Resolves when another tab reports that the session has changed, or when this tab begins to pair. */
  function waitForChange(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const stops = [
        context.tabs.onMessage((message) => message.kind === 'changed' && message.key === NAME && resolve()),
        leader.onRetain(resolve),
      ]
      signal.addEventListener('abort', () => stops.forEach((stop) => stop()))
    })
  }

  /** Whether the leading tab has a session that is not on the disk. False if that tab does not answer. */
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
      // The leading tab may have a session that is not on the disk, so only that tab knows whether there is a session.
      return toCached({ session, ...(!session && { isUnknown: true }), relay: 'idle' })
    },
    async start(emit, signal) {
      let leaderHasSession: boolean | undefined
      for (;;) {
        // If the disk cannot be read, ask the leading tab.
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
