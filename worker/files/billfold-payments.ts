/** Payments: what goes to the wallet, and what becomes of it. One file that imports nothing. */
import { registerDomain } from '../domain-registry.ts'

export { ownUrl } from '../../src/core/own-url.ts'
export const domain = registerDomain('payments', {})
