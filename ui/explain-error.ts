/** An error in the words of the modal: what happened, and what to do where that helps. */
import type { ErrorRecord } from '../src/core/errors.ts'
import { readSecondsTo } from './clock.ts'
import { errorTexts, otherErrorTexts, statusTexts } from './error-texts.ts'
import { say } from './texts.ts'

/** @param isOnline the browser's word; only where it says no is the person asked to look at the connection. */
export function explainError(error: ErrorRecord, isOnline = true): string {
  // What the product says about data carries what the call met.
  const { reason, status } = error.context
  const code = typeof reason === 'string' ? reason : error.code
  if (code === 'http_network' && !isOnline) return otherErrorTexts.offline
  if (code === 'http_status') return explainStatus(Number(status))
  return getText(code) ?? getText(error.code) ?? otherErrorTexts.unexpected
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

function getText(code: string): string | undefined {
  return Object.hasOwn(errorTexts, code) ? errorTexts[code as keyof typeof errorTexts] : undefined
}

function explainStatus(status: number): string {
  if (status === 429) return statusTexts.tooOften
  return say(status >= 500 ? statusTexts.fault : statusTexts.refused, { status })
}
