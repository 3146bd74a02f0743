/** ENS names, one file that imports nothing. */
import { registerDomain } from '../domain-registry.ts'
import { normalizeName } from '../names/ens.ts'

export { ownUrl } from '../../src/core/own-url.ts'
export const domain = registerDomain('ens', { normalizeName })
