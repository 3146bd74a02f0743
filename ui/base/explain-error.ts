/** An error in the words of the modal: what happened, and what to do where that helps. */
import type { ErrorCode, ErrorRecord } from '../../src/core/base/errors.ts'
import { readSecondsTo } from './clock.ts'
import { errorTexts, otherErrorTexts, relayTexts, statusTexts } from './error-texts.ts'
import { t } from './texts.ts'

/** @param isOnline whether requests go out; only where they do not is the person asked to look at the connection. */
export function explainError(error: ErrorRecord, isOnline = true): string {
  // What the product says about data carries what the call met.
  const { reason, status } = error.context
  const code = typeof reason === 'string' ? reason : error.code
  if (!isOnline && ofConnection.has(code)) return otherErrorTexts.offline
  if (code === 'http_status') return explainStatus(Number(status))
  const relayText = explainRelay(error)
  if (relayText) return relayText
  return findText(errorTexts, code) ?? findText(errorTexts, error.code) ?? otherErrorTexts.unexpected
}

/** Why WalletConnect's relay does not serve this page; undefined where it gave no reason. */
export function explainRelay({ code, context }: ErrorRecord): string | undefined {
  const text = code === 'relay_unreachable' ? findText(relayTexts, context['reason']) : undefined
  return text?.replace('{said}', () => String(context['said']))
}

/** What a missing connection explains. */
const ofConnection: ReadonlySet<string> = new Set<ErrorCode>([
  'http_network',
  'code_missing',
  'relay_unreachable',
  'auth_unavailable',
])

/** Codes and reasons come from elsewhere: not every one has a text. */
export function findText(texts: Readonly<Record<string, string>>, key: unknown): string | undefined {
  return typeof key === 'string' && Object.hasOwn(texts, key) ? texts[key] : undefined
}

/** Text from a wallet or server, to be shown as theirs; undefined without any. */
export function getReason({ context: { said } }: ErrorRecord): string | undefined {
  return typeof said === 'string' && said !== '' ? said : undefined
}

/** When it is tried again by itself (ms since 1970); undefined when that is not known. */
export function getRetryAt(error: ErrorRecord | undefined): number | undefined {
  const retryAt = error?.context['retryAt']
  return typeof retryAt === 'number' ? retryAt : undefined
}

/** The server asked for a pause that is not over: to try now would change nothing. Told once a second. */
export function isPauseAsked({ context: { pauseEnd } }: ErrorRecord): boolean {
  return typeof pauseEnd === 'number' && readSecondsTo(pauseEnd) > 0
}

function explainStatus(status: number): string {
  if (status === 429) return statusTexts.tooOften
  return t(status >= 500 ? statusTexts.fault : statusTexts.refused, { status })
}
