/** The balances of an account for a swap. */
import { type CaipAddress, type CaipNetworkId, parseCaipAddress, toCaipKey } from '../core/chains/caip.ts'
import type { TokenRow } from '../core/assets/portfolio.ts'
import { nativeToken } from '../core/assets/prices.ts'
import type { SwapFunds, SwapToken } from '../core/payments/swap.ts'

/** @param rows what the account holds; undefined while it is not known */
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

/** As the provider names it. */
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

/** Undefined where it is not known: also of what the two sides count in other units, or without decimals. */
function getAmount(rows: readonly TokenRow[] | undefined, wanted: Wanted): bigint | undefined {
  if (!rows || wanted.decimals === 0) return undefined
  const row = findRow(rows, wanted)
  if (!row) return 0n
  return row.decimals === wanted.decimals ? row.amount : undefined
}
