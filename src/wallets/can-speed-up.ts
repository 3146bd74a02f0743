import { isSeparate } from '../core/payments/replacement.ts'
import type { SentRow } from '../core/payments/sent.ts'
import type { Connector } from './connector.ts'

/**
 * Whether the wallet is known to keep the nonce that Billfold requests. Only the page can declare that: MetaMask's app
 * ignores the nonce, and the sign-in site and wallets over WalletConnect do not say what they do. False for a wallet
 * that may imitate another one.
 * @see https://github.com/MetaMask/metamask-mobile/issues/9118
 */
export function canSpeedUp({ keepsNonce, looksLike }: Connector): boolean {
  return keepsNonce === true && !looksLike
}

/** Like `canSpeedUp`, but false if the wallet has replaced the nonce in one of these payments. */
export function isNonceKept(connector: Connector, payments: readonly SentRow[]): boolean {
  return canSpeedUp(connector) && !payments.some(isSeparate)
}
