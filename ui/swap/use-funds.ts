/** The balances of the token to sell and of the native token for the fee. */
import { type CaipAddress, type CaipNetworkId, toCaipKey } from '../../src/core/chains/caip.ts'
import type { TokenRow } from '../../src/core/assets/portfolio.ts'
import { nativeToken } from '../../src/core/assets/prices.ts'
import { type SwapFunds, type SwapToken, toSwapFee } from '../../src/core/payments/swap.ts'
import { useShell } from '../base/shell-context.ts'
import { type SendableTokens, useTokens } from '../money/use-tokens.ts'
import { useTransferFee } from '../money/use-transfer-fee.ts'
import { checkForm, type SwapForm } from '../../src/payments/swap-form.ts'

export interface Funds extends SwapFunds {
  /** The row of the account that a token stands in. */
  find(token: SwapToken | undefined): TokenRow | undefined
}

export function useFunds(account: CaipAddress, form: SwapForm): Funds {
  const shell = useShell()
  const { from } = form
  const tokens = useTokens(account)
  const caipNetworkId = account.slice(0, account.lastIndexOf(':')) as CaipNetworkId
  const native = nativeToken(caipNetworkId)
  const held = {
    from: from && getAmount(tokens, from),
    nativeBalance: native && getAmount(tokens, { token: native, decimals: 18 }),
  }
  const fee = useTransferFee(account, (plain) => {
    return checkForm(shell, form, { ...held, fee: toSwapFee(plain) }).problem === 'fee_insufficient'
  })
  return { ...held, find: (token) => token && findRow(tokens, token), fee: fee && toSwapFee(fee) }
}

/** Its own picture, or the one that the account's row of it has. */
export function useIcons(account: CaipAddress): (token: SwapToken) => string | undefined {
  const tokens = useTokens(account)
  return (token) => token.iconUrl ?? findRow(tokens, token)?.iconUrl
}

/** As the provider names it. */
export function toSwapId({ kind, id }: TokenRow, caipNetworkId: CaipNetworkId): CaipAddress | undefined {
  return kind === 'native' ? nativeToken(caipNetworkId) : (toCaipKey(id) as CaipAddress)
}

type Wanted = Pick<SwapToken, 'token' | 'decimals'>

function findRow(tokens: SendableTokens, { token }: Wanted): TokenRow | undefined {
  if (tokens.status !== 'known') return undefined
  const network = token.slice(0, token.lastIndexOf(':')) as CaipNetworkId
  return [...tokens.main, ...tokens.unverified].find((row) => toSwapId(row, network) === token)
}

/** Undefined where it is not known: also of what the two sides count in other units, or without decimals. */
function getAmount(tokens: SendableTokens, wanted: Wanted): bigint | undefined {
  if (tokens.status !== 'known' || wanted.decimals === 0) return undefined
  const row = findRow(tokens, wanted)
  if (!row) return 0n
  return row.decimals === wanted.decimals ? row.amount : undefined
}
