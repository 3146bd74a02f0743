/** One text for each error code that a view can show: the problem, and what to do if that helps. */
import { catalogue } from '../../src/base/catalogue.ts'
import type { ErrorCode } from '../../src/core/base/errors.ts'
import type { RelayRefusal } from '../../src/core/contract/walletconnect.ts'

export const errorTexts = catalogue('errors', {
  http_network: 'Can’t reach the service.',
  http_timeout: 'The request took too long.',
  http_html: 'Got a web page instead of data. Does your network need you to sign in?',
  http_type: 'The service sent something other than data.',
  http_empty: 'The service sent an empty answer.',
  http_json: 'The service’s answer was incomplete or damaged.',
  http_size: 'The service’s answer was too large.',
  redirected: 'The request was redirected. Does your network need you to sign in?',
  bad_envelope: 'The service sent an unexpected answer.',
  balance_unavailable: 'Couldn’t load your balance.',
  history_failed: 'Couldn’t load your activity.',
  nfts_unavailable: 'Couldn’t load your NFTs.',
  names_unavailable: 'Couldn’t check the name.',
  networks_unknown: 'Couldn’t check which networks the service supports.',
  network_unsupported: 'This network isn’t supported. Your tokens there are safe.',
  network_missing: 'This site can’t connect to this network.',
  bad_account: 'This account isn’t valid on this network.',
  account_missing: 'This account is no longer connected.',
  account_changed: 'The account or network has changed.',
  transaction_bad: 'The request isn’t valid, so it can’t be signed.',
  onramp_unavailable: 'Couldn’t get the provider’s page.',
  store_unavailable: 'Your browser couldn’t read this site’s saved data.',
  worker_deadline: 'The request took too long.',
  worker_unavailable: 'Billfold couldn’t start. Reload the page.',
  protocol_mismatch: 'This page was updated. Reload it.',
  code_missing: 'Part of Billfold didn’t load. Try reloading the page.',
  disconnect_failed: 'The wallet didn’t confirm, but it’s disconnected from this site.',
  relay_unreachable: 'The service that connects this site to your wallet isn’t responding.',
  leader_missing: 'Another tab has your wallet connection and isn’t responding. Open that tab or close it.',
  auth_unavailable: 'The sign-in site didn’t load.',
  auth_refused: 'The sign-in site didn’t give a reason.',
  auth_timeout: 'The sign-in site didn’t respond in time.',
  auth_lost: 'The sign-in site didn’t give a clear answer.',
  auth_popup_closed: 'The window was closed before you signed in.',
} satisfies Partial<Record<ErrorCode, string>>)

/** Reasons why WalletConnect's relay refuses this page. */
export const relayTexts = catalogue('relay', {
  relay_clock:
    'WalletConnect refused the connection because your device’s clock is wrong. Set the date and time, then try again.',
  relay_project: 'WalletConnect doesn’t recognise this site’s project. Only the site’s owner can fix this.',
  relay_origin: 'WalletConnect doesn’t allow this site’s address. Only the site’s owner can fix this.',
  relay_refused: 'WalletConnect refused this site. It says: {said}',
} satisfies Record<RelayRefusal['reason'], string>)

/** Errors of a server, by HTTP status. */
export const statusTexts = catalogue('status', {
  tooOften: 'Too many requests. Try again in a minute.',
  fault: 'The service has a problem (error {status}).',
  refused: 'The service refused the request (error {status}).',
})

export const otherErrorTexts = catalogue('otherErrors', {
  offline: 'You are offline. Check your connection.',
  /** For wallets whose name is unknown. */
  yourWallet: 'Your wallet',
  declinedNameless: 'You declined in your wallet.',
  unexpected: 'Something went wrong in Billfold. If it keeps happening, reload the page.',
})

/** Errors of wallet requests. */
export const walletTexts = catalogue('walletErrors', {
  wallet_declined: 'You declined in {wallet}.',
  wallet_busy: '{wallet} has another request open. Answer that one first.',
  wallet_failed: '{wallet} didn’t give a reason.',
  wallet_bad_account: '{wallet} returned an invalid address. Try again or use another wallet.',
  wallet_bad_network:
    '{wallet} returned an invalid network. Choose another network or account there, or use another wallet.',
  wallet_bad_answer: '{wallet} sent an unexpected answer.',
  wallet_missing: '{wallet} isn’t connected.',
  session_ended: '{wallet} is no longer connected. Connect it again.',
  call_unsupported: '{wallet} doesn’t support this.',
  outcome_unknown: '{wallet} got the request but didn’t answer. Check there before you try again.',
  siwx_declined: 'Signature declined',
  siwx_failed: 'A problem occurred while trying initialize authentication',
  siwx_invalid: 'The sign-in wasn’t accepted. You weren’t signed in.',
  siwx_message_bad: 'The message doesn’t match this site and account. Nothing was signed.',
  siwx_unknown: 'Couldn’t confirm the sign-in. Try again.',
} satisfies Partial<Record<ErrorCode, string>>)

/** Errors of wallets that gave no message, by the reason in our error. */
export const walletReasons = catalogue('walletReasons', {
  no_account: '{wallet} didn’t share an account. Unlock it and choose one.',
  no_account_here:
    '{wallet} didn’t share an account on this site’s networks. Connect it again and choose one.',
  nothing_approved: '{wallet} didn’t approve anything this site needs.',
  stayed: '{wallet} didn’t switch to this network.',
  unable: '{wallet} doesn’t support this.',
  unclear: '{wallet} didn’t say which accounts it shares.',
  unserved: '{wallet} doesn’t support this network.',
  /** For a connector that the page brings. */
  unavailable: '{wallet} didn’t load in time. Try again.',
  unusable: '{wallet} couldn’t start. Only the site’s owner can fix this.',
  /** For the sign-in site of email and social accounts. */
  elsewhere: 'The sign-in site is on a network that this site doesn’t use.',
})

/** Reasons why a sign-in signature is invalid. */
export const signatureFaults = catalogue('signatureFaults', {
  signer: '{wallet} returned another account. You weren’t signed in.',
  signature: '{wallet} returned an invalid signature. You weren’t signed in.',
  early: 'Your device’s clock is wrong. Set it, then sign again.',
  expired: 'Your device’s clock is wrong. Set it, then sign again.',
  nonce: 'This message was already used or has expired. Sign the new one.',
  smart_account: 'This application might not support Smart Accounts',
})

/** Introductions to a message that is quoted from the wallet or server. */
export const quotedTexts = catalogue('quotedErrors', {
  wallet_failed: '{wallet} says: {words}',
  auth_refused: 'The sign-in site says: {words}',
} satisfies Partial<Record<ErrorCode, string>>)
