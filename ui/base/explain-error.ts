/** Puts an error into our words: the problem, and what to do if that helps. */
import type { ErrorCode, ErrorRecord } from '../../src/core/base/errors.ts'
import { readSecondsTo } from './clock.ts'
import { errorTexts, otherErrorTexts, relayTexts, statusTexts } from './error-texts.ts'
import { t } from './texts.ts'

/** @param isOnline false: the text asks the person to check the connection */
export function explainError(error: ErrorRecord, isOnline = true): string {
  // An error about data has its own code. The code of the failed request is its `reason`.
  const { reason, status } = error.context
  const code = typeof reason === 'string' ? reason : error.code
  if (!isOnline && ofConnection.has(code)) return otherErrorTexts.offline
  if (code === 'http_status') return explainStatus(Number(status))
  const relayText = explainRelay(error)
  if (relayText) return relayText
  return findText(errorTexts, code) ?? findText(errorTexts, error.code) ?? otherErrorTexts.unexpected
}

/** Says why WalletConnect's relay refuses this page. Undefined for other errors, and for reasons without a text. */
export function explainRelay({ code, context }: ErrorRecord): string | undefined {
  const text = code === 'relay_unreachable' ? findText(relayTexts, context['reason']) : undefined
  return text?.replace('{said}', () => String(context['said']))
}

/** Codes of errors that a missing connection explains. */
const ofConnection: ReadonlySet<string> = new Set<ErrorCode>([
  'http_network',
  'code_missing',
  'relay_unreachable',
  'auth_unavailable',
])

/** The text of a code or reason that comes from outside; undefined if we have no text for it. */
export function findText(texts: Readonly<Record<string, string>>, key: unknown): string | undefined {
  return typeof key === 'string' && Object.hasOwn(texts, key) ? texts[key] : undefined
}

/** The message of a wallet or server, to be quoted; undefined if the error has none. */
export function getReason({ context: { said } }: ErrorRecord): string | undefined {
  return typeof said === 'string' && said !== '' ? said : undefined
}

/** Time of the next automatic retry. Milliseconds since 1970. Undefined if unknown. */
export function getRetryAt(error: ErrorRecord | undefined): number | undefined {
  const retryAt = error?.context['retryAt']
  return typeof retryAt === 'number' ? retryAt : undefined
}

/** Whether the pause after a refused request still lasts. Until it ends, a retry would fail. Updated each second. */
export function isPauseAsked({ context: { pauseEnd } }: ErrorRecord): boolean {
  return typeof pauseEnd === 'number' && readSecondsTo(pauseEnd) > 0
}

function explainStatus(status: number): string {
  if (status === 429) return statusTexts.tooOften
  return t(status >= 500 ? statusTexts.fault : statusTexts.refused, { status })
}
