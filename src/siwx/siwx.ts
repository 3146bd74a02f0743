/** Signing in with a wallet: what a page hands in. The ready-made ones of `billfold/siwx` are of this shape too. */
import type { CaipNetworkId, Namespace } from '../core/chains/caip.ts'
import type { SIWXMessageData } from '../core/siwx/siwx-message.ts'

export interface SIWX {
  /** The message to sign. */
  createMessage(input: SIWXMessageInput): Promise<SIWXMessage>
  /** Resolves when the account is signed in by it; rejects when the signature or a field does not hold. */
  addSession(session: SIWXSession): Promise<void>
  /** Of exactly this network and this address. */
  revokeSession(chainId: CaipNetworkId, address: string): Promise<void>
  /** In place of all there are; an empty list ends all. */
  setSessions(sessions: readonly SIWXSession[]): Promise<void>
  /**
   * Valid sessions for exactly this network and address; empty: not signed in. Reject if that cannot be found out: the account
   * is not signed out then. Reject with `siwx_invalid` if a session was invalid.
   */
  getSessions(chainId: CaipNetworkId, address: string): Promise<readonly SIWXSession[]>
  /** Whether an account that is not signed in is disconnected. Default: true. */
  getRequired?(): boolean | Promise<boolean>
  /** Whether who disconnects is signed out too. Default: true. */
  signOutOnDisconnect?: boolean
  /** Where it can be signed in. Default: eip155, solana and bip122, where wallets sign messages. */
  namespaces?: readonly Namespace[]
}

export interface SIWXMessageInput {
  accountAddress: string
  /** CAIP-2. */
  chainId: CaipNetworkId
  /** RFC 3339. */
  notBefore?: string
}

/** The fields, and the text with them. */
export interface SIWXMessage extends SIWXMessageData {
  toString(): string
}

export interface SIWXSession {
  /** `chainId` is CAIP-2, also where the text has the plain reference. */
  data: SIWXMessageData
  /** The text that was signed. */
  message: string
  /** Hex for eip155, base58 for solana, base64 for bip122. */
  signature: string
  /**
   * Base58: the bytes that a Solana wallet signed in place of the text alone, an off-chain message with it. A server verifies
   * the signature over these, and that they hold exactly the text.
   */
  signedMessage?: string
  /** The bytes that a wallet signed instead of the text alone (CAIP-74). */
  cacao?: unknown
}

/** The older shape, for eip155 alone. */
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
