/**
 * Bitcoin's addresses. Each stands for the script that locks what it holds, and carries a checksum.
 * @see https://github.com/bitcoin/bips/blob/master/bip-0173.mediawiki
 * @see https://github.com/bitcoin/bips/blob/master/bip-0350.mediawiki
 */
import { sha256 } from '@noble/hashes/sha2'
import { decodeBase58 } from './base58.ts'

/** How the newer addresses of a network begin. Those of testnet and signet are the same. */
export type BitcoinPrefix = 'bc' | 'tb' | 'bcrt'

/** First bytes of the older addresses, [to a key, to a script]: all test networks have the same. */
const VERSIONS: Readonly<Record<BitcoinPrefix, readonly [number, number]>> = {
  bc: [0x00, 0x05],
  tb: [0x6f, 0xc4],
  bcrt: [0x6f, 0xc4],
}

/** Longer ones there are none. */
const MAX_LENGTH = 90

/**
 * The script behind an address; undefined for what is no address on networks of this prefix. Capitals, as some QR codes
 * have them, are refused: one account has one address.
 */
export function toBitcoinScript(address: string, prefix: BitcoinPrefix): Uint8Array<ArrayBuffer> | undefined {
  if (address.length > MAX_LENGTH) return undefined
  return readSegwit(address, prefix) ?? readBase58(address, prefix)
}

export type BitcoinScriptKind = 'taproot' | 'segwit' | 'script' | 'key'

/** What a script of `toBitcoinScript` is locked by. */
export function getScriptKind(script: Uint8Array): BitcoinScriptKind {
  if (script[0] === OP_1) return 'taproot'
  if (script[0] === 0) return 'segwit'
  return script[0] === 0xa9 ? 'script' : 'key'
}

const OP_1 = 0x51

function readBase58(address: string, prefix: BitcoinPrefix): Uint8Array<ArrayBuffer> | undefined {
  const bytes = decodeBase58(address)
  if (bytes?.length !== 25) return undefined
  const [body, check] = [bytes.subarray(0, 21), bytes.subarray(21)]
  const sum = sha256(sha256(body))
  if (!check.every((byte, index) => byte === sum[index])) return undefined
  const hash = body.subarray(1)
  const [toKey, toScript] = VERSIONS[prefix]
  // OP_DUP OP_HASH160 … OP_EQUALVERIFY OP_CHECKSIG; OP_HASH160 … OP_EQUAL.
  if (body[0] === toKey) return Uint8Array.from([0x76, 0xa9, 20, ...hash, 0x88, 0xac])
  return body[0] === toScript ? Uint8Array.from([0xa9, 20, ...hash, 0x87]) : undefined
}

const ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
/** What the checksum comes to: bech32 for the first kind, bech32m for taproot. */
const SUMS = [1, 0x2bc830a3]

/** Nobody holds anything at an address of a version that is not in use. */
function readSegwit(address: string, prefix: BitcoinPrefix): Uint8Array<ArrayBuffer> | undefined {
  if (!address.startsWith(`${prefix}1`)) return undefined
  const digits = Array.from(address.slice(prefix.length + 1), (digit) => ALPHABET.indexOf(digit))
  const [version = -1] = digits
  if (digits.includes(-1) || digits.length < 8) return undefined
  if (getSum([...expand(prefix), ...digits]) !== SUMS[version]) return undefined
  const program = toBytes(digits.slice(1, -6))
  const isWhole = program?.length === 32 || (version === 0 && program?.length === 20)
  return isWhole ? Uint8Array.from([version && OP_1, program.length, ...program]) : undefined
}

function expand(prefix: string): number[] {
  const codes = Array.from(prefix, (letter) => letter.charCodeAt(0))
  return [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)]
}

const GENERATORS = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]

function getSum(values: readonly number[]): number {
  let sum = 1
  for (const value of values) {
    const top = sum >> 25
    sum = ((sum & 0x1ffffff) << 5) ^ value
    for (const [bit, generator] of GENERATORS.entries()) if ((top >> bit) & 1) sum ^= generator
  }
  return sum
}

/** From five bits a digit to eight a byte. Undefined where what is left over is more than padding. */
function toBytes(digits: readonly number[]): number[] | undefined {
  const bytes: number[] = []
  let [value, bits] = [0, 0]
  for (const digit of digits) {
    value = ((value << 5) | digit) & 0xfff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((value >> bits) & 0xff)
  }
  return bits < 5 && (value & ((1 << bits) - 1)) === 0 ? bytes : undefined
}
