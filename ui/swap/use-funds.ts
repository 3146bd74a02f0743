/** The balances of the token to sell and of the native token, which pays the fee. */
import type { CaipAddress } from '../../src/core/chains/caip.ts'
import type { TokenRow } from '../../src/core/assets/portfolio.ts'
import { type SwapFunds, type SwapToken, toSwapFee } from '../../src/core/payments/swap.ts'
import { findRow, readSwapFunds } from '../../src/payments/swap-funds.ts'
import { useShell } from '../base/shell-context.ts'
import { useTokens } from '../money/use-tokens.ts'
import { useTransferFee } from '../money/use-transfer-fee.ts'
import { checkForm, type SwapForm } from '../../src/payments/swap-form.ts'

export interface Funds extends SwapFunds {
  /** The row of a token in the account's portfolio; undefined if the account does not hold it. */
  find(token: SwapToken | undefined): TokenRow | undefined
}

export function useFunds(account: CaipAddress, form: SwapForm): Funds {
  const shell = useShell()
  const { from } = form
  const tokens = useTokens(account)
  const rows = tokens.status === 'known' ? [...tokens.main, ...tokens.unverified] : undefined
  const held = readSwapFunds(rows, account, from)
  const fee = useTransferFee(account, (plain) => {
    return checkForm(shell, form, { ...held, fee: toSwapFee(plain) }).problem === 'fee_insufficient'
  })
  return { ...held, find: (token) => token && findRow(rows, token), fee: fee && toSwapFee(fee) }
}

/** Returns a function that finds a token's picture: the provider's, or that of the portfolio. */
export function useIcons(account: CaipAddress): (token: SwapToken) => string | undefined {
  const tokens = useTokens(account)
  const rows = tokens.status === 'known' ? [...tokens.main, ...tokens.unverified] : undefined
  return (token) => token.iconUrl ?? findRow(rows, token)?.iconUrl
}
