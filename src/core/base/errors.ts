/**
 * The only error class of Billfold. It crosses the worker boundary as plain data. Check `code`, never `instanceof`: the
 * page may hold two copies of this class.
 */
export class BillfoldError extends Error {
  override readonly name = 'BillfoldError'
  readonly code: ErrorCode
  /** Which part of the product failed. Analytics groups errors by it. */
  readonly category: ErrorCategory
  /** Facts that help to act on the error: plain data that survives a structured clone. */
  readonly context: ErrorContext
  /** Link to the documentation of this code. */
  readonly docs: string

  constructor(code: ErrorCode, message: string, options: BillfoldErrorOptions = {}) {
    super(message, options)
    this.code = code
    this.docs = `billfold/docs/errors.md#${code}`
    // Add the link only to the stack, which consoles print. A page may show the message to people.
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
 * Plain data only, since the context is cloned between threads and stored beside cached data. Views never show the
 * message of an error. They show the text for its code and `reason`, or `said`: the cleaned words of a wallet, the API
 * or the page.
 */
export type ErrorContext = Readonly<Record<string, string | number | boolean | null | undefined>>

/** An error in the form that crosses threads and is part of snapshots. */
export interface ErrorRecord {
  code: ErrorCode
  message: string
  category: ErrorCategory
  context: ErrorContext
}

/** The meaning of a code never changes. */
export type ErrorCode =
  // calls to the API
  | 'http_status' // context: status, retryAfter (ms, when the server gave one)
  | 'http_timeout'
  | 'http_network' // offline, DNS, CORS, connection cut
  | 'http_html' // a web page instead of data: often the sign-in page of a Wi-Fi network
  | 'http_type' // another content type than JSON
  | 'http_empty'
  | 'http_json' // truncated or malformed JSON
  | 'http_size' // above the size limit
  | 'redirected' // the API redirected the call, and the redirect was not followed
  | 'bad_envelope' // JSON, but not the documented answer
  | 'aborted' // no caller waits any more; context: asked, if the call had asked a wallet
  // data of an account
  | 'balance_unavailable' // 'Token Balance Unavailable'
  | 'history_failed' // 'Failed to fetch transactions'
  | 'history_no_account' // "Transactions can't be fetched without an accountAddress"
  | 'nfts_unavailable'
  | 'name_invalid' // the name has no normal form (ENSIP-15)
  | 'name_unresolved' // 'Error resolving name'
  | 'name_elsewhere' // the name has an address only for another network; context: caipNetworkId
  | 'name_suggestions_failed' // 'Error fetching name suggestions'
  | 'names_failed' // 'Error fetching names for address'
  | 'name_register_failed' // 'Error registering name {name}'; context: said, the server's own reason
  | 'name_taken' // another account owns the name
  | 'name_unregistered' // the server did not answer the registration, and the name has no owner
  | 'name_stale' // the server got the signature too late: nothing was registered
  | 'chain_invalid' // 'Invalid chainId'
  | 'names_unavailable' // the code that checks names could not be loaded
  | 'network_unsupported'
  | 'networks_unknown' // the supported-chains call failed, so support is unknown
  | 'bad_account'
  | 'smart_session_kept' // the server did not revoke the session, which is still active; context: said, the server's own reason
  // the worker
  | 'worker_deadline' // a command was not answered in time
  | 'worker_unavailable' // the worker could not be started in any way
  | 'outcome_unknown' // the worker was lost while a request was with a wallet
  | 'protocol_mismatch'
  | 'store_unavailable' // the disk cannot be read now, so it is unknown whether the data exists
  | 'leader_missing' // no tab is the leader, or none can be: this browser has no Web Locks
  | 'leader_gone' // the leading tab ended during a request, so it is unknown whether it acted
  | 'stopped' // this instance was destroyed
  | 'code_missing' // a part of the package could not be fetched
  // wallets
  | 'wallet_declined'
  | 'wallet_busy' // EIP-1474 -32002: a request is already open in the wallet
  | 'wallet_bad_account' // 'Wallet returned invalid account'
  | 'wallet_bad_network' // the wallet gave no valid network id
  | 'wallet_bad_answer' // the answer does not follow its standard
  | 'wallet_failed' // context: said, the wallet's own words; if the wallet gave none: reason, one of `walletReasons`
  | 'wallet_ambiguous' // two wallets announce the same rdns
  | 'wallet_missing'
  | 'relay_unreachable' // WalletConnect's relay: nothing was sent
  | 'pairing_expired' // the link expired without an answer, or the person cancelled the connection
  | 'session_ended' // a WalletConnect session: ended by the wallet, by another tab, or because it expired
  | 'connect_cancelled' // the modal was closed before an account was connected
  | 'account_changed' // the account changed while the wallet was asked, so the wallet's answer is dropped
  | 'account_missing' // 'No ActiveCaipAddress found'
  | 'network_missing' // 'No ActiveCaipNetwork or client found'
  | 'call_unsupported' // the wallet or its namespace does not support this call
  // the sign-in site of email and social accounts
  | 'auth_unavailable' // the site did not load
  | 'auth_refused' // the site refused; context: said, its own words; isDeclined, if a person declined; code, if the site gave one
  | 'auth_timeout'
  | 'auth_lost' // the site gave no valid answer, but may have carried out the request
  | 'auth_too_soon' // the last mail is too recent; context: sendableAt (ms since 1970)
  | 'auth_popup_closed'
  // signing in
  | 'siwx_missing' // 'SIWX is not enabled'
  | 'siwx_failed' // 'A problem occurred while trying initialize authentication'
  | 'siwx_message_bad' // the text to sign has a field that is not allowed or that differs from the request
  | 'siwx_declined' // 'Signature declined'
  | 'siwx_invalid' // the session or the signature is invalid; context: fault
  | 'siwx_unknown' // the signature could not be verified: it may be valid or not
  | 'transaction_bad' // the transaction cannot be encoded: a wrong address, or arguments that do not fit
  | 'transfer_incomplete' // an entry is missing or wrong; context: problem
  | 'transfer_refused' // the transaction differs from what was entered, or cannot succeed; context: reason
  | 'payment_changed' // the transaction differs from the reviewed one
  | 'consent_missing' // a page confirmed a payment before the person agreed to all of `mustAgree`; context: consents
  | 'payment_pending' // the same payment was sent already, or may have been
  | 'swap_unsupported' // 'Network not supported for Swaps', 'Network not supported for Gas Price'
  | 'swap_no_quote' // no provider offers a swap of this amount
  | 'swap_refused' // the transaction to sign does something other than the requested swap; context: reason
  | 'pay_busy' // another payment request of the page is open
  | 'disconnect_failed' // 'Failed to disconnect'; context: said, which wallets failed and why
  | 'onramp_unavailable' // the provider's payment address could not be found: nothing was bought
  // the embedding page
  | 'project_id_missing'
  | 'options_conflict'
  | 'options_invalid'
  | 'view_unknown'
  | 'feature_off' // the page or its dashboard has switched the feature off
  | 'adapter_missing' // 'Chain adapter not found'
  | 'chain_missing' // 'Chain is required to update chain account data'
  | 'client_missing' // 'NetworkController client not set', 'ConnectionController client not set'
  | 'unexpected'

/** The error that every call to a destroyed Billfold throws. */
export function createStoppedError(): BillfoldError {
  return new BillfoldError('stopped', 'This Billfold was destroyed. Call createBillfold() again.')
}

/** Converts any thrown value to a record that can cross threads. */
export function toErrorRecord(error: unknown): ErrorRecord {
  if (isBillfoldError(error)) {
    const { code, message, category, context } = error
    return { code, message, category, context }
  }
  const message = error instanceof Error ? error.message : String(error)
  return toErrorRecord(new BillfoldError('unexpected', message))
}

/** Whether an error is a BillfoldError with this code. It may come from another copy of the library. */
export function hasCode(error: unknown, code: ErrorCode): boolean {
  return isBillfoldError(error) && error.code === code
}

/** Checks the name, not the class: each file of the worker, and the page, may have its own copy of the class. */
export function isBillfoldError(error: unknown): error is BillfoldError {
  return (error as { name?: unknown } | undefined)?.name === 'BillfoldError'
}

/** Converts a record to an error that can be thrown. */
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
