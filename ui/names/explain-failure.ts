/** Why a name was not registered, in one sentence: the server's own where it gives one. */
import type { ErrorRecord } from '../../src/core/errors.ts'
import { explainError } from '../explain-error.ts'
import { say } from '../texts.ts'
import { texts } from './texts.ts'

export function explainFailure(
  error: ErrorRecord,
  { isOnline, wallet }: { isOnline: boolean; wallet: string },
): string {
  const { code, message } = error
  if (code === 'wallet_declined') return say(texts.declined, { wallet })
  if (Object.hasOwn(texts.failures, code)) return texts.failures[code as keyof typeof texts.failures]
  // What the server or the wallet says itself.
  if (code === 'name_register_failed' || code.startsWith('wallet_') || code === 'chain_invalid')
    return message
  const reason = explainError(error, isOnline)
  return code === 'name_unresolved' ? say(texts.notResolved, { reason }) : reason
}
