/** What happened, and what to do where that helps: a sentence for each code that reaches a view. */
import type { ErrorCode } from '../../src/core/base/errors.ts'
import type { RelayRefusal } from '../../src/core/contract/walletconnect.ts'

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
  network_missing: 'This page cannot reach this network.',
  bad_account: 'This is no account of this network.',
  account_missing: 'The account is not connected any more.',
  account_changed: 'The account or the network has changed meanwhile.',
  transaction_bad: 'What was to be signed is not complete.',
  onramp_unavailable: 'The provider’s page could not be had.',
  store_unavailable: 'The browser does not hand out what it keeps for this page.',
  worker_deadline: 'There was no answer in time.',
  worker_unavailable: 'Billfold could not start on this page. Reload it.',
  protocol_mismatch: 'This page is of two versions. Reload it.',
  code_missing: 'A part of Billfold could not be fetched. Reload the page if it does not come.',
  disconnect_failed: 'Here it is disconnected all the same.',
  relay_unreachable: 'The service that carries messages between this page and your wallet does not answer.',
  leader_missing:
    'Another tab of this page holds the connection to your wallet, and does not answer. Look at that tab, or close it.',
  auth_unavailable: 'The sign-in site did not load.',
  auth_refused: 'The sign-in site gave no reason.',
  auth_timeout: 'The sign-in site did not answer in time.',
  auth_lost: 'The sign-in site gave no answer that tells.',
  auth_popup_closed: 'The window was closed before you had signed in.',
} as const satisfies Partial<Record<ErrorCode, string>>

/** Why WalletConnect's relay does not serve this page. */
export const relayTexts = {
  relay_clock:
    'The clock of this device is wrong, so WalletConnect refuses it. Set the date and time, then try again.',
  relay_project:
    'WalletConnect does not know this site’s project. Only the people who run this site can change that.',
  relay_origin:
    'WalletConnect does not allow this site’s address. Only the people who run this site can change that.',
  relay_refused: 'WalletConnect refuses this site. It says: {said}',
} as const satisfies Record<RelayRefusal['reason'], string>

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

/** Of what a wallet was asked for. */
export const walletTexts = {
  wallet_declined: 'You declined in {wallet}.',
  wallet_busy: '{wallet} has another request open. Answer it there first.',
  wallet_failed: '{wallet} gave no reason.',
  wallet_bad_account:
    'Wallet returned invalid account: {wallet} gave something that is no address. Try again or use another wallet.',
  wallet_bad_network:
    '{wallet} names no network of this page. Choose another network or account there, or use another wallet.',
  wallet_bad_answer: '{wallet} did not answer as it should.',
  wallet_missing: '{wallet} is not connected.',
  session_ended: '{wallet} is no longer connected. Connect it again.',
  call_unsupported: '{wallet} cannot do this.',
  outcome_unknown: '{wallet} was asked, and there is no answer. Look there before you try again.',
  siwx_declined: 'Signature declined',
  siwx_failed: 'A problem occurred while trying initialize authentication',
  siwx_invalid: 'The sign-in was not accepted. Nothing was signed in.',
  siwx_message_bad: 'What was to be signed is not of this site and account. Nothing was signed.',
  siwx_unknown: 'There was no answer that tells. Try again.',
} as const satisfies Partial<Record<ErrorCode, string>>

/** Where it said nothing itself: by the reason that its error carries. */
export const walletReasons = {
  no_account: '{wallet} shared no account. Unlock it and choose one.',
  no_account_here: '{wallet} shared no account on a network of this page. Connect it again and choose one.',
  nothing_approved: '{wallet} approved nothing of what it was asked for.',
  stayed: '{wallet} did not go to this network.',
  unable: '{wallet} cannot do this.',
  unclear: '{wallet} does not say what it shares.',
  unserved: '{wallet} does not serve this network.',
  /** Of a connector that the page brings itself. */
  unavailable: '{wallet} did not load in time. Try again.',
  unusable: '{wallet} could not be started. Only the people who run this site can change that.',
  /** Of the sign-in site. */
  elsewhere: 'The sign-in site is on a network that this page does not have.',
} as const

/** What is wrong with a signature that was to sign somebody in. */
export const signatureFaults = {
  signer: '{wallet} returned another account. Nothing was signed in.',
  signature: '{wallet} returned a signature that does not hold. Nothing was signed in.',
  early: 'The clock of this device is not right. Set it, then sign again.',
  expired: 'The clock of this device is not right. Set it, then sign again.',
  nonce: 'This message was used or has expired. Sign the new one.',
  smart_account: 'This application might not support Smart Accounts',
} as const

/** Before the words of others, whose they are. */
export const quotedTexts = {
  wallet_failed: '{wallet} says: {words}',
  auth_refused: 'The sign-in site says: {words}',
} as const satisfies Partial<Record<ErrorCode, string>>

/** One whose name is not known. */
export const yourWallet = 'Your wallet'
