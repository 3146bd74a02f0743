/** The balances of an account that a swap needs. */
import { type CaipAddress, type CaipNetworkId, parseCaipAddress, toCaipKey } from '../core/chains/caip.ts'
import type { TokenRow } from '../core/assets/portfolio.ts'
import { nativeToken } from '../core/assets/prices.ts'
import type { SwapFunds, SwapToken } from '../core/payments/swap.ts'

/** @param rows the account's tokens; undefined while unknown */
export function readSwapFunds(
  rows: readonly TokenRow[] | undefined,
  account: CaipAddress,
  from: SwapToken | undefined,
): Omit<SwapFunds, 'fee'> {
  const native = nativeToken(parseCaipAddress(account).caipNetworkId)
  return {
    from: from && getAmount(rows, from),
    nativeBalance: native && getAmount(rows, { token: native, decimals: 18 }),
  }
}

/** Id of a token as the swap provider writes it. */
export function toSwapId({ kind, id }: TokenRow, caipNetworkId: CaipNetworkId): CaipAddress | undefined {
  return kind === 'native' ? nativeToken(caipNetworkId) : (toCaipKey(id) as CaipAddress)
}

type Wanted = Pick<SwapToken, 'token' | 'decimals'>

export function findRow(
  rows: readonly TokenRow[] | undefined,
  { token }: Pick<Wanted, 'token'>,
): TokenRow | undefined {
  const network = token.slice(0, token.lastIndexOf(':')) as CaipNetworkId
  return rows?.find((row) => toSwapId(row, network) === token)
}

/**
 * The balance of a token. Undefined if the balance is unknown, or if the portfolio and the provider state different
 * decimals.
 */
function getAmount(rows: readonly TokenRow[] | undefined, wanted: Wanted): bigint | undefined {
  if (!rows || wanted.decimals === 0) return undefined
  const row = findRow(rows, wanted)
  if (!row) return 0n
  return row.decimals === wanted.decimals ? row.amount : undefined
}
