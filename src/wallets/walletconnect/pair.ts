/**
 * Pairs with a wallet. A code works for four minutes; shortly before its end the next one takes its place, and a wallet
 * that has scanned the old one can still approve. After three unscanned codes it stops.
 *
 *   code 1 ── 10 s before its end ──▶ code 2 ── the same ──▶ code 3 ── its end ──▶ pairing_expired
 *      └──────── approved ────────────────┴───────────────────┴──▶ the session; the others are given up
 */
import type { WalletRequest } from '../wallet-request.ts'
import { pageClock } from '../../base/page-clock.ts'
import { BillfoldError, hasCode } from '../../core/base/errors.ts'
import { unlessAborted, withTimeout } from '../../core/base/wait.ts'
import type { WalletConnectApproval, WalletConnectProposal } from '../../core/contract/walletconnect.ts'
import { openPairing, type PairingContext, takeLink } from './ready-link.ts'
import { getTimeToRenewal } from './renewal.ts'

const MAX_CODES = 3

/** @throws wallet_declined, pairing_expired, relay_unreachable, wallet_bad_answer, aborted */
export async function pair(
  context: PairingContext,
  namespaces: WalletConnectProposal,
  { signal, onProgress }: WalletRequest,
): Promise<WalletConnectApproval> {
  const end = new AbortController()
  const isOver = end.signal
  signal.addEventListener('abort', () => end.abort())
  const approvals: Promise<WalletConnectApproval | undefined>[] = []
  try {
    for (let left = MAX_CODES; left > 0; left -= 1) {
      // One may have been made before.
      const ready = await takeLink(context.call, isOver)
      const { uri, expiresAt, approval } = ready ?? (await openPairing(context, namespaces, isOver))
      onProgress({ kind: 'uri', uri, expiresAt })
      approvals.push(
        approval.catch((error: unknown) => {
          // Only the timer of a code ends the wait: another code may still be approved.
          if (hasCode(error, 'pairing_expired')) return unlessAborted(new Promise<never>(() => {}), isOver)
          throw error
        }),
      )
      const now = Date.now()
      const time = left > 1 ? getTimeToRenewal(expiresAt, now) : Math.max(0, expiresAt - now)
      // An approval that came just before the end still counts: its session must be ended.
      const approved = await withTimeout(pageClock, time, Promise.race(approvals))
      if (approved) return approved
    }
  } finally {
    end.abort()
  }
  throw new BillfoldError('pairing_expired', 'The code was not scanned. Nothing was shared.')
}
