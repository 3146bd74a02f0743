/** Why somebody who was asked is not signed in, in one sentence for them. */
import type { ConnectedAccount } from '../connections/account.ts'
import { BillfoldError, type ErrorRecord, toErrorRecord } from '../core/errors.ts'

export function explainRefusal(
  error: unknown,
  { connector, address, allAccounts }: ConnectedAccount,
): ErrorRecord {
  const record = toErrorRecord(error)
  const { code, context } = record
  const { fault } = context
  const wallet = connector.name
  const is = (message: string) => toErrorRecord(new BillfoldError(code, message, { context }))
  if (code === 'wallet_declined') {
    const isSmart = allAccounts.some((one) => one.address === address && one.purpose === 'smartAccount')
    const words = isSmart ? 'This application might not support Smart Accounts' : 'Signature declined'
    return toErrorRecord(new BillfoldError('siwx_declined', words))
  }
  if (code === 'account_changed' || fault === 'signer')
    return is(`${wallet} returned another account. Nothing was signed in.`)
  if (fault === 'signature')
    return is(`${wallet} returned a signature that does not hold. Nothing was signed in.`)
  if (fault === 'early' || fault === 'expired')
    return is('The clock of this device is not right. Set it, then sign again.')
  if (fault === 'nonce') return is('This message was used or has expired. Sign the new one.')
  if (code === 'siwx_invalid') return is('The sign-in was not accepted. Nothing was signed in.')
  return record
}
