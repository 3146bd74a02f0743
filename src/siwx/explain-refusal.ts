/** Why somebody who was asked is not signed in, by code and fault: the words are the view's. */
import type { ConnectedAccount } from '../wallets/account.ts'
import { BillfoldError, type ErrorRecord, toErrorRecord } from '../core/base/errors.ts'
import { quotePageError } from './quote-page-error.ts'

export function explainRefusal(error: unknown, { address, allAccounts }: ConnectedAccount): ErrorRecord {
  const record = quotePageError(error)
  const { code, context } = record
  if (code === 'account_changed') return { ...record, context: { ...context, fault: 'signer' } }
  if (code !== 'wallet_declined') return record
  const isSmart = allAccounts.some((one) => one.address === address && one.purpose === 'smartAccount')
  return isSmart
    ? toDeclined('This application might not support Smart Accounts', 'smart_account')
    : toDeclined('Signature declined')
}

function toDeclined(message: string, fault?: string): ErrorRecord {
  return toErrorRecord(new BillfoldError('siwx_declined', message, { context: fault ? { fault } : {} }))
}
