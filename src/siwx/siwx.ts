/**
 * Sign-in with a wallet: the interface of a page's own sign-in option, and of the ready-made options of
 * `billfold/siwx`.
 */
import type { CaipNetworkId, Namespace } from '../core/chains/caip.ts'
import type { SIWXMessageData } from '../core/siwx/siwx-message.ts'

export interface SIWX {
  /** Creates the message to sign. */
  createMessage(input: SIWXMessageInput): Promise<SIWXMessage>
  /**
   * Resolves when the session is stored and the account is signed in. Rejects if the signature or a field is invalid.
   */
  addSession(session: SIWXSession): Promise<void>
  /** Revokes the session of exactly this network and address. */
  revokeSession(chainId: CaipNetworkId, address: string): Promise<void>
  /** Replaces all sessions. An empty list ends all sessions. */
  setSessions(sessions: readonly SIWXSession[]): Promise<void>
  /**
   * The valid sessions of exactly this network and address. Empty: the account is not signed in. Reject if the sessions
   * cannot be determined: an empty answer would sign the account out. Reject with `siwx_invalid` if a session is
   * invalid.
   */
  getSessions(chainId: CaipNetworkId, address: string): Promise<readonly SIWXSession[]>
  /** Whether an account is disconnected if it does not sign in. Default: true. */
  getRequired?(): boolean | Promise<boolean>
  /** Whether disconnecting also signs out. Default: true. */
  signOutOnDisconnect?: boolean
  /** Namespaces with sign-in. Default: eip155, solana and bip122, whose wallets sign messages. */
  namespaces?: readonly Namespace[]
}

export interface SIWXMessageInput {
  accountAddress: string
  /** CAIP-2 id of the network. */
  chainId: CaipNetworkId
  /** Time from which the message is valid (RFC 3339). Absent: at once. */
  notBefore?: string
}

/** The message's fields and its text. */
export interface SIWXMessage extends SIWXMessageData {
  toString(): string
}

export interface SIWXSession {
  /** Fields of the message. `chainId` is a CAIP-2 id, even if the text has only the plain id. */
  data: SIWXMessageData
  /** The text of the message. */
  message: string
  /** The signature: hex for eip155, base58 for solana, base64 for bip122. */
  signature: string
  /**
   * The off-chain message in base58 that a Solana wallet signed, which contains `message`. Absent if the wallet signed
   * `message` itself. A server must verify the signature over these bytes, and that they contain exactly `message`.
   */
  signedMessage?: string
  /** The signed CACAO (CAIP-74), if the wallet signed that instead of the plain text. */
  cacao?: unknown
}

/** The older sign-in option, which supports only EVM. */
export interface SIWEConfig {
  getNonce(address?: string): Promise<string>
  createMessage(message: SIWEMessage): string | Promise<string>
  verifyMessage(signed: { message: string; signature: string }): Promise<boolean>
  /** Resolves with null if nobody is signed in. */
  getSession(): Promise<{ address: string; chainId: number } | null>
  signOut(): Promise<boolean>
  /** Whether an account is disconnected if it does not sign in. Default: true. */
  required?: boolean
  /** Whether disconnecting also signs out. Default: true. */
  signOutOnDisconnect?: boolean
}

export interface SIWEMessage {
  /** With its checksum (EIP-55). */
  address: `0x${string}`
  /** EIP-155 id. */
  chainId: number
  domain: string
  uri: string
  version: '1'
  nonce: string
  /** When the message was issued (RFC 3339). */
  iat: string
}
