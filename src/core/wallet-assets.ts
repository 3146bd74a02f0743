/**
 * What a wallet says that an account holds. Exactly this shape, or nothing of it counts: there is no half of a balance.
 * @see https://eips.ethereum.org/EIPS/eip-7811
 */
import { isRecord } from './shapes.ts'

/** By network: its EIP-155 id in hex. */
export type WalletAssets = Readonly<Record<string, readonly WalletAsset[]>>

export interface WalletAsset {
  /** Of the token's contract; whatever the wallet writes for the network's own coin. */
  address: string
  /** Base units, decimal or in hex with 0x. */
  balance: string
  type: 'ERC20' | 'NATIVE'
  metadata: {
    name: string
    symbol: string
    decimals: number
    /** Of one, in US dollars. */
    price: number
    iconUrl: string
  }
}

/** More are nobody's: an answer that long means harm. */
const MOST_ASSETS = 5_000

/** Undefined for what has any other shape. */
export function readWalletAssets(answer: unknown): WalletAssets | undefined {
  if (!isRecord(answer)) return undefined
  const lists = Object.values(answer)
  const isWhole = lists.every(
    (list) => Array.isArray(list) && list.length <= MOST_ASSETS && list.every(isAsset),
  )
  return isWhole ? (answer as WalletAssets) : undefined
}

function isAsset(value: unknown): value is WalletAsset {
  if (!isRecord(value)) return false
  const { address, balance, type, metadata } = value
  return (
    typeof address === 'string' &&
    typeof balance === 'string' &&
    /^(0x[0-9a-f]{1,64}|\d{1,78})$/i.test(balance) &&
    (type === 'ERC20' || type === 'NATIVE') &&
    isRecord(metadata) &&
    isMetadata(metadata)
  )
}

function isMetadata({ name, symbol, decimals, price, iconUrl }: Readonly<Record<string, unknown>>): boolean {
  return (
    typeof name === 'string' &&
    typeof symbol === 'string' &&
    Number.isInteger(decimals) &&
    (decimals as number) >= 0 &&
    Number.isFinite(price) &&
    typeof iconUrl === 'string'
  )
}
