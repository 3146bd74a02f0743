/** One request to a wallet: its options and its progress. */
import type { CaipNetworkId, Namespace } from '../core/chains/caip.ts'

export interface WalletRequest {
  /** Aborted when the request is abandoned. */
  signal: AbortSignal
  onProgress(progress: Progress): void
}

export interface ConnectRequest extends WalletRequest {
  /** CAIP-2: the network that the page prefers. */
  caipNetworkId?: CaipNetworkId | undefined
  /** The wallet's accounts in this namespace are unusable; other namespaces are fine. */
  onLeftOut?(namespace: Namespace): void
}

/** How far a request is. asking: the wallet has it. uri: to be scanned or opened. code: one is to be typed in. */
export type Progress =
  | { kind: 'asking' }
  /** `expiresAt`: when it can no longer be used, milliseconds since 1970. */
  | { kind: 'uri'; uri: string; expiresAt: number }
  | { kind: 'code' }
  | { kind: 'popup' }
