/**
 * Lazy domain: WalletConnect's library and the client around it. The build bundles both into one file without imports.
 */
import { registerDomain } from '../domain-registry.ts'
import { createClient } from '../../walletconnect/client.ts'

export { ownUrl } from '../../../src/core/base/own-url.ts'
export const domain = registerDomain('walletconnect', { createClient })
