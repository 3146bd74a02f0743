/**
 * WalletConnect types that both threads share. One session exists at a time, with one wallet, for all namespaces and tabs.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign
 */
import type { CaipNetworkId, Namespace } from '../chains/caip.ts'

export interface WalletConnectSession {
  /** The session's topic. */
  id: string
  /** What the wallet says of itself, cleaned and bounded; it may be a lie. */
  peer: WalletConnectPeer
  /** The requested part of what the wallet approved, by namespace; malformed entries are left out. */
  namespaces: Partial<Record<Namespace, WalletConnectNamespace>>
  /** Milliseconds since 1970. */
  expiresAt: number
}

export interface WalletConnectPeer {
  name: string
  /** https; empty where it gave none. */
  url: string
  /** https. */
  iconUrl?: string
  /** Links that open the wallet. The code that opens them checks the scheme. */
  redirect?: { native?: string; universal?: string }
}

export interface WalletConnectNamespace {
  /** CAIP-10, in the wallet's order; the first one is the one to use until an event names another. */
  accounts: readonly string[]
  chains: readonly CaipNetworkId[]
  methods: readonly string[]
  events: readonly string[]
}

export interface WalletConnectState {
  session: WalletConnectSession | undefined
  /** The disk cannot be read: a session may exist. */
  isUnknown?: true | undefined
  /** idle: not needed now. lost: the connection broke or failed, and is retried automatically. */
  relay: 'idle' | 'connecting' | 'connected' | 'lost'
}

/** Why the relay does not serve this page, in the context of `relay_unreachable`. */
export interface RelayRefusal {
  /** relay_clock: this device's clock is wrong. relay_refused: any other reason. */
  reason: 'relay_clock' | 'relay_project' | 'relay_origin' | 'relay_refused'
  /** Its own words: plain text of one line. */
  said: string
}

/** An event of the session, such as chainChanged or accountsChanged. */
export interface WalletConnectEvent {
  caipNetworkId: CaipNetworkId
  name: string
  /** Whatever the wallet sent, unchecked. */
  data: unknown
}

/** Namespaces to request from a wallet; it may approve fewer. */
export type WalletConnectProposal = Partial<
  Record<
    Namespace,
    { chains: readonly CaipNetworkId[]; methods: readonly string[]; events: readonly string[] }
  >
>

export interface WalletConnectPairing {
  id: string
  /** `wc:…`, which the wallet scans or is opened with. Anybody who has it can answer: show it, never log it. */
  uri: string
  /** Milliseconds since 1970. */
  expiresAt: number
}

/**
 * A sign-in request that is sent together with the connection. Only where all networks are of eip155; a wallet without
 * support for it just connects.
 * @see https://chainagnostic.org/CAIPs/caip-222
 */
export interface WalletConnectSignIn {
  /** Host and port of the page. */
  domain: string
  /** Of the page. */
  uri: string
  nonce: string
  statement?: string
  /** RFC 3339, as the other time. */
  expirationTime?: string
  notBefore?: string
  resources?: readonly string[]
}

/** A signed sign-in message from the connection step; the worker has verified the signature. */
export interface WalletConnectSigned {
  caipNetworkId: CaipNetworkId
  address: string
  /** The text. */
  message: string
  /** Hex. */
  signature: string
  /** CAIP-74. */
  cacao: unknown
}

export interface WalletConnectApproval {
  session: WalletConnectSession
  /** Empty if the wallet connected without signing. */
  signed: readonly WalletConnectSigned[]
  /** Another session is still in use; `walletConnectAdopt` puts this one in its place. */
  isWaiting?: true
}

export interface WalletConnectRequest {
  /** Of the session. */
  id: string
  /** A network that the session approved. */
  caipNetworkId: CaipNetworkId
  method: string
  params: unknown
}
