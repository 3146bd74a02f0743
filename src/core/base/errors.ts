/**
 * The one error class of Billfold. It crosses the worker boundary as plain data, so check `code`, never
 * `instanceof`: the page may hold two copies of this class.
 */
export class BillfoldError extends Error {
  override readonly name = 'BillfoldError'
  readonly code: ErrorCode
  /** Which part of the product failed; the groups under which errors are reported. */
  readonly category: ErrorCategory
  /** Facts that help to act on the error: plain data that survives a structured clone. */
  readonly context: ErrorContext
  /** The line about this code, in the package. */
  readonly docs: string

  constructor(code: ErrorCode, message: string, options: BillfoldErrorOptions = {}) {
    super(message, options)
    this.code = code
    this.docs = `billfold/docs/errors.md#${code}`
    // Consoles print the stack. The message may stand in a view, so it has no link.
    if (this.stack) this.stack += `\nSee ${this.docs}`
    this.category = options.category ?? 'INTERNAL_SDK_ERROR'
    this.context = options.context ?? {}
  }
}

export interface BillfoldErrorOptions {
  /** Default: INTERNAL_SDK_ERROR. */
  category?: ErrorCategory
  context?: ErrorContext
  cause?: unknown
}

export type ErrorCategory = 'API_ERROR' | 'DATA_PARSING_ERROR' | 'SECURE_SITE_ERROR' | 'INTERNAL_SDK_ERROR'

/**
 * Plain data only: it is cloned between threads and stored beside cached data. What people read of an error is the
 * catalogue's text for its code and its `reason`, or `said`: the words of others (a wallet, the API, the page), cleaned.
 */
export type ErrorContext = Readonly<Record<string, string | number | boolean | null | undefined>>

/** An error as it crosses threads and as it stands in a snapshot. */
export interface ErrorRecord {
  code: ErrorCode
  message: string
  category: ErrorCategory
  context: ErrorContext
}

/** Codes are never reused for another meaning. */
export type ErrorCode =
  // what a call to the API met
  | 'http_status' // context: status, retryAfter (ms, when the server gave one)
  | 'http_timeout'
  | 'http_network' // offline, DNS, CORS, connection cut
  | 'http_html' // a web page where data belongs: often a network's sign-in page
  | 'http_type' // another content type than JSON
  | 'http_empty'
  | 'http_json' // truncated or malformed JSON
  | 'http_size' // above the size limit
  | 'redirected' // the API sent the call elsewhere, and it was not followed
  | 'bad_envelope' // JSON, but not the documented answer
  | 'aborted' // nobody waits any more; context of a call that had asked a wallet: asked
  // what the product says about an account's data
  | 'balance_unavailable' // 'Token Balance Unavailable'
  | 'history_failed' // 'Failed to fetch transactions'
  | 'history_no_account' // "Transactions can't be fetched without an accountAddress"
  | 'nfts_unavailable'
  | 'name_invalid' // has no normal form (ENSIP-15)
  | 'name_unresolved' // 'Error resolving name'
  | 'name_elsewhere' // the name has an address for another network alone; context: caipNetworkId
  | 'name_suggestions_failed' // 'Error fetching name suggestions'
  | 'names_failed' // 'Error fetching names for address'
  | 'name_register_failed' // 'Error registering name {name}'; context: said, the server's own reason
  | 'name_taken' // by another account
  | 'name_unregistered' // its registration was not answered, and nobody has it
  | 'name_stale' // the signature came too late: nothing was registered
  | 'chain_invalid' // 'Invalid chainId'
  | 'names_unavailable' // a name came, and the code that checks names did not
  | 'network_unsupported'
  | 'networks_unknown' // supported-chains did not answer: neither yes nor no
  | 'bad_account'
  | 'smart_session_kept' // the server has not revoked it: it still holds; context: said, the server's own reason
  // the worker
  | 'worker_deadline' // a command was not answered in time
  | 'worker_unavailable' // no way to start it worked
  | 'outcome_unknown' // the worker was lost while a request was with a wallet
  | 'protocol_mismatch'
  | 'store_unavailable' // the disk cannot be read now: neither "there" nor "not there"
  | 'leader_missing' // no tab leads, or none can: this browser has no Web Locks
  | 'leader_gone' // the leading tab ended while it was asked: whether it acted is not known
  | 'stopped' // this instance was destroyed
  | 'code_missing' // a part of the package could not be fetched
  // wallets
  | 'wallet_declined'
  | 'wallet_busy' // EIP-1474 -32002: a request is already open in the wallet
  | 'wallet_bad_account' // 'Wallet returned invalid account'
  | 'wallet_bad_network' // what it gave is no id of a network
  | 'wallet_bad_answer' // not what its standard says
  | 'wallet_failed' // context: said, in its own words; or reason, where it said nothing: one of `walletReasons`
  | 'wallet_ambiguous' // two wallets announce the same rdns
  | 'wallet_missing'
  | 'relay_unreachable' // WalletConnect's relay: nothing was sent
  | 'pairing_expired' // nobody answered the link in time, or it was given up
  | 'session_ended' // of WalletConnect: by the wallet, by another tab, or by its time
  | 'connect_cancelled' // the modal was closed and nobody is connected
  | 'account_changed' // while the wallet was asked: the answer is nobody's
  | 'account_missing' // 'No ActiveCaipAddress found'
  | 'network_missing' // 'No ActiveCaipNetwork or client found'
  | 'call_unsupported' // the wallet or its namespace has no such call
  // the sign-in site of email and social accounts
  | 'auth_unavailable' // it did not load
  | 'auth_refused' // it said no; context: said, in its own words; isDeclined, by a person; code, where it gave one
  | 'auth_timeout'
  | 'auth_lost' // it gave no answer, or none that is one: what was asked may have been done
  | 'auth_too_soon' // the last mail is not old enough; context: sendableAt (ms since 1970)
  | 'auth_popup_closed'
  // signing in
  | 'siwx_missing' // 'SIWX is not enabled'
  | 'siwx_failed' // 'A problem occurred while trying initialize authentication'
  | 'siwx_message_bad' // a field that cannot stand in what is to be signed, or another one than what was asked for
  | 'siwx_declined' // 'Signature declined'
  | 'siwx_invalid' // the session or the signature does not hold; context: fault
  | 'siwx_unknown' // whether it holds could not be found out
  | 'transaction_bad' // not encodable: a wrong address, or arguments that do not fit
  | 'transfer_incomplete' // something is missing or wrong in what was entered; context: problem
  | 'transfer_refused' // what would be signed is not what was entered, or cannot work; context: reason
  | 'payment_changed' // what would be signed is not what was shown
  | 'consent_missing' // a page confirmed a payment before the person agreed to all of `mustAgree`; context: consents
  | 'payment_pending' // the same payment is on its way, or may be
  | 'swap_unsupported' // 'Network not supported for Swaps', 'Network not supported for Gas Price'
  | 'swap_no_quote' // nobody swaps this much of it
  | 'swap_refused' // what came to be signed does not do what was asked for; context: reason
  | 'pay_busy' // the page asks for a payment while another one of it is open
  | 'disconnect_failed' // 'Failed to disconnect'; context: said, by which wallets and why
  | 'onramp_unavailable' // where to pay could not be found out: nothing was bought
  // the embedding page
  | 'project_id_missing'
  | 'options_conflict'
  | 'options_invalid'
  | 'view_unknown'
  | 'feature_off' // the page or its dashboard has it switched off
  | 'adapter_missing' // 'Chain adapter not found'
  | 'chain_missing' // 'Chain is required to update chain account data'
  | 'client_missing' // 'NetworkController client not set', 'ConnectionController client not set'
  | 'unexpected'

/** The error of every method of a destroyed instance. */
export function createStoppedError(): BillfoldError {
  return new BillfoldError('stopped', 'This Billfold was destroyed. Call createBillfold() again.')
}

/** Any thrown value as a record that can cross threads. */
export function toErrorRecord(error: unknown): ErrorRecord {
  if (isBillfoldError(error)) {
    const { code, message, category, context } = error
    return { code, message, category, context }
  }
  const message = error instanceof Error ? error.message : String(error)
  return toErrorRecord(new BillfoldError('unexpected', message))
}

/** True for a BillfoldError of this or of another copy of the library. */
export function hasCode(error: unknown, code: ErrorCode): boolean {
  return isBillfoldError(error) && error.code === code
}

/** Each file of the worker has a copy of the class, and so may the page. */
export function isBillfoldError(error: unknown): error is BillfoldError {
  return (error as { name?: unknown } | undefined)?.name === 'BillfoldError'
}

/** The record as an error that can be thrown. */
export function fromErrorRecord(record: ErrorRecord): BillfoldError {
  return new BillfoldError(record.code, record.message, {
    category: record.category,
    context: record.context,
  })
}

/** For the `catch` of an `import()`: a part of the package could not be fetched. @throws code_missing */
export function throwCodeMissing(cause: unknown): never {
  throw new BillfoldError('code_missing', 'Part of Billfold could not be loaded. Reload the page.', {
    cause,
  })
}
