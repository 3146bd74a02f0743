/** One way to connect one wallet, as views list it and adapters connect it. */
import type { Namespace } from '../core/chains/caip.ts'
import type { Wallet } from '../core/assets/wallet.ts'

export interface Connector {
  /** Unique until the page is reloaded: for an announced wallet its EIP-6963 uuid. */
  id: string
  /** One line; deceptive characters are replaced with `�`. */
  name: string
  type: ConnectorType
  /** The namespace of its adapter; for MULTI_CHAIN, that of the first of its `connectors`. */
  chain: Namespace
  /** All namespaces in which the wallet may share accounts, including `chain`. */
  namespaces: readonly [Namespace, ...Namespace[]]
  /** Identifies the wallet after a reload: its rdns, `injected` without one, or `external/<id>` for the page's own. */
  restoreKey: string
  /** A checked `data:image/…` URI; absent if the wallet has no safe one. For EXTERNAL, the page's own URL. */
  imageUrl?: string
  /** Id of its picture in the wallet directory. Absent until a list with the wallet was loaded. */
  imageId?: string
  /** Id of the wallet in the directory; absent as `imageId` is. */
  explorerId?: string
  info?: { rdns: string; uuid: string }
  /** The page declares that the wallet keeps the requested nonce of a transaction (`evm({ keepsNonce })`). */
  keepsNonce?: true
  /** Another wallet on this page with a similar name; absent without one. */
  looksLike?: {
    /** Name of the other wallet. */
    name: string
    /** `name`: the names look the same. `rdns`: both announce the same rdns. */
    by: 'name' | 'rdns'
  }
  /** The wallet's own interface: EIP-1193 for eip155. For MULTI_CHAIN, that of the first of its `connectors`. */
  provider: unknown
  /** MULTI_CHAIN: one connector per namespace. Attempts and accounts refer to these. */
  connectors?: readonly Connector[]
  /** WalletConnect: the chosen wallet of the directory. */
  wallet?: Wallet
  /** WalletConnect: the link that opens that wallet on this phone, from `getWalletLink`. */
  link?: string
}

/**
 * ANNOUNCED: an installed wallet that announces itself. INJECTED: an installed wallet found only on `window`. MULTI_CHAIN:
 * an installed wallet with several namespaces. EXTERNAL: the page's own. WALLET_CONNECT: a wallet elsewhere, by QR code
 * or link. AUTH: email and social login.
 */
export type ConnectorType = 'WALLET_CONNECT' | 'MULTI_CHAIN' | 'AUTH' | 'ANNOUNCED' | 'INJECTED' | 'EXTERNAL'
