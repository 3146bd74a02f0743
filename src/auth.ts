/** Lets people sign in by email or a social account, for the option `auth`; the code behind it is loaded when somebody does. */
import type { Auth } from './wallets/auth/option.ts'
import { assertUrls } from './base/assert-urls.ts'
import { createAuth } from './wallets/auth/connector.ts'

export type { Auth }

export interface AuthFrameOptions {
  /** Of the sign-in site, which keeps the keys. Its origin has to be in the page's `frame-src`. Default: the public one. */
  url?: string
}

/**
 * @throws options_invalid for an address with a user and a password
 * @example
 * createBillfold({ projectId, networks: [mainnet], adapters: [evm()], auth: authFrame(), metadata })
 */
export function authFrame({ url = 'https://secure.walletconnect.org/sdk' }: AuthFrameOptions = {}): Auth {
  assertUrls(url, 'authFrame.url')
  return createAuth(url)
}
