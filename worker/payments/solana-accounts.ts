/**
 * Accounts of Solana as a node gives them, and what they are to tokens.
 * @see https://solana.com/docs/tokens/extensions
 */
import {
  type Account,
  AccountState,
  calculateEpochFee,
  ExtensionType,
  getDefaultAccountState,
  getExtensionData,
  getMemoTransfer,
  getTransferFeeConfig,
  getTransferHook,
  type Mint,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
  unpackAccount,
  unpackMint,
} from '@solana/spl-token'
import { type AccountInfo, type Connection, PublicKey } from '@solana/web3.js'
import type { TransferRefusal } from '../../src/core/transfer-refusal.ts'
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
): Promise<readonly Account[]> {
  const asked = connection.getTokenAccountsByOwner(owner, { mint })
  const { value } = await named('getTokenAccountsByOwner', asked)
  return value.flatMap(({ pubkey, account }) => {
    const held = readTokenAccount(account, pubkey)
    return held && held.owner.equals(owner) && held.mint.equals(mint) ? [held] : []
  })
}

/** What an account holds of a token; undefined for one that is no such account. */
export function readTokenAccount(info: Info, key = info.owner): Account | undefined {
  return isOfTokens(info) ? orNone(() => unpackAccount(key, info, info.owner)) : undefined
}

/** Undefined for an account that is no token's. */
export function readMint(info: Info, key = info.owner): Mint | undefined {
  return isOfTokens(info) ? orNone(() => unpackMint(key, info, info.owner)) : undefined
}

/**
 * Why a plain transfer cannot do with this token. hook: other programs have a say. bound: it stays where it is. scaled: what
 * wallets show is not what its accounts hold, so that an amount that was typed is not the one that would be sent.
 */
export function findMintRefusal(mint: Mint): TransferRefusal | undefined {
  const has = (type: ExtensionType) => getExtensionData(type, mint.tlvData) !== null
  const hook = getTransferHook(mint)
  if (hook && !hook.programId.equals(PublicKey.default)) return 'hook'
  if (has(ExtensionType.NonTransferable)) return 'bound'
  return scaling.some(has) ? 'scaled' : undefined
}

const scaling = [ExtensionType.InterestBearingConfig, ExtensionType.ScaledUiAmountConfig]

/** Why the receiver's account cannot take this token. `account` is undefined where the transfer opens it. */
export function findTargetRefusal(mint: Mint, account: Account | undefined): TransferRefusal | undefined {
  const isFrozen = account ? account.isFrozen : getDefaultAccountState(mint)?.state === AccountState.Frozen
  if (isFrozen) return 'receiver_frozen'
  return account && getMemoTransfer(account)?.requireIncomingTransferMemos ? 'memo' : undefined
}

/** Base units that the token keeps of a transfer, for what it says of itself; undefined for one that keeps nothing. */
export function getTokenFee(mint: Mint, amount: bigint, epoch: bigint): bigint | undefined {
  const config = getTransferFeeConfig(mint)
  return config ? calculateEpochFee(config, epoch, amount) : undefined
}

function isOfTokens({ owner }: Info): boolean {
  return owner.equals(TOKEN_PROGRAM_ID) || owner.equals(TOKEN_2022_PROGRAM_ID)
}

function orNone<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
