/** What happened, and what to do where that helps: a sentence for each code that reaches a view. */
import type { ErrorCode } from '../src/core/errors.ts'

export const errorTexts = {
  http_network: 'The service cannot be reached.',
  http_timeout: 'There was no answer in time.',
  http_html: 'A web page came instead of data. Is there a network sign-in page?',
  http_type: 'The answer was not data.',
  http_empty: 'The answer was empty.',
  http_json: 'The answer was cut off or damaged.',
  http_size: 'The answer was too large to be true.',
  redirected: 'The request was sent on to another address. Is there a network sign-in page?',
  bad_envelope: 'The answer was not what it should be.',
  balance_unavailable: 'The balance could not be read.',
  history_failed: 'The history could not be read.',
  nfts_unavailable: 'The NFTs could not be read.',
  names_unavailable: 'The name could not be checked.',
  networks_unknown: 'The service does not say which networks it serves.',
  network_unsupported: 'This network is not served. Your tokens there are safe.',
  onramp_unavailable: 'The provider’s page could not be had.',
  store_unavailable: 'The browser does not hand out what it keeps for this page.',
  worker_deadline: 'There was no answer in time.',
  worker_unavailable: 'Billfold could not start on this page. Reload it.',
  protocol_mismatch: 'This page is of two versions. Reload it.',
} as const satisfies Partial<Record<ErrorCode, string>>

/** Answers of the service that are told by their number. */
export const statusTexts = {
  tooOften: 'The service is asked too often just now. Try again in a minute.',
  fault: 'The service has a fault of its own ({status}).',
  refused: 'The service refused the request ({status}).',
} as const

export const otherErrorTexts = {
  offline: 'There is no connection. Check your connection.',
  unexpected: 'Something in Billfold failed. Reload the page if it stays.',
} as const
