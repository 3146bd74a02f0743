/**
 * Pairs with a wallet. A code is valid for four minutes. Shortly before a code expires, the next code replaces it. A
 * wallet that has scanned the earlier code can still approve. After three codes the pairing ends.
 *
 *   code 1 ── 10 s before its end ──▶ code 2 ── 10 s before its end ──▶ code 3 ── its end ──▶ pairing_expired
 *      └──────── approved ──────────────┴─────────────────────────────────┴──▶ the session; other codes are dropped
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
      // Use the link that was prepared, if there is one.
      const ready = await takeLink(context.call, isOver)
      const { uri, expiresAt, approval } = ready ?? (await openPairing(context, namespaces, isOver))
      onProgress({ kind: 'uri', uri, expiresAt })
      approvals.push(
        approval.catch((error: unknown) => {
          // Keep waiting: another code may still be approved.
          if (hasCode(error, 'pairing_expired')) return unlessAborted(new Promise<never>(() => {}), isOver)
          throw error
        }),
      )
      const now = Date.now()
      const time = left > 1 ? getTimeToRenewal(expiresAt, now) : Math.max(0, expiresAt - now)
      // An approval just before the end is used too, or the wallet would keep a session that nobody uses.
      const approved = await withTimeout(pageClock, time, Promise.race(approvals))
      if (approved) return approved
    }
  } finally {
    end.abort()
  }
  throw new BillfoldError('pairing_expired', 'The code was not scanned. Nothing was shared.')
}
