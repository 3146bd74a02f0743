import type { CaipNetworkId } from '../../core/chains/caip.ts'
import type { WalletConnectSession } from '../../core/contract/walletconnect.ts'

/** The session and its requests, as the modules of a session's wallet use them. */
export interface SessionParts {
  /** @throws session_ended */
  getSession(): WalletConnectSession
  /**
   * Sends a request to the wallet.
   * @throws session_ended; call_unsupported if the method is not approved; the errors of `walletConnectRequest`
   */
  ask(caipNetworkId: CaipNetworkId, method: string, params: unknown): Promise<unknown>
  /** Sends a read to a node of the page, instead of to the phone. */
  askNode(caipNetworkId: CaipNetworkId, method: string, params: readonly unknown[]): Promise<unknown>
}
