import type { CaipNetworkId } from '../../core/chains/caip.ts'
import type { WalletConnectSession } from '../../core/contract/walletconnect.ts'

/** What the parts of a session's wallet know and ask. */
export interface SessionParts {
  /** @throws session_ended */
  getSession(): WalletConnectSession
  /** @throws call_unsupported for what was not approved, session_ended, and as `walletConnectRequest` does */
  ask(caipNetworkId: CaipNetworkId, method: string, params: unknown): Promise<unknown>
  /** Sends a read to the page's node, instead of the phone. */
  askNode(caipNetworkId: CaipNetworkId, method: string, params: readonly unknown[]): Promise<unknown>
}
