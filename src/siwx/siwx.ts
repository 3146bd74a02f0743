/** Signing in with a wallet: the interface of a page's own option, and of the ready-made ones of `billfold/siwx`. */
import type { CaipNetworkId, Namespace } from '../core/chains/caip.ts'
import type { SIWXMessageData } from '../core/siwx/siwx-message.ts'

export interface SIWX {
  /** Creates the message to sign. */
  createMessage(input: SIWXMessageInput): Promise<SIWXMessage>
  /** Resolves when the session is stored and the account signed in; rejects if the signature or a field is invalid. */
  addSession(session: SIWXSession): Promise<void>
  /** Revokes the session of exactly this network and address. */
  revokeSession(chainId: CaipNetworkId, address: string): Promise<void>
  /** Replaces all sessions; an empty list ends all. */
  setSessions(sessions: readonly SIWXSession[]): Promise<void>
  /**
   * Valid sessions for exactly this network and address; empty: not signed in. Reject if that cannot be found out: the account
   * is not signed out then. Reject with `siwx_invalid` if a session was invalid.
   */
  getSessions(chainId: CaipNetworkId, address: string): Promise<readonly SIWXSession[]>
  /** Whether an account that is not signed in is disconnected. Default: true. */
  getRequired?(): boolean | Promise<boolean>
  /** Whether disconnecting also signs out. Default: true. */
  signOutOnDisconnect?: boolean
  /** Namespaces with sign-in. Default: eip155, solana and bip122, whose wallets sign messages. */
  namespaces?: readonly Namespace[]
}

export interface SIWXMessageInput {
  accountAddress: string
  /** CAIP-2. */
  chainId: CaipNetworkId
  /** RFC 3339. */
  notBefore?: string
}

/** The message's fields and its text. */
export interface SIWXMessage extends SIWXMessageData {
  toString(): string
}

export interface SIWXSession {
  /** `chainId` is CAIP-2, even if the text has the plain reference. */
  data: SIWXMessageData
  /** The text that was signed. */
  message: string
  /** Hex for eip155, base58 for solana, base64 for bip122. */
  signature: string
  /**
   * Base58: the off-chain message that a Solana wallet signed, which contains `message`. Absent if it signed `message`
   * itself. A server verifies the signature over these bytes, and that they contain exactly the text.
   */
  signedMessage?: string
  /** The signed CACAO, where a wallet signed one in place of the text alone (CAIP-74). */
  cacao?: unknown
}

/** Sign-in in its older form, for eip155 alone. */
export interface SIWEConfig {
  getNonce(address?: string): Promise<string>
  createMessage(message: SIWEMessage): string
  verifyMessage(signed: { message: string; signature: string }): Promise<boolean>
  /** Null: not signed in. */
  getSession(): Promise<{ address: string; chainId: number } | null>
  signOut(): Promise<boolean>
  /** Default: true. */
  required?: boolean
  /** Default: true. */
  signOutOnDisconnect?: boolean
}

export interface SIWEMessage {
  address: string
  /** EIP-155. */
  chainId: number
  domain: string
  uri: string
  version: '1'
  nonce: string
  /** RFC 3339: when it was issued. */
  iat: string
}
