/**
 * Fetches Solana accounts from a node, and reads them as token accounts and mints.
 * @see https://solana.com/docs/tokens/extensions
 */
import {
  type Account,
  AccountState,
  ExtensionType,
  getDefaultAccountState,
  getExtensionData,
  getInterestBearingMintConfigState,
  getMemoTransfer,
  getPermanentDelegate,
  getScaledUiAmountConfig,
  getTransferFeeConfig,
  getTransferHook,
  type Mint,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
  type TransferFeeConfig,
  unpackAccount,
  unpackMint,
} from '@solana/spl-token'
import { type AccountInfo, type Connection, PublicKey, SYSVAR_CLOCK_PUBKEY } from '@solana/web3.js'
import { unusable } from '../../http/rpc.ts'
import { named } from './solana-connection.ts'

type Info = AccountInfo<Buffer>

/** Resolves with null if the account does not exist. @throws the node's error */
export function fetchAccount(connection: Connection, key: PublicKey): Promise<Info | null> {
  return named('getAccountInfo', connection.getAccountInfo(key))
}

/** The owner's accounts of this token. @throws the node's error */
export async function fetchTokenAccounts(
  connection: Connection,
  owner: PublicKey,
  mint: PublicKey,
): Promise<readonly TokenAccount[]> {
  const asked = connection.getTokenAccountsByOwner(owner, { mint })
  const { value } = await named('getTokenAccountsByOwner', asked)
  return value.flatMap(({ pubkey, account }) => {
    const held = readTokenAccount(account, pubkey)
    return held && held.owner.equals(owner) && held.mint.equals(mint) ? [held] : []
  })
}

export interface TokenAccount extends Pick<Account, 'address' | 'mint' | 'owner' | 'amount' | 'isFrozen'> {
  /** Whether the account accepts only transfers with a memo. */
  needsMemo: boolean
}

/** Undefined if the account is not a valid token account. @param key the account's address */
export function readTokenAccount(info: Info, key = info.owner): TokenAccount | undefined {
  return readOfTokens(info, () => {
    const { address, mint, owner, amount, isFrozen, tlvData } = unpackAccount(key, info, info.owner)
    const memo = getMemoTransfer({ tlvData } as Account)
    return { address, mint, owner, amount, isFrozen, needsMemo: memo?.requireIncomingTransferMemos === true }
  })
}

/** The properties of a token that decide how it is sent. */
export interface TokenMint {
  decimals: number
  /**
   * Why a plain transfer is impossible; undefined if it is possible. `hook`: a transfer calls another program; `bound`: the
   * token cannot be transferred.
   */
  refusal: 'hook' | 'bound' | undefined
  /**
   * The factor by which wallets multiply raw balances to show them, at a time of the chain's clock (seconds since 1970).
   * Undefined if wallets show raw balances.
   */
  multiplyBy: ((time: number) => number) | undefined
  /** Whether the issuer can move the token out of any account. */
  hasDelegate: boolean
  /** The fee that the token keeps of each transfer; undefined if it keeps none. */
  fee: TransferFeeConfig | undefined
  /** Whether new accounts of this token are frozen until the issuer thaws them. */
  opensFrozen: boolean
}

/** Undefined if the account is not a mint, or is invalid. */
export function readMint(info: Info, key = info.owner): TokenMint | undefined {
  return readOfTokens(info, () => {
    const mint = unpackMint(key, info, info.owner)
    return {
      decimals: mint.decimals,
      refusal: findRefusal(mint),
      multiplyBy: findMultiplier(mint),
      hasDelegate: isKey(getPermanentDelegate(mint)?.delegate),
      fee: getTransferFeeConfig(mint) ?? undefined,
      opensFrozen: getDefaultAccountState(mint)?.state === AccountState.Frozen,
    }
  })
}

function findRefusal(mint: Mint): TokenMint['refusal'] {
  if (isKey(getTransferHook(mint)?.programId)) return 'hook'
  return getExtensionData(ExtensionType.NonTransferable, mint.tlvData) === null ? undefined : 'bound'
}

/** Whether a key is set: the program writes an absent key as zeros. */
function isKey(key: PublicKey | undefined): boolean {
  return key !== undefined && !key.equals(PublicKey.default)
}

/** A year as the token program counts it for interest. Seconds. */
const YEAR = 365.24 * 24 * 60 * 60

function findMultiplier(mint: Mint): TokenMint['multiplyBy'] {
  const scaled = getScaledUiAmountConfig(mint)
  if (scaled) {
    const { multiplier, newMultiplier, newMultiplierEffectiveTimestamp } = scaled
    return (time) => (time >= toSeconds(newMultiplierEffectiveTimestamp) ? newMultiplier : multiplier)
  }
  const interest = getInterestBearingMintConfigState(mint)
  if (!interest) return undefined
  const { preUpdateAverageRate, currentRate } = interest
  const [first, last] = [interest.initializationTimestamp, interest.lastUpdateTimestamp].map(toSeconds)
  const grow = (rate: number, seconds: number) => Math.exp((rate * seconds) / YEAR / 10_000)
  return (time) => grow(preUpdateAverageRate, last! - first!) * grow(currentRate, time - last!)
}

/** Reads a timestamp as a signed integer: the library returns some as numbers, and others as unsigned integers. */
function toSeconds(timestamp: bigint | number): number {
  return Number(BigInt.asIntN(64, BigInt(timestamp)))
}

/** The chain's clock: seconds since 1970. @throws the node's error */
export async function fetchTime(connection: Connection): Promise<number> {
  const info = await fetchAccount(connection, SYSVAR_CLOCK_PUBKEY)
  // Layout: slot, epoch start, epoch, leader schedule epoch, time.
  if (info?.data.length !== 40) throw unusable('getAccountInfo')
  return Number(info.data.readBigInt64LE(32))
}

/**
 * Reads an account of a token program. Undefined if the account is of another program, or if the library cannot decode it,
 * for example because its extensions are truncated.
 */
function readOfTokens<T>(info: Info, read: () => T): T | undefined {
  if (!info.owner.equals(TOKEN_PROGRAM_ID) && !info.owner.equals(TOKEN_2022_PROGRAM_ID)) return undefined
  try {
    return read()
  } catch {
    return undefined
  }
}
