/**
 * Verifies signatures of Solana accounts, whose address is the public key. A wallet may sign the text itself, or an
 * off-chain message with exactly that text.
 */
import { ed25519 } from '@noble/curves/ed25519'
import { fromBase58 } from '../../src/core/chains/byte-text.ts'
import type { SignatureInput, SignatureVerdict } from '../../src/core/contract/protocol.ts'
import { isOffchainMessage, listOffchainMessages } from './solana-offchain.ts'

/** Upper limit of a signature, in characters: 64 bytes in base58. */
const MAX_LENGTH = 88
/** Upper limit of a signed message, in characters of base58: more than a sign-in message needs. */
const MAX_MESSAGE_LENGTH = 16_000

export function verifySolanaSignature({
  message,
  signature,
  address,
  signedMessage = '',
}: SignatureInput): SignatureVerdict {
  const bytes = signature.length <= MAX_LENGTH ? fromBase58(signature) : undefined
  const key = fromBase58(address)
  if (bytes?.length !== 64 || key?.length !== 32) return NOT_SIGNED
  const text = new TextEncoder().encode(message)
  const signed = signedMessage.length <= MAX_MESSAGE_LENGTH ? fromBase58(signedMessage) : undefined
  const messages = signed && isOffchainMessage(signed, text, key) ? [signed] : []
  // `zip215: false`: the strict rules of RFC 8032, by which no second signature is valid for the same account and message.
  const isValid = [text, ...messages, ...listOffchainMessages(text, key)].some((one) =>
    ed25519.verify(bytes, one, key, { zip215: false }),
  )
  return isValid ? { outcome: 'valid' } : NOT_SIGNED
}

const NOT_SIGNED: SignatureVerdict = { outcome: 'invalid', fault: 'signature' }
