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
  getMemoTransfer,
  getTransferFeeConfig,
  getTransferHook,
  type Mint,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
  type TransferFeeConfig,
  unpackAccount,
  unpackMint,
} from '@solana/spl-token'
import { type AccountInfo, type Connection, PublicKey } from '@solana/web3.js'
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

/** Undefined for an account that is none of a token, or that cannot be read. */
export function readTokenAccount(info: Info, key = info.owner): TokenAccount | undefined {
  return readOfTokens(info, () => {
    const { address, mint, owner, amount, isFrozen, tlvData } = unpackAccount(key, info, info.owner)
    const memo = getMemoTransfer({ tlvData } as Account)
    return { address, mint, owner, amount, isFrozen, needsMemo: memo?.requireIncomingTransferMemos === true }
  })
}

/** What is to be known of a token before it is sent. */
export interface TokenMint {
  decimals: number
  /**
   * Why a plain transfer cannot do with it. hook: other programs have a say. bound: it stays where it is. scaled: what
   * wallets show is not what its accounts hold, so that an amount that was typed is not the one that would be sent.
   */
  refusal: 'hook' | 'bound' | 'scaled' | undefined
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
      fee: getTransferFeeConfig(mint) ?? undefined,
      opensFrozen: getDefaultAccountState(mint)?.state === AccountState.Frozen,
    }
  })
}

function findRefusal(mint: Mint): TokenMint['refusal'] {
  const has = (type: ExtensionType) => getExtensionData(type, mint.tlvData) !== null
  const hook = getTransferHook(mint)
  if (hook && !hook.programId.equals(PublicKey.default)) return 'hook'
  if (has(ExtensionType.NonTransferable)) return 'bound'
  return scaling.some(has) ? 'scaled' : undefined
}

const scaling = [ExtensionType.InterestBearingConfig, ExtensionType.ScaledUiAmountConfig]

/** Extensions that are cut off make the library throw. */
function readOfTokens<T>(info: Info, read: () => T): T | undefined {
  if (!info.owner.equals(TOKEN_PROGRAM_ID) && !info.owner.equals(TOKEN_2022_PROGRAM_ID)) return undefined
  try {
    return read()
  } catch {
    return undefined
  }
}
