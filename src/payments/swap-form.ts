/** The entered swap. */
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
  /** Undefined while disconnected. */
  account: CaipAddress | undefined
}

const { getForm, update } = createFormStore(toEmpty)
export { getForm }

export function enterAmount(shell: Shell, amountText: string): void {
  update(shell, () => ({ amountText }))
}

/** Choosing the other side's token swaps the two sides. */
export function chooseToken(shell: Shell, side: SwapSide, token: SwapToken): void {
  const { from, to } = getForm(shell).peek()
  const other = side === 'from' ? to : from
  if (other?.token === token.token) return flip(shell, '')
  update(shell, () => ({ [side]: token }))
}

/** `amountText`: what was about to come, which leaves now. */
export function flip(shell: Shell, amountText: string): void {
  update(shell, (form) => ({ from: form.to, to: form.from, amountText: amountText || form.amountText }))
}

/** After it was sent: only where it still is what was sent. */
export function resetForm(shell: Shell, sent: SwapDraft): void {
  const { draft } = checkForm(shell, getForm(shell).peek())
  if (draft && isSameSwap(sent, draft)) enterAmount(shell, '')
}

/** @param funds what is there of it */
export function checkForm(shell: Shell, form: SwapForm, funds?: SwapFunds): SwapCheck {
  const { account, ...entered } = form
  // Without an account the form has no tokens, so the empty account is never used.
  const entry = { ...entered, account: account ?? ('' as CaipAddress), locale: getLocale(shell) }
  return checkSwapEntry(entry, funds)
}

/** The network's own coin stands first: it is the one that everybody has. */
function toEmpty(state: AccountState): SwapForm {
  const empty: SwapForm = { account: undefined, from: undefined, to: undefined, amountText: '' }
  if (state.status !== 'connected') return empty
  const { caipAddress: account, caipNetworkId, network } = state
  const token = nativeToken(caipNetworkId)
  if (!network || !token || !findSwapNetwork(caipNetworkId, [network])) return { ...empty, account }
  const { name, symbol, decimals } = network.nativeCurrency
  return { ...empty, account, from: { token, name, symbol, decimals } }
}
