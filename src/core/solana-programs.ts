/**
 * The programs of Solana that move coins and tokens, and where somebody's tokens lie.
 * @see https://solana.com/docs/core/pda
 * @see https://github.com/solana-program/token
 */
import { sha256 } from '@noble/hashes/sha2'
import { decodeBase58 } from './base58.ts'

/** A public key; 32 bytes. */
export type Key = Uint8Array

export const SYSTEM_PROGRAM = toKey('11111111111111111111111111111111')
export const TOKEN_PROGRAM = toKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
export const TOKEN_2022_PROGRAM = toKey('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb')
export const ASSOCIATED_TOKEN_PROGRAM = toKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')
export const COMPUTE_BUDGET_PROGRAM = toKey('ComputeBudget111111111111111111111111111111')

/** @param address known to be one. */
export function toKey(address: string): Key {
  const bytes = decodeBase58(address)
  if (bytes?.length !== 32) throw new Error(`"${address}" is no key.`)
  return bytes
}

export function isSameKey(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index])
}

export interface TokenAccountOwner {
  owner: Key
  mint: Key
  /** Of the token. */
  program: Key
}

/** The one account for this token that everybody can work out from its owner. */
export function getTokenAccount({ owner, program, mint }: TokenAccountOwner): Key {
  for (let bump = 255; bump >= 0; bump -= 1) {
    const parts = [owner, program, mint, Uint8Array.of(bump), ASSOCIATED_TOKEN_PROGRAM, DERIVED]
    const key = sha256(Uint8Array.from(parts.flatMap((part) => [...part])))
    if (!isOnCurve(key)) return key
  }
  throw new Error('There is no such account.')
}

const DERIVED = new TextEncoder().encode('ProgramDerivedAddress')

/** 2^255 - 19, and the d of ed25519. @see https://datatracker.ietf.org/doc/html/rfc8032#section-5.1 */
const PRIME = 2n ** 255n - 19n
const D = 37095705934669439343138083508754565189542113879843219016388785533085940283555n

/** Whether a private key can belong to it: y is on the curve where (y² - 1) / (dy² + 1) is a square. */
export function isOnCurve(key: Key): boolean {
  const digits = Array.from(key.toReversed(), (byte) => byte.toString(16).padStart(2, '0')).join('')
  const y = BigInt(`0x${digits}`) & (2n ** 255n - 1n)
  if (y >= PRIME) return false
  const square = (y * y) % PRIME
  // A fraction is a square where the product of its parts is one.
  const product = ((square - 1n + PRIME) * (D * square + 1n)) % PRIME
  return product === 0n || raise(product, (PRIME - 1n) / 2n) === 1n
}

function raise(base: bigint, exponent: bigint): bigint {
  let result = 1n
  for (let power = base, rest = exponent; rest > 0n; rest >>= 1n, power = (power * power) % PRIME)
    if (rest & 1n) result = (result * power) % PRIME
  return result
}
