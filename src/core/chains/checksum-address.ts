/**
 * An EVM address with its checksum, which is encoded in the case of its letters.
 * @see https://eips.ethereum.org/EIPS/eip-55
 */
import { keccak_256 } from '@noble/hashes/sha3'

/** `address`: 0x and 40 hexadecimal digits in any case. */
export function toChecksumAddress(address: string): string {
  const digits = address.slice(2).toLowerCase()
  const hash = keccak_256(new TextEncoder().encode(digits))
  const cased = Array.from(digits, (digit, index) => {
    const byte = hash[index >> 1] ?? 0
    const nibble = index % 2 === 0 ? byte >> 4 : byte & 15
    return nibble >= 8 ? digit.toUpperCase() : digit
  })
  return `0x${cased.join('')}`
}
