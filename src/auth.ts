/** Sign-in by email or a social account, for the option `auth`. The sign-in code is loaded when a person signs in. */
import type { Auth } from './wallets/auth/option.ts'
import { assertUrls } from './base/assert-urls.ts'
import { createAuth } from './wallets/auth/connector.ts'

export type { Auth }

export interface AuthFrameOptions {
  /**
   * URL of the sign-in site, which holds the keys. Its origin must be in the `frame-src` of the page's CSP. Default: the
   * public site.
   */
  url?: string
}

/**
 * Enables sign-in by email or a social account.
 * @throws options_invalid for a `url` with a user name or password
 * @example
 * createBillfold({ projectId, networks: [mainnet], adapters: [evm()], auth: authFrame(), metadata })
 */
export function authFrame({ url = 'https://secure.walletconnect.org/sdk' }: AuthFrameOptions = {}): Auth {
  assertUrls(url, 'authFrame.url')
  return createAuth(url)
}
