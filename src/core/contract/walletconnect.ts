/**
 * Types of WalletConnect that both threads use. Only one session exists at a time: with one wallet, for all namespaces
 * and tabs.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign
 */
import type { CaipNetworkId, Namespace } from '../chains/caip.ts'

export interface WalletConnectSession {
  /** The session's topic. */
  id: string
  /** The wallet's own description of itself, cleaned and cut; it may be false. */
  peer: WalletConnectPeer
  /** By namespace: the requested part of what the wallet approved. Malformed entries are left out. */
  namespaces: Partial<Record<Namespace, WalletConnectNamespace>>
  /** Milliseconds since 1970. */
  expiresAt: number
}

export interface WalletConnectPeer {
  name: string
  /** https; empty if the wallet gave none. */
  url: string
  /** https. */
  iconUrl?: string
  /** Links that open the wallet. The code that opens them checks the scheme. */
  redirect?: { native?: string; universal?: string }
}

export interface WalletConnectNamespace {
  /** CAIP-10, in the wallet's order. The first account is in use until an event names another one. */
  accounts: readonly string[]
  chains: readonly CaipNetworkId[]
  methods: readonly string[]
  events: readonly string[]
}

export interface WalletConnectState {
  session: WalletConnectSession | undefined
  /** Set if the disk cannot be read, so that it is unknown whether a session exists. */
  isUnknown?: true | undefined
  /** idle: not needed now. lost: the connection broke or failed, and is retried automatically. */
  relay: 'idle' | 'connecting' | 'connected' | 'lost'
}

/** Why the relay refuses this page: in the context of the error `relay_unreachable`. */
export interface RelayRefusal {
  /**
   * relay_clock: this device's clock is wrong.
   * relay_project: the relay does not know the project.
   * relay_origin: the project does not allow the page's origin.
   * relay_refused: any other reason.
   */
  reason: 'relay_clock' | 'relay_project' | 'relay_origin' | 'relay_refused'
  /** The relay's own words, on one line of plain text. */
  said: string
}

/** An event of the session, such as chainChanged or accountsChanged. */
export interface WalletConnectEvent {
  caipNetworkId: CaipNetworkId
  name: string
  /** As the wallet sent it, unchecked. */
  data: unknown
}

/** Namespaces to request from a wallet. The wallet may approve fewer. */
export type WalletConnectProposal = Partial<
  Record<
    Namespace,
    { chains: readonly CaipNetworkId[]; methods: readonly string[]; events: readonly string[] }
  >
>

export interface WalletConnectPairing {
  id: string
  /**
   * The pairing URI `wc:…`, which the wallet scans or gets from a link. Anybody who has the URI can answer: show it,
   * but never log it.
   */
  uri: string
  /** Milliseconds since 1970. */
  expiresAt: number
}

/**
 * A sign-in request that is part of the connection request. Used only if all networks are eip155. A wallet that does
 * not support sign-in requests connects without signing.
 * @see https://chainagnostic.org/CAIPs/caip-222
 */
export interface WalletConnectSignIn {
  /** Host and port of the page. */
  domain: string
  /** URI of the page. */
  uri: string
  nonce: string
  statement?: string
  /** RFC 3339, like `notBefore`. */
  expirationTime?: string
  notBefore?: string
  resources?: readonly string[]
}

/** A sign-in message that the wallet signed while it connected. The worker has verified the signature. */
export interface WalletConnectSigned {
  caipNetworkId: CaipNetworkId
  address: string
  /** The text that was signed. */
  message: string
  /** Hex. */
  signature: string
  /** The signed object of CAIP-74, as the wallet returned it. */
  cacao: unknown
}

export interface WalletConnectApproval {
  session: WalletConnectSession
  /** Empty if the wallet connected without signing. */
  signed: readonly WalletConnectSigned[]
  /** Whether another session is still in use. `walletConnectAdopt` replaces it with this session. */
  isWaiting?: true
}

export interface WalletConnectRequest {
  /** Id of the session. */
  id: string
  /** A network that the session approved. */
  caipNetworkId: CaipNetworkId
  method: string
  params: unknown
}
