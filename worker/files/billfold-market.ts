/** Prices, swaps, buying: what the provider is asked for. One file that imports nothing. */
import { registerDomain } from '../domain-registry.ts'

export { ownUrl } from '../../src/core/own-url.ts'
export const domain = registerDomain('market', {})
