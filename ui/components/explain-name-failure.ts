/** Why a name was not registered, where names have words of their own for it. */
import type { ErrorRecord } from '../../src/core/base/errors.ts'
import { explainError, getReason } from '../base/explain-error.ts'
import { t } from '../base/texts.ts'

const texts = {
  failures: {
    account_changed: 'The account or network changed. Nothing was registered.',
    account_missing: 'Address or auth connector not found',
    network_missing: 'Network not found',
    network_unsupported: 'Names aren’t available on this network. Nothing was registered.',
    name_taken: 'Someone else has this name.',
    name_stale:
      'It took longer than 10 seconds to sign, so nothing was registered. Sign again. If this keeps happening, check your device’s clock.',
    chain_invalid: 'Invalid chainId',
    name_unregistered: 'It wasn’t registered. You can sign again.',
  },
  notResolved: 'Error resolving name. {reason}',
  notRegistered: 'Error registering name {name}',
} as const

/** Undefined for what is told as anywhere else, and for what the server says itself (A172). @param name whole */
export function explainNameFailure(error: ErrorRecord, name: string, isOnline: boolean): string | undefined {
  const { code } = error
  if (Object.hasOwn(texts.failures, code)) return texts.failures[code as keyof typeof texts.failures]
  if (code === 'name_unresolved') return t(texts.notResolved, { reason: explainError(error, isOnline) })
  const isUntold = code === 'name_register_failed' && getReason(error) === undefined
  return isUntold ? t(texts.notRegistered, { name }) : undefined
}
