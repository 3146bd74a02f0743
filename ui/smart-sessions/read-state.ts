import {
  getSmartSessionState,
  type SmartSession,
  type SmartSessionState,
} from '../../src/core/assets/smart-session.ts'
import type { CaipAddress } from '../../src/core/chains/caip.ts'
import { readSecondsTo } from '../base/clock.ts'
import { readRevocation } from './revocation.ts'

/**
 * The state of a session in the list; `revoked` if the API has accepted a revocation since the list was fetched. Reads
 * signals.
 * @param fetchedAt when the list was fetched. Milliseconds since 1970, like `now`
 */
export function readState(
  account: CaipAddress,
  session: SmartSession,
  fetchedAt: number | undefined,
  now: number,
): SmartSessionState {
  const revocation = readRevocation(account, session.id)
  const isAccepted = revocation.status === 'revoked' && revocation.at >= (fetchedAt ?? 0)
  return isAccepted ? 'revoked' : getSmartSessionState(session, now)
}

/**
 * If a session ends within this time, the components that show it are rendered each second. Before a later end, the
 * list is fetched again. Milliseconds.
 */
const SOON = 60_000

/** The current time in milliseconds since 1970. If a session ends soon, components that read it are rendered each second. */
export function readNow(sessions: readonly SmartSession[]): number {
  const now = Date.now()
  const ends = sessions.map(({ expiresAt = 0 }) => expiresAt)
  readSecondsTo(ends.find((end) => end > now && end - now < SOON))
  return now
}
