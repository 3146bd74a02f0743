/** Finds out why a sign-in failed. Returns an error code and a fault, for which the view has texts. */
import { fetchSmartAccounts, isSmartAccount } from '../base/smart-accounts.ts'
import type { ConnectedAccount } from '../wallets/account.ts'
import type { WorkerCall } from '../wallets/namespace-calls.ts'
import { pageClock } from '../base/page-clock.ts'
import { BillfoldError, type ErrorCode, type ErrorRecord, toErrorRecord } from '../core/base/errors.ts'
import { withTimeout } from '../core/base/wait.ts'
import { quotePageError } from './quote-page-error.ts'

/** How long to wait for a node to say whether the account is a contract. Milliseconds. */
const PATIENCE = 2_000

/** @param source sends commands to the worker, which finds out whether the account is a contract */
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

/** The error for a signature by a different account. */
export function explainOther(error: unknown): ErrorRecord {
  const record = toErrorRecord(error)
  return { ...record, context: { ...record.context, fault: 'signer' } }
}

/** Errors that mean that the wallet gave no signature. */
const refused: ReadonlySet<ErrorCode> = new Set(['wallet_declined', 'wallet_failed', 'wallet_bad_answer'])

/** Whether the signature is the cause. Also true if the server has refused without naming a fault. */
function isAboutSignature({ code, context: { fault } }: ErrorRecord): boolean {
  if (code === 'siwx_invalid') return fault === undefined || fault === 'signature' || fault === 'signer'
  return refused.has(code)
}
