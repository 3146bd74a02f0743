/** An error in the words of the modal: what happened, and what to do where that helps. */
import type { ErrorCode, ErrorRecord } from '../src/core/errors.ts'

const words: Partial<Record<ErrorCode, string>> = {
  http_network: 'There was no answer. Check your connection.',
  http_timeout: 'There was no answer in time.',
  http_html: 'A web page came instead of data. Is there a network sign-in page?',
  http_type: 'The answer was not data.',
  http_empty: 'The answer was empty.',
  http_json: 'The answer was cut off or damaged.',
  http_size: 'The answer was too large to be true.',
  bad_envelope: 'The answer was not what it should be.',
  networks_unknown: 'It is not known yet which networks are served.',
  network_unsupported: 'This network is not served. Your tokens there are safe.',
  worker_deadline: 'There was no answer in time.',
  worker_unavailable: 'Billfold could not start on this page. Reload it.',
  protocol_mismatch: 'This page is of two versions. Reload it.',
}

export function explainError(error: ErrorRecord): string {
  // What the product says about data carries what the call met.
  const met = error.context['reason']
  const code = typeof met === 'string' ? (met as ErrorCode) : error.code
  if (code === 'http_status') return explainStatus(Number(error.context['status']))
  return words[code] ?? words[error.code] ?? error.message
}

/** Before this moment (ms since 1970) another try changes nothing; undefined when it may be made at once. */
export function getRetryAt(error: ErrorRecord | undefined): number | undefined {
  const retryAt = error?.context['retryAt']
  return typeof retryAt === 'number' ? retryAt : undefined
}

function explainStatus(status: number): string {
  if (status === 429) return 'The service is asked too often just now. Try again in a minute.'
  if (status >= 500) return `The service has a fault of its own (${status}).`
  return `The service refused the request (${status}).`
}
