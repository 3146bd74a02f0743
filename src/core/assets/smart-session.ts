/**
 * Smart sessions: what an account lets an application do by itself, without asking the wallet again, until a set time.
 * Not to be confused with the session of a connected wallet or with being signed in.
 * @see https://eips.ethereum.org/EIPS/eip-7715
 */
import type { CaipAddress } from '../chains/caip.ts'

export interface SmartSessions {
  /** Newest first; those without a date last. */
  sessions: readonly SmartSession[]
  /** Sessions that the API listed but this list leaves out: they were unreadable, or beyond its length. */
  unlisted: number
}

export interface SmartSession {
  /** The API's `pci` (permissions context identifier). */
  id: string
  /** The application that may act, as it calls itself. */
  project: { name?: string; url?: string; iconUrl?: string }
  /** Milliseconds since 1970, as all times here; absent when the API gave no valid time. */
  createdAt?: number
  /** The session ends by itself at this time. Absent: unknown, so the session counts as active. */
  expiresAt?: number
  /** Absent while it is not revoked. */
  revoked?: { at?: number }
  permissions: readonly SmartSessionPermission[]
  /** Permissions beyond the listed ones. */
  unlistedPermissions: number
  /** The wallet's own opaque name for what it permitted. Absent where the API gave no usable one. */
  context?: string
}

/**
 * What the application may do. An `amount` is in base units: for each `period` (seconds), or for the whole
 * session where `period` is absent. Addresses have their checksum.
 */
export type SmartSessionPermission =
  /** Spend the network's own token. */
  | { kind: 'native'; amount: bigint; period?: number }
  /** Spend a token (ERC-20). */
  | { kind: 'token'; token: string; amount: bigint; period?: number }
  /** Send NFTs of a contract. */
  | { kind: 'nfts'; contract: string }
  /** Call a contract; without functions, any of its functions. */
  | { kind: 'contract'; contract: string; functions: readonly PermittedFunction[] }
  /** A limit, not a right: at most this many calls. */
  | { kind: 'calls'; count: number; period?: number }
  /** A type that Billfold does not know, or data that does not fit it; `type` may be empty. */
  | { kind: 'unknown'; type: string }

export interface PermittedFunction {
  name: string
  /** The most of the native token, in base units, that one call may send. Absent: the API does not say. */
  max?: bigint
  /** The function may be called only with certain arguments. */
  isConditional: boolean
}

export type SmartSessionState = 'active' | 'expired' | 'revoked'

/** @param now milliseconds since 1970 */
export function getSmartSessionState(
  { revoked, expiresAt }: Pick<SmartSession, 'revoked' | 'expiresAt'>,
  now: number,
): SmartSessionState {
  if (revoked) return 'revoked'
  return expiresAt !== undefined && expiresAt <= now ? 'expired' : 'active'
}

/** revoked_before: the session was already revoked when the request arrived. */
export interface SmartSessionRevocation {
  status: 'revoked' | 'revoked_before'
}

export type RevokedSession = Pick<SmartSession, 'id' | 'context'>

/**
 * The message that revokes permissions, for wallets without a method of their own for it (EIP-191). The fixed words around
 * the context keep it from being a valid message for another purpose, whatever context the API gives.
 */
export function createRevocationMessage(account: CaipAddress, { id, context }: RevokedSession): string {
  const lines = ['Revoke a smart session', '', `Account: ${account}`, `Session: ${id}`]
  return [...lines, ...(context === undefined ? [] : [`Permissions context: ${context}`])].join('\n')
}
