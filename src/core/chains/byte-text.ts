/** Decodes text of a wallet, a page or a node to bytes. Each function returns undefined for invalid text. */
import { base58, base64, type BytesCoder, hex } from '@scure/base'

/** Takes quadratic time: check the length of untrusted text first. */
export const fromBase58 = (text: string) => decode(base58, text)

/** Accepts text without padding or with line breaks, as some wallets send it (RFC 4648 and 2045). */
export function fromBase64(text: string): Uint8Array | undefined {
  const digits = text.replaceAll(/[\t\n\f\r ]/g, '')
  return decode(base64, digits.padEnd(Math.ceil(digits.length / 4) * 4, '='))
}

/** Hex without 0x; at least one byte. */
export const fromHex = (text: string) => (text ? decode(hex, text) : undefined)

function decode(coder: BytesCoder, text: string): Uint8Array | undefined {
  try {
    return coder.decode(text)
  } catch {
    return undefined
  }
}
