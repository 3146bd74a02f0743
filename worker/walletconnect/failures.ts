/** What becomes of links, sessions and requests that cannot be answered. */
import { BillfoldError } from '../../src/core/base/errors.ts'

export function relayUnreachable(): BillfoldError {
  return new BillfoldError('relay_unreachable', 'WalletConnect’s relay cannot be reached. Try again.')
}

export function pairingExpired(): BillfoldError {
  return new BillfoldError('pairing_expired', 'The link is no longer good. Make a new one.')
}

export function sessionEnded(): BillfoldError {
  return new BillfoldError('session_ended', 'The wallet is no longer connected. Connect it again.')
}

export function leaderAsleep(): BillfoldError {
  return new BillfoldError(
    'leader_missing',
    'Another tab of this page holds the connection to your wallet, and does not answer. Look at that tab, or close it.',
  )
}

/** It may have reached the wallet. */
export function unknownOutcome(): BillfoldError {
  return new BillfoldError(
    'outcome_unknown',
    'Your wallet was asked, and there is no answer. Check your wallet before you try again.',
  )
}
