/**
 * The entered swap. Kept while the person chooses a token, looks at the preview or closes the modal. It belongs to one account on
 * one network; another account begins with an empty form (A66).
 */
import { type ReadonlySignal, type Signal, signal } from '@preact/signals-react'
import type { AccountState } from '../../src/wallets/account.ts'
import type { CaipAddress } from '../../src/core/chains/caip.ts'
import { nativeToken } from '../../src/core/assets/prices.ts'
import {
  checkSwapEntry,
  isSameSwap,
  isSwapNetwork,
  type SwapCheck,
  type SwapDraft,
  type SwapEntry,
  type SwapFunds,
  type SwapToken,
} from '../../src/core/payments/swap.ts'
import type { Shell } from '../../src/shell/shell.ts'
import { getLocale } from '../base/locale.ts'

export type SwapSide = 'from' | 'to'

export interface SwapForm extends Pick<SwapEntry, SwapSide | 'amountText'> {
  /** Undefined while disconnected. */
  account: CaipAddress | undefined
}

const forms = new WeakMap<Shell, Signal<SwapForm>>()

export function getForm(shell: Shell): ReadonlySignal<SwapForm> {
  return findForm(shell)
}

export function enterAmount(shell: Shell, amountText: string): void {
  const form = findForm(shell)
  form.value = { ...form.peek(), amountText }
}

/** Choosing the other side's token swaps the two sides. */
export function chooseToken(shell: Shell, side: SwapSide, token: SwapToken): void {
  const form = findForm(shell)
  const { from, to } = form.peek()
  const other = side === 'from' ? to : from
  if (other?.token === token.token) return flip(shell, '')
  form.value = { ...form.peek(), [side]: token }
}

/** `amountText`: what was about to come, which leaves now. */
export function flip(shell: Shell, amountText: string): void {
  const form = findForm(shell)
  const { from, to } = form.peek()
  form.value = { ...form.peek(), from: to, to: from, amountText: amountText || form.peek().amountText }
}

/** After it was sent: only where it still is what was sent. */
export function resetForm(shell: Shell, sent: SwapDraft): void {
  const form = findForm(shell)
  const { draft } = checkForm(shell, form.peek())
  if (draft && isSameSwap(sent, draft)) form.value = { ...form.peek(), amountText: '' }
}

/** @param funds what is there of it */
export function checkForm(shell: Shell, form: SwapForm, funds?: SwapFunds): SwapCheck {
  const { account, ...entered } = form
  // Without an account the form has no tokens, so the empty account is never used.
  const entry = { ...entered, account: account ?? ('' as CaipAddress), locale: getLocale(shell) }
  return checkSwapEntry(entry, funds)
}

function findForm(shell: Shell): Signal<SwapForm> {
  const known = forms.get(shell)
  if (known) return known
  const form = signal(toEmpty(shell.account.peek()))
  forms.set(shell, form)
  // As long as the page: an account that is left meanwhile must not be swapped from when it comes back.
  shell.account.subscribe((state) => {
    const empty = toEmpty(state)
    if (form.peek().account !== empty.account) form.value = empty
  })
  return form
}

/** The network's own coin stands first: it is the one that everybody has. */
function toEmpty(state: AccountState): SwapForm {
  const empty = { account: undefined, from: undefined, to: undefined, amountText: '' }
  if (state.status !== 'connected') return empty
  const { caipAddress: account, caipNetworkId, network } = state
  const token = nativeToken(caipNetworkId)
  if (!network || !token || !isSwapNetwork(caipNetworkId)) return { ...empty, account }
  const { name, symbol, decimals } = network.nativeCurrency
  return { ...empty, account, from: { token, name, symbol, decimals } }
}
