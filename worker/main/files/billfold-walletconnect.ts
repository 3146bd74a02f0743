/** The library for WalletConnect and what holds it, one file that imports nothing. */
import { registerDomain } from '../domain-registry.ts'
import { createClient } from '../../walletconnect/client.ts'

export { ownUrl } from '../../../src/core/base/own-url.ts'
export const domain = registerDomain('walletconnect', { createClient })
