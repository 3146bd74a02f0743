/** PSBTs and signatures of Bitcoin, read by bitcoinjs-lib: one file that imports nothing. */
import { readPsbt } from '../../bitcoin/psbt.ts'
import { registerDomain } from '../domain-registry.ts'
import { verifyBitcoinSignature } from '../../siwx/verify-bitcoin.ts'

export { ownUrl } from '../../../src/core/base/own-url.ts'
export const domain = registerDomain('bitcoin', { readPsbt, verifyBitcoinSignature })
