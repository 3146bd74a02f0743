/**
 * Base58, in which Solana writes its addresses and signatures.
 * @see https://datatracker.ietf.org/doc/html/draft-msporny-base58
 */

/** Without 0, O, I and l, which people take for one another. */
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Undefined for what is not base58. Takes the square of the length: texts of strangers are cut before. */
export function decodeBase58(text: string): Uint8Array<ArrayBuffer> | undefined {
  /** The last one first. */
  const bytes: number[] = []
  for (const digit of text) {
    let carry = ALPHABET.indexOf(digit)
    if (carry < 0) return undefined
    for (let at = 0; at < bytes.length || carry > 0; at += 1) {
      carry += (bytes[at] ?? 0) * 58
      bytes[at] = carry & 0xff
      carry >>= 8
    }
  }
  // A number has no leading zeros; each that the bytes have is written as a 1.
  const zeros = /^1*/.exec(text)![0].length
  return Uint8Array.from([...Array<number>(zeros).fill(0), ...bytes.reverse()])
}

/** Takes the square of the length. */
export function encodeBase58(bytes: Uint8Array): string {
  /** The last one first. */
  const digits: number[] = []
  for (const byte of bytes) {
    let carry = byte
    for (let at = 0; at < digits.length || carry > 0; at += 1) {
      carry += (digits[at] ?? 0) << 8
      digits[at] = carry % 58
      carry = Math.floor(carry / 58)
    }
  }
  const zeros = bytes.findIndex((byte) => byte > 0)
  const text = digits.reverse().map((digit) => ALPHABET[digit])
  return '1'.repeat(zeros < 0 ? bytes.length : zeros) + text.join('')
}
