import {
  getSmartSessionState,
  type SmartSession,
  type SmartSessionState,
} from '../../src/core/assets/smart-session.ts'
import type { CaipAddress } from '../../src/core/chains/caip.ts'
import { readSecondsTo } from '../base/clock.ts'
import { readRevocation } from './revocation.ts'

/**
 * The state in the list, or revoked if the API has accepted a revocation since. Reads signals.
 * @param fetchedAt of the list. Both times: milliseconds since 1970
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

/** Sessions that end sooner need a clock; the list is refreshed about this often. Milliseconds. */
const SOON = 60_000

/** The current time in ms since 1970. If a session ends soon, a component that reads it renders each second. */
export function readNow(sessions: readonly SmartSession[]): number {
  const now = Date.now()
  const ends = sessions.map(({ expiresAt = 0 }) => expiresAt)
  readSecondsTo(ends.find((end) => end > now && end - now < SOON))
  return now
}
