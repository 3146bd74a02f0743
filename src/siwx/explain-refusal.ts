/** The reason why a sign-in failed, as a code and a fault; the view words it. */
import { fetchSmartAccounts, isSmartAccount } from '../base/smart-accounts.ts'
import type { ConnectedAccount } from '../wallets/account.ts'
import type { WorkerCall } from '../wallets/namespace-calls.ts'
import { pageClock } from '../base/page-clock.ts'
import { BillfoldError, type ErrorCode, type ErrorRecord, toErrorRecord } from '../core/base/errors.ts'
import { withTimeout } from '../core/base/wait.ts'
import { quotePageError } from './quote-page-error.ts'

/** How long to wait for the node's answer about the account. Milliseconds. */
const PATIENCE = 2_000

/** @param source asks the worker whether the account of an installed wallet is a contract */
export async function explainRefusal(
  error: unknown,
  account: ConnectedAccount,
  source: { call: WorkerCall },
): Promise<ErrorRecord> {
  const record = quotePageError(error)
  const { code, context } = record
  if (code === 'account_changed') return explainOther(error)
  if (!isAboutSignature(record)) return record
  const asked = fetchSmartAccounts(account, source)
  if (isSmartAccount((await withTimeout(pageClock, PATIENCE, asked)) ?? account)) {
    const { said: _, ...rest } = context
    const ofCode = code === 'wallet_declined' ? 'siwx_declined' : code
    return toErrorRecord(
      new BillfoldError(ofCode, 'This application might not support Smart Accounts', {
        category: record.category,
        context: { ...rest, fault: 'smart_account' },
      }),
    )
  }
  if (code !== 'wallet_declined') return record
  return toErrorRecord(new BillfoldError('siwx_declined', 'Signature declined'))
}

/** Another account has signed. */
export function explainOther(error: unknown): ErrorRecord {
  const record = toErrorRecord(error)
  return { ...record, context: { ...record.context, fault: 'signer' } }
}

/** Errors that mean the wallet gave no signature. */
const refused: ReadonlySet<ErrorCode> = new Set(['wallet_declined', 'wallet_failed', 'wallet_bad_answer'])

/** Whether the signature is at fault; also true for a server's refusal without another fault. */
function isAboutSignature({ code, context: { fault } }: ErrorRecord): boolean {
  if (code === 'siwx_invalid') return fault === undefined || fault === 'signature' || fault === 'signer'
  return refused.has(code)
}
