/** The stored session of one namespace, as this tab knows it. Other tabs may end or replace it at any time. */
import { type CaipAddress, getNamespace, isSameOwner, type Namespace } from '../core/chains/caip.ts'
import type { ConnectedAccount } from '../wallets/account.ts'
import { createSessionId, type Session, type Sessions } from './session.ts'

export interface OwnSession {
  /** The session that is stored now, written by any tab. */
  readonly stored: Session | undefined
  /** Whether the stored session is the one that this tab knows. Also true if neither exists. */
  isStored(): boolean
  /** Adopts the stored session as this tab's, and returns it. */
  adopt(): Session | undefined
  /** Stores the wallet's new account or network, unless the session has ended. @param over see `Session` */
  update(account: ConnectedAccount, over?: CaipAddress): void
  /**
   * Starts a new session in place of this tab's session and of the stored one.
   * @param before earlier session of the same wallet
   */
  replace(account: ConnectedAccount, before: Session | undefined): void
  /** Ends the session for good in every tab, and also a session that another tab has stored in its place. */
  end(by?: 'wallet'): void
  /** Whether the wallet has ended this tab's session, as recorded by any tab. */
  isLeft(): boolean
}

export function createOwnSession(sessions: Sessions, namespace: Namespace): OwnSession {
  let id: string | undefined
  const read = () => sessions.get(namespace)

  return {
    get stored() {
      return read()
    },
    isStored: () => read()?.id === id,
    adopt() {
      const session = read()
      id = session?.id
      return session
    },
    update(account, over) {
      const session = read()
      if (session) sessions.replace({ ...toSession(session.id, account, session), ...(over && { over }) })
    },
    replace(account, before) {
      const ended = [id, read()?.id]
      id = createSessionId()
      // Store the new session before the old one ends: another tab with the same wallet then continues with the new
      // one.
      sessions.putFirst(toSession(id, account, before))
      sessions.end(ended)
    },
    end: (by) => sessions.end([id, read()?.id], by),
    isLeft: () => sessions.isLeft(id),
  }
}

/** Upper limit of stored accounts, which is more than anybody uses on one page. */
const MAX_ACCOUNTS = 32

function toSession(
  id: string,
  { connector, caipAddress, caipNetworkId }: ConnectedAccount,
  before: Session | undefined,
): Session {
  const isSameWallet = before?.restoreKey === connector.restoreKey
  const others = isSameWallet ? before.accounts.filter((known) => !isSameOwner(known, caipAddress)) : []
  return {
    id,
    namespace: getNamespace(caipAddress),
    restoreKey: connector.restoreKey,
    name: connector.name,
    caipNetworkId,
    accounts: [caipAddress, ...others.slice(0, MAX_ACCOUNTS - 1)],
  }
}
