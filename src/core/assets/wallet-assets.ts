/**
 * The assets that a wallet reports for an account. An answer of any other shape is ignored as a whole, so that no balance is
 * incomplete.
 * @see https://eips.ethereum.org/EIPS/eip-7811
 */
import * as v from 'valibot'
import { count, parseOrNone, recordOf, type Untrusted } from '../contract/schemas.ts'

/** By network: its EIP-155 id in hex. */
export type WalletAssets = Readonly<Record<string, readonly WalletAsset[]>>

export interface WalletAsset {
  /** Address of the token's contract. For the native token, wallets write different values. */
  address: string
  /** Base units, decimal or in hex with 0x. */
  balance: string
  type: 'ERC20' | 'NATIVE'
  metadata: {
    name: string
    symbol: string
    decimals: number
    /** US dollars for one token. */
    price: number
    iconUrl: string
  }
}

const asset: Untrusted<WalletAsset> = v.looseObject({
  address: v.string(),
  balance: v.pipe(v.string(), v.regex(/^(0x[0-9a-f]{1,64}|\d{1,78})$/i)),
  type: v.picklist(['ERC20', 'NATIVE']),
  metadata: v.looseObject({
    name: v.string(),
    symbol: v.string(),
    decimals: count,
    price: v.pipe(v.number(), v.finite()),
    iconUrl: v.string(),
  }),
})

/** Upper bound of assets in one answer: a longer answer is hostile. */
const MAX_ASSETS = 5_000

const assets = recordOf(v.pipe(v.array(v.unknown()), v.maxLength(MAX_ASSETS), v.array(asset)))

/** Undefined for an answer of another shape. */
export function readWalletAssets(answer: unknown): WalletAssets | undefined {
  return parseOrNone(assets, answer)
}
