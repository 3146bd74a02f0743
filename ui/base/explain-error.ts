/** Explains an error in the modal's words: the problem, and what to do if that helps. */
import type { ErrorCode, ErrorRecord } from '../../src/core/base/errors.ts'
import { readSecondsTo } from './clock.ts'
import { errorTexts, otherErrorTexts, relayTexts, statusTexts } from './error-texts.ts'
import { t } from './texts.ts'

/** @param isOnline whether requests go out; if not, the text asks the user to check the connection */
export function explainError(error: ErrorRecord, isOnline = true): string {
  // An error about data names the code of the failed request as its reason.
  const { reason, status } = error.context
  const code = typeof reason === 'string' ? reason : error.code
  if (!isOnline && ofConnection.has(code)) return otherErrorTexts.offline
  if (code === 'http_status') return explainStatus(Number(status))
  const relayText = explainRelay(error)
  if (relayText) return relayText
  return findText(errorTexts, code) ?? findText(errorTexts, error.code) ?? otherErrorTexts.unexpected
}

/** Explains why WalletConnect's relay refuses this page; undefined without a reason. */
export function explainRelay({ code, context }: ErrorRecord): string | undefined {
  const text = code === 'relay_unreachable' ? findText(relayTexts, context['reason']) : undefined
  return text?.replace('{said}', () => String(context['said']))
}

/** Errors that a missing connection explains. */
const ofConnection: ReadonlySet<string> = new Set<ErrorCode>([
  'http_network',
  'code_missing',
  'relay_unreachable',
  'auth_unavailable',
])

/** Finds the text of a code or reason from outside, which may have none. */
export function findText(texts: Readonly<Record<string, string>>, key: unknown): string | undefined {
  return typeof key === 'string' && Object.hasOwn(texts, key) ? texts[key] : undefined
}

/** The error text of a wallet or server, to be quoted; undefined without one. */
export function getReason({ context: { said } }: ErrorRecord): string | undefined {
  return typeof said === 'string' && said !== '' ? said : undefined
}

/** Time of the next automatic retry in ms since 1970; undefined if unknown. */
export function getRetryAt(error: ErrorRecord | undefined): number | undefined {
  const retryAt = error?.context['retryAt']
  return typeof retryAt === 'number' ? retryAt : undefined
}

/** Whether the server's requested pause is still running, so that a retry would fail. Updated each second. */
export function isPauseAsked({ context: { pauseEnd } }: ErrorRecord): boolean {
  return typeof pauseEnd === 'number' && readSecondsTo(pauseEnd) > 0
}

function explainStatus(status: number): string {
  if (status === 429) return statusTexts.tooOften
  return t(status >= 500 ? statusTexts.fault : statusTexts.refused, { status })
}
