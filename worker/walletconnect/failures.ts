/** The errors of links, sessions and requests. */
import { BillfoldError } from '../../src/core/base/errors.ts'
import type { RelayRefusal } from '../../src/core/contract/walletconnect.ts'

/** @param refusal the relay's reason, if it was reached and gave one */
export function relayUnreachable(refusal?: RelayRefusal): BillfoldError {
  const text = refusal
    ? `${REFUSALS[refusal.reason]} It said: ${refusal.said}`
    : 'Could not reach WalletConnect’s relay. Try again.'
  return new BillfoldError('relay_unreachable', text, { context: { ...refusal } })
}

const REFUSALS: Record<RelayRefusal['reason'], string> = {
  relay_clock: 'WalletConnect’s relay refused this device’s clock. Set its date and time, then try again.',
  relay_project: 'WalletConnect’s relay does not know this project. Check projectId.',
  relay_origin: 'WalletConnect’s relay does not allow this origin. Add it to the project’s allowed origins.',
  relay_refused: 'WalletConnect’s relay refused the connection.',
}

export function pairingExpired(): BillfoldError {
  return new BillfoldError('pairing_expired', 'The link has expired. Create a new one.')
}

export function sessionEnded(): BillfoldError {
  return new BillfoldError('session_ended', 'The wallet is no longer connected. Connect it again.')
}

export function leaderAsleep(): BillfoldError {
  return new BillfoldError(
    'leader_missing',
    'Another tab of this page has your wallet connection and is not responding. Open that tab or close it.',
  )
}

/** The error for a request without an answer: the wallet may have received it. */
export function unknownOutcome(): BillfoldError {
  return new BillfoldError(
    'outcome_unknown',
    'Your wallet got the request but did not answer. Check your wallet before you try again.',
  )
}
