/** Signatures of Solana's accounts: an address is the key itself. */
import { ed25519 } from '@noble/curves/ed25519'
import { fromBase58 } from '../../src/core/chains/byte-text.ts'
import type { SignatureInput, SignatureVerdict } from '../../src/core/contract/protocol.ts'

/** Characters of 64 bytes in base58, at most. */
const LONGEST = 88

export function verifySolanaSignature({ message, signature, address }: SignatureInput): SignatureVerdict {
  const bytes = signature.length <= LONGEST ? fromBase58(signature) : undefined
  const key = fromBase58(address)
  const isValid =
    bytes?.length === 64 &&
    key?.length === 32 &&
    // As RFC 8032 has it: one account has one signature over a message.
    ed25519.verify(bytes, new TextEncoder().encode(message), key, { zip215: false })
  return isValid ? { outcome: 'valid' } : { outcome: 'invalid', fault: 'signature' }
}
