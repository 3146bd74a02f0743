import { BillfoldError } from '../core/base/errors.ts'

export function createAccountMissing(): BillfoldError {
  return new BillfoldError('account_missing', 'Nobody is connected. Connect an account first.')
}

export function createAccountChanged(): BillfoldError {
  return new BillfoldError(
    'account_changed',
    'Another account or network is on top by now. Nothing was sent.',
  )
}

export function createEntryChanged(): BillfoldError {
  return new BillfoldError('payment_changed', 'Something else was entered meanwhile. Prepare it again.')
}
