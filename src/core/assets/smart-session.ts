/**
 * Smart sessions: what an account lets an application do by itself, without asking the wallet again, until a set time.
 * Not to be confused with the session of a connected wallet or with being signed in.
 * @see https://eips.ethereum.org/EIPS/eip-7715
 */
import type { CaipAddress } from '../chains/caip.ts'

export interface SmartSessions {
  /** Newest first. Sessions without a date come last. */
  sessions: readonly SmartSession[]
  /**
   * Number of sessions that the API listed but this list leaves out: unreadable ones, and those beyond its maximum
   * length.
   */
  unlisted: number
}

export interface SmartSession {
  /** The API's `pci` (permissions context identifier). */
  id: string
  /** The application that may act. It chose these texts itself. */
  project: { name?: string; url?: string; iconUrl?: string }
  /** Absent if the API gave no valid time. All times here are milliseconds since 1970. */
  createdAt?: number
  /** Time when the session ends by itself. Absent if unknown: the session is then shown as active. */
  expiresAt?: number
  /** Present if the session is revoked. */
  revoked?: { at?: number }
  permissions: readonly SmartSessionPermission[]
  /** Number of permissions beyond those in `permissions`. */
  unlistedPermissions: number
  /** The wallet's opaque id for the granted permissions. Absent if the API gave no usable one. */
  context?: string
}

/**
 * What the application may do. `amount` is in base units, for each `period` (seconds); without `period`, for the whole
 * session. Addresses have their checksum.
 */
export type SmartSessionPermission =
  /** Spend the native token. */
  | { kind: 'native'; amount: bigint; period?: number }
  /** Spend a token (ERC-20). */
  | { kind: 'token'; token: string; amount: bigint; period?: number }
  /** Send NFTs of a contract. */
  | { kind: 'nfts'; contract: string }
  /** Call a contract. Without functions, the application may call any function. */
  | { kind: 'contract'; contract: string; functions: readonly PermittedFunction[] }
  /** Not a permission, but a limit: how many calls the application may make at most. */
  | { kind: 'calls'; count: number; period?: number }
  /** A type that Billfold does not know, or a known type whose data has the wrong form. `type` may be empty. */
  | { kind: 'unknown'; type: string }

export interface PermittedFunction {
  name: string
  /** How much of the native token one call may send at most, in base units. Absent: the API does not say. */
  max?: bigint
  /** Whether the function may be called only with certain arguments. */
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
 * The message whose signature (EIP-191) revokes permissions, for wallets that have no method to revoke them. The fixed
 * words around the context ensure that no context from the API can turn this message into a message for another
 * purpose.
 */
export function createRevocationMessage(account: CaipAddress, { id, context }: RevokedSession): string {
  const lines = ['Revoke a smart session', '', `Account: ${account}`, `Session: ${id}`]
  return [...lines, ...(context === undefined ? [] : [`Permissions context: ${context}`])].join('\n')
}
