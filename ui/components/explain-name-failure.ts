/** Why a name was not registered, where names have words of their own for it. */
import type { ErrorRecord } from '../../src/core/base/errors.ts'
import { explainError, getReason } from '../base/explain-error.ts'
import { t } from '../base/texts.ts'
import { texts } from './name-failure-texts.ts'

/** Undefined for what is told as anywhere else, and for what the server says itself (A172). @param name whole */
export function explainNameFailure(error: ErrorRecord, name: string, isOnline: boolean): string | undefined {
  const { code } = error
  if (Object.hasOwn(texts.failures, code)) return texts.failures[code as keyof typeof texts.failures]
  if (code === 'name_unresolved') return t(texts.notResolved, { reason: explainError(error, isOnline) })
  const isUntold = code === 'name_register_failed' && getReason(error) === undefined
  return isUntold ? t(texts.notRegistered, { name }) : undefined
}
