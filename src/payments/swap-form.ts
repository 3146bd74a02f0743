/** The swap form: its state and changes to it. */
import type { AccountState } from '../wallets/account.ts'
import type { CaipAddress } from '../core/chains/caip.ts'
import { findSwapNetwork } from '../core/chains/swap-networks.ts'
import { nativeToken } from '../core/assets/prices.ts'
import {
  checkSwapEntry,
  isSameSwap,
  type SwapCheck,
  type SwapDraft,
  type SwapEntry,
  type SwapFunds,
  type SwapToken,
} from '../core/payments/swap.ts'
import type { Shell } from '../shell/shell.ts'
import { getLocale } from '../base/locale.ts'
import { createFormStore } from './form-store.ts'

export type SwapSide = 'from' | 'to'

export interface SwapForm extends Pick<SwapEntry, SwapSide | 'amountText'> {
  /** Undefined while no account is connected. */
  account: CaipAddress | undefined
}

const { getForm, update } = createFormStore(toEmpty)
export { getForm }

export function enterAmount(shell: Shell, amountText: string): void {
  update(shell, () => ({ amountText }))
}

/** Chooses a token. Choosing the token of the other side exchanges the two. */
export function chooseToken(shell: Shell, side: SwapSide, token: SwapToken): void {
  const { from, to } = getForm(shell).peek()
  const other = side === 'from' ? to : from
  if (other?.token === token.token) return flip(shell, '')
  update(shell, () => ({ [side]: token }))
}

/**
 * Exchanges the two tokens. `amountText`: the new sold amount, from the last quote. If it is empty, the sold amount
 * stays.
 */
export function flip(shell: Shell, amountText: string): void {
  update(shell, (form) => ({ from: form.to, to: form.from, amountText: amountText || form.amountText }))
}

/** Called when the swap is sent: clears the amount, unless the form was changed meanwhile. */
export function resetForm(shell: Shell, sent: SwapDraft): void {
  const { draft } = checkForm(shell, getForm(shell).peek())
  if (draft && isSameSwap(sent, draft)) enterAmount(shell, '')
}

/** @param funds balances and fee of the account */
export function checkForm(shell: Shell, form: SwapForm, funds?: SwapFunds): SwapCheck {
  const { account, ...entered } = form
  // Without an account the form has no tokens, so the empty account is never used.
  const entry = { ...entered, account: account ?? ('' as CaipAddress), locale: getLocale(shell) }
  return checkSwapEntry(entry, funds)
}

/** The empty form. The sold token is the native token, which every account needs for fees. */
function toEmpty(state: AccountState): SwapForm {
  const empty: SwapForm = { account: undefined, from: undefined, to: undefined, amountText: '' }
  if (state.status !== 'connected') return empty
  const { caipAddress: account, caipNetworkId, network } = state
  const token = nativeToken(caipNetworkId)
  if (!network || !token || !findSwapNetwork(caipNetworkId, [network])) return { ...empty, account }
  const { name, symbol, decimals } = network.nativeCurrency
  return { ...empty, account, from: { token, name, symbol, decimals } }
}
