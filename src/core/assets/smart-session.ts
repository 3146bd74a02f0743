/**
 * Smart sessions: what an account lets an application do by itself, without asking the wallet again, until a set time.
 * Not to be confused with the session of a connected wallet or with being signed in.
 * @see https://eips.ethereum.org/EIPS/eip-7715
 */
import type { CaipAddress } from '../chains/caip.ts'

export interface SmartSessions {
  /** Newest first; those without a date last. */
  sessions: readonly SmartSession[]
  /** How many more the API listed: they were not readable, or too many for one list. */
  unlisted: number
}

export interface SmartSession {
  /** The API's `pci` (permissions context identifier). */
  id: string
  /** The application that may act, as it calls itself. */
  project: { name?: string; url?: string; iconUrl?: string }
  /** Milliseconds since 1970, as all times here; absent when the API named none that is one. */
  createdAt?: number
  /** It ends by itself then. Absent: not known, so it counts as active. */
  expiresAt?: number
  /** Absent while it is not revoked. */
  revoked?: { at?: number }
  permissions: readonly SmartSessionPermission[]
  /** How many more permissions it has than are listed. */
  unlistedPermissions: number
  /** The wallet's own name for what it permitted, opaque to others. Absent where the API gave none that is usable. */
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
  /** A limit, not a right: at most so many calls. */
  | { kind: 'calls'; count: number; period?: number }
  /** A type that Billfold does not know, or data that does not fit it; `type` may be empty. */
  | { kind: 'unknown'; type: string }

export interface PermittedFunction {
  name: string
  /** Of the network's own token, in base units, sent along with one call; absent: not said. */
  max?: bigint
  /** Only with certain arguments. */
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

/** revoked_before: it was revoked already when this was asked for. */
export interface SmartSessionRevocation {
  status: 'revoked' | 'revoked_before'
}

/** What somebody revokes. */
export type RevokedSession = Pick<SmartSession, 'id' | 'context'>

/**
 * What a wallet signs that has no method of its own to revoke permissions (EIP-191). The words around the context make sure
 * that it cannot be a message for something else, whatever the API says that the context is.
 */
export function createRevocationMessage(account: CaipAddress, { id, context }: RevokedSession): string {
  const lines = ['Revoke a smart session', '', `Account: ${account}`, `Session: ${id}`]
  return [...lines, ...(context === undefined ? [] : [`Permissions context: ${context}`])].join('\n')
}
