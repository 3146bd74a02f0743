/**
 * The assets that a wallet reports for an account. An answer with an invalid part is ignored as a whole: a partial
 * answer would show an incomplete balance.
 * @see https://eips.ethereum.org/EIPS/eip-7811
 */
import * as v from 'valibot'
import { count, parseOrNone, recordOf, type Untrusted } from '../contract/schemas.ts'

/** Assets by network. The key is the network's EIP-155 chain id in hex. */
export type WalletAssets = Readonly<Record<string, readonly WalletAsset[]>>

export interface WalletAsset {
  /** Address of the token contract. For the native token, wallets use different values. */
  address: string
  /** Base units, in decimal or in hex with 0x. */
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

/** Upper limit of assets on one network. A longer answer is treated as hostile. */
const MAX_ASSETS = 5_000

const assets = recordOf(v.pipe(v.array(v.unknown()), v.maxLength(MAX_ASSETS), v.array(asset)))

/** Undefined if any part of the answer is invalid. */
export function readWalletAssets(answer: unknown): WalletAssets | undefined {
  return parseOrNone(assets, answer)
}
