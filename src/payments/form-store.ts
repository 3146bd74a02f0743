/**
 * Stores payment forms. A form is kept while the person chooses a token, reads the review or closes the modal. It
 * belongs to one account on one network; another account starts with an empty form (A66).
 */
import { type ReadonlySignal, type Signal, signal } from '@preact/signals-core'
import type { CaipAddress } from '../core/chains/caip.ts'
import type { AccountState } from '../wallets/account.ts'
import type { Shell } from '../shell/shell.ts'

interface AccountForm {
  /** Undefined while no account is connected. */
  account: CaipAddress | undefined
}

/**
 * Creates a store with one form per shell.
 * @param toEmpty the form with which an account begins. `before`: the form of the previous account
 */
export function createFormStore<Form extends AccountForm>(
  toEmpty: (state: AccountState, before?: Form) => Form,
) {
  const forms = new WeakMap<Shell, Signal<Form>>()

  function find(shell: Shell): Signal<Form> {
    const known = forms.get(shell)
    if (known) return known
    const form = signal(toEmpty(shell.account.peek()))
    forms.set(shell, form)
    // Stay subscribed until the web page is closed: a form must not survive a disconnect and reconnect of its account.
    shell.account.subscribe((state) => {
      const before = form.peek()
      const empty = toEmpty(state, before)
      if (before.account !== empty.account) form.value = empty
    })
    return form
  }

  return {
    getForm: (shell: Shell): ReadonlySignal<Form> => find(shell),
    update(shell: Shell, change: (form: Form) => Partial<Form>): void {
      const form = find(shell)
      form.value = { ...form.peek(), ...change(form.peek()) }
    },
  }
}

/** The account of a form. Undefined while another account is active. Reads signals. */
export function getFormAccount(
  { account }: Pick<Shell, 'account'>,
  form: AccountForm,
): CaipAddress | undefined {
  const top = account.value
  return top.status === 'connected' && top.caipAddress === form.account ? top.caipAddress : undefined
}
