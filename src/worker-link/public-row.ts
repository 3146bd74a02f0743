/**
 * Rows as a page gets them. The worker sends each value only once; here the rows are expanded to the field names of the
 * specification.
 */
import {
  type ActivityMove,
  type ActivityRow,
  operationTypes,
  type TransactionRow,
  type TransactionTransfer,
} from '../core/assets/activity.ts'
import type { TokenBalanceRow, TokenRow } from '../core/assets/portfolio.ts'
import type { CaipAddress, CaipNetworkId } from '../core/chains/caip.ts'
import { parseCaipAddress } from '../core/chains/caip.ts'
import type { ListName, ListRows } from '../core/contract/protocol.ts'

export interface PublicRows extends Omit<ListRows, 'portfolio' | 'activity'> {
  portfolio: TokenBalanceRow
  activity: TransactionRow
}

/** Expanded rows by their original row, so that an unchanged row stays the same object. */
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
  if (name === 'activity') return toTransaction(row as ActivityRow, chainId)
  return name === 'portfolio' ? toBalance(row as TokenRow, chainId) : row
}

function toTransaction({ moves = [], ...row }: ActivityRow, chain: CaipNetworkId): TransactionRow {
  const { kind, status, minedAt, from, sentTo, iconUrl } = row
  return {
    ...row,
    metadata: {
      ...(minedAt !== undefined && { minedAt: new Date(minedAt).toISOString() }),
      chain,
      operationType: operationTypes[kind],
      status,
      ...(from !== undefined && { sentFrom: from }),
      ...(sentTo !== undefined && { sentTo }),
    },
    transfers: moves.map((move) => toTransfer(move, iconUrl)),
  }
}

function toTransfer(
  { direction, name, numeric, icon, nft, flagged }: ActivityMove,
  iconUrl: string | undefined,
): TransactionTransfer {
  const url = icon === true ? iconUrl : icon
  const quantity = { numeric }
  if (!nft) return { direction, fungible_info: { symbol: name, ...(url && { icon: { url } }) }, quantity }
  const content = url ? { content: { preview: { url } } } : {}
  return { direction, nft_info: { name, ...content, flags: { is_spam: flagged === true } }, quantity }
}

function toBalance(token: TokenRow, chainId: CaipNetworkId): TokenBalanceRow {
  return {
    ...token,
    chainId,
    ...(token.kind === 'token' && { address: token.id as CaipAddress }),
    quantity: { decimals: token.decimals, numeric: token.full },
  }
}
