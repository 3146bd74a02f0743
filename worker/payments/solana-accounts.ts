/**
 * Accounts of Solana as a node gives them, and what they are to tokens.
 * @see https://docs.rs/spl-token-2022-interface
 */
import { decodeBase58, encodeBase58 } from '../../src/core/base58.ts'
import { fromBase64 } from '../../src/core/byte-text.ts'
import { isRecord } from '../../src/core/shapes.ts'
import { type Rpc, unusable } from '../http/rpc.ts'
import { isSameKey, type Key, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../src/core/solana-programs.ts'

export interface ChainAccount {
  /** The program that decides over it. */
  program: Key
  data: Uint8Array
  isExecutable: boolean
}

const OPTIONS = { encoding: 'base64', commitment: 'confirmed' }

/** Undefined: nothing is there yet. @throws what the node's call meets */
export async function fetchAccount(rpc: Rpc, key: Key): Promise<ChainAccount | undefined> {
  const answer = await rpc('getAccountInfo', [encodeBase58(key), OPTIONS])
  if (!isRecord(answer) || answer['value'] === undefined) throw unusable('getAccountInfo')
  if (answer['value'] === null) return undefined
  return readAccount(answer['value']) ?? raise('getAccountInfo')
}

/** Those in which the owner holds this token. @throws what the node's call meets */
export async function fetchTokenAccounts(
  rpc: Rpc,
  owner: Key,
  mint: Key,
): Promise<readonly (TokenAccount & { key: Key })[]> {
  const answer = await rpc('getTokenAccountsByOwner', [
    encodeBase58(owner),
    { mint: encodeBase58(mint) },
    OPTIONS,
  ])
  const list = isRecord(answer) ? answer['value'] : undefined
  if (!Array.isArray(list)) throw unusable('getTokenAccountsByOwner')
  return list.flatMap((one: unknown) => {
    const { pubkey, account } = isRecord(one) ? one : {}
    const key = typeof pubkey === 'string' && pubkey.length <= 44 ? decodeBase58(pubkey) : undefined
    const held = readAccount(account)
    const found = held && readTokenAccount(held)
    const isWanted = found && isSameKey(found.owner, owner) && isSameKey(found.mint, mint)
    return key?.length === 32 && isWanted ? [{ ...found, key }] : []
  })
}

function readAccount(value: unknown): ChainAccount | undefined {
  const { owner, data, executable } = isRecord(value) ? value : {}
  const [text] = Array.isArray(data) ? (data as unknown[]) : []
  const program = typeof owner === 'string' && owner.length <= 44 ? decodeBase58(owner) : undefined
  const bytes = typeof text === 'string' ? fromBase64(text) : undefined
  if (program?.length !== 32 || !bytes) return undefined
  return { program, data: bytes, isExecutable: executable === true }
}

function raise(method: string): never {
  throw unusable(method)
}

export interface TokenAccount {
  mint: Key
  owner: Key
  /** Base units. */
  amount: bigint
  isFrozen: boolean
}

/** What an account holds of a token; undefined for one that is no such account. */
export function readTokenAccount(account: ChainAccount): TokenAccount | undefined {
  const { data } = account
  if (!isOfTokens(account) || (data.length !== 165 && !isExtended(account, 2))) return undefined
  return {
    mint: data.slice(0, 32),
    owner: data.slice(32, 64),
    amount: readUint(data, 64, 8),
    isFrozen: data[108] === 2,
  }
}

export interface Mint {
  program: Key
  decimals: number
  /** What the token keeps for itself of each transfer (Token-2022). */
  fee?: MintFee
  /** Why a plain transfer cannot do with it. hook: other programs have a say. bound: it stays where it is. */
  refusal?: 'hook' | 'bound'
}

export interface MintFee {
  /** From which epoch on the newer one holds. */
  epoch: bigint
  older: FeeRate
  newer: FeeRate
}

interface FeeRate {
  /** Of 10,000. */
  rate: bigint
  /** Base units. */
  most: bigint
}

/** Undefined for an account that is no token's. */
export function readMint(account: ChainAccount): Mint | undefined {
  const { data, program } = account
  if (!isOfTokens(account) || (data.length !== 82 && !(data.length > 165 && data[165] === 1)))
    return undefined
  const mint: Mint = { program, decimals: data[44]! }
  for (const [type, value] of readExtensions(data)) {
    if (type === TRANSFER_FEE && value.length >= 108) mint.fee = readFee(value)
    if (type === TRANSFER_HOOK && value.subarray(32, 64).some((byte) => byte > 0)) mint.refusal = 'hook'
    if (type === NON_TRANSFERABLE) mint.refusal = 'bound'
  }
  return mint
}

const TRANSFER_FEE = 1
const NON_TRANSFERABLE = 9
const TRANSFER_HOOK = 14

/** After what every mint has: type, length, value. */
function readExtensions(data: Uint8Array): [type: number, value: Uint8Array][] {
  const found: [number, Uint8Array][] = []
  for (let at = 166; at + 4 <= data.length;) {
    const type = Number(readUint(data, at, 2))
    const length = Number(readUint(data, at + 2, 2))
    if (type === 0) break
    found.push([type, data.subarray(at + 4, at + 4 + length)])
    at += 4 + length
  }
  return found
}

/** Behind two authorities and what was withheld. */
function readFee(value: Uint8Array): MintFee {
  const readRate = (at: number) => ({ most: readUint(value, at + 8, 8), rate: readUint(value, at + 16, 2) })
  return { epoch: readUint(value, 90, 8), older: readRate(72), newer: readRate(90) }
}

/** Base units that the token keeps; it rounds up. */
export function getTokenFee({ epoch, older, newer }: MintFee, amount: bigint, now: bigint): bigint {
  const { rate, most } = now >= epoch ? newer : older
  const part = (amount * rate + 9_999n) / 10_000n
  return part < most ? part : most
}

/** What the newer program adds begins with a mark: 1 for a mint, 2 for what is held. Several signers have no mark. */
function isExtended({ program, data }: ChainAccount, mark: number): boolean {
  return (
    isSameKey(program, TOKEN_2022_PROGRAM) && data.length > 165 && data.length !== 355 && data[165] === mark
  )
}

function isOfTokens({ program }: ChainAccount): boolean {
  return isSameKey(program, TOKEN_PROGRAM) || isSameKey(program, TOKEN_2022_PROGRAM)
}

/** Little end first. */
function readUint(data: Uint8Array, at: number, length: number): bigint {
  return data.subarray(at, at + length).reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n)
}
