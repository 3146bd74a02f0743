/**
 * The entered transfer. Kept while the person chooses a token, looks at the preview or closes the modal. It belongs to one account
 * on one network; another account begins with an empty form (A66).
 */
import { type ReadonlySignal, type Signal, signal } from '@preact/signals-react'
import type { CaipAddress } from '../../src/core/chains/caip.ts'
import type { TokenRow } from '../../src/core/assets/portfolio.ts'
import type { TransferDraft } from '../../src/core/payments/transfer.ts'
import type { Shell } from '../../src/shell/shell.ts'

type Entered = Pick<TransferDraft, 'amountText' | 'receiverText' | 'found' | 'confirmedAddress'>

export interface SendForm extends Entered {
  /** Undefined while disconnected. */
  account: CaipAddress | undefined
  token: TokenRow | undefined
}

const forms = new WeakMap<Shell, Signal<SendForm>>()

export function getForm(shell: Shell): ReadonlySignal<SendForm> {
  return findForm(shell)
}

export function enter(shell: Shell, part: Partial<Omit<SendForm, 'account'>>): void {
  const form = findForm(shell)
  form.value = { ...form.peek(), ...part }
}

/** After it was sent (A81): only where it still is what was sent. */
export function resetForm(shell: Shell, sent: TransferDraft): void {
  const form = findForm(shell)
  const { account, token, amountText, receiverText } = form.peek()
  if (
    account === sent.account &&
    token?.id === sent.token?.id &&
    amountText === sent.amountText &&
    receiverText === sent.receiverText
  )
    form.value = empty(account)
}

/** Undefined while disconnected. */
export function toDraft(form: SendForm, locale: string): TransferDraft | undefined {
  const { account, ...entered } = form
  return account && { account, locale, ...entered }
}

function findForm(shell: Shell): Signal<SendForm> {
  const known = forms.get(shell)
  if (known) return known
  const form = signal(empty(undefined))
  forms.set(shell, form)
  // As long as the page: an account that is left meanwhile must not be sent from when it comes back.
  shell.account.subscribe((state) => {
    const account = state.status === 'connected' ? state.caipAddress : undefined
    if (form.peek().account !== account) form.value = empty(account)
  })
  return form
}

function empty(account: CaipAddress | undefined): SendForm {
  return { account, token: undefined, amountText: '', receiverText: '' }
}
