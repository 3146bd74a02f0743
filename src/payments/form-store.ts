/**
 * The state of a payment form. Kept while the user chooses a token, reads the review or closes the modal. Belongs to one
 * account on one network; another account starts with an empty form (A66).
 */
import { type ReadonlySignal, type Signal, signal } from '@preact/signals-core'
import type { CaipAddress } from '../core/chains/caip.ts'
import type { AccountState } from '../wallets/account.ts'
import type { Shell } from '../shell/shell.ts'

interface AccountForm {
  /** Undefined while disconnected. */
  account: CaipAddress | undefined
}

/**
 * One form for each shell.
 * @param toEmpty the form that an account begins with. `before`: the form of the one before it
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
    // Subscribed until the page is closed: a form must not survive a disconnect and reconnect of its account.
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

/** The account of a form while it is on top. Reads signals. */
export function getFormAccount(
  { account }: Pick<Shell, 'account'>,
  form: AccountForm,
): CaipAddress | undefined {
  const top = account.value
  return top.status === 'connected' && top.caipAddress === form.account ? top.caipAddress : undefined
}
