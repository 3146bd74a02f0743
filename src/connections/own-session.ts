/** The stored session of one connection in this tab. Other tabs may end or replace it at any time. */
import { type CaipAddress, getNamespace, isSameOwner, type Namespace } from '../core/chains/caip.ts'
import type { ConnectedAccount } from '../wallets/account.ts'
import { createSessionId, type Session, type Sessions } from './session.ts'

export interface OwnSession {
  /** The stored session of the namespace, written by any tab. */
  readonly stored: Session | undefined
  /** True if this tab's session is the stored one, or neither exists. */
  isStored(): boolean
  /** Adopts the stored session as this tab's, and returns it. */
  adopt(): Session | undefined
  /** Stores the wallet's new account or network, unless the session has ended. */
  update(account: ConnectedAccount, over?: CaipAddress): void
  /** Replaces this tab's session and the stored one; `before` is the session of the same wallet that it continues. */
  replace(account: ConnectedAccount, before: Session | undefined): void
  /** Ends the session for good, in every tab, together with a session that another tab stored in its place. */
  end(by?: 'wallet'): void
  /** Whether another tab has recorded that the wallet ended this tab's session. */
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
      // Store the new session before the old one ends, so that a tab with the same wallet continues with it.
      sessions.putFirst(toSession(id, account, before))
      sessions.end(ended)
    },
    end: (by) => sessions.end([id, read()?.id], by),
    isLeft: () => sessions.isLeft(id),
  }
}

/** Upper bound of kept accounts, more than anybody uses with one page. */
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
