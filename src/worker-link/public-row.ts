/** Rows as a page gets them: what crosses between the threads once is spelled out with the field names of the specification. */
import type { TokenBalanceRow, TokenRow } from '../core/assets/portfolio.ts'
import type { CaipAddress } from '../core/chains/caip.ts'
import { parseCaipAddress } from '../core/chains/caip.ts'
import type { ListName, ListRows } from '../core/contract/protocol.ts'

export interface PublicRows extends Omit<ListRows, 'portfolio'> {
  portfolio: TokenBalanceRow
}

/** One object for each row, so that a row that did not change stays the same. */
const known = new WeakMap<object, object>()

export function toPublicRow<N extends ListName>(
  name: N,
  row: ListRows[N],
  account: CaipAddress,
): PublicRows[N] {
  let found = known.get(row)
  if (!found) known.set(row, (found = spellOut(name, row, account)))
  return found as PublicRows[N]
}

function spellOut(name: ListName, row: object, account: CaipAddress): object {
  const { caipNetworkId: chainId } = parseCaipAddress(account)
  if (name !== 'portfolio') return row
  const token = row as TokenRow
  return {
    ...token,
    chainId,
    ...(token.kind === 'token' && { address: token.id as CaipAddress }),
    quantity: { decimals: token.decimals, numeric: token.full },
  } satisfies TokenBalanceRow
}
