/**
 * Accounts of Solana as a node gives them, and what they are to tokens.
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

/** Null: nothing is there yet. @throws what the node's call meets */
export function fetchAccount(connection: Connection, key: PublicKey): Promise<Info | null> {
  return named('getAccountInfo', connection.getAccountInfo(key))
}

/** Those in which the owner holds this token. @throws what the node's call meets */
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

/** What an account holds of a token. */
export interface TokenAccount extends Pick<Account, 'address' | 'mint' | 'owner' | 'amount' | 'isFrozen'> {
  /** It takes only what comes with a memo. */
  needsMemo: boolean
}

/** Undefined if it is no token account, or cannot be read. */
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
  /** Why a plain transfer cannot do with it. hook: other programs have a say. bound: it stays where it is. */
  refusal: 'hook' | 'bound' | undefined
  /**
   * Wallets show what its accounts hold times this. `time`: of the chain's clock, seconds since 1970. Absent where they show
   * what its accounts hold.
   */
  multiplyBy: ((time: number) => number) | undefined
  /** Its issuer can move it out of any account. */
  hasDelegate: boolean
  /** What it keeps of each transfer. */
  fee: TransferFeeConfig | undefined
  /** Its accounts are frozen until its issuer says otherwise. */
  opensFrozen: boolean
}

/** Undefined for an account that is no token, or that cannot be read. */
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

/** The program writes zeros for "no key". */
function isKey(key: PublicKey | undefined): boolean {
  return key !== undefined && !key.equals(PublicKey.default)
}

/** What the program counts as a year, in seconds, with rates in parts of 10,000. */
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

/** The library gives some as numbers, and takes others for unsigned. */
function toSeconds(timestamp: bigint | number): number {
  return Number(BigInt.asIntN(64, BigInt(timestamp)))
}

/** What the chain's programs take for now: seconds since 1970. @throws what the node's call meets */
export async function fetchTime(connection: Connection): Promise<number> {
  const info = await fetchAccount(connection, SYSVAR_CLOCK_PUBKEY)
  // Slot, start of the epoch, epoch and the next one's leaders, then the time.
  if (info?.data.length !== 40) throw unusable('getAccountInfo')
  return Number(info.data.readBigInt64LE(32))
}

/** Extensions that are cut off make the library throw. */
function readOfTokens<T>(info: Info, read: () => T): T | undefined {
  if (!info.owner.equals(TOKEN_PROGRAM_ID) && !info.owner.equals(TOKEN_2022_PROGRAM_ID)) return undefined
  try {
    return read()
  } catch {
    return undefined
  }
}
