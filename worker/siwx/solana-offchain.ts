/**
 * Solana's off-chain messages: hardware wallets put a header before the text and sign both.
 *
 *   version 0, first form:  domain · 0 · format · length · text
 *   version 0:              domain · 0 · application (32) · format · signers · keys (32 each) · length · text
 *   version 1:              domain · 1 · signers · keys (32 each) · text
 *
 * @see https://docs.anza.xyz/proposals/off-chain-message-signing
 */
import { concatBytes } from '@noble/hashes/utils'
import { isSameBytes } from '../../src/core/base/same-bytes.ts'

type Bytes = Uint8Array

const DOMAIN = Uint8Array.from([0xff, ...new TextEncoder().encode('solana offchain')])
const VERSION_AT = DOMAIN.length
const KEY = 32
/** The text formats: printable ASCII, UTF-8 that fits into one packet, and longer UTF-8. */
const FORMATS = [0, 1, 2]

/**
 * The messages that a wallet may have signed for a text, each with one of the possible headers, for wallets that do not
 * return the signed message.
 */
export function listOffchainMessages(text: Bytes, key: Bytes): Bytes[] {
  const length = Uint8Array.from([text.length & 255, text.length >> 8])
  const nobody = new Uint8Array(KEY)
  return [
    ...FORMATS.map((format) => concatBytes(DOMAIN, Uint8Array.of(0, format), length, text)),
    ...FORMATS.map((format) =>
      concatBytes(DOMAIN, Uint8Array.of(0), nobody, Uint8Array.of(format, 1), key, length, text),
    ),
    concatBytes(DOMAIN, Uint8Array.of(1, 1), key, text),
  ]
}

/** Whether these bytes are an off-chain message with exactly this text, to be signed by this key. */
export function isOffchainMessage(bytes: Bytes, text: Bytes, key: Bytes): boolean {
  const textAt = bytes.length - text.length
  if (!isSameBytes(bytes.subarray(0, VERSION_AT), DOMAIN) || textAt < VERSION_AT) return false
  if (!isSameBytes(bytes.subarray(textAt), text)) return false
  const header = bytes.subarray(VERSION_AT, textAt)
  if (header[0] === 1) return isOfSigners(header.subarray(1), key)
  // The header ends with the length of the text, in two bytes.
  const hasLength = header.at(-2) === (text.length & 255) && header.at(-1) === text.length >> 8
  if (header[0] !== 0 || !hasLength) return false
  const rest = header.subarray(1, -2)
  if (rest.length === 1) return FORMATS.includes(rest[0]!)
  return FORMATS.includes(rest[KEY] ?? -1) && isOfSigners(rest.subarray(KEY + 1), key)
}

/** Whether the bytes are exactly a count and that many keys, including this key. */
function isOfSigners(bytes: Bytes, key: Bytes): boolean {
  const [count = 0] = bytes
  if (count === 0 || bytes.length !== 1 + count * KEY) return false
  return Array.from({ length: count }, (_, at) => bytes.subarray(1 + at * KEY, 1 + (at + 1) * KEY)).some(
    (one) => isSameBytes(one, key),
  )
}
