import { isSeparate } from '../core/payments/replacement.ts'
import type { SentRow } from '../core/payments/sent.ts'
import type { Connector } from './connector.ts'

/**
 * Whether a wallet is known to keep the number that it is asked for. Only the page says so of a wallet: MetaMask's app
 * ignores it, and nothing says what the sign-in site or a wallet at the end of a relay does. A wallet that may be a copy of
 * another one is not known.
 * @see https://github.com/MetaMask/metamask-mobile/issues/9118
 */
export function canSpeedUp({ keepsNonce, looksLike }: Connector): boolean {
  return keepsNonce === true && !looksLike
}

/** Also false once the wallet has chosen a nonce itself, whatever the page says of it. */
export function isNonceKept(connector: Connector, payments: readonly SentRow[]): boolean {
  return canSpeedUp(connector) && !payments.some(isSeparate)
}
