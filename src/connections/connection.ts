/**
 * The connection of one namespace as a state machine: its states, its events, and the next state for each event. Pure
 * functions: no timers, requests or storage.
 *
 * base (the connection):
 *
 *   disconnected ── restored ──▶ restoring ── wallet listed ──▶ restoring with a connector
 *   restoring with a connector ─┬─ wallet shares the stored account ──▶ connected
 *                               ├─ wallet shares nothing ──▶ away
 *                               └─ wallet shares another account ──▶ disconnected
 *   restored or restoring ── two wallets claim to be the stored one ──▶ disconnected
 *   connected ── wallet shares nothing ──▶ away ── wallet shares the account ──▶ connected
 *   any state ── ended, left ──▶ disconnected
 *
 * attempt (a connection request):
 *
 *   none ── asked ──▶ waiting ─┬─ approved ──▶ none, and base is connected
 *                              └─ refused ──▶ declined, busy or failed ── cancelled ──▶ none
 *
 * switching (a request to switch the network): like attempt, while base stays connected to the same wallet.
 *
 * While another wallet is asked, the connected account stays until the other wallet shares an account.
 */
import { isSameOwner } from '../core/chains/caip.ts'
import type { ErrorRecord } from '../core/base/errors.ts'
import {
  type AccountState,
  type Attempt,
  CONNECTING,
  type ConnectedAccount,
  type NetworkSwitch,
  NOBODY,
  RESTORING,
} from '../wallets/account.ts'
import type { Progress } from '../wallets/wallet-request.ts'
import type { Connector } from '../wallets/connector.ts'
import type { Session } from './session.ts'

export interface Connection {
  base: Base
  attempt?: Attempt | undefined
  switching?: NetworkSwitch | undefined
}

export type Base =
  | { status: 'disconnected' }
  /**
   * The page looks for the wallet of the stored session, and then reads the wallet's accounts. `late`: this has taken
   * too long, so the page sees the account as disconnected.
   */
  | { status: 'restoring'; session: Session; connector?: Connector; late: boolean }
  /**
   * The wallet shares no account now, since it is locked or the permission was revoked. With `session`, the wallet must
   * share the session's account to be connected again.
   */
  | { status: 'away'; connector: Connector; session?: Session | undefined; restored: boolean }
  /**
   * `restored`: the connection comes from a stored session; the person has not chosen this wallet since the web page
   * was loaded.
   */
  | { status: 'connected'; connector: Connector; account: ConnectedAccount; restored: boolean }

export type ConnectionEvent =
  /** The web page was loaded, or another tab has changed the stored session. */
  | { type: 'restored'; session: Session | undefined }
  /** The web page has these wallets. */
  | { type: 'listed'; connectors: readonly Connector[] }
  | { type: 'late' }
  /** The watched wallet reports its account. `account` is undefined if it shares none. */
  | { type: 'shared'; connector: Connector; account: ConnectedAccount | undefined }
  | { type: 'asked'; attempt: Attempt }
  | { type: 'approved'; connector: Connector; account: ConnectedAccount }
  | { type: 'switchAsked'; switching: NetworkSwitch }
  | { type: 'progressed'; id: number; progress: Progress }
  | { type: 'refused'; id: number; status: 'declined' | 'busy' | 'failed'; error: ErrorRecord }
  /** The person has cancelled the request, or has seen its outcome. */
  | { type: 'cancelled'; id: number | undefined }
  /** The wallet has disconnected, or its session has expired. A running connection request continues. */
  | { type: 'left' }
  | { type: 'ended' }

export const DISCONNECTED: Connection = { base: { status: 'disconnected' } }

export function reduceConnection(connection: Connection, event: ConnectionEvent): Connection {
  const { base, attempt } = connection
  switch (event.type) {
    case 'restored':
      return restore(connection, event.session)
    case 'listed':
      return find(connection, event.connectors)
    case 'late':
      return base.status === 'restoring' ? { ...connection, base: { ...base, late: true } } : connection
    case 'shared':
      return event.connector.provider === getFollowed(connection)?.provider
        ? share(connection, event.account)
        : connection
    case 'asked':
      return { ...connection, attempt: event.attempt }
    case 'approved': {
      const { connector, account } = event
      const isAnswer = attempt?.connector.provider === connector.provider
      return {
        ...withBase(connection, { status: 'connected', connector, account, restored: false }),
        attempt: isAnswer ? undefined : attempt,
      }
    }
    case 'switchAsked':
      return base.status === 'connected' ? { ...connection, switching: event.switching } : connection
    case 'progressed':
      return updateRequest(connection, event.id, { progress: event.progress })
    case 'refused':
      return updateRequest(connection, event.id, { status: event.status, error: event.error })
    case 'cancelled':
      return {
        ...connection,
        attempt: attempt?.id === event.id ? undefined : attempt,
        switching: connection.switching?.id === event.id ? undefined : connection.switching,
      }
    case 'left':
      return withBase(connection, { status: 'disconnected' })
    case 'ended':
      return DISCONNECTED
  }
}

/** The watched wallet: only its events change the connection. */
export function getFollowed({ base }: Connection): Connector | undefined {
  return base.status === 'disconnected' ? undefined : base.connector
}

/** The state as the page sees it. */
export function getAccountState({ base, attempt }: Connection): AccountState {
  if (base.status === 'connected') return base.account
  if (attempt?.status === 'waiting') return CONNECTING
  return base.status === 'restoring' && !base.late ? RESTORING : NOBODY
}

/** Restores the stored session. Keeps a running connection request, and a connection to the wallet of that session. */
function restore(connection: Connection, session: Session | undefined): Connection {
  const { base } = connection
  if (base.status === 'connected' && session?.restoreKey === base.connector.restoreKey) return connection
  return withBase(
    connection,
    session ? { status: 'restoring', session, late: false } : { status: 'disconnected' },
  )
}

/**
 * Finds the wallet of the stored session. If two wallets claim to be that wallet, even later, the person must decide
 * (F11).
 */
function find(connection: Connection, connectors: readonly Connector[]): Connection {
  const { base } = connection
  if (base.status === 'disconnected') return connection
  const isUnproven = base.status === 'restoring' || base.restored
  if (!isUnproven) return connection
  const restoreKey = base.status === 'restoring' ? base.session.restoreKey : base.connector.restoreKey
  const candidates = connectors.filter((connector) => connector.restoreKey === restoreKey)
  if (candidates.length > 1) return withBase(connection, { status: 'disconnected' })
  const [connector] = candidates
  if (base.status !== 'restoring' || base.connector || !connector) return connection
  return { ...connection, base: { ...base, connector } }
}

function share(connection: Connection, account: ConnectedAccount | undefined): Connection {
  const { base, switching } = connection
  if (base.status === 'disconnected' || !base.connector) return connection
  const { connector } = base
  const session = base.status === 'connected' ? undefined : base.session
  // A restored connection stays `restored` after the wallet was locked.
  const restored = base.status === 'restoring' || base.restored
  if (!account) {
    if (base.status === 'away') return connection
    return withBase(connection, { status: 'away', connector, session, restored })
  }
  // Any wallet can claim to be the stored one. If it does not share the stored account, the person must decide (G32).
  if (
    session &&
    !account.allAccounts.some(({ caipAddress }) => isSameOwner(caipAddress, session.accounts[0]))
  )
    return withBase(connection, { status: 'disconnected' })
  const isThere = switching?.network.caipNetworkId === account.caipNetworkId
  const isSame = base.status === 'connected' && isSameAccount(base.account, account)
  if (isSame && !isThere) return connection
  return {
    ...connection,
    base: isSame ? base : { status: 'connected', connector, account, restored },
    switching: isThere ? undefined : switching,
  }
}

function isSameAccount(one: ConnectedAccount, other: ConnectedAccount): boolean {
  const read = ({ caipNetworkId, allAccounts, approved }: ConnectedAccount) =>
    JSON.stringify([caipNetworkId, allAccounts, approved])
  return read(one) === read(other)
}

/** Sets the base. Drops a request to switch the network if its connection has ended. */
function withBase(connection: Connection, base: Base): Connection {
  const stays = base.status === 'connected' && getFollowed(connection)?.provider === base.connector.provider
  return { ...connection, base, switching: stays ? connection.switching : undefined }
}

function updateRequest(
  connection: Connection,
  id: number,
  update: Partial<Pick<Attempt, 'status' | 'progress' | 'error'>>,
): Connection {
  const { attempt, switching } = connection
  if (attempt?.id === id) return { ...connection, attempt: { ...attempt, ...update } }
  if (switching?.id === id) return { ...connection, switching: { ...switching, ...update } }
  return connection
}
