/** What verifies signatures and asks the page's server, one file that imports nothing. */
import { registerDomain } from '../domain-registry.ts'
import { askSignIn } from '../siwx/ask-server.ts'
import { verifySignature } from '../siwx/verify.ts'

export { ownUrl } from '../../src/core/own-url.ts'
export const domain = registerDomain('siwx', { askSignIn, verifySignature })
