/**
 * Lazy domain: reads PSBTs and verifies Bitcoin signatures, with bitcoinjs-lib. The build bundles this domain into one
 * file without imports.
 */
import { readPsbt } from '../../bitcoin/psbt.ts'
import { registerDomain } from '../domain-registry.ts'
import { verifyBitcoinSignature } from '../../siwx/verify-bitcoin.ts'

export { ownUrl } from '../../../src/core/base/own-url.ts'
export const domain = registerDomain('bitcoin', { readPsbt, verifyBitcoinSignature })
