import {
  getSmartSessionState,
  type SmartSession,
  type SmartSessionState,
} from '../../src/core/assets/smart-session.ts'
import type { CaipAddress } from '../../src/core/chains/caip.ts'
import { readSecondsTo } from '../base/clock.ts'
import { readRevocation } from './revocation.ts'

/**
 * What the list says, unless the API has accepted a revocation since it was read. To be called where signals are followed.
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

/** The list is read again about that often: what ends later needs no clock before. Milliseconds. */
const SOON = 60_000

/** Now, in milliseconds since 1970. Where a session ends soon, a component that reads it renders each second. */
export function readNow(sessions: readonly SmartSession[]): number {
  const now = Date.now()
  const ends = sessions.map(({ expiresAt = 0 }) => expiresAt)
  readSecondsTo(ends.find((end) => end > now && end - now < SOON))
  return now
}
