/**
 * Converts the assets that a wallet reports into the form of the API's answer, so that wallet and API are handled
 * alike.
 */
import type { CaipNetworkId } from '../../src/core/chains/caip.ts'
import { MAX_DECIMALS } from '../../src/core/text/amount.ts'
import { readWalletAssets, type WalletAsset } from '../../src/core/assets/wallet-assets.ts'

/** The balances on this network. Undefined if the wallet's answer is invalid, or does not contain this network. */
export function toBalances(
  answer: unknown,
  caipNetworkId: CaipNetworkId,
): { balances: unknown[] } | undefined {
  const assets = readWalletAssets(answer)
  const found = Object.entries(assets ?? {}).find(([id]) => `eip155:${Number(id)}` === caipNetworkId)
  return found && { balances: found[1].map((asset) => toBalance(asset, caipNetworkId)) }
}

function toBalance({ address, balance, type, metadata }: WalletAsset, caipNetworkId: CaipNetworkId): unknown {
  const { name, symbol, decimals, price, iconUrl } = metadata
  const numeric = toNumeric(BigInt(balance), decimals)
  return {
    name,
    symbol,
    chainId: caipNetworkId,
    ...(type === 'NATIVE' ? {} : { address: `${caipNetworkId}:${address}` }),
    quantity: { decimals: String(decimals), numeric },
    // Without a price the value is unknown, which is not zero.
    ...(price > 0 ? { price, value: Number(numeric) * price } : {}),
    iconUrl,
  }
}

/** The whole amount as decimal text, such as `1.50` for 150 with 2 decimals. */
function toNumeric(amount: bigint, decimals: number): string {
  if (decimals === 0 || decimals > MAX_DECIMALS) return amount.toString()
  const digits = amount.toString().padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}
