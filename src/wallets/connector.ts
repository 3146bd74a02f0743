/** A connector: one way to connect one wallet. Views list connectors, and adapters connect them. */
import type { Namespace } from '../core/chains/caip.ts'
import type { Wallet } from '../core/assets/wallet.ts'

export interface Connector {
  /** Unique until the web page is reloaded. For an announced EVM wallet, its EIP-6963 uuid. */
  id: string
  /** In one line; deceptive characters are replaced with `�`. */
  name: string
  type: ConnectorType
  /** The namespace of the connector's adapter. For MULTI_CHAIN, the namespace of the first of its `connectors`. */
  chain: Namespace
  /** All namespaces in which the wallet may share accounts, including `chain`. */
  namespaces: readonly [Namespace, ...Namespace[]]
  /**
   * Identifies the wallet after a reload: its rdns, `injected` if it has none, or `external/<id>` for the page's own
   * connector.
   */
  restoreKey: string
  /** A checked `data:image/…` URI, absent if the wallet has no safe one. For EXTERNAL, any URL that the page gave. */
  imageUrl?: string
  /** Id of the wallet's picture in the wallet directory. Absent until a directory list with this wallet is loaded. */
  imageId?: string
  /** Id of the wallet in the directory. Absent until a directory list with this wallet is loaded. */
  explorerId?: string
  info?: { rdns: string; uuid: string }
  /** Set if the page declares that the wallet keeps the requested nonce of a transaction (`evm({ keepsNonce })`). */
  keepsNonce?: true
  /** Another wallet on this web page with a similar name. Absent if there is none. */
  looksLike?: {
    /** Name of the other wallet. */
    name: string
    /** `name`: the names look the same. `rdns`: both announce the same rdns. */
    by: 'name' | 'rdns'
  }
  /**
   * The wallet's own interface: EIP-1193 for eip155. For MULTI_CHAIN, the interface of the first of its `connectors`.
   */
  provider: unknown
  /** MULTI_CHAIN: one connector for each namespace. Connection requests and accounts refer to these connectors. */
  connectors?: readonly Connector[]
  /** WalletConnect: the wallet that the person chose from the directory. */
  wallet?: Wallet
  /** WalletConnect: the link that opens the chosen wallet on this phone, from `getWalletLink`. */
  link?: string
}

/**
 * ANNOUNCED: an installed wallet that announces itself. INJECTED: an installed wallet found only on `window`.
 * MULTI_CHAIN: an installed wallet with several namespaces. EXTERNAL: a connector that the page brings. WALLET_CONNECT:
 * a wallet elsewhere, by QR code or link. AUTH: email and social login.
 */
export type ConnectorType = 'WALLET_CONNECT' | 'MULTI_CHAIN' | 'AUTH' | 'ANNOUNCED' | 'INJECTED' | 'EXTERNAL'
