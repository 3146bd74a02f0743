/** One way to reach one wallet, as a view lists it and as the adapter of its namespace connects it. */
import type { Namespace } from '../core/chains/caip.ts'
import type { Wallet } from '../core/assets/wallet.ts'

export interface Connector {
  /** Unique on this page and for its life: for an announced wallet its EIP-6963 uuid. */
  id: string
  /** One line; a character that may deceive stands as `�`. */
  name: string
  type: ConnectorType
  /** The namespace whose adapter knows this wallet; of a MULTI_CHAIN one, that of the first of its `connectors`. */
  chain: Namespace
  /** All in which the wallet may share accounts; `chain` is one of them. */
  namespaces: readonly [Namespace, ...Namespace[]]
  /** How the wallet is found again after a reload: its rdns; `injected` for one that has none; `external/<id>` of the page's own. */
  restoreKey: string
  /** A checked `data:image/…` URI; absent when the wallet gave none that is safe. Of the page's own (EXTERNAL) as the page gives it. */
  imageUrl?: string
  /** Of its picture in the directory of wallets. Absent until a list of the directory was read that has the wallet. */
  imageId?: string
  /** Of the wallet in the directory; absent as `imageId` is. */
  explorerId?: string
  info?: { rdns: string; uuid: string }
  /** The page says that the wallet sends a transaction under the number that it is asked for (`evm({ keepsNonce })`). */
  keepsNonce?: true
  /** Another wallet on this page with a similar name; absent without one. */
  looksLike?: {
    /** Of the other wallet. */
    name: string
    /** `name`: the names look the same. `rdns`: both announce the same rdns. */
    by: 'name' | 'rdns'
  }
  /** The wallet's own interface: EIP-1193 for eip155. Of a MULTI_CHAIN one, that of the first of its `connectors`. */
  provider: unknown
  /** Of a MULTI_CHAIN one: the ways into it, one for each namespace. Attempts and accounts name the one that they are of. */
  connectors?: readonly Connector[]
  /** Over WalletConnect: the wallet of the directory that a person has chosen. */
  wallet?: Wallet
  /** Over WalletConnect: what opens that wallet on this phone, as `getWalletLink` gives it. */
  link?: string
}

/**
 * ANNOUNCED: an installed wallet that announces itself. INJECTED: one that is only at the window. MULTI_CHAIN: an installed
 * wallet with several ways in. EXTERNAL: one that the page brings itself. WALLET_CONNECT: any wallet that is somewhere else, by
 * a code that it scans or a link that it opens. AUTH: email and social login.
 */
export type ConnectorType = 'WALLET_CONNECT' | 'MULTI_CHAIN' | 'AUTH' | 'ANNOUNCED' | 'INJECTED' | 'EXTERNAL'
