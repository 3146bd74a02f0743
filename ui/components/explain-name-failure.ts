/** The text about a failed name registration. */
import type { ErrorRecord } from '../../src/core/base/errors.ts'
import { explainError, getReason } from '../base/explain-error.ts'
import { t } from '../base/texts.ts'
import { texts } from './name-failure-texts.ts'

/**
 * Undefined for errors that have a general text, and for errors that quote the server (A172).
 * @param name with its zone
 */
export function explainNameFailure(error: ErrorRecord, name: string, isOnline: boolean): string | undefined {
  const { code } = error
  if (Object.hasOwn(texts.failures, code)) return texts.failures[code as keyof typeof texts.failures]
  if (code === 'name_unresolved') return t(texts.notResolved, { reason: explainError(error, isOnline) })
  const isUntold = code === 'name_register_failed' && getReason(error) === undefined
  return isUntold ? t(texts.notRegistered, { name }) : undefined
}
