import { BillfoldError } from '../core/base/errors.ts'

export function createAccountMissing(): BillfoldError {
  return new BillfoldError('account_missing', 'No account is connected. Connect one first.')
}

export function createAccountChanged(): BillfoldError {
  return new BillfoldError('account_changed', 'The account or network has changed. Nothing was sent.')
}

export function createEntryChanged(): BillfoldError {
  return new BillfoldError('payment_changed', 'The form has changed. Prepare it again.')
}
