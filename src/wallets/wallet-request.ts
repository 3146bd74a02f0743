/** The options of a request to a wallet, and its progress. */
import type { CaipNetworkId, Namespace } from '../core/chains/caip.ts'

export interface WalletRequest {
  /** Aborted when the request is abandoned. */
  signal: AbortSignal
  onProgress(progress: Progress): void
}

export interface ConnectRequest extends WalletRequest {
  /** CAIP-2 id of the network that the page prefers. */
  caipNetworkId?: CaipNetworkId | undefined
  /** Called if the wallet's accounts in this namespace are unusable, while those of another namespace can be used. */
  onLeftOut?(namespace: Namespace): void
}

/**
 * Progress of a request. asking: the wallet has received the request. uri: to be scanned or opened. code: the person
 * enters a code. popup: the person signs in through a popup.
 */
export type Progress =
  | { kind: 'asking' }
  /** `expiresAt`: when the URI stops working, milliseconds since 1970. */
  | { kind: 'uri'; uri: string; expiresAt: number }
  | { kind: 'code' }
  | { kind: 'popup' }
